import { resourceLists, type KnownCollections, type ResourceList } from '../policy/collections.ts';
import type { JsonObject } from '../json/json.ts';
import type { PolicyKind, RuleArray } from '../policy/families.ts';
import { effectWords } from './effect/effectWords.ts';
import { outerBoxOf, type OrderedRule } from './orderedRule.ts';
import { namedRuleAt, ruleAt, type NamedRule } from './ruleFindings.ts';
import { OrderReader, type ListOrder } from './orderReader.ts';
import {
  isFieldMet,
  isInScope,
  rulesApplyingTo,
  rulesMetBy,
  type KnownConnection,
  type KnownPoint,
  type KnownResource,
} from './rulesApplyingTo.ts';

/** The rule that applies to a resource, and its action in words. */
export interface PolicyDecision {
  /** Undefined when no rule applies, or no rule certainly. */
  readonly rule: NamedRule | undefined;
  readonly effect: string;
  /** Enabled rules above it that may apply instead. */
  readonly mayApply: readonly NamedRule[];
  /** Enabled rules below it that certainly match. */
  readonly next: readonly NamedRule[];
  /** Enabled rules above it that do not match, with the fields of the resource that their collections exclude. */
  readonly passed: readonly (NamedRule & { readonly because: readonly ResourceList[] })[];
}

/** Whether a policy looks at anything that is known of the resource. */
export function isRelevant({ scopeLists, isNetwork }: PolicyKind, resource: KnownResource): boolean {
  const knownFields = resourceLists.filter((list) => resource[list] !== undefined);
  return (
    !isNetwork &&
    (knownFields.length === 0 ||
      scopeLists.length === 0 ||
      knownFields.some((list) => scopeLists.includes(list)))
  );
}

/** The documents of a policy that people compare. */
export const sides = ['file', 'base', 'live'] as const;

export type SideName = (typeof sides)[number];

export interface ListDecision extends PolicyDecision {
  readonly array: RuleArray['key'];
}

/** The decision of each list of a document, in the order of the policy's lists. */
export function decisionsIn(
  kind: PolicyKind,
  document: JsonObject,
  collections: KnownCollections,
  resource: KnownResource,
): readonly ListDecision[] {
  return new OrderReader(kind, collections)
    .read(document)
    .map((list) => ({ array: list.array, ...decisionFor(list, resource) }));
}

/** Whether two decisions are equal: a rule of the same name, with the same action and the same certainty. */
export function isSameDecision(first: PolicyDecision, other: PolicyDecision): boolean {
  const names = ({ mayApply }: PolicyDecision): string => JSON.stringify(mayApply.map(({ name }) => name));
  return (
    first.rule?.name === other.rule?.name && first.effect === other.effect && names(first) === names(other)
  );
}

/** Network rules apply to connections, and to no resource. */
export function decisionFor(list: ListOrder, subject: KnownResource | KnownConnection): PolicyDecision {
  const { rules: acting, point } = rulesMetBy(list, subject);
  const places = rulesApplyingTo(acting, point);
  const rule = places.at(-1);
  const passed: (NamedRule & { readonly because: readonly ResourceList[] })[] = [];
  const next: NamedRule[] = [];
  for (const [place, candidate] of acting.entries()) {
    if (!candidate.enabled || place === rule) {
      continue;
    }
    const answer = isInScope(candidate, point);
    if (answer === false && (rule === undefined || place < rule)) {
      passed.push({ ...namedRuleAt(list, place), because: failing(candidate, point) });
    } else if (answer === true && rule !== undefined && place > rule) {
      next.push(namedRuleAt(list, place));
    }
  }
  return {
    rule: rule === undefined ? undefined : namedRuleAt(list, rule),
    effect: effectWords(list.kind, ruleAt(list, rule)),
    mayApply: places.slice(0, -1).flatMap((place) => (place === undefined ? [] : [namedRuleAt(list, place)])),
    next,
    passed,
  };
}

/** The lists of its collections that exclude the resource. */
function failing({ scopes }: OrderedRule, point: KnownPoint): readonly ResourceList[] {
  const failed = new Set<ResourceList>();
  for (const scope of scopes) {
    for (const [place, values] of outerBoxOf(scope).entries()) {
      const list = resourceLists[place % resourceLists.length];
      if (list && place < 2 * resourceLists.length && isFieldMet(values, point[place]) === false) {
        failed.add(list);
      }
    }
  }
  return [...failed];
}
