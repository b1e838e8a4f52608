import { isUnmoved, moveIndices, targetOf, type MoveTarget } from '../../../../core/policy/reorder.ts';

/** A move before it is made. */
export class MovePreview {
  /** The rules that move together, ascending. */
  readonly rules: readonly number[];
  /** The new place of the first of them. */
  readonly to: number;
  /** `order[place]` is the rule at a place after the move. */
  readonly order: readonly number[];
  readonly cells = new Map<number, string>();
  sentences: readonly string[] = [];
  isWeaker = false;
  readonly #places: ReadonlyMap<number, number>;

  /** A place beyond an end of the `length` rules means the end. */
  constructor(length: number, rules: readonly number[], to: number) {
    this.rules = rules;
    this.to = Math.max(0, Math.min(to, length - rules.length));
    this.order = moveIndices(length, rules, targetOf(this.to, length, rules));
    this.#places = new Map(this.order.map((rule, place) => [rule, place]));
  }

  /** True when all rules keep their places. */
  get isUnmoved(): boolean {
    return isUnmoved(this.order);
  }

  /** The place of a rule after the move. */
  placeOf(rule: number): number {
    return this.#places.get(rule) ?? rule;
  }

  isOf({ rules, to }: Pick<MovePreview, 'rules' | 'to'>): boolean {
    return this.to === to && this.rules.join() === rules.join();
  }
}

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

/** The rows of a picture, and all its rules from top to bottom. */
interface ShownOrder {
  readonly rows: readonly number[];
  readonly order: readonly number[];
  /** The row that means no rule. */
  readonly rest: number;
}

/** The new place of some rules one row further, or at an end of the shown rows. */
export function placeAt(
  shown: ShownOrder,
  rules: readonly number[],
  target: Exclude<MoveTarget, number>,
): number {
  const { rows } = shown;
  const row = {
    up: rows.findIndex((rule) => rules.includes(rule)) - 1,
    down: rows.findLastIndex((rule) => rules.includes(rule)) + 1,
    top: 0,
    bottom: rows.length - 1,
  }[target];
  return placeBeside(shown, rules, row, target === 'down' || target === 'bottom');
}

/** The new place of some rules above or below a row. */
export function placeBeside(
  shown: ShownOrder,
  rules: readonly number[],
  row: number,
  isBelow: boolean,
): number {
  const { rows, rest, order } = shown;
  const beside = rows[Math.max(0, Math.min(row, rows.length - 1))] ?? rest;
  if (beside === rest) {
    return rest - rules.length;
  }
  const above = order.slice(0, order.indexOf(beside)).filter((rule) => !rules.includes(rule)).length;
  return above + (isBelow && !rules.includes(beside) ? 1 : 0);
}
