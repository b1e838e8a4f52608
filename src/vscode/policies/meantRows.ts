import type { PolicyName } from '../../core/policy/families.ts';
import type { Target } from '../workspace/target.ts';

/** A key waits for few others. */
const mostSelections = 20;

/**
 * What was meant by the rows that were selected, by the number of the selection: a key may have its turn when a person selected
 * others, and is about those that were selected when it was pressed, wherever the keys before it moved them.
 */
export class MeantRows {
  readonly #bySelection = new Map<number, readonly Target[]>();

  /** Told what a person selected, and of what edits made of that. */
  are(selection: number, rows: readonly Target[]): void {
    this.#bySelection.delete(selection);
    this.#bySelection.set(selection, rows);
    for (const old of [...this.#bySelection.keys()].slice(0, -mostSelections)) {
      this.#bySelection.delete(old);
    }
  }

  /** Undefined where that is not known any more. */
  of(selection: number): readonly Target[] | undefined {
    return this.#bySelection.get(selection);
  }

  /** Rules that are known by their places alone may be others now. */
  edited(consoleId: string, policy: PolicyName): void {
    for (const [selection, rows] of this.#bySelection) {
      const isOfIt = (row: Target): boolean =>
        row.kind === 'rule' && row.consoleId === consoleId && row.policy === policy && row.name === undefined;
      if (rows.some(isOfIt)) {
        this.#bySelection.delete(selection);
      }
    }
  }
}
