import { valueSharingRules } from '../document/ruleDigests.ts';
import { updateOf } from '../document/updatedText.ts';
import type { JsonObject } from '../json/json.ts';
import { canonicalHash } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import { mergePolicies } from '../policy/merge/mergePolicies.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { pulledForm } from '../policy/pulledForm.ts';
import { pause } from '../util/pause.ts';
import type { LiveDocument } from './readLive.ts';
import type { SyncContext } from './syncContext.ts';
import { workingCopy, type WorkingCopy } from './workingCopy.ts';

/** New content of a policy file, and the live policy that it is based on. */
interface FileOverLive {
  /** The file as it was read; undefined for a new file. */
  readonly file: WorkingCopy | undefined;
  /** Canonical hash of the base when the file was read. */
  readonly base: string | undefined;
  readonly live: LiveDocument;
  readonly spelling: Spelling;
  /** The new content; the live policy by default. A file with this content is not written. */
  readonly merged?: JsonObject;
  /** True to write the live policy with all fields that the console fills in. */
  readonly full?: boolean | undefined;
  /** False when only the repository names the base of the file: then the new base is unverified, too. */
  readonly isOwn?: boolean;
}

/**
 * Writes a policy file and moves its base to the live policy. Returns false when a checkout changed the base or
 * the file. The caller has the mutex of the policy. Throws ExpectedError `file-changed` and errors of the disk.
 */
export async function writeFileAndBase(
  { copies, bases, console }: SyncContext,
  kind: PolicyKind,
  { file, base, live, spelling, merged, full, isOwn }: FileOverLive,
): Promise<boolean> {
  // The file may be based on the base that a checkout brought.
  if ((await bases.hash(kind)) !== base) {
    return false;
  }
  const ref = { console, policy: kind.name };
  const before = file?.document;
  const hash = merged ? canonicalHash(kind, merged) : live.hash;
  const updated = async () => {
    const value = merged ?? pulledForm(kind, live.document, { full });
    await pause();
    return updateOf(before, spelling, kind, value);
  };
  let written: string | undefined;
  // The content of the base comes first and the lock file last. A crash in between never leaves a base that
  // does not belong to the file.
  const kept = bases.keep(kind, live, isOwn);
  if (file?.hash !== hash) {
    const [update] = await Promise.all([updated(), kept]);
    await copies.write(ref, spelling, update, before?.text);
    written = typeof update === 'string' ? update : undefined;
  }
  await kept;
  return bases.move(kind, live, {
    expected: base,
    isMadeFrom: async () =>
      // A text that is still as written needs no comparison; any other text has to be parsed.
      (written !== undefined && (await copies.text(ref)) === written) ||
      (await workingCopy({ copies, console }, kind))?.hash === hash,
  });
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
