import { verdictWords, type RecoveredPush } from '../../core/sync/outcomes.ts';
import { messageOf, passOnCanceled } from '../../core/util/errors.ts';
import type { CallContext } from '../command.ts';
import type { OpenConsole } from './openConsole.ts';

/**
 * Settles unresolved pushes of earlier runs and corrects wrong results. Reports each once, also those that
 * settle later in this command.
 */
export async function settleOpen(
  { sync }: OpenConsole,
  { output, environment: { signal } }: CallContext,
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
export async function trySettleOpen(console: OpenConsole, call: CallContext): Promise<void> {
  try {
    await settleOpen(console, call);
  } catch (error) {
    passOnCanceled(error);
    call.output.error(`could not check unresolved pushes: ${messageOf(error)}`);
  }
}
