import assert from 'node:assert/strict';
import type { OrderedRule } from '../../../src/core/order/orderedRule.ts';
import { rulesApplyingTo, type KnownPoint } from '../../../src/core/order/rulesApplyingTo.ts';
import { isInBox, type Box, type Point } from '../../../src/core/order/scope.ts';

/** What the analysis has to say, found by asking every resource of the universe. */
export class Truth {
  readonly #points: readonly Point[];
  readonly #rules: readonly OrderedRule[];
  readonly #deciders: readonly number[];

  constructor(points: readonly Point[], rules: readonly OrderedRule[]) {
    this.#points = points;
    this.#rules = rules;
    this.#deciders = this.#points.map((point) => this.decides(point, -1));
  }

  decides(point: Point, without = -1): number {
    return this.#rules.findIndex(
      ({ enabled, scopes }, place) =>
        enabled && place !== without && scopes.some(({ box }) => isInBox(must(box), point)),
    );
  }

  isDead(place: number): boolean {
    return !this.#deciders.includes(place);
  }

  /** Whether a box of the rule is left with nothing by the rules above it. */
  isTaken(place: number, box: Box): boolean {
    return this.#points.every((point, at) => {
      const decider = this.#deciders[at] ?? -1;
      return !isInBox(box, point) || (decider !== -1 && decider < place);
    });
  }

  decidedAlike(place: number): boolean {
    const { effect, scopes } = must(this.#rules[place]);
    return this.#points.every((point, at) => {
      const decider = this.#deciders[at] ?? -1;
      return !scopes.some(({ box }) => isInBox(must(box), point)) || this.#rules[decider]?.effect === effect;
    });
  }

  hasEffect(place: number): boolean {
    const { effect } = must(this.#rules[place]);
    return this.#points.some(
      (point, at) =>
        this.#deciders[at] === place && this.#rules[this.decides(point, place)]?.effect !== effect,
    );
  }
}

export function must<T>(value: T | undefined): T {
  assert.ok(value !== undefined);
  return value;
}

/** The rule that applies to a resource, and rules above it that may apply instead. */
export function decisionAt(
  rules: readonly OrderedRule[],
  point: KnownPoint,
): { readonly rule: number | undefined; readonly notKnown: readonly (number | undefined)[] } {
  const places = rulesApplyingTo(rules, point);
  return { rule: places.at(-1), notKnown: places.slice(0, -1) };
}
