import { asWritten, decodedOnce, type DecodedText } from './decodedText.ts';

const hidden = '[hidden]';
const kept = 64;
/** A shorter value would garble every text and is no secret. */
const shortest = 4;
/** A shorter value may stand in a document by chance. */
const shortestInDocument = 12;

const padded = /\[hidden\](?:=|%3D){1,2}/gi;
/** Looks from the first `eyJ` of a word only, behind what `$1` keeps: a later one ends at the same dot. */
const tokenShape = /(?<![\w-])(?=([\w-]*?)\beyJ[\w-]{8})\1eyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const credentialShape = /\b(basic|bearer)(\s+)[\w+/=.~-]{8,}/gi;

/**
 * Removes secrets from texts that leave this room: the values it was told, in whatever spelling a server may echo them,
 * and whatever looks like a credential. Values live in memory only; the oldest are forgotten.
 */
export class Redaction {
  readonly #values = new Map<string, Value>();
  readonly #ofTexts: Redaction | undefined;

  constructor(ofTexts?: Redaction) {
    this.#ofTexts = ofTexts;
  }

  /**
   * For values that nobody has accepted yet, as while somebody types a key: texts are without them for ever, but what was typed wrongly, an
   * id in place of the secret for example, is in no way of a document later.
   */
  tentative(): Redaction {
    return new Redaction(this);
  }

  hide(value: string): void {
    if (this.#ofTexts) {
      this.#ofTexts.#keep(value, false);
    }
    this.#keep(value, true);
  }

  #keep(value: string, isSecret: boolean): void {
    // A padded value is as secret without its padding.
    const core = value.replace(/(?<!=)=+$/, '');
    if (core.length < shortest) {
      return;
    }
    const known = this.#values.get(core) ?? new Value(core);
    known.isSecret ||= isSecret;
    this.#values.delete(core);
    this.#values.set(core, known);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= kept) {
        break;
      }
      this.#values.delete(oldest);
    }
  }

  redact(text: string): string {
    if (this.#ofTexts) {
      return this.#ofTexts.redact(text);
    }
    return withoutParts(
      text,
      [...this.#values.values()].flatMap(({ echoes }) => echoes),
      hidden,
    )
      .replace(padded, hidden)
      .replace(tokenShape, `$1${hidden}`)
      .replace(credentialShape, `$1$2${hidden}`);
  }

  /**
   * Whether an answer holds a value that it was told, as it is or as whoever reads JSON, an address or base64 would find
   * it. Documents are never changed: what must not be kept is refused. Short values may stand there by chance.
   */
  isHeldBy(answer: string): boolean {
    const values = [...this.#values.values()].filter(
      ({ text, isSecret }) => isSecret && text.length >= shortestInDocument,
    );
    if (values.length === 0) {
      return false;
    }
    // Digits and letters need no escape: they have one only where somebody hides them.
    const isEscaped =
      values.some(({ text }) => /[^\w.~-]/.test(text)) ||
      /\\u00(?:3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/i.test(answer);
    const plain = isEscaped ? unescaped(answer) : answer;
    return values.some(({ spellings }) => spellings.some((spelling) => plain.includes(spelling)));
  }
}

class Value {
  readonly text: string;
  /** Not only typed. */
  isSecret = false;
  #echoes: readonly string[] | undefined;
  #spellings: readonly string[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get echoes(): readonly string[] {
    return (this.#echoes ??= needlesOf(this.text).filter(({ length }) => length >= shortest));
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

/** Spellings in which a server may echo a value. */

/** Longer values are tokens, of characters that need no escape. */
const longest = 256;
/** A shorter run of base64 stands in many texts. */
const shortestRun = 8;

/**
 * The bytes to search for in a text without escapes, in lower case: the value, the value without escapes that it contains by chance, and
 * both in hexadecimal and base64 (also of UTF-16) at any place, also twice.
 */
function needlesOf(value: string): readonly string[] {
  const plain = [asWritten(value)];
  for (const view of plain) {
    const next = decodedOnce(view, 'escapes');
    if (plain.length < 4 && next.bytes !== view.bytes) {
      plain.push(next);
    }
  }
  const own = plain.map(({ bytes }) => bytes);
  if (value.length > longest) {
    return [...new Set(own.map((each) => each.toLowerCase()))];
  }
  const little = Buffer.from(value, 'utf16le');
  const big = Buffer.from(little).swap16();
  const once = [Buffer.from(value, 'utf8'), little, big].flatMap(inDigits);
  const twice = [
    encodeURIComponent(value.toWellFormed()),
    JSON.stringify(value).slice(1, -1),
    ...once,
  ].flatMap((each) => inDigits(Buffer.from(each)));
  return [
    ...new Set(
      [...own, little.toString('latin1'), big.toString('latin1'), ...once, ...twice].map((each) =>
        each.toLowerCase(),
      ),
    ),
  ];
}

function inDigits(bytes: Buffer): string[] {
  return [bytes.toString('hex'), bytes.toString('hex').toUpperCase(), ...runsOf(bytes)];
}

/** The spellings in which a value stands in a document: as it is, in an address, in hexadecimal and in base64. */
function plainSpellings(value: string): readonly string[] {
  const address = encodeURIComponent(value.toWellFormed());
  const bytes = Buffer.from(value.toWellFormed(), 'utf8');
  const hex = bytes.toString('hex');
  const runs = value.length > longest ? [] : [hex, hex.toUpperCase(), ...runsOf(bytes)];
  return [...new Set([value, address, withLowerCodes(address), ...runs])];
}

function withLowerCodes(address: string): string {
  return address.replaceAll(/%../g, (code) => code.toLowerCase());
}

/** The runs of base64 digits that a value makes, by its place among the groups of three bytes, without those it shares. */
function runsOf(bytes: Buffer): string[] {
  return [0, 1, 2]
    .map((before) => {
      const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
      return digits.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    })
    .filter((run) => run.length >= shortestRun)
    .flatMap((run) => [run, run.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** Escapes within escapes that are undone. */
const depth = 4;

/** The text with `instead` for every part in which one of the needles (in lower case, as bytes) stands, once decoded. */
function withoutParts(text: string, needles: readonly string[], instead: string): string {
  const parts: (readonly [start: number, end: number])[] = [];
  for (const view of viewsOf(text)) {
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
      clean += text.slice(at, start) + instead;
    }
    at = Math.max(at, end);
  }
  return clean + text.slice(at);
}

/** Yields the text without its escapes. Quoted-printable has its own view, because `=` precedes many values. */
function viewsOf(text: string): Iterable<DecodedText> {
  const views = new Map<string, DecodedText>();
  let last = [asWritten(text)];
  for (let level = 0; level <= depth; level++) {
    const fresh = last.filter(({ bytes }) => !views.has(bytes));
    fresh.forEach((view) => views.set(view.bytes, view));
    last = fresh.flatMap((view) => [decodedOnce(view, 'escapes'), decodedOnce(view, 'quoted')]);
  }
  return views.values();
}
