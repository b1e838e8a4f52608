import { anyOf, type Change } from './effect/change.ts';
import { effectChange } from './effect/effectChange.ts';
import { effectWords } from './effect/effectWords.ts';
import { counterpartsOf, namesTheSame, touchedRules } from './touchedRules.ts';
import { namedRuleAt, ruleAt, type NamedRule } from './ruleFindings.ts';
import type { ListOrder } from './orderReader.ts';
import { rulesApplyingTo, rulesMetBy, type KnownResource } from './rulesApplyingTo.ts';
import { containsEverything } from './orderedRule.ts';
import type { PolicyDecisionChanges } from './policyDecisionChanges.ts';

/** A rule that may apply, and its action in words. Undefined: no rule. */
export interface PossibleRule {
  readonly rule: NamedRule | undefined;
  readonly effect: string;
}

/** A changed decision for a resource, in some of the places where it runs. */
export interface AffectedDecision {
  /** The rule that applies. Where that is unknown: the rules that may apply, in order. */
  readonly before: readonly PossibleRule[];
  readonly after: readonly PossibleRule[];
  /** The part on which all rules that may apply agree. */
  readonly change: Change;
  /** Whether one rule certainly applies before, and one after. */
  readonly isSure: boolean;
  /** Whether the same rule applies before and after, with another action. */
  readonly keepsRule: boolean;
  /** The number of its places with this decision; `example` is the first of them. */
  readonly places: number;
  readonly example: KnownResource;
}

/** Rules that may apply, in order. Only the last rule certainly matches; undefined: no rule. */
type Chain = readonly (number | undefined)[];

/** The list before and after a change, asked resource by resource. */
export class AffectedDecisions {
  readonly #before: ListOrder;
  readonly #after: ListOrder;
  /** For each place in `before`, that of the same rule in `after`. */
  readonly #places: readonly (number | undefined)[];
  /** For each place in `after`, that of the same rule in `before`. */
  readonly #origins: ReadonlyMap<number, number>;
  readonly #handovers = new Map<string, Omit<AffectedDecision, 'places' | 'example'>>();

  /** Both lists were read by one reader. */
  constructor(before: ListOrder, after: ListOrder) {
    this.#before = before;
    this.#after = after;
    this.#places = counterpartsOf(before, after);
    this.#origins = new Map(
      [...this.#places.entries()].flatMap(([from, to]) => (to === undefined ? [] : [[to, from] as const])),
    );
  }

  /** The place in `before` of a rule in `after` with the same scope; undefined where the scope changed. */
  #originOf(to: number): number | undefined {
    const from = this.#origins.get(to);
    const [old, now] = [this.#before.rules[from ?? -1], this.#after.rules[to]];
    return old && now && namesTheSame(old, now) ? from : undefined;
  }

