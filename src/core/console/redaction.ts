import { undecoded, decodeOnce, type DecodedText } from './decodedText.ts';

const REPLACEMENT = '[hidden]';
const MAX_VALUES = 64;
/** A shorter value would garble every text and is no secret. */
const MIN_LENGTH = 4;
/** A shorter value may occur in a document by chance. */
const MIN_DOCUMENT_LENGTH = 12;

const paddedReplacement = /\[hidden\](?:=|%3D){1,2}/gi;
/**
 * Matches a JWT from the first `eyJ` of a word; `$1` is the part of the word before it. A search from a later
 * `eyJ` would only repeat steps.
 */
const tokenShape = /(?<![\w-])(?=([\w-]*?)\beyJ[\w-]{8})\1eyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const credentialShape = /\b(basic|bearer)(\s+)[\w+/=.~-]{8,}/gi;

/**
 * Removes secrets from texts: the values passed to `hide` in every spelling that a server may echo, and text
 * that looks like a credential. The values are kept in memory only, and only the newest.
 */
export class Redaction {
  readonly #values = new Map<string, Value>();
  readonly #shared: Redaction | undefined;

  constructor(shared?: Redaction) {
    this.#shared = shared;
  }

  /**
   * A redaction for values that no console has accepted yet, such as a key during sign-in. Texts are redacted
   * for them too. But only this redaction refuses documents with them: a wrongly typed value may be an id
   * that documents contain.
   */
  tentative(): Redaction {
    return new Redaction(this);
  }

  hide(value: string): void {
    if (this.#shared) {
      this.#shared.#add(value, false);
    }
    this.#add(value, true);
  }

