import { areRangesApart, areRangesWithin, type Ranges } from './ranges.ts';
import type { Relatives } from './relatives.ts';
import { isValueIn } from './search.ts';
import type { Work } from './work.ts';

/** Ranges of one field, compared pair by pair: policies with numbers are short. */
export class RangesIndex {
  readonly #all: Ranges[] = [];
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

  holding(value: string): readonly number[] {
    return [...this.#all.keys()].filter((number) => {
      const ranges = this.#all[number];
      return ranges !== undefined && isValueIn(ranges, value);
    });
  }

  /** Numbers have no plain value. */
  holdsFree(): boolean {
    return false;
  }

  /** As of lists of patterns. */
  add(values: Ranges): { readonly relatives: Relatives; readonly isTooMuch: boolean } {
    const work = this.#work;
    const beside: number[] = [];
    const wider: number[] = [];
    const narrower: number[] = [];
    for (const [other, ranges] of this.#all.entries()) {
      if (work.isTooMuch) {
        break;
      }
      work.done += values.ranges.length + ranges.ranges.length;
      if (!areRangesApart(values, ranges)) {
        beside.push(other);
        if (areRangesWithin(values, ranges)) {
          wider.push(other);
        }
        if (areRangesWithin(ranges, values)) {
          narrower.push(other);
        }
      }
    }
    this.#all.push(values);
    this.#tried += values.ranges.length;
    const relatives = { kinds: 0, meets: 0, beside, apart: [], wider, narrower, holders: [], held: [] };
    return { relatives, isTooMuch: work.isTooMuch };
  }
}
