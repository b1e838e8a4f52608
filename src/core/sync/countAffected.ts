import type { ImpactedResource } from '../consoleFile/resources.ts';
import { AffectedDecisions, type AffectedDecision } from '../order/affectedDecisions.ts';
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
const MAX_RULES = 50;
const MAX_RESOURCES = 10_000;

interface PlannedPolicy {
  readonly kind: PolicyKind;
  readonly plan: Pick<PushPlan, 'live' | 'next' | 'decisionChanges'>;
}

interface Limits {
  readonly rules: number;
  readonly resources: number;
}

export interface AffectedQuery {
  readonly policies: readonly PlannedPolicy[];
  readonly collections: KnownCollections;
  /** The console, which lists the resources in the scope of a rule, page by page. */
  readonly impacted: {
    resources(
      kind: PolicyKind,
      ruleName: string,
      signal?: AbortSignal,
    ): AsyncIterable<{ readonly rows: readonly ImpactedResource[] }>;
  };
  /** Limits for all policies together. */
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
  /**
   * Runs before each rule and after each page. `at` and `of` count rules of the policy; `resources` is the
   * number of its resources.
   */
  readonly onProgress?: (kind: PolicyKind, rule: string, at: number, of: number, resources: number) => void;
}

export interface ReportOfPolicy {
  readonly kind: PolicyKind;
  readonly report: AffectedReport;
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
interface AffectedCounts {
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
interface LeftOut {
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
 * Counts the known resources that plans affect, each policy by itself. Policies with weaker decisions come
 * first, because the limits may leave out the rest. Throws CanceledError and the errors of the console client.
 */
export async function countAffected(query: AffectedQuery): Promise<readonly ReportOfPolicy[]> {
  let left = query.limits ?? { rules: MAX_RULES, resources: MAX_RESOURCES };
  const reports: ReportOfPolicy[] = [];
  for (const planned of query.policies.toSorted((a, b) => Number(weakens(b)) - Number(weakens(a)))) {
    throwIfCanceled(query.signal);
    // Zero limits prevent every query, also for a rule that covers everything.
    const report = await countPolicy(query, planned, left.rules > 0 ? left : { rules: 0, resources: 0 });
    reports.push({ kind: planned.kind, report });
    left = {
      rules: left.rules - report.asked,
      resources: left.resources - report.looked - report.leftOut.others,
    };
  }
  return reports;
}

function weakens({ plan: { decisionChanges } }: PlannedPolicy): boolean {
  return [...(decisionChanges?.decisions ?? []), ...(decisionChanges?.actions ?? [])].some(isWeaker);
}

/**
 * Reads the resources of the concerned rules, once per rule and page by page. Compares the rules that apply to
 * each resource before and after.
 */
async function countPolicy(
  query: AffectedQuery,
  { kind, plan }: PlannedPolicy,
  limits: Limits,
): Promise<AffectedReport> {
  const { collections, signal } = query;
  const reader = new OrderReader(kind, collections);
  const [[before], [after]] = [reader.read(plan.live), reader.read(plan.next)];
  if (!before || !after) {
    throw new TypeError(`${kind.name} has no list of rules`);
  }
  const decisionChanges = plan.decisionChanges ?? policyDecisionChanges([before], [after]);
  const affected = new AffectedDecisions(before, after);
  const concerned = affected.concernedRules(decisionChanges, limits.rules);
  const named = (places: readonly number[]): readonly NamedRule[] =>
    places.map((place) => namedRuleAt(before, place));
  const rules = named(concerned.asked);
  const asked = rules.filter(({ name }) => name !== '');
  const names = Map.groupBy(before.rules, ({ name }) => name);
  // A query by a shared name returns resources that may belong to either rule.
  const isUnique = ({ name }: NamedRule): boolean => names.get(name)?.length === 1;
  const { read, beyond } = await readResources(query, kind, asked, limits.resources, isUnique);
  const resources = [...read.values()];
  const compared = resources.filter(({ resource }) => resource.kind !== 'other');
  return {
    ...reportOf(await inSlices(changedDecisions(affected, resources), signal)),
    looked: compared.length,
    what: compared[0]?.resource.kind ?? 'other',
    asked: asked.length,
    leftOut: {
      beyond: [...beyond, ...named(concerned.beyond)],
      unlisted: concerned.unlisted,
      nameless: rules.filter(({ name }) => name === ''),
      others: resources.length - compared.length,
    },
  };
}

interface ReadResource {
  readonly resource: ImpactedResource;
  /** Places of the rules for which the console listed the resource. */
  readonly listed: Set<number>;
}

async function readResources(
  { impacted, signal, onProgress }: AffectedQuery,
  kind: PolicyKind,
  rules: readonly NamedRule[],
  limit: number,
  isUnique: (rule: NamedRule) => boolean,
): Promise<{
  readonly read: ReadonlyMap<string, ReadResource>;
  readonly beyond: readonly NamedRule[];
}> {
  const read = new Map<string, ReadResource>();
  const beyond: NamedRule[] = [];
  for (const [at, rule] of rules.entries()) {
    if (read.size >= limit) {
      beyond.push(rule);
      continue;
    }
    throwIfCanceled(signal);
    onProgress?.(kind, rule.name, at, rules.length, read.size);
    for await (const { rows } of impacted.resources(kind, rule.name, signal)) {
      throwIfCanceled(signal);
      for (const resource of rows) {
        const key = `${resource.kind} ${resource.id}`;
        const known = read.get(key) ?? { resource, listed: new Set() };
        if (isUnique(rule)) {
          known.listed.add(rule.index);
        }
        read.set(key, known);
      }
      onProgress?.(kind, rule.name, at, rules.length, read.size);
      if (read.size > limit) {
        beyond.push(rule);
        break;
      }
    }
  }
  return { read, beyond };
}

function* changedDecisions(
  affected: AffectedDecisions,
  read: readonly ReadResource[],
): Generator<void, readonly AffectedResource[], void> {
  const changed: AffectedResource[] = [];
  for (const { resource, listed } of read) {
    for (const decision of affected.of(resource.places, listed)) {
      changed.push({ ...decision, resource });
    }
    yield;
  }
  return changed;
}

function reportOf(changed: readonly AffectedResource[]): Pick<AffectedReport, 'affected' | 'counts'> {
  const resources = (counts: (decision: AffectedResource) => boolean): ReadonlySet<ImpactedResource> =>
    new Set(changed.filter(counts).map(({ resource }) => resource));
  const weakerOrMixed = resources(isWeaker);
  const weaker = resources(({ change }) => changeWord(change) === 'weaker');
  const sure = resources(({ isSure }) => isSure);
  const names = new Intl.Collator('en', { numeric: true });
  return {
    affected: changed.toSorted(
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
