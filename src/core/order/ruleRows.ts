/** Where what stands in the row of a rule: where the row ends, its effect or -1, whether its collections cover each other, its classes. */
export const ruleRow = { end: 0, effect: 1, isCovered: 2, classes: 3 };

/** Rules name so many collections, mostly. */
const usualClasses = 3;
/** Words of rules that are gone, beyond as many as there were to begin with. */
const spare = 10_000;

/** What is known of rules by themselves, one row after the other. A row stays where it is, so that tables can share it. */
export class RuleRows {
  words: Int32Array;
  #used = 0;
  #atFirst = 0;

  constructor(rules: number) {
    this.words = new Int32Array((ruleRow.classes + usualClasses) * rules);
  }

  /** Begins a row with room for so many classes. */
  begin(classes: number): number {
    const row = this.#used;
    const end = row + ruleRow.classes + classes;
    if (end > this.words.length) {
      const wider = new Int32Array(2 * end);
      wider.set(this.words);
      this.words = wider;
    }
    this.words[row + ruleRow.effect] = -1;
    return row;
  }

  end(row: number, end: number): void {
    this.words[row + ruleRow.end] = end;
    this.#used = end;
  }

  /** All rules of the first table are read. */
  settle(): void {
    this.#atFirst = this.#used;
  }

  /** Whether most rows may be of rules that are gone. */
  get isWorn(): boolean {
    return this.#used > 2 * this.#atFirst + spare;
  }
}
