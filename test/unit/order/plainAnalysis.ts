import { findPoint, type PointAnswer } from './findPoint.ts';
import type { Analysis, OrderFinding } from '../../../src/core/order/orderAnalysis.ts';
import { reachOf, type NamedScope, type OrderedRule } from '../../../src/core/order/orderedRule.ts';
import { areBoxesSurelyApart, type Box } from '../../../src/core/order/scope.ts';
import { isBoxSurelyWithin } from './boxes.ts';

/** As `analyzeOrder`, without an index: every rule beside every other. What it is measured and tested against. */
export function analyzePlainly(rules: readonly OrderedRule[]): Analysis {
  return new Analyzer(rules).run();
}

/** A rule that still decides for something, or may. */
interface Living {
  readonly rule: number;
  /** Those of its collections that something may be left of. */
  readonly scopes: readonly NamedScope[];
}

class Analyzer {
  readonly #rules: readonly OrderedRule[];
  readonly #findings: OrderFinding[] = [];
  readonly #gaveUp = new Set<number>();
  readonly #living: Living[] = [];
  /** By name of a collection, the rules that take all of it: what is named again below is dead. */
  readonly #takenBy = new Map<string, readonly number[]>();

  constructor(rules: readonly OrderedRule[]) {
    this.#rules = rules;
  }

  run(): Analysis {
    for (const [place, rule] of this.#rules.entries()) {
      this.#covered(place, rule);
      if (rule.enabled && rule.scopes.length > 0) {
        this.#look(place, rule);
      }
    }
    for (const living of this.#living) {
      this.#lookBelow(living);
    }
    const order = this.#findings.toSorted((a, b) => a.rule - b.rule);
    return { findings: order, notAnalyzed: [...this.#gaveUp].sort((a, b) => a - b) };
  }

  #covered(place: number, { scopes }: OrderedRule): void {
    for (const [index, { name, box }] of scopes.entries()) {
      const by = scopes.findIndex(
        (other, at) =>
          at !== index &&
          ((other.name === name && at < index) ||
            (other.name !== name &&
              box !== undefined &&
              other.box !== undefined &&
              isBoxSurelyWithin(box, other.box) &&
              // Of two that are the same the first stays.
              (at < index || !isBoxSurelyWithin(other.box, box)))),
      );
      if (by !== -1) {
        this.#findings.push({ kind: 'covered-collection', rule: place, scope: index, by: [by] });
      }
    }
  }

  #look(place: number, rule: OrderedRule): void {
    const left: NamedScope[] = [];
    const dead: { readonly index: number; readonly by: readonly number[] }[] = [];
    const seen = new Set<string>();
    for (const [index, scope] of rule.scopes.entries()) {
      if (seen.has(scope.name)) {
        continue;
      }
      seen.add(scope.name);
      const by = this.#takenBy.get(scope.name) ?? this.#taking(place, scope);
      if (by) {
        dead.push({ index, by });
        this.#takenBy.set(scope.name, by);
      } else {
        left.push(scope);
        this.#takenBy.set(scope.name, [place]);
      }
    }
    if (left.length > 0) {
      this.#living.push({ rule: place, scopes: left });
      for (const { index, by } of dead) {
        this.#findings.push({ kind: 'partly-shadowed-rule', rule: place, scope: index, by });
      }
    } else {
      const by = [...new Set(dead.flatMap((one) => one.by))].sort((a, b) => a - b);
      this.#findings.push(this.#whyDead(place, rule, by));
    }
  }

