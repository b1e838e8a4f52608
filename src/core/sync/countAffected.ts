import type { ConsoleResources, ImpactedResource } from '../consoleFile/resources.ts';
import { AffectedDecisions, concernedRules, type AffectedDecision } from '../order/affectedDecisions.ts';
import { counterpartsOf } from '../order/touchedRules.ts';
import { byChange, changeWord, isWeaker } from '../order/effect/change.ts';
import { namedRuleAt, type NamedRule } from '../order/ruleFindings.ts';
import { policyDecisionChanges } from '../order/policyDecisionChanges.ts';
import { OrderReader } from '../order/orderReader.ts';
import type { KnownCollections } from '../policy/collections.ts';
import type { PolicyKind } from '../policy/families.ts';
import { throwIfCanceled } from '../util/errors.ts';
import { inSlices } from '../util/inSlices.ts';
import type { PushPlan } from './outcomes.ts';

/** Limits of queried rules and read resources; the report lists the rest as left out. */
export const MAX_RULES = 50;
export const MAX_RESOURCES = 10_000;

export interface AffectedQuery {
  readonly kind: PolicyKind;
  readonly plan: Pick<PushPlan, 'live' | 'next' | 'decisionChanges'>;
  readonly collections: KnownCollections;
  /** The console, which lists the resources in the scope of a rule. */
  readonly impacted: Pick<ConsoleResources['impacted'], 'resources'>;
  readonly limits?: { readonly rules: number; readonly resources: number };
  readonly signal?: AbortSignal;
  /** Runs before each rule and after each page. `at` and `of` count rules; `found` counts resources. */
  readonly onProgress?: (rule: string, at: number, of: number, found: number) => void;
}

/** A resource for which another rule applies, or the same rule acts differently, certainly or possibly. */
export interface AffectedResource extends AffectedDecision {
  readonly resource: ImpactedResource;
}

export interface AffectedReport {
  /** Weaker decisions come first. */
  readonly affected: readonly AffectedResource[];
  readonly counts: AffectedCounts;
  /** The number of compared resources; `what` is their kind. */
  readonly looked: number;
  readonly what: ImpactedResource['kind'];
  /** The number of rules that Ordinance queried on the console. */
  readonly asked: number;
  readonly leftOut: LeftOut;
}

/** Numbers of resources. A resource that runs in several places may count twice. */
export interface AffectedCounts {
  /** Resources to which another rule certainly applies. */
  readonly handed: number;
  /** Resources keep their rule, which certainly acts differently. */
  readonly kept: number;
  /** Resources with a weaker decision. */
  readonly weaker: number;
  /** Resources with a mixed decision and no weaker one. */
  readonly mixed: number;
  /** Resources with a certain but unknown change, and no weaker or mixed one. */
  readonly unknown: number;
  /** Resources whose decision only possibly changes, and no weaker or mixed one. */
  readonly perhaps: number;
}

/** Reasons why more decisions may change than the report counts. */
export interface LeftOut {
  /** Rules beyond the limit of rules or of resources. */
  readonly beyond: readonly NamedRule[];
  /** Rules without a query, because the console lacks them or has them with another scope. */
  readonly unlisted: readonly NamedRule[];
  /** Rules without a name to query. */
  readonly nameless: readonly NamedRule[];
  /** The number of resources that this kind of policy does not apply to. */
  readonly others: number;
}

/**
 * Counts the known resources that a plan affects. Reads the resources of the concerned rules, once per rule
 * and page by page. Compares the rules that apply to each resource before and after. Throws CanceledError and
 * the errors of the console client.
 */
