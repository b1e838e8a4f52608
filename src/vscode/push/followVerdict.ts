import type { PushOutcome, RecoveredPush } from '../../core/sync/outcomes.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import type { Event } from '../../core/util/emitter.ts';

interface Settling {
  /** Pushes that a look at live settled, or whose verdict it corrected. */
  readonly onDidSettle: Event<readonly RecoveredPush[]>;
}

/**
 * Tells of each later verdict of a push: a look may settle it, and another one correct that, until it is `applied`. That
 * one stays.
 */
export function followVerdict(
  sync: Settling,
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
