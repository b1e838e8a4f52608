import { diffPolicies } from '../policy/ruleDiff.ts';
import type { PolicyKind } from '../policy/families.ts';
import { baseDocument } from './baseDocument.ts';
import { lostChanges } from './lostChanges.ts';
import type { LostChange } from './outcomes.ts';
import type { LiveDocument } from './readLive.ts';
import type { SyncContext } from './syncContext.ts';
import { valueOf, type WorkingCopy } from './workingCopy.ts';

/**
 * Returns the edits that are lost when the live policy replaces the policy file. Undefined for a text without
 * a single meaning: then all edits are lost. A base that only the repository names could hide an edit. Then
 * every rule counts, and someone may have removed each added rule here.
 */
export async function lostEdits(
  { bases }: Pick<SyncContext, 'bases'>,
  kind: PolicyKind,
  { document }: Pick<WorkingCopy, 'document'>,
  live: LiveDocument,
): Promise<readonly LostChange[] | undefined> {
  const value = await valueOf(kind, document, live.document);
  if (!value) {
    return undefined;
  }
  // Without a readable base, the file can still be kept or overwritten.
  const base = await bases.ownDocument(kind).catch(() => undefined);
  const { steps } = diffPolicies(kind, value, live.document);
  return lostChanges(kind, { base, now: value, next: live.document, steps });
}

/** Returns the edits that are lost when the base replaces the policy file. */
export async function editsOverBase(
  context: SyncContext,
  kind: PolicyKind,
): Promise<readonly LostChange[] | undefined> {
  const copy = await context.copies.read({ console: context.console, policy: kind.name });
  const value = copy && (await valueOf(kind, copy));
  const base = value && (await baseDocument(context, kind));
  if (!base) {
    return copy ? undefined : [];
  }
  const { steps } = diffPolicies(kind, value, base);
  return lostChanges(kind, { base, now: value, next: base, steps });
}
