import type { ConsoleResources, ImpactedResource } from '../consoles/resources.ts';
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

/** Rules that are asked for, and resources that are read, at most: what lies beyond is said to be left out. */
export const mostRules = 50;
export const mostResources = 10_000;

export interface CountAffected {
  readonly kind: PolicyKind;
  readonly plan: Pick<PushPlan, 'live' | 'next' | 'consequences'>;
  readonly collections: KnownCollections;
  /** The console: it lists what lies in the scope of one of its rules. */
  readonly impacted: Pick<ConsoleResources['impacted'], 'resources'>;
  readonly limits?: { readonly rules: number; readonly resources: number };
  readonly signal?: AbortSignal;
  /** Before each page: how many rules were read, of how many, and how many resources were found. */
  readonly onProgress?: (rule: string, at: number, of: number, found: number) => void;
}

/** A resource that gets another rule, or to which its rule does something else; or may. */
export interface AffectedResource extends AffectedDecision {
  readonly resource: ImpactedResource;
}

export interface AffectedReport {
  /** What becomes weaker comes first. */
  readonly affected: readonly AffectedResource[];
  readonly counts: AffectedCounts;
  /** How many were looked at, and what they are. */
  readonly looked: number;
  readonly what: ImpactedResource['what'];
  /** How many rules the console was asked about. */
  readonly asked: number;
  readonly leftOut: LeftOut;
}

/** How many resources; one that runs in several places may be counted twice. */
export interface AffectedCounts {
  /** Get another rule, for certain. */
  readonly handed: number;
  /** Keep their rule, which does something else, for certain. */
  readonly kept: number;
  /** Of both: something weaker is done. */
  readonly weaker: number;
  /** Of both: mixed, and weaker in no place. */
  readonly mixed: number;
  /** Of both: unknown, and known to be weaker in no place. */
  readonly unknown: number;
  /** Perhaps one or the other, and nothing certain. */
  readonly perhaps: number;
}

/** Why more may change hands than was counted. */
export interface LeftOut {
  /** Rules that there are too many of, or whose resources there are. */
  readonly beyond: readonly NamedRule[];
  /** Rules that were not asked about, as the console does not have them, or not with this scope. */
  readonly unlisted: readonly NamedRule[];
  /** Rules without a name to ask for. */
  readonly nameless: readonly NamedRule[];
  /** Resources of another kind than what the policy decides for. */
  readonly others: number;
}

/**
 * Counts what is affected by a plan among the resources that the console knows: reads those of the rules concerned, once
 * for each rule and page by page, and works out here who decides for them before and after. Throws CanceledError, and what the
 * console client throws.
 */
export async function countAffected(count: CountAffected): Promise<AffectedReport> {
  const { kind, plan, collections, signal, limits = { rules: mostRules, resources: mostResources } } = count;
  const reader = new OrderReader(kind, collections);
  const [[before], [after]] = [reader.read(plan.live), reader.read(plan.next)];
  if (!before || !after) {
    throw new TypeError(`${kind.name} has no list of rules`);
  }
  const consequences = plan.consequences ?? policyDecisionChanges([before], [after]);
  const counterparts = counterpartsOf(before, after);
  const affected = new AffectedDecisions(before, after, counterparts);
  const concerned = concernedRules(before, after, counterparts, affected, consequences, limits.rules);
  const named = (places: readonly number[]): readonly NamedRule[] =>
    places.map((place) => namedRuleAt(before, place));
  const rules = named(concerned.asked);
  const asked = rules.filter(({ name }) => name !== '');
  const { read, beyond } = await readResources(count, asked, limits.resources, {
    // A list that is asked for by a name that two rules have is not known to be of either.
    isOne: ({ name }) => before.rules.filter((other) => other.name === name).length === 1,
  });
  const found = await inSlices(handovers(affected, [...read.values()]), signal);
  return {
    ...reportOf(found),
    looked: [...read.values()].filter(({ resource }) => resource.what !== 'other').length,
    what: [...read.values()].map(({ resource }) => resource.what).find((what) => what !== 'other') ?? 'other',
    asked: asked.length,
    leftOut: {
      beyond: [...beyond, ...named(concerned.beyond)],
      unlisted: concerned.unlisted,
      nameless: rules.filter(({ name }) => name === ''),
      others: [...read.values()].filter(({ resource }) => resource.what === 'other').length,
    },
  };
}

interface ReadResource {
  readonly resource: ImpactedResource;
  /** Places of the rules for which the console listed it. */
  readonly listed: Set<number>;
}

async function readResources(
  { kind, impacted, signal, onProgress }: CountAffected,
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
        const key = `${resource.what} ${resource.id}`;
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
      perhaps: resources(({ isSure, resource }) => !isSure && !sure.has(resource)).size,
    },
  };
}