  #add(value: string, isSecret: boolean): void {
    // Base64 without its padding is as secret, so the padding does not count.
    const core = value.replace(/(?<!=)=+$/, '');
    if (core.length < MIN_LENGTH) {
      return;
    }
    const stored = this.#values.get(core) ?? new Value(core);
    stored.isSecret ||= isSecret;
    this.#values.delete(core);
    this.#values.set(core, stored);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= MAX_VALUES) {
        break;
      }
      this.#values.delete(oldest);
    }
  }

  redact(text: string): string {
    if (this.#shared) {
      return this.#shared.redact(text);
    }
    return withoutParts(
      text,
      [...this.#values.values()].flatMap(({ echoes }) => echoes),
    )
      .replace(paddedReplacement, REPLACEMENT)
      .replace(tokenShape, `$1${REPLACEMENT}`)
      .replace(credentialShape, `$1$2${REPLACEMENT}`);
  }

  /**
   * True when a document contains a hidden value: plain, or as in JSON, an address, hexadecimal or base64.
   * Such a document is refused, because documents are never changed. Short values are ignored: they may occur
   * by chance.
   */
  hasSecretIn(document: string): boolean {
    const values = [...this.#values.values()].filter(
      ({ text, isSecret }) => isSecret && text.length >= MIN_DOCUMENT_LENGTH,
    );
    if (values.length === 0) {
      return false;
    }
    // Letters and digits need no escape. Unescape the document only when it escapes them, or a value needs
    // escapes.
    const isEscaped =
      values.some(({ text }) => /[^\w.~-]/.test(text)) ||
      /\\u00(?:3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/i.test(document);
    const plain = isEscaped ? unescaped(document) : document;
    return values.some(({ spellings }) => spellings.some((spelling) => plain.includes(spelling)));
  }
}

class Value {
  readonly text: string;
  /** False for a value that was only typed. */
  isSecret = false;
  #echoes: readonly string[] | undefined;
  #spellings: readonly string[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get echoes(): readonly string[] {
    return (this.#echoes ??= needlesOf(this.text).filter(({ length }) => length >= MIN_LENGTH));
  }

  get spellings(): readonly string[] {
    return (this.#spellings ??= plainSpellings(this.text));
  }
}

function unescaped(json: string): string {
  return json.replaceAll(/\\(?:u([0-9a-f]{4})|(["\\/]))/gi, (_, unit: string | undefined, own: string) =>
    unit === undefined ? own : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

/** A longer value is a token, whose characters need no escape. */
const MAX_ENCODED_LENGTH = 256;
/** A shorter run of base64 digits occurs in many texts. */
const MIN_RUN_LENGTH = 8;

/**
 * The bytes to search for in decoded text, in lower case: the value (also with its own escapes decoded), its
 * UTF-16 forms, and the value in hexadecimal and base64, encoded once or twice.
 */
function needlesOf(value: string): readonly string[] {
  const plain = [undecoded(value)];
  for (const view of plain) {
    const next = decodeOnce(view, 'escapes');
    if (plain.length < 4 && next.bytes !== view.bytes) {
      plain.push(next);
    }
  }
  const own = plain.map(({ bytes }) => bytes);
  if (value.length > MAX_ENCODED_LENGTH) {
    return [...new Set(own.map((bytes) => bytes.toLowerCase()))];
  }
  const little = Buffer.from(value, 'utf16le');
  const big = Buffer.from(little).swap16();
  const once = [Buffer.from(value, 'utf8'), little, big].flatMap(digitSpellings);
  const twice = [
    encodeURIComponent(value.toWellFormed()),
    JSON.stringify(value).slice(1, -1),
    ...once,
  ].flatMap((spelling) => digitSpellings(Buffer.from(spelling)));
  return [
    ...new Set(
      [...own, little.toString('latin1'), big.toString('latin1'), ...once, ...twice].map((spelling) =>
        spelling.toLowerCase(),
      ),
    ),
  ];
}

function digitSpellings(bytes: Buffer): string[] {
  return [bytes.toString('hex'), bytes.toString('hex').toUpperCase(), ...base64RunsOf(bytes)];
}

/**
 * The spellings in which a document may contain a value: plain, as in an address, in hexadecimal and in
 * base64.
 */
function plainSpellings(value: string): readonly string[] {
  const address = encodeURIComponent(value.toWellFormed());
  const bytes = Buffer.from(value.toWellFormed(), 'utf8');
  const hex = bytes.toString('hex');
  const runs = value.length > MAX_ENCODED_LENGTH ? [] : [hex, hex.toUpperCase(), ...base64RunsOf(bytes)];
  return [...new Set([value, address, withLowerCodes(address), ...runs])];
}

function withLowerCodes(address: string): string {
  return address.replaceAll(/%../g, (code) => code.toLowerCase());
}

/**
 * The base64 digits of a value at each offset in a group of three bytes, without the digits that depend on
 * neighboring bytes.
 */
function base64RunsOf(bytes: Buffer): string[] {
  return [0, 1, 2]
    .map((before) => {
      const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
      return digits.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    })
    .filter((run) => run.length >= MIN_RUN_LENGTH)
    .flatMap((run) => [run, run.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** Nested escapes are decoded down to this depth. */
const MAX_ESCAPE_DEPTH = 4;

/** Replaces each part of the text whose decoded bytes contain a needle. Needles are bytes in lower case. */
function withoutParts(text: string, needles: readonly string[]): string {
  const parts: (readonly [start: number, end: number])[] = [];
  for (const view of decodingsOf(text)) {
    const searched = view.bytes.toLowerCase();
    for (const needle of needles) {
      for (let at = searched.indexOf(needle); at >= 0; at = searched.indexOf(needle, at + needle.length)) {
        parts.push([view.starts[at] ?? 0, view.ends[at + needle.length - 1] ?? text.length]);
      }
    }
  }
  let clean = '';
  let at = 0;
  for (const [start, end] of parts.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start >= at) {
      clean += text.slice(at, start) + REPLACEMENT;
    }
    at = Math.max(at, end);
  }
  return clean + text.slice(at);
}

/**
 * The text in each state of decoding. Quoted-printable is a step of its own, because `=` precedes many
 * values.
 */
function decodingsOf(text: string): Iterable<DecodedText> {
  const views = new Map<string, DecodedText>();
  let last = [undecoded(text)];
  for (let level = 0; level <= MAX_ESCAPE_DEPTH; level++) {
    const fresh = last.filter(({ bytes }) => !views.has(bytes));
    fresh.forEach((view) => views.set(view.bytes, view));
    last = fresh.flatMap((view) => [decodeOnce(view, 'escapes'), decodeOnce(view, 'quoted-printable')]);
  }
  return views.values();
}
