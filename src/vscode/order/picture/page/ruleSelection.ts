/** The rules that a reader selected to move as one: none, or several. Without a selection, the active rule moves. */
export class RuleSelection {
  #rules: ReadonlySet<number> = new Set();
  /** The start of the range that a reader extends. */
  #from: number | undefined;

  /** Ascending. */
  get rules(): readonly number[] {
    return [...this.#rules].toSorted((a, b) => a - b);
  }

  get size(): number {
    return this.#rules.size;
  }

  has(rule: number): boolean {
    return this.#rules.has(rule);
  }

  clear(): void {
    this.#rules = new Set();
    this.#from = undefined;
  }

  select(rules: Iterable<number>): void {
    const all = new Set(rules);
    this.#rules = all.size > 1 ? all : new Set();
    this.#from = undefined;
  }

  /** Selects the shown rules between the start of the range, or else the active rule, and another rule. */
  extend(shown: readonly number[], active: number | undefined, to: number): void {
    const from = this.#from ?? active ?? to;
    const ends = [shown.indexOf(from), shown.indexOf(to)].filter((row) => row !== -1);
    this.select(shown.slice(Math.min(...ends), Math.max(...ends) + 1));
    this.#from = from;
  }

  /** Adds a rule to the selection, or removes it. Returns the rule that becomes active. */
  toggle(active: number | undefined, rule: number): number {
    const now = new Set(this.#rules.size > 0 ? this.#rules : active === undefined ? [] : [active]);
    if (!now.delete(rule)) {
      now.add(rule);
    }
    this.select(now);
    this.#from = rule;
    const [only = rule] = now;
    return now.size === 1 ? only : rule;
  }

  /** Deselects rules that are hidden, since a person could not see that they move. */
  keep(shown: readonly number[]): void {
    const kept = this.rules.filter((rule) => shown.includes(rule));
    if (kept.length < this.size) {
      this.select(kept);
    }
  }
}