  /**
   * Few rules that cover all affected resources. A changed decision is in the scope of the rule before and of the rule after, so one of
   * the two is asked. Where changed decisions are unknown, all rules are asked that move, get another scope, come or go: decisions
   * change between no others. Where these are too many or incomplete, a rule for everything is asked instead, if there is one.
   */
  concernedRules(
    changes: Pick<PolicyDecisionChanges, 'decisions' | 'actions' | 'isComplete'>,
    limit: number,
  ): ConcernedRules {
    const [before, after] = [this.#before, this.#after];
    const asked = new Set<number>();
    const unlisted = new Map<number, NamedRule>();
    if (!changes.isComplete) {
      const touched = touchedRules(before.rules, after.rules, this.#places);
      touched.before.forEach((place) => asked.add(place));
      for (const to of touched.after) {
        const origin = this.#originOf(to);
        if (origin !== undefined) {
          asked.add(origin);
        } else if (after.rules[to]?.enabled) {
          unlisted.set(to, namedRuleAt(after, to));
        }
      }
    }
    // A rule that acts differently already applies to these resources.
    const pairs: (readonly number[])[] = changes.actions.flatMap(({ rule }) => {
      const from = this.#origins.get(rule.index);
      return from === undefined ? [] : [[from]];
    });
    for (const { from, to } of changes.decisions) {
      const origin = to && this.#originOf(to.index);
      const either = [from?.index, origin].filter((place) => place !== undefined);
      if (either.length > 0) {
        pairs.push(either);
      } else if (to) {
        unlisted.set(to.index, namedRuleAt(after, to.index));
      }
    }
    // A rule of many pairs spares a question for each of the others.
    const counts = new Map<number, number>();
    for (const place of pairs.flat()) {
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    const byCount = (left = 0, other = 0): number => (counts.get(other) ?? 0) - (counts.get(left) ?? 0);
    const ranked = pairs.map((pair) => pair.toSorted(byCount));
    for (const pair of ranked.toSorted(([left], [other]) => byCount(left, other))) {
      const [first = 0] = pair.filter((place) => asked.has(place)).concat(pair);
      asked.add(first);
    }
    const all = [...asked];
    const whole = before.rules.findIndex(
      (rule) => rule.enabled && rule.name !== '' && rule.scopes.some(containsEverything),
    );
    if (whole >= 0 && (all.length > limit || unlisted.size > 0)) {
      return { asked: [whole], beyond: [], unlisted: [] };
    }
    return {
      asked: all.slice(0, limit),
      beyond: all.slice(limit),
      unlisted: [...unlisted.values()],
    };
  }

  /**
   * The decisions for a resource that change, or may change. `listed`: rules of `before` that the console lists for the resource.
   */
  of(places: readonly KnownResource[], listed: ReadonlySet<number>): readonly AffectedDecision[] {
    // The console does not list in which of several places the rule matches.
    const named = places.length === 1 ? listed : new Set<number>();
    const byChains = new Map<string, { places: number; readonly example: KnownResource }>();
    for (const example of places) {
      const before = chainOf(this.#before, example, (place) => named.has(place));
      const after = chainOf(this.#after, example, (place) => named.has(this.#originOf(place) ?? -1));
      const keepsRule = this.#isKept(before, after);
      if (!keepsRule || !this.#doTheSame(before, after)) {
        const key = JSON.stringify([before, after]);
        const known = byChains.get(key) ?? { places: 0, example };
        known.places += 1;
        byChains.set(key, known);
        if (!this.#handovers.has(key)) {
          this.#handovers.set(key, this.#handover(before, after, keepsRule));
        }
      }
    }
    return [...byChains].flatMap(([key, counted]) => {
      const handover = this.#handovers.get(key);
      return handover ? [{ ...handover, ...counted }] : [];
    });
  }

  /** Whether the same rules may apply in the same order, also where it is unknown which of them does. */
  #isKept(before: Chain, after: Chain): boolean {
    return (
      before.length === after.length &&
      before.every((from, at) => {
        const to = after[at];
        const isLast = at === before.length - 1;
        return from === undefined || to === undefined
          ? from === to
          : this.#places[from] === to && (isLast || this.#originOf(to) === from);
      })
    );
  }

  #doTheSame(before: Chain, after: Chain): boolean {
    const effect = ({ rules }: ListOrder, place: number | undefined): string | undefined =>
      rules[place ?? -1]?.effect;
    return before.every((from, at) => effect(this.#before, from) === effect(this.#after, after[at]));
  }

  #handover(before: Chain, after: Chain, keepsRule: boolean): Omit<AffectedDecision, 'places' | 'example'> {
    const { kind } = this.#after;
    const changes = before.flatMap((from) =>
      after.map((to) => effectChange(kind, ruleAt(this.#before, from), ruleAt(this.#after, to))),
    );
    return {
      before: before.map((place) => possibleRuleAt(this.#before, place)),
      after: after.map((place) => possibleRuleAt(this.#after, place)),
      isSure: changes.length === 1,
      keepsRule,
      change: anyOf(changes),
    };
  }
}

function possibleRuleAt(list: ListOrder, place: number | undefined): PossibleRule {
  return {
    rule: place === undefined ? undefined : namedRuleAt(list, place),
    effect: effectWords(list.kind, ruleAt(list, place)),
  };
}

/** `isNamed`: rules that certainly match, even where their collections are unknown. */
function chainOf(list: ListOrder, resource: KnownResource, isNamed: (place: number) => boolean): Chain {
  const { rules, point } = rulesMetBy(list, resource);
  return rulesApplyingTo(rules, point, rules === list.rules ? isNamed : undefined);
}

interface ConcernedRules {
  /** Places of rules before the change, at most `limit`. */
  readonly asked: readonly number[];
  /** Rules beyond the limit. Every changed decision concerns a rule of `asked`, of `beyond` or of `unlisted`. */
  readonly beyond: readonly number[];
  /** Rules after the change that apply to resources without a rule before. The console cannot list these resources. */
  readonly unlisted: readonly NamedRule[];
}
