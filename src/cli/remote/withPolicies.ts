import { whileOpen } from '../../core/util/disposable.ts';
import type { Call, CommandResult } from '../command.ts';
import { kindsNamed, type placeOptions } from './arguments.ts';
import { openConsole, type OpenConsole } from './openConsole.ts';
import { trySettleOpen } from './settleOpen.ts';
import { selectPolicies } from './skippedPolicies.ts';

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
