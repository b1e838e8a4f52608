import { policyStates, type PolicyState } from '../../core/sync/policyState.ts';
import { isCancelled, messageOf } from '../../core/util/errors.ts';
import { exitCode, type Output } from '../output.ts';
import { kindsOrPulled, parseCommand, placeOptions, placeUsage } from './arguments.ts';
import type { Environment } from './environment.ts';
import { openConsole } from './openConsole.ts';
import { trySettleOpen } from './settleOpen.ts';
import { worst } from './worst.ts';

export const statusUsage = `ordinance status ${placeUsage} [POLICY|FAMILY]…`;

const codes = {
  nothing: exitCode.ok,
  push: exitCode.changes,
  look: exitCode.drift,
  mend: exitCode.problems,
};

/** Reads live and says how it, the base and the working copies stand to each other. Changes nothing. */
export async function status(
  args: readonly string[],
  output: Output,
  environment: Environment,
): Promise<number> {
  const { values, positionals } = parseCommand(args, placeOptions);
  const console = await openConsole(values, environment, output);
  try {
    await trySettleOpen(console, values.json, output, environment);
    const states: { policy: string; state: PolicyState; reason?: string; problems?: readonly string[] }[] =
      [];
    for (const kind of await kindsOrPulled(positionals, console)) {
      try {
        const { state, reason, problems } = await console.sync.refresh(kind, environment.signal);
        states.push({
          policy: kind.name,
          state,
          ...(reason === undefined ? {} : { reason }),
          ...(problems === undefined ? {} : { problems }),
        });
      } catch (error) {
        if (isCancelled(error)) {
          throw error;
        }
        states.push({ policy: kind.name, state: 'failed', reason: messageOf(error) });
      }
    }
    if (values.json) {
      output.json({ console: console.entry.name, policies: states });
    } else {
      for (const { policy, state, reason, problems = [] } of states) {
        const more = [reason, problemWords(problems)].filter((part) => part !== undefined).join('; ');
        output.out(`${policy}: ${state}${more === '' ? '' : ` (${more})`}`);
      }
    }
    // Edits with problems cannot be pushed; where nothing is edited there is nothing to do about them now.
    return worst(
      states.map(({ state, problems }) => {
        const { wants } = policyStates[state];
        return codes[problems && wants !== 'nothing' ? 'mend' : wants];
      }),
    );
  } finally {
    console.dispose();
  }
}

function problemWords(problems: readonly string[]): string | undefined {
  const [first] = problems;
  return first === undefined
    ? undefined
    : problems.length === 1
      ? `has a problem: ${first}`
      : `has ${problems.length} problems: ${first}`;
}
