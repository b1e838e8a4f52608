import { areRangesApart, areRangesWithin, type Ranges } from './ranges.ts';
import { isValueIn } from './search.ts';
import { relate, type Related, type Relatives } from './relatives.ts';

/** Ranges of one field, compared pair by pair: policies with numbers are short. */
export class RangesIndex {
  readonly #all: Related<Ranges>[] = [];

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

  /** Answers with its number. */
  add(values: Ranges): number {
    const number = this.#all.length;
    const own: Related<Ranges> = { values, near: [number], wider: [number], narrower: [number] };
    for (const [other, related] of this.#all.entries()) {
      relate(number, own, other, related, areRangesApart, areRangesWithin);
    }
    this.#all.push(own);
    return number;
  }
}
