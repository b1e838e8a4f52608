import { verdictWords, type RecoveredPush } from '../../core/sync/outcomes.ts';
import { messageOf, passOnCanceled } from '../../core/util/errors.ts';
import type { Output } from '../output.ts';
import type { Environment } from './environment.ts';
import type { OpenConsole } from './openConsole.ts';

/**
 * Settles unresolved pushes of earlier runs and corrects wrong results. Reports each once, also those that
 * settle later in this command.
 */
export async function settleOpen(
  { sync }: OpenConsole,
  output: Output,
  { signal }: Environment,
): Promise<void> {
  const report = ({ ref, pushId, verdict, reason, corrects }: RecoveredPush): void => {
    const what = corrects === undefined ? 'was unresolved' : 'has another result than reported';
    output.note(
      `${ref.policy}: an earlier push ${what}: ${verdictWords[verdict]}${reason ? `: ${reason}` : ''} (push ${pushId})`,
    );
  };
  sync.onDidSettle((settled) => settled.forEach(report));
  (await sync.recover(signal)).filter(({ isOpen }) => isOpen).forEach(report);
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
