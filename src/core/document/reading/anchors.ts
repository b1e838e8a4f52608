/** Names of the anchors in texts, read once however many aliases ask for them. What only looks like one counts, too. */
export class Anchors {
  readonly #names = new Set<string>();

  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      for (const [, name = ''] of text.matchAll(/&([^ ,[\]{}\r\n\t&"']*)/g)) {
        this.#names.add(name);
      }
    }
  }

  /** Whether some anchor may be called that. */
  mayHave(name: string): boolean {
    return this.#names.has(name.split(/[&"']/, 1)[0] as string);
  }
}