export async function countAffected(count: AffectedQuery): Promise<AffectedReport> {
  const { kind, plan, collections, signal, limits = { rules: MAX_RULES, resources: MAX_RESOURCES } } = count;
  const reader = new OrderReader(kind, collections);
  const [[before], [after]] = [reader.read(plan.live), reader.read(plan.next)];
  if (!before || !after) {
    throw new TypeError(`${kind.name} has no list of rules`);
  }
  const decisionChanges = plan.decisionChanges ?? policyDecisionChanges([before], [after]);
  const counterparts = counterpartsOf(before, after);
  const affected = new AffectedDecisions(before, after, counterparts);
  const concerned = concernedRules(before, after, counterparts, affected, decisionChanges, limits.rules);
  const named = (places: readonly number[]): readonly NamedRule[] =>
    places.map((place) => namedRuleAt(before, place));
  const rules = named(concerned.asked);
  const asked = rules.filter(({ name }) => name !== '');
  const { read, beyond } = await readResources(count, asked, limits.resources, {
    // A query by a shared name returns resources that may belong to either rule.
    isOne: ({ name }) => before.rules.filter((other) => other.name === name).length === 1,
  });
  const found = await inSlices(handovers(affected, [...read.values()]), signal);
  return {
    ...reportOf(found),
    looked: [...read.values()].filter(({ resource }) => resource.kind !== 'other').length,
    what: [...read.values()].map(({ resource }) => resource.kind).find((what) => what !== 'other') ?? 'other',
    asked: asked.length,
    leftOut: {
      beyond: [...beyond, ...named(concerned.beyond)],
      unlisted: concerned.unlisted,
      nameless: rules.filter(({ name }) => name === ''),
      others: [...read.values()].filter(({ resource }) => resource.kind === 'other').length,
    },
  };
}

interface ReadResource {
  readonly resource: ImpactedResource;
  /** Places of the rules for which the console listed the resource. */
  readonly listed: Set<number>;
}

async function readResources(
  { kind, impacted, signal, onProgress }: AffectedQuery,
  rules: readonly NamedRule[],
  most: number,
  { isOne }: { readonly isOne: (rule: NamedRule) => boolean },
): Promise<{ readonly read: ReadonlyMap<string, ReadResource>; readonly beyond: readonly NamedRule[] }> {
  const read = new Map<string, ReadResource>();
  const beyond: NamedRule[] = [];
  for (const [at, rule] of rules.entries()) {
    if (read.size >= most) {
      beyond.push(rule);
      continue;
    }
    throwIfCanceled(signal);
    onProgress?.(rule.name, at, rules.length, read.size);
    for await (const { resources } of impacted.resources(kind, rule.name, signal)) {
      throwIfCanceled(signal);
      for (const resource of resources) {
        const key = `${resource.kind} ${resource.id}`;
        const known = read.get(key) ?? { resource, listed: new Set() };
        if (isOne(rule)) {
          known.listed.add(rule.index);
        }
        read.set(key, known);
      }
      onProgress?.(rule.name, at, rules.length, read.size);
      if (read.size > most) {
        beyond.push(rule);
        break;
      }
    }
  }
  return { read, beyond };
}

function* handovers(
  affected: AffectedDecisions,
  read: readonly ReadResource[],
): Generator<void, readonly AffectedResource[], void> {
  const found: AffectedResource[] = [];
  for (const { resource, listed } of read) {
    for (const handover of affected.of(resource.places, listed)) {
      found.push({ ...handover, resource });
    }
    yield;
  }
  return found;
}

function reportOf(found: readonly AffectedResource[]): Pick<AffectedReport, 'affected' | 'counts'> {
  const resources = (wanted: (one: AffectedResource) => boolean): ReadonlySet<ImpactedResource> =>
    new Set(found.filter(wanted).map(({ resource }) => resource));
  const weakerOrMixed = resources(isWeaker);
  const weaker = resources(({ change }) => changeWord(change) === 'weaker');
  const sure = resources(({ isSure }) => isSure);
  const names = new Intl.Collator('en', { numeric: true });
  return {
    affected: found.toSorted(
      (a, b) =>
        byChange(a, b) ||
        Number(b.isSure) - Number(a.isSure) ||
        Number(a.keepsRule) - Number(b.keepsRule) ||
        names.compare(a.resource.name, b.resource.name),
    ),
    counts: {
      handed: resources(({ isSure, keepsRule }) => isSure && !keepsRule).size,
      kept: resources(({ isSure, keepsRule }) => isSure && keepsRule).size,
      weaker: weaker.size,
      mixed: weakerOrMixed.size - weaker.size,
      unknown: resources(
        ({ isSure, change, resource }) =>
          isSure && changeWord(change) === 'unknown' && !weakerOrMixed.has(resource),
      ).size,
      perhaps: resources(
        ({ isSure, resource }) => !isSure && !sure.has(resource) && !weakerOrMixed.has(resource),
      ).size,
    },
  };
}
