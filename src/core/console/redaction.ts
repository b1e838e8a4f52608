const REPLACEMENT = '[hidden]';
const MAX_VALUES = 64;
/** A shorter value would garble every text and is no secret. */
const MIN_LENGTH = 4;
/** A shorter value may occur in a document by chance. */
const MIN_DOCUMENT_LENGTH = 12;

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
  readonly #values = new Map<string, HiddenValue>();
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
    const stored = this.#values.get(core) ?? hiddenValue(core);
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
    const echoes = [...this.#values.values()].flatMap((value) => value.echoes);
    const isEcho = (part: string): boolean =>
      decodingsOf(part).some((bytes) => echoes.some((echo) => bytes.includes(echo)));
    const words = isEcho(text)
      ? text.replaceAll(/\S+/g, (word) => (isEcho(word) ? REPLACEMENT : word))
      : text;
    // A secret with blanks is in no single word.
    const clean = isEcho(words) ? REPLACEMENT : words;
    return clean.replace(tokenShape, `$1${REPLACEMENT}`).replace(credentialShape, `$1$2${REPLACEMENT}`);
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

interface HiddenValue {
  readonly text: string;
  readonly echoes: readonly string[];
  readonly spellings: readonly string[];
  /** False for a value that was only typed. */
  isSecret: boolean;
}

function hiddenValue(text: string): HiddenValue {
  const echoes = needlesOf(text).filter(({ length }) => length >= MIN_LENGTH);
  return { text, echoes, spellings: plainSpellings(text), isSecret: false };
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
  const own = [bytesOf(value)];
  for (const bytes of own) {
    const next = withoutEscapes(bytes);
    if (own.length < 4 && next !== bytes) {
      own.push(next);
    }
  }
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
  const runs =
    value.length > MAX_ENCODED_LENGTH ? [] : digitSpellings(Buffer.from(value.toWellFormed(), 'utf8'));
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

/**
 * The text as bytes in each state of decoding, in lower case. Quoted-printable is a step of its own, because `=`
 * precedes many values.
 */
function decodingsOf(text: string): readonly string[] {
  const views = new Set([bytesOf(text)]);
  let last = [...views];
  for (let level = 0; level < MAX_ESCAPE_DEPTH; level++) {
    const next = last.flatMap((bytes) => [withoutEscapes(bytes), withoutQuotedPrintable(bytes)]);
    last = next.filter((bytes) => !views.has(bytes) && views.add(bytes));
  }
  return [...views].map((bytes) => bytes.toLowerCase());
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const controlEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const escapePattern =
  /%u([0-9a-f]{4})|%([0-9a-f]{2})|\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\(["'\\/bfnrt])|&#(\d{1,7});|&#x([0-9a-f]{1,6});|&(amp|lt|gt|quot|apos|nbsp);/gi;
const quotedPrintablePattern = /=([0-9a-f]{2})|=\r?\n/gi;

/** The UTF-8 bytes of a text, one Latin-1 character for each. */
function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Decodes each escape of addresses, JSON, JavaScript and HTML once. */
function withoutEscapes(bytes: string): string {
  return bytes.replaceAll(escapePattern, decode);
}

function withoutQuotedPrintable(bytes: string): string {
  return bytes.replaceAll(quotedPrintablePattern, (_, digits: string | undefined) => byteOf(digits));
}

/** `groups` are those of `escapePattern`. */
function decode(_: string, ...groups: readonly (string | undefined)[]): string {
  const [wide, byte, point, unit, hex, own, decimal, number, name] = groups;
  if (byte ?? hex) {
    return byteOf(byte ?? hex);
  }
  if (own !== undefined) {
    return controlEscapes[own.toLowerCase()] ?? own;
  }
  if (name !== undefined) {
    return namedEntities[name.toLowerCase()] ?? '';
  }
  const code =
    decimal === undefined ? Number.parseInt(wide ?? point ?? unit ?? number ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? bytesOf(String.fromCodePoint(code)) : '';
}

function byteOf(digits: string | undefined): string {
  return digits === undefined ? '' : String.fromCharCode(Number.parseInt(digits, 16));
}
