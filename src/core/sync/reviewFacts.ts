import type { PolicyDocument } from '../document/policyDocument.ts';
import { readPolicySteps } from '../document/reading/readPolicy.ts';
import type { JsonObject } from '../json/json.ts';
import { outsideMembers } from '../order/decisionDifferences.ts';
import { OrderReader, type ListOrder } from '../order/orderReader.ts';
import { policyDecisionChanges } from '../order/policyDecisionChanges.ts';
import type { KnownCollections } from '../policy/collections.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { PlanStep } from '../policy/ruleDiff.ts';
import { inSlices } from '../util/inSlices.ts';
import type { PushPlan } from './outcomes.ts';
import type { SyncDeps } from './ports.ts';

/** Warnings that have a line in a plan. */
const MAX_WARNINGS = 5;

/** A planned push. */
interface PlannedPush {
  readonly now: JsonObject;
  readonly next: JsonObject;
  readonly steps: readonly PlanStep[];
  /** The planned file, or the text of the snapshot of a restore. */
  readonly planned: PolicyDocument | string;
  readonly liveText: string;
  readonly collections: KnownCollections | undefined;
}

/** Returns the changed decisions of a plan, and its warnings. */
export async function reviewFacts(
  context: Pick<SyncDeps, 'warn'>,
  kind: PolicyKind,
  { now, next, steps, planned, liveText, collections }: PlannedPush,
): Promise<Pick<PushPlan, 'decisionChanges' | 'warnings' | 'sharedWarnings'>> {
  const reader = collections && new OrderReader(kind, collections);
  const orders = reader && { now: reader.read(now), next: reader.read(next) };
  const outside = outsideMembers(kind, steps);
  const decisionChanges = orders && {
    ...policyDecisionChanges(orders.now, orders.next),
    ...(outside.length > 0 && { outside }),
  };
  return {
    ...(decisionChanges && { decisionChanges }),
    ...(await warningsOf(context, kind, planned, liveText, orders)),
  };
}

/** Returns the warnings that a push adds, and the number that the live policy already has. */
async function warningsOf(
  { warn }: Pick<SyncDeps, 'warn'>,
  kind: PolicyKind,
  planned: PolicyDocument | string,
  liveText: string,
  orders: Readonly<Record<'now' | 'next', readonly ListOrder[]>> | undefined,
): Promise<Pick<PushPlan, 'warnings' | 'sharedWarnings'>> {
  if (!warn) {
    return {};
  }
  const read = (text: string) => inSlices(readPolicySteps(text, 'json', kind));
  const isFile = typeof planned !== 'string';
  const warnings = await warn(isFile ? planned : await read(planned), orders?.next);
  if (warnings.length === 0) {
    return {};
  }
  const before = await read(liveText);
  const liveWarnings = (await warn(before, orders?.now)).map(({ identity }) => identity);
  // Each warning of the live policy accounts for one of the file.
  const left = Map.groupBy(liveWarnings, (identity) => identity);
  const brought = warnings.filter(({ identity }) => left.get(identity)?.pop() === undefined);
  const shared = warnings.length - brought.length;
  const first = brought.slice(0, MAX_WARNINGS).map(({ text }) => text(isFile ? 'line' : 'rule'));
  return {
    ...(first.length > 0 && { warnings: { count: brought.length, first } }),
    ...(shared > 0 && { sharedWarnings: shared }),
  };
}
