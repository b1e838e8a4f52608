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
    const end = this.#end(text, at + 1);
    for (let below = at + 1; below < end; below++) {
      const other = this.#sorted[below] as Entry<Item>;
      if (other.parent === entry.parent) {
        other.parent = entry;
      }
    }
  }

  at(text: string): readonly Item[] {
    const entry = this.#sorted[this.#place(text)];
    return entry?.text === text ? entry.items : [];
  }

  /** Items of all texts that `text` begins with, its own too. */
  upwards(text: string, visit: (item: Item) => void): void {
    this.#upwards(text, this.#place(text), visit);
  }

  /** The same, and items of all texts that begin with `text`, its own too. */
  around(text: string, above: (item: Item) => void, below: (item: Item) => void): void {
    const place = this.#place(text);
    this.#upwards(text, place, above);
    const end = this.#end(text, place);
    for (let at = place; at < end; at++) {
      (this.#sorted[at] as Entry<Item>).items.forEach(below);
    }
  }

  #upwards(text: string, at: number, visit: (item: Item) => void): void {
    const same = this.#sorted[at];
    let entry = same?.text === text ? same : this.#parent(text, at);
    for (; entry; entry = entry.parent) {
      entry.items.forEach(visit);
    }
  }

  /** Of those from `place` on that begin with `text`. */
  #end(text: string, place: number): number {
    const sorted = this.#sorted;
    let end = place;
    while (end < sorted.length && (sorted[end] as Entry<Item>).text.startsWith(text)) {
      end++;
    }
    this.#count(end - place);
    return end;
  }

  /** Of the first text that does not come before this one. */
  #place(text: string): number {
    const sorted = this.#sorted;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as Entry<Item>).text < text) {
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
