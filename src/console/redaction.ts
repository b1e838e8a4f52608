const hidden = '[hidden]';
const kept = 64;
/** A shorter value would garble every text and is no secret. */
const shortest = 4;

const tokenShape = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;
const credentialShape = /\b(basic|bearer)(\s+)[\w+/=.~-]{8,}/gi;

/**
 * Removes secrets from texts that leave this room: the values it was told, in the spellings a server may echo them in,
 * and whatever looks like a credential. Values live in memory only; the oldest are forgotten.
 */
export class Redaction {
  readonly #values = new Set<string>();

  hide(value: string): void {
    for (const spelling of new Set([
      value,
      encodeURIComponent(value.toWellFormed()),
      JSON.stringify(value).slice(1, -1),
    ])) {
      if (spelling.length >= shortest) {
        this.#values.delete(spelling);
        this.#values.add(spelling);
      }
    }
    for (const oldest of this.#values) {
      if (this.#values.size <= kept) {
        break;
      }
      this.#values.delete(oldest);
    }
  }

  redact(text: string): string {
    let clean = text;
    for (const value of [...this.#values].sort((a, b) => b.length - a.length)) {
      clean = clean.replaceAll(value, hidden);
    }
    return clean.replace(tokenShape, hidden).replace(credentialShape, `$1$2${hidden}`);
  }
}
