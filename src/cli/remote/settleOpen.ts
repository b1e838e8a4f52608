import { verdictWords, type RecoveredPush } from '../../core/sync/outcomes.ts';
import { messageOf, passOnCanceled } from '../../core/util/errors.ts';
import type { Output } from '../output.ts';
import type { Environment } from './environment.ts';
import type { OpenConsole } from './openConsole.ts';

/** Settles pushes that an earlier run left open, or whose verdict was not so, and says so once; what is settled on the way later is said, too. */
export async function settleOpen(
  { sync }: OpenConsole,
  output: Output,
  { signal }: Environment,
): Promise<void> {
  const say = ({ ref, pushId, verdict, reason, corrects }: RecoveredPush): void => {
    const what = corrects === undefined ? 'was unresolved' : 'has another result than reported';
    output.note(
      `${ref.policy}: an earlier push ${what}: ${verdictWords[verdict]}${reason ? `: ${reason}` : ''} (push ${pushId})`,
    );
  };
  sync.onDidSettle((settled) => settled.forEach(say));
  (await sync.recover(signal)).filter(({ isOpen }) => isOpen).forEach(say);
}

/** Settles pushes for a command that only reads. A failure, such as a read-only folder, is reported and does not stop the command. */
export async function trySettleOpen(
  console: OpenConsole,
  output: Output,
  environment: Environment,
): Promise<void> {
  try {
    await settleOpen(console, output, environment);
  } catch (error) {
    passOnCanceled(error);
    output.error(`could not check unresolved pushes: ${messageOf(error)}`);
  }
}
