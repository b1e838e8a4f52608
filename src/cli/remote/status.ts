import { defined } from '../../core/util/defined.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { requestsAtOnce } from '../../core/sync/readLive.ts';
import { refreshStatus, policyStatus, policyStates, type PolicyState } from '../../core/sync/policyStatus.ts';
import { mapConcurrent } from '../../core/util/concurrency.ts';
import { messageOf, passOnCanceled } from '../../core/util/errors.ts';
import { defineCommand } from '../command.ts';
import { exitCode, worstCode } from '../output.ts';
import { placeOptions, policyOperands } from './arguments.ts';
import { skippedAsData, missingFileAdvice, noneSkipped, reportSkipped } from './skippedPolicies.ts';
import { type OpenConsole, withPolicies } from './openConsole.ts';

const codes = {
  nothing: exitCode.ok,
  push: exitCode.changes,
  look: exitCode.drift,
  mend: exitCode.problems,
};

/** Compares the live policies with the bases and the files. Changes nothing. */
export const status = defineCommand({
  name: 'status',
  summary: 'compares the live policies with the base and the files',
  ...policyOperands,
  options: placeOptions,
  examples: [
    ['ordinance status', 'the state of every policy that has a file'],
    ['ordinance status --console prod-eu runtime --json', 'the policies of one family, as data'],
  ],
  run(call) {
    const { output, environment } = call;
    return withPolicies(call, {}, async (console, { kinds, skipped }) => {
      let done = 0;
      const states = await mapConcurrent([...kinds, ...skipped.gone], requestsAtOnce, async (kind) => {
        const state = await stateOf(console, kind, skipped.gone.includes(kind), environment.signal);
        output.progress(`reading policies: ${++done} of ${kinds.length + skipped.gone.length}`);
        return state;
      });
      const ends: number[] = [];
      for (const { policies, state, reason, problems } of groupByReason(states)) {
        // Edits with problems cannot be pushed. The problems of an unedited file need no action now.
        const { wants } = policyStates[state];
        const end = codes[problems && wants !== 'nothing' ? 'mend' : wants];
        ends.push(end);
        // The reason may already contain a problem.
        const more = [
          reason,
          describeProblems((problems ?? []).filter((problem) => !reason?.endsWith(problem))),
          mergeable.includes(state) ? `run "ordinance merge ${policies.join(' ')}"` : undefined,
        ]
          .filter((part) => part !== undefined)
          .join('; ');
        const isWrong = end === exitCode.problems || end === exitCode.drift || state === 'file-gone';
        output[isWrong ? 'problem' : 'out'](
          `${policies.join(', ')}: ${policyStates[state].words()}${more === '' ? '' : ` (${more})`}`,
          isWrong ? 'red' : end === exitCode.ok ? 'green' : 'yellow',
        );
      }
      if (states.length === 0) {
        output.out('nothing to compare: no policy has a file here');
      }
      // The states already report policies without a file.
      const stray = { ...noneSkipped, stray: skipped.stray };
      reportSkipped(stray, output);
      return {
        code: worstCode(ends),
        document: { console: console.entry.name, policies: states, ...skippedAsData(stray) },
      };
    });
  },
});

interface StateOfPolicy {
  readonly policy: string;
  readonly state: PolicyState;
  readonly reason?: string;
  readonly problems?: readonly string[];
}

async function stateOf(
  { sync }: OpenConsole,
  kind: PolicyKind,
  isGone: boolean,
  signal: AbortSignal | undefined,
): Promise<StateOfPolicy> {
  const policy = kind.name;
  try {
    const {
      state,
      reason: why,
      problems,
    } = await (isGone ? policyStatus(sync, kind) : refreshStatus(sync, kind, signal));
    const reason = state === 'file-gone' ? missingFileAdvice(policy) : why;
    return defined({ policy, state, reason, problems });
  } catch (error) {
    passOnCanceled(error);
    return { policy, state: 'failed', reason: messageOf(error) };
  }
}

/** Groups failures with the same reason, so that a refused key is reported once. */
function groupByReason(
  states: readonly StateOfPolicy[],
): readonly (Omit<StateOfPolicy, 'policy'> & { readonly policies: readonly string[] })[] {
  const groups = Map.groupBy(states, ({ policy, state, reason }) => (state === 'failed' ? reason : policy));
  return [...groups.values()].flatMap((group) =>
    group[0] ? [{ ...group[0], policies: group.map(({ policy }) => policy) }] : [],
  );
}

/** The states in which `ordinance merge` helps, as after a refused plan. */
const mergeable: readonly PolicyState[] = ['conflict', 'live-changed'];

function describeProblems(problems: readonly string[]): string | undefined {
  const [first] = problems;
  return first === undefined
    ? undefined
    : problems.length === 1
      ? `has a problem: ${first}`
      : `has ${problems.length} problems: ${first}`;
}
