import type { PolicyKind } from '../policy/families.ts';
import { ExpectedError } from '../util/errors.ts';
import type { SyncContext } from './syncContext.ts';

/**
 * Drops the lines of policies whose files are gone from the lock file. Returns the policies that had a line.
 * Throws ExpectedError `has-file`, and drops nothing, when one of the policies has a file.
 */
export async function forgetPolicies(
  { bases, busy, console, copies }: SyncContext,
  kinds: readonly PolicyKind[],
): Promise<readonly PolicyKind[]> {
  const isGone = async ({ name }: PolicyKind): Promise<boolean> =>
    (await copies.read({ console, policy: name })) === undefined;
  const check = (isForgotten: boolean, { name }: PolicyKind): void => {
    if (!isForgotten) {
      throw new ExpectedError('has-file', `${name} has a file.`, {
        advice: 'Delete the file first, then forget the policy.',
      });
    }
  };
  const listed: PolicyKind[] = [];
  for (const kind of kinds) {
    check(await isGone(kind), kind);
    if ((await bases.line(kind)).isListed) {
      listed.push(kind);
    }
  }
  for (const kind of listed) {
    check(await busy.during(kind.name, () => bases.forget(kind, () => isGone(kind))), kind);
  }
  return listed;
}
