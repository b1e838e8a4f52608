import path from 'node:path';
import type { Output } from '../output.ts';
import { kindsOrPulled, parseCommand, placeOptions, placeUsage } from './arguments.ts';
import type { Environment } from './environment.ts';
import { openConsole } from './openConsole.ts';
import { writePlanFile } from './planFile.ts';
import { reportPlans } from './planReport.ts';
import { trySettleOpen } from './settleOpen.ts';

export const planUsage = `ordinance plan ${placeUsage} [--out FILE] [POLICY|FAMILY]…`;

/** Prints what a push would do. Sends nothing but GETs. */
export async function plan(
  args: readonly string[],
  output: Output,
  environment: Environment,
): Promise<number> {
  const { values, positionals } = parseCommand(args, { ...placeOptions, out: { type: 'string' } });
  const console = await openConsole(values, environment, output, { explains: true });
  try {
    await trySettleOpen(console, values.json, output, environment);
    const kinds = await kindsOrPulled(positionals, console);
    const several = await console.sync.planAll(kinds, environment.signal);
    if (values.out !== undefined) {
      await writePlanFile(
        path.resolve(environment.folder, values.out),
        console.entry.name,
        console.destination,
        several.plans,
      );
    }
    return reportPlans(console, several, values.json, output);
  } finally {
    console.dispose();
  }
}
