import { areRangesApart, areRangesWithin, type Ranges } from './ranges.ts';
import { isValueIn } from './search.ts';
import type { Work } from './work.ts';
import { relate, type Related, type Relatives } from './relatives.ts';

/** Ranges of one field, compared pair by pair: policies with numbers are short. */
export class RangesIndex {
  readonly #all: Related<Ranges>[] = [];
  #tried = 0;

  readonly #work: Work;

  constructor(work: Work) {
    this.#work = work;
  }

  get tried(): number {
    return this.#tried;
  }

  keyOf({ ranges }: Ranges): string {
    return ranges.map(([low, high]) => `${low}-${high}`).join(',');
  }

  relatives(number: number): Relatives | undefined {
    return this.#all[number];
  }

  holding(value: string): readonly number[] {
    return [...this.#all.keys()].filter((number) => {
      const related = this.#all[number];
      return related !== undefined && isValueIn(related.values, value);
    });
  }

  /** As of lists of patterns. */
  add(values: Ranges): { readonly number: number; readonly isTooMuch: boolean } {
    const work = this.#work;
    const number = this.#all.length;
    const own: Related<Ranges> = { values, near: [number], wider: [number], narrower: [number] };
    for (const [other, related] of this.#all.entries()) {
      if (work.isTooMuch) {
        break;
      }
      work.done += values.ranges.length + related.values.ranges.length;
      relate(number, own, other, related, areRangesApart, areRangesWithin);
    }
    this.#all.push(own);
    this.#tried += values.ranges.length;
    return { number, isTooMuch: work.isTooMuch };
  }
}
