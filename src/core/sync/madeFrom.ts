import { valueSharingRules } from '../document/ruleDigests.ts';
import { canonicalHash } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import { mergePolicies } from '../policy/merge/mergePolicies.ts';
import { pulledForm } from '../policy/pulledForm.ts';
import type { LiveDocument } from './readLive.ts';
import type { SyncContext } from './syncContext.ts';
import { workingCopy } from './workingCopy.ts';

/** Returns true when the policy file has the canonical hash `hash`. */
export async function saysStill(
  context: Pick<SyncContext, 'copies' | 'console'>,
  kind: PolicyKind,
  hash: string,
): Promise<boolean> {
  return (await workingCopy(context, kind))?.hash === hash;
}

/**
 * Returns true when the policy file contains every change from `before` to `live`, perhaps with newer edits.
 * Otherwise the file is still based on `before`, as after a checkout during the push. With `live` as its
 * base, the file would undo the push. `text` is the pushed file.
 */
export async function isMadeFrom(
  context: Pick<SyncContext, 'copies' | 'console'>,
  kind: PolicyKind,
  before: JsonObject | undefined,
  live: LiveDocument,
  text?: string,
): Promise<boolean> {
  const now = await context.copies.text({ console: context.console, policy: kind.name });
  const file = now === undefined || now === text ? undefined : await workingCopy(context, kind);
  if (!file) {
    return true;
  }
  const { hash, document } = file;
  if (hash === undefined || !before || hash === live.hash) {
    return hash === live.hash;
  }
  if (hash === canonicalHash(kind, before)) {
    return false;
  }
  const ours = pulledForm(kind, before);
  const theirs = pulledForm(kind, live.document);
  const mine = valueSharingRules(document, kind, ours);
  if (!mine) {
    return false;
  }
  const { merged, open } = mergePolicies(kind, ours, mine, theirs);
  return open.length === 0 && canonicalHash(kind, merged) === hash;
}
