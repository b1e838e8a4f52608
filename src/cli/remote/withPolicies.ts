import { whileOpen } from '../../core/util/disposable.ts';
import type { Call, End } from '../command.ts';
import { kindsNamed, kindsOrPulled, type placeOptions } from './arguments.ts';
import { openConsole, type OpenConsole } from './openConsole.ts';
import { trySettleOpen } from './settleOpen.ts';

/** Opens the console of a command that sends nothing, rechecks its pushes, and finds the meant policies. */
export function withPolicies(
  { values, positionals, output, environment }: Call<typeof placeOptions>,
  shown: Parameters<typeof openConsole>[3],
  work: (console: OpenConsole, meant: Awaited<ReturnType<typeof kindsOrPulled>>) => Promise<End>,
): Promise<End> {
  return whileOpen(openConsole(values, environment, output, shown), async (console) => {
    await trySettleOpen(console, output, environment);
    return work(console, await kindsOrPulled(kindsNamed(positionals), console));
  });
}
