import { withoutParts } from './hiddenParts.ts';
import { needlesOf, plainSpellings } from './spellings.ts';

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
    // What is padded is as secret without its padding.
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
