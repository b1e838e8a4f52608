import type { PolicyKind } from '../../../src/core/policy/families.ts';
import type { ConsoleSync } from '../../../src/core/sync/consoleSync.ts';
import type { PushFollower } from '../../../src/core/sync/pushSeveral.ts';

/** Plans the policies and pushes the plans; confirms no need of any plan. */
export async function planAndPush(
  sync: ConsoleSync,
  kinds: readonly PolicyKind[],
  follower: PushFollower = {},
) {
  const several = await sync.planAll(kinds);
  return { several, ...(await sync.pushAll(several.plans, new Map(), follower)) };
}
