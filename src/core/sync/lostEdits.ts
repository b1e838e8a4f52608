import type { PolicyDocument } from '../document/policyDocument.ts';
import type { JsonObject } from '../json/json.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import type { PolicyKind } from '../policy/families.ts';
import { lostChanges } from './lostChanges.ts';
import type { LostChange } from './outcomes.ts';
import type { SyncContext } from './syncContext.ts';
import { valueOf, workingCopy } from './workingCopy.ts';

/**
 * Returns the edits that are lost when `next`, the base or the live policy, replaces the policy file. Undefined
 * for a text without a single meaning: then all edits are lost. Without a known base every rule counts, and
 * someone may have removed each added rule here.
 */
export async function lostEdits(
  kind: PolicyKind,
  document: PolicyDocument,
  base: JsonObject | undefined,
  next: JsonObject,
): Promise<readonly LostChange[] | undefined> {
  const value = await valueOf(kind, document, next);
  if (!value) {
    return undefined;
  }
  const { steps } = diffPolicies(kind, value, next);
  return lostChanges(kind, { base, now: value, next, steps });
}

/**
 * Returns the edits that are lost when the base replaces the policy file. Undefined without a base, and for a
 * text without a single meaning.
 */
export async function editsOverBase(
  context: SyncContext,
  kind: PolicyKind,
): Promise<readonly LostChange[] | undefined> {
  const copy = await context.copies.read({ console: context.console, policy: kind.name });
  const base = copy && (await baseDocument(context, kind));
  if (!copy) {
    return [];
  }
  return base && lostEdits(kind, copy, base, base);
}

/** The base; undefined when there is none, or only its hash is known. */
export async function baseDocument(context: SyncContext, kind: PolicyKind): Promise<JsonObject | undefined> {
  const stored = await context.bases.document(kind);
  if (stored) {
    return stored;
  }
  // An unedited file is the base after a clone, because the store is still empty.
  const hash = await context.bases.hash(kind);
  const file = hash === undefined ? undefined : await workingCopy(context, kind);
  return file && file.hash === hash ? valueOf(kind, file.document) : undefined;
}