  /** The rules above that take everything that a collection may name; undefined when something may be left. */
  #taking(place: number, scope: NamedScope): readonly number[] | undefined {
    const reach = reachOf(scope);
    const near = this.#living.flatMap(({ rule, scopes }) =>
      scopes.flatMap((own) =>
        own.box && !areBoxesSurelyApart(own.box, reach) ? [{ rule, box: own.box }] : [],
      ),
    );
    const one = near.find((own) => isBoxSurelyWithin(reach, own.box));
    if (one) {
      return [one.rule];
    }
    const found = this.#ask(
      place,
      [reach],
      near.map((own) => own.box),
    );
    return found.kind === 'none' ? this.#needed(place, reach, near) : undefined;
  }

  /** Without the rules whose part others take as well: those that are left take everything together. */
  #needed(
    place: number,
    box: Box,
    near: readonly { readonly rule: number; readonly box: Box }[],
  ): readonly number[] {
    let kept = near;
    for (const rule of new Set(near.map((own) => own.rule))) {
      const without = kept.filter((own) => own.rule !== rule);
      const found = this.#ask(
        place,
        [box],
        without.map((own) => own.box),
      );
      if (found.kind === 'none') {
        kept = without;
      }
    }
    return [...new Set(kept.map((own) => own.rule))];
  }

  /** A rule for which nothing is left: does what decides in its place do the same? */
  #whyDead(place: number, rule: OrderedRule, by: readonly number[]): OrderFinding {
    const above = this.#living.filter((one) => one.rule < place);
    let isOpen = false;
    for (const [index, living] of above.entries()) {
      if (this.#rules[living.rule]?.effect === rule.effect) {
        continue;
      }
      const first = above.slice(0, index).flatMap(({ scopes }) => scopes);
      for (const own of rule.scopes) {
        for (const other of living.scopes) {
          const inside = [reachOf(own), reachOf(other)];
          if (this.#ask(place, inside, boxesOf(first)).kind === 'none') {
            continue;
          }
          // What is not known of those above may take it before.
          const found = own.box && other.box ? this.#ask(place, inside, first.map(reachOf)) : undefined;
          if (found?.kind === 'point') {
            return {
              kind: 'shadowed-rule',
              rule: place,
              by,
              witness: { point: found.point, rule: living.rule },
            };
          }
          isOpen = true;
        }
      }
    }
    if (isOpen) {
      // Nothing is left for it; whether what decides in its place does the same is not known.
      return { kind: 'shadowed-rule', rule: place, by };
    }
    return { kind: 'redundant-rule', rule: place, by };
  }

  /** Whether all that a rule decides for would be decided the same without it. */
  #lookBelow({ rule: place, scopes }: Living): void {
    const rule = this.#rules[place];
    const boxes = boxesOf(scopes);
    if (!rule || boxes.length < scopes.length) {
      return;
    }
    const index = this.#living.findIndex((living) => living.rule === place);
    const outside = this.#living.slice(0, index).flatMap((living) => boxesOf(living.scopes));
    const by = new Set<number>();
    for (const [below, other] of this.#rules.entries()) {
      if (below <= place) {
        continue;
      }
      if (!other.enabled) {
        continue;
      }
      const isNear = (box: Box): boolean => boxes.some((own) => !areBoxesSurelyApart(own, box));
      const near = boxesOf(other.scopes).filter(isNear);
      if (
        other.effect !== rule.effect &&
        this.#meets(place, boxes, other.scopes.map(reachOf).filter(isNear), outside)
      ) {
        return;
      }
      if (near.length > 0) {
        by.add(below);
        outside.push(...near);
        if (boxes.every((box) => near.some((wide) => isBoxSurelyWithin(box, wide)))) {
          this.#noEffect(place, by);
          return;
        }
      }
    }
    if (boxes.every((box) => this.#ask(place, [box], outside).kind === 'none')) {
      this.#noEffect(place, by);
    }
  }

  #noEffect(rule: number, by: ReadonlySet<number>): void {
    this.#findings.push({ kind: 'unneeded-rule', rule, by: [...by] });
  }

  #meets(place: number, boxes: readonly Box[], others: readonly Box[], outside: readonly Box[]): boolean {
    return boxes.some((box) =>
      others.some((other) => this.#ask(place, [box, other], outside).kind !== 'none'),
    );
  }

  #ask(place: number, inside: readonly Box[], outside: readonly Box[]): PointAnswer {
    const found = findPoint(inside, outside);
    if (found.kind === 'gave-up') {
      this.#gaveUp.add(place);
    }
    return found;
  }
}

function boxesOf(scopes: readonly NamedScope[]): readonly Box[] {
  return scopes.map(({ box }) => box).filter((box) => box !== undefined);
}
