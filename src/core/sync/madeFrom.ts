import { canonicalHash } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import { mergePolicies } from '../policy/merge/mergePolicies.ts';
import { pulledForm } from '../policy/pulledForm.ts';
import type { LiveDocument } from './readLive.ts';
import type { SyncContext } from './syncContext.ts';

/** Whether the policy's file says `hash`. */
export async function saysStill(
  { copies, working, console }: SyncContext,
  kind: PolicyKind,
  hash: string,
): Promise<boolean> {
  const copy = await copies.read({ console, policy: kind.name });
  return copy !== undefined && (await working.judged(kind, copy)).hash === hash;
}

/**
 * Whether the policy's file holds everything that took live from `before` to `live`, perhaps with newer edits on top. A
 * file that does not, as after a checkout during the push, was made from `before` still: with `live` for its base it would
 * take back what was pushed. `text`: the file as it was pushed.
 */
export async function isMadeFrom(
  { copies, working, console }: SyncContext,
  kind: PolicyKind,
  before: JsonObject | undefined,
  live: LiveDocument,
  text?: string,
): Promise<boolean> {
  const copy = await copies.read({ console, policy: kind.name });
  if (!copy || copy.text === text) {
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
