import { isUnmoved, moveIndices, targetOf } from '../../../../core/policy/reorder.ts';

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
