import type { Bits } from './bits.ts';
import type { FieldIndex } from './fieldIndex.ts';
import type { Ranges } from './ranges.ts';
import type { Values } from './values.ts';

/** Beyond all fields. */
const noField = 31;

/** By field; a field that nothing asks of has none. */
export type FieldIndexes = readonly (FieldIndex<Values | Ranges> | undefined)[];

/** Sets of classes by the fields they ask of, given as flags; each is put together once, until a class comes. */
export class FieldSets {
  readonly #indexes: FieldIndexes;
  readonly #known: Bits;
  readonly #filled: Bits;
  readonly #within = new Map<number, Bits>();
  readonly #freeHolders = new Map<number, Bits>();

  /** `known`: classes of which it is known what they name; `filled`: those that name anything. */
  constructor(indexes: FieldIndexes, known: Bits, filled: Bits) {
    this.#indexes = indexes;
    this.#known = known;
    this.#filled = filled;
  }

  /** A class came. */
  clear(): void {
    if (this.#within.size + this.#freeHolders.size > 0) {
      this.#within.clear();
      this.#freeHolders.clear();
    }
  }

  /** Classes that are known, and ask of no other fields. */
  knownWithin(fields: number): Bits {
    let within = this.#within.get(fields);
    if (!within) {
      within = this.#known.copy();
      for (let field = 0; field < this.#indexes.length; field++) {
        const index = this.#indexes[field];
        if (index && ((fields >>> field) & 1) === 0) {
          within.keep(index.free);
        }
      }
      this.#within.set(fields, within);
    }
    return within;
  }

  /** Classes that have in all other fields the value that is put together of nothing; of one of them they ask nothing. */
  freeHoldersBeside(fields: number, free = noField): Bits {
    const key = fields * (noField + 1) + free;
    let holders = this.#freeHolders.get(key);
    if (!holders) {
      holders = this.#filled.copy();
      for (let field = 0; field < this.#indexes.length; field++) {
        const index = this.#indexes[field];
        if (index && field === free) {
          holders.keep(index.free);
        } else if (index && ((fields >>> field) & 1) === 0) {
          holders.keep(index.freeHolders);
        }
      }
      this.#freeHolders.set(key, holders);
    }
    return holders;
  }
}
