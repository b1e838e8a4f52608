import type { ConsoleSync } from '../../core/sync/consoleSync.ts';
import type { PushOutcome, RecoveredPush } from '../../core/sync/outcomes.ts';
import type { Disposable } from '../../core/util/disposable.ts';

/**
 * Tells of each later verdict of a push: a look may settle it, and another one correct that, until it is `applied`. That
 * one stays.
 */
export function followVerdict(
  sync: Pick<ConsoleSync, 'onDidSettle'>,
  { verdict, pushId }: Pick<PushOutcome, 'verdict' | 'pushId'>,
  then: (settled: RecoveredPush) => void,
): Disposable | undefined {
  if (verdict === 'applied') {
    return undefined;
  }
  const watching = sync.onDidSettle((pushes) => {
    for (const push of pushes.filter((one) => one.pushId === pushId)) {
      if (push.verdict === 'applied') {
        watching.dispose();
      }
      then(push);
    }
  });
  return watching;
}
