import path from 'node:path';
import { command, type Call, type End, type Options } from '../command.ts';
import { kindsOrPulled, placeOptions, policiesTaken } from './arguments.ts';
import { openConsole } from './openConsole.ts';
import { writePlanFile } from './planFile.ts';
import { reportPlans } from './planReport.ts';
import { trySettleOpen } from './settleOpen.ts';

const options = {
  ...placeOptions,
  out: { argument: 'FILE', description: 'writes the plan on file, for "ordinance push FILE"' },
} as const satisfies Options;

/** Prints what a push would do. Sends nothing but GETs. */
export const plan = command({
  name: 'plan',
  summary: 'prints what a push would do; sends nothing',
  takes: policiesTaken,
  options,
  examples: [
    ['ordinance plan', 'what a push of every policy that has a file would do'],
    [
      'ordinance plan --console prod-eu --out plan.json',
      'the same, kept for a review and a push of just this',
    ],
  ],
  run: planAll,
});

async function planAll({ values, positionals, output, environment }: Call<typeof options>): Promise<End> {
  const console = await openConsole(values, environment, output, { explains: true });
  try {
    await trySettleOpen(console, output, environment);
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
    return reportPlans(console, several, output);
  } finally {
    console.dispose();
  }
}
