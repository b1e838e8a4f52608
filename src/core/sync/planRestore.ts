import { policyAddress } from '../consoleFile/destination.ts';
import type { PolicyKind } from '../policy/families.ts';
import { defined } from '../util/defined.ts';
import { ExpectedError } from '../util/errors.ts';
import type { PlanOutcome, Restoring } from './outcomes.ts';
import { planAgainstLive } from './plan.ts';
import { withPinned } from './readLive.ts';
import { isFromHere, recheckPushes } from './recover.ts';
import type { SyncContext } from './syncContext.ts';

/**
 * Plans a restore of a snapshot, with the same checks as a push. Throws ExpectedError `other-destination` for a
 * snapshot of another console or project.
 */
export async function planRestore(
  context: SyncContext,
  kind: PolicyKind,
  snapshot: string,
  {
    signal,
    restoring = 'restore',
  }: { readonly signal?: AbortSignal | undefined; readonly restoring?: Restoring } = {},
): Promise<PlanOutcome> {
  await recheckPushes(context, kind, signal);
  const text = await context.store.get(snapshot);
  if (text === undefined) {
    throw new ExpectedError('no-snapshot', `The snapshot of ${kind.name} no longer exists.`);
  }
  const records = (await context.journal.records()).filter(
    ({ policy, ...record }) =>
      policy === kind.name && (record.snapshot === snapshot || record.after === snapshot),
  );
  const [first] = records;
  if (first && !records.some((record) => isFromHere(context, record))) {
    const from = policyAddress(first.destination, kind.name);
    throw new ExpectedError(
      'other-destination',
      `The snapshot comes from ${from}, but ${context.console} is now ${context.addressOf(kind)}.`,
    );
  }
  const facts = defined({ restores: snapshot, restoring, restoresForeign: first ? undefined : true });
  return withPinned(context, (pinned) =>
    planAgainstLive(pinned, kind, { restore: { text, facts } }, { signal }),
  );
}
