import { policyStates, type PolicyState } from '../../core/sync/policyState.ts';
import { messageOf, passOnCanceled } from '../../core/util/errors.ts';
import { command, type Call, type End } from '../command.ts';
import { exitCode } from '../output.ts';
import { kindsNamed, kindsOrPulled, placeOptions, policiesTaken } from './arguments.ts';
import { asideAsData, goneWords, nothingAside, tellAside } from './leftAside.ts';
import { openConsole } from './openConsole.ts';
import { trySettleOpen } from './settleOpen.ts';
import { worst } from './worst.ts';
import { whileOpen } from '../../core/util/disposable.ts';

const codes = {
  nothing: exitCode.ok,
  push: exitCode.changes,
  look: exitCode.drift,
  mend: exitCode.problems,
};

/** Reads live and says how it, the base and the working copies stand to each other. Changes nothing. */
export const status = command({
  name: 'status',
  summary: 'reads live and compares it with base and files',
  ...policiesTaken,
  options: placeOptions,
  examples: [
    ['ordinance status', 'how every policy that has a file stands to its console'],
    ['ordinance status --console prod-eu runtime --json', 'those of one family, as data'],
  ],
  run: tellStates,
});

async function tellStates({
  values,
  positionals,
  output,
  environment,
}: Call<typeof placeOptions>): Promise<End> {
  return whileOpen(openConsole(values, environment, output), async (console) => {
    await trySettleOpen(console, output, environment);
    const states: { policy: string; state: PolicyState; reason?: string; problems?: readonly string[] }[] =
      [];
    const { kinds, aside } = await kindsOrPulled(kindsNamed(positionals), console);
    for (const kind of [...kinds, ...aside.gone]) {
      try {
        const {
          state,
          reason: why,
          problems,
        } = aside.gone.includes(kind)
          ? await console.sync.status(kind)
          : await console.sync.refresh(kind, environment.signal);
        const reason = state === 'file-gone' ? goneWords(kind.name) : why;
        states.push({
          policy: kind.name,
          state,
          ...(reason === undefined ? {} : { reason }),
          ...(problems === undefined ? {} : { problems }),
        });
      } catch (error) {
        passOnCanceled(error);
        states.push({ policy: kind.name, state: 'failed', reason: messageOf(error) });
      }
    }
    const ends: number[] = [];
    for (const { policy, state, reason, problems } of states) {
      // Edits with problems cannot be pushed; where nothing is edited there is nothing to do about them now.
      const { wants } = policyStates[state];
      const end = codes[problems && wants !== 'nothing' ? 'mend' : wants];
      ends.push(end);
      // A reason says the line, too.
      const more = [reason, problemWords((problems ?? []).filter((one) => !reason?.endsWith(one)))]
        .filter((part) => part !== undefined)
        .join('; ');
      const isWrong = end === exitCode.problems || end === exitCode.drift || state === 'file-gone';
      output[isWrong ? 'found' : 'out'](`${policy}: ${state}${more === '' ? '' : ` (${more})`}`);
    }
    if (states.length === 0) {
      output.out('nothing to compare: no policy has a file here');
    }
    // Those whose files are gone were told with their states.
    const stray = { ...nothingAside, stray: aside.stray };
    tellAside(stray, output);
    return {
      code: worst(ends),
      document: { console: console.entry.name, policies: states, ...asideAsData(stray) },
    };
  });
}

function problemWords(problems: readonly string[]): string | undefined {
  const [first] = problems;
  return first === undefined
    ? undefined
    : problems.length === 1
      ? `has a problem: ${first}`
      : `has ${problems.length} problems: ${first}`;
}
