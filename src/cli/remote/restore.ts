import { policyKind } from '../../core/policy/families.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { UsageError, type Output } from '../output.ts';
import { confirmOptions, confirmUsage, parseCommand, placeOptions, placeUsage } from './arguments.ts';
import { CommandLinePush } from './commandLinePush.ts';
import type { Environment } from './environment.ts';
import { openConsole, type OpenConsole } from './openConsole.ts';
import { reportPlans } from './planReport.ts';
import { settleOpen } from './settleOpen.ts';

export const restoreUsage = `ordinance restore ${placeUsage} ${confirmUsage} [--dry-run] PUSH`;

/**
 * Pushes back what a console held before the push that is named by its id: a new push through the same guards. The file
 * follows, unless it has edits of its own.
 */
export async function restore(
  args: readonly string[],
  output: Output,
  environment: Environment,
): Promise<number> {
  const { values, positionals } = parseCommand(args, {
    ...placeOptions,
    ...confirmOptions,
    'dry-run': { type: 'boolean', default: false },
  });
  const [pushId, ...more] = positionals;
  if (pushId === undefined || more.length > 0) {
    throw new UsageError('name one push');
  }
  const console = await openConsole(values, environment, output, { explains: values['dry-run'] });
  try {
    await settleOpen(console, values.json, output, environment);
    const { kind, snapshot } = await pushed(console, pushId);
    let dryRun: number | undefined;
    const port = new CommandLinePush({
      console,
      output,
      signal: environment.signal,
      json: values.json,
      confirmations: async (several) => {
        if (several.unchanged.length > 0) {
          output.out(`${kind.name}: is as it was before that push`);
          return undefined;
        }
        if (values['dry-run']) {
          dryRun = reportPlans(console, several, values.json, output);
          return undefined;
        }
        return values;
      },
    });
    const { results } = await console.sync.pushAll([kind], port, (_kind, signal) =>
      console.sync.planRestore(kind, snapshot, signal),
    );
    if (results[0]?.outcome?.verdict === 'applied' && !results[0].outcome.fileFollowed) {
      output.error(`${kind.name}: the file has edits of its own and was left as it is`);
    }
    return dryRun ?? port.code;
  } finally {
    console.dispose();
  }
}

async function pushed({ sync }: OpenConsole, pushId: string) {
  const record = (await sync.history()).find(({ id }) => id === pushId);
  const kind = record && policyKind(record.policy);
  if (!record || !kind) {
    throw new ExpectedError('no-push', `There is no push ${pushId} in the journal.`);
  }
  if (record.snapshot === undefined) {
    throw new ExpectedError('no-snapshot', `Push ${pushId} ended before anything was sent.`);
  }
  return { kind, snapshot: record.snapshot };
}
