/** A text with what is kept under it. */
interface Entry<Item> {
  readonly text: string;
  /** The longest shorter text that it begins with. */
  parent: Entry<Item> | undefined;
  readonly items: Item[];
}

/** Texts in order, so that those that begin with one another are found without looking at the rest. */
export class Beginnings<Item> {
  readonly #sorted: Entry<Item>[] = [];
  readonly #count: (looks: number) => void;

  /** `count`: told of looks. */
  constructor(count: (looks: number) => void) {
    this.#count = count;
  }

  add(text: string, item: Item): void {
    const at = this.#place(text);
    const same = this.#sorted[at];
    if (same?.text === text) {
      same.items.push(item);
      return;
    }
    const entry: Entry<Item> = { text, parent: this.#parent(text, at), items: [item] };
    // All behind it move up.
    this.#count((this.#sorted.length - at) >> 8);
    this.#sorted.splice(at, 0, entry);
    this.#below(text, at + 1, (other) => {
      if (other.parent === entry.parent) {
        other.parent = entry;
      }
    });
  }

  at(text: string): readonly Item[] {
    const entry = this.#sorted[this.#place(text)];
    return entry?.text === text ? entry.items : [];
  }

  /** Items of all texts that `text` begins with, its own too. */
  upwards(text: string, visit: (item: Item) => void): void {
    const at = this.#place(text);
    const same = this.#sorted[at];
    let entry = same?.text === text ? same : this.#parent(text, at);
    for (; entry; entry = entry.parent) {
      entry.items.forEach(visit);
    }
  }

  /** Items of all texts that begin with `text`, its own too. */
  downwards(text: string, visit: (item: Item) => void): void {
    this.#below(text, this.#place(text), ({ items }) => items.forEach(visit));
  }

  #below(text: string, from: number, visit: (entry: Entry<Item>) => void): void {
    for (let at = from; at < this.#sorted.length; at++) {
      const entry = this.#sorted[at] as Entry<Item>;
      if (!entry.text.startsWith(text)) {
        return;
      }
      this.#count(1);
      visit(entry);
    }
  }

  /** Of the first text that does not come before this one. */
  #place(text: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] as Entry<Item>).text < text) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** It is the text before `at` or a parent of that. */
  #parent(text: string, at: number): Entry<Item> | undefined {
    let entry = this.#sorted[at - 1];
    while (entry && !text.startsWith(entry.text)) {
      this.#count(1);
      entry = entry.parent;
    }
    return entry;
  }
}
