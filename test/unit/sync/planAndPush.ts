import type { PolicyKind } from '../../../src/core/policy/families.ts';
import type { ConsoleSync } from '../../../src/core/sync/consoleSync.ts';
import type { PushedOne } from '../../../src/core/sync/pushSeveral.ts';

/** Plans the policies and pushes the plans; confirms no need of any plan. */
export async function planAndPush(
  sync: ConsoleSync,
  kinds: readonly PolicyKind[],
  options?: Parameters<ConsoleSync['pushAll']>[2],
) {
  const several = await sync.planAll(kinds);
  const results = await pushEach(sync, several.plans, new Map(), options);
  return { several, results, remaining: several.plans.slice(results.length) };
}

/** Pushes the plans, and returns all results. */
export async function pushEach(
  sync: ConsoleSync,
  ...of: Parameters<ConsoleSync['pushAll']>
): Promise<readonly PushedOne[]> {
  const results: PushedOne[] = [];
  for await (const result of sync.pushAll(...of)) {
    results.push(result);
  }
  return results;
}
