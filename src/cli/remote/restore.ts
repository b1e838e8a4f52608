import { policyKind } from '../../core/policy/families.ts';
import { planRestore } from '../../core/sync/planRestore.ts';
import { needOptions } from '../../core/sync/pushNeeds.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { defineCommand, type CommandResult } from '../command.ts';
import { exitCode } from '../output.ts';
import { checkConfirmed, placeOptions } from './arguments.ts';
import { nothingPushed, pushPlans } from './push.ts';
import { type OpenConsole, openConsole, settleOpen } from './openConsole.ts';
import { reportPlans } from './plan.ts';
import { whileOpen } from '../../core/util/disposable.ts';
import { planSeveral } from '../../core/sync/plan.ts';

/**
 * Restores the live policy from before a push, by a new push with the same checks. The file follows unless it
 * has edits.
 */
export const restore = defineCommand({
  name: 'restore',
  summary: 'restores the state before a push, by a new push',
  operands: '<PUSH>',
  details: 'PUSH is the id of a push, from "ordinance push" or "ordinance history".',
  options: {
    ...placeOptions,
    ...needOptions,
    'dry-run': { description: 'prints the plan and sends nothing' },
  },
  examples: [
    [
      'ordinance restore --dry-run PUSH',
      'shows the plan of the restore; "ordinance history" lists the pushes',
    ],
    ['ordinance restore PUSH', 'pushes the earlier state, with the same checks as any push'],
  ],
  async run(call) {
    const { values, output, environment } = call;
    const [pushId = ''] = call.positionals;
    return whileOpen(
      openConsole(call, { explains: values['dry-run'] }),
      async (console): Promise<CommandResult> => {
        checkConfirmed(console.entry.name, values);
        await settleOpen(console, call);
        const { kind, snapshot } = await findPush(console, pushId);
        const { signal } = environment;
        const several = await planSeveral(console.sync, [kind], {
          signal,
          planOne: (sync) => planRestore(sync, kind, snapshot, { signal }),
        });
        if (several.unchanged.length > 0) {
          output.out(`${kind.name}: already equals the state before that push`);
          return { code: exitCode.ok, document: { ...nothingPushed(console), unchanged: [kind.name] } };
        }
        if (values['dry-run']) {
          return reportPlans(console, several, output);
        }
        const { results, ...result } = await pushPlans(console, several, values, output, signal);
        if (results[0]?.outcome?.verdict === 'applied' && results[0].outcome.file === 'left') {
          output.error(
            `${kind.name}: the file stays unchanged because it differs from the previous live policy`,
          );
        }
        return result;
      },
    );
  },
});

async function findPush({ sync }: OpenConsole, pushId: string) {
  const record = (await sync.journal.all()).find(({ id }) => id === pushId);
  if (!record) {
    throw new ExpectedError('no-push', `There is no push ${pushId} in the journal.`);
  }
  const kind = policyKind(record.policy);
  if (!kind) {
    throw new ExpectedError('unknown-policy', `This version of Ordinance does not know ${record.policy}.`);
  }
  if (record.snapshot === undefined) {
    throw new ExpectedError('no-snapshot', `Push ${pushId} ended before anything was sent.`);
  }
  return { kind, snapshot: record.snapshot };
}
