import { whileOpen } from '../../core/util/disposable.ts';
import { verdictWords, type RecoveredPush } from '../../core/sync/outcomes.ts';
import { messageOf, passOnCanceled } from '../../core/util/errors.ts';
import type { Call, CallContext, CommandResult } from '../command.ts';
import { kindsNamed, type placeOptions } from './arguments.ts';
import { openConsole, type OpenConsole } from './openConsole.ts';
import { selectPolicies } from './skippedPolicies.ts';

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
      `${ref.policy}: an earlier push ${what}: ${verdictWords(verdict)}${reason ? `: ${reason}` : ''} (push ${pushId})`,
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

/** Opens the console for a command that sends nothing, rechecks its pushes, and selects the policies. */
export function withPolicies(
  call: Call<typeof placeOptions>,
  options: Parameters<typeof openConsole>[1],
  work: (
    console: OpenConsole,
    selected: Awaited<ReturnType<typeof selectPolicies>>,
  ) => Promise<CommandResult>,
): Promise<CommandResult> {
  return whileOpen(openConsole(call, options), async (console) => {
    await trySettleOpen(console, call);
    return work(console, await selectPolicies(kindsNamed(call.positionals), console));
  });
}
