import path from 'node:path';
import { defineCommand } from '../command.ts';
import { placeOptions, policyOperands } from './arguments.ts';
import { gates, weakerGate } from './weakerGate.ts';
import { writePlanFile } from './planFile.ts';
import { reportPlans } from './planReport.ts';
import { withPolicies } from './openConsole.ts';

/** Prints what a push would do. Sends only GET requests. */
export const plan = defineCommand({
  name: 'plan',
  summary: 'shows what a push would do; sends nothing',
  ...policyOperands,
  options: {
    ...placeOptions,
    format: {
      argument: 'FORMAT',
      values: ['text', 'json', 'markdown'],
      description: 'the format: markdown for a comment on a pull request',
    },
    'fail-on': {
      argument: 'WHAT',
      values: gates,
      description:
        'weaker: exit code 4 if a decision becomes weaker, even in part. unproven: exit code 4 also if this is unknown. A policy that cannot be planned, such as after drift, is not checked',
    },
    out: { argument: 'FILE', description: 'writes the plan to a file, for "ordinance push FILE"' },
  },
  examples: [
    ['ordinance plan', 'plans a push of every policy that has a file'],
    [
      'ordinance plan --fail-on weaker --format markdown',
      'for a pull request that should weaken no decision',
    ],
    [
      'ordinance plan --console prod-eu --out plan.json',
      'saves the plan, for a review and a push of exactly this plan',
    ],
  ],
  async run(call) {
    const { values, output, environment } = call;
    return withPolicies(call, { explains: true }, async (console, { kinds, skipped }) => {
      const several = await console.sync.planAll(kinds, {
        signal: environment.signal,
        onProgress: (done, total) => output.progress(`planning: ${done} of ${total}`),
      });
      if (values.out !== undefined) {
        await writePlanFile(
          console.root,
          path.resolve(environment.folder, values.out),
          console.entry.name,
          console.destination,
          several,
        );
        if (several.refused.length > 0) {
          const leftOut = several.refused.map(({ ref }) => ref.policy).join(', ');
          output.error(`${values.out} leaves out ${leftOut}: it cannot be pushed`);
        }
      }
      const failOn = values['fail-on'];
      return reportPlans(console, several, output, {
        skipped,
        ...(failOn && { gate: weakerGate(failOn, several, console.usesCollectionsFile()) }),
        isMarkdown: values.format === 'markdown',
      });
    });
  },
});
