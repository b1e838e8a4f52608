const nowhere: readonly number[] = [];

/** Texts with the lists that have them, put in order only when somebody asks which begin with another. */
export class PlacedTexts {
  readonly #lists = new Map<string, number[]>();
  readonly #texts: string[] = [];
  readonly #lengths = new Set<number>();
  readonly #count: (looks: number) => void;
  #sorted: string[] = [];
  #new: string[] = [];

  /** `count`: told of looks. */
  constructor(count: (looks: number) => void) {
    this.#count = count;
  }

  add(text: string, list: number): void {
    const lists = this.#lists.get(text);
    if (lists) {
      lists.push(list);
      return;
    }
    this.#lists.set(text, [list]);
    this.#texts.push(text);
    this.#lengths.add(text.length);
    this.#new.push(text);
  }

  /** Looks it takes to find those within an ordinary text. */
  get tried(): number {
    return Math.min(this.#lists.size, this.#lengths.size * 64);
  }

  at(text: string): readonly number[] {
    return this.#lists.get(text) ?? nowhere;
  }

  /** Lists of all texts that begin with `text`, its own too. */
  downwards(text: string, visit: (list: number) => void): void {
    this.#sort();
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] as string) < text) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (; low < this.#sorted.length; low++) {
      const one = this.#sorted[low] as string;
      if (!one.startsWith(text)) {
        return;
      }
      this.at(one).forEach(visit);
    }
  }

  /** Lists of all texts that have `text` in them. */
  having(text: string, visit: (list: number) => void): void {
    this.#count(this.#lists.size);
    for (let at = 0; at < this.#texts.length; at++) {
      const one = this.#texts[at] as string;
      if (one.includes(text)) {
        this.at(one).forEach(visit);
      }
    }
  }

  /** Lists of all texts that are in `text`. */
  within(text: string, visit: (list: number) => void): void {
    const lookUps = this.#lengths.size * text.length;
    this.#count(Math.min(lookUps, this.#lists.size));
    if (lookUps >= this.#lists.size) {
      const texts = this.#texts;
      for (let at = 0; at < texts.length; at++) {
        const one = texts[at] as string;
        if (text.includes(one)) {
          this.at(one).forEach(visit);
        }
      }
      return;
    }
    for (const length of this.#lengths) {
      for (let at = 0; at + length <= text.length; at++) {
        this.at(text.slice(at, at + length)).forEach(visit);
      }
    }
  }

  #sort(): void {
    if (this.#new.length > 0) {
      this.#count(this.#sorted.length + this.#new.length);
      this.#sorted = this.#sorted.concat(this.#new).sort();
      this.#new = [];
    }
  }
}
