import { canonicalHash } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import { mergePolicies } from '../policy/merge/mergePolicies.ts';
import { pulledForm } from '../policy/pulledForm.ts';
import type { LiveDocument } from './readLive.ts';
import type { SyncContext } from './syncContext.ts';

/** Returns true when the policy file has the canonical hash `hash`. */
export async function saysStill(
  { copies, working, console }: SyncContext,
  kind: PolicyKind,
  hash: string,
): Promise<boolean> {
  const copy = await copies.read({ console, policy: kind.name });
  return copy !== undefined && (await working.judged(kind, copy)).hash === hash;
}

/**
 * Returns true when the policy file contains every change from `before` to `live`, perhaps with newer edits.
 * Otherwise the file is still based on `before`, as after a checkout during the push. With `live` as its
 * base, the file would undo the push. `text` is the pushed file.
 */
export async function isMadeFrom(
  { copies, working, console }: SyncContext,
  kind: PolicyKind,
  before: JsonObject | undefined,
  live: LiveDocument,
  text?: string,
): Promise<boolean> {
  const ref = { console, policy: kind.name };
  const now = await copies.text(ref);
  const copy = now === undefined || now === text ? undefined : await copies.read(ref);
  if (!copy) {
    return true;
  }
  const { hash } = await working.judged(kind, copy);
  if (hash === undefined || !before || hash === live.hash) {
    return hash === live.hash;
  }
  if (hash === canonicalHash(kind, before)) {
    return false;
  }
  const ours = pulledForm(kind, before);
  const theirs = pulledForm(kind, live.document);
  const mine = await working.valueLike(kind, copy, ours);
  if (!mine) {
    return false;
  }
  const { merged, open } = mergePolicies(kind, ours, mine, theirs);
  return open.length === 0 && canonicalHash(kind, merged) === hash;
}
