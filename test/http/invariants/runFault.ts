import type { TestContext } from 'node:test';
import type { Fault } from '../../sandbox/faults.ts';
import { TestConsole } from '../../sandbox/testConsole.ts';
import type { Verdict } from '../../../src/core/sync/outcomes.ts';
import { isExpected } from '../../../src/core/util/errors.ts';
import { clientOf } from '../../unit/console/clientOf.ts';
import { images, later, rule, TestWorkspace, withRules } from '../../unit/sync/workspace.ts';
import { quickFolder } from '../quickFolder.ts';
import type { FaultCase } from './faultCases.ts';
import { loopbackIdentity } from '../../certificates.ts';
import { afterwards } from '../../afterwards.ts';
import { planOne, pushOne } from '../../unit/sync/planAndPush.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';

export interface FaultEnd {
  readonly ends: FaultCase['ends'];
  /** What a later look made of it: when nothing could be on its way any more, for `unknown`. */
  readonly later?: Verdict;
  /** What the editor and the command line print of it. */
  readonly sees: string;
  /** The verdict that the journal had at the end of the push. */
  readonly recorded: Verdict | undefined;
  readonly puts: number;
  readonly struck: boolean;
  readonly work: TestWorkspace;
  readonly sandbox: TestConsole;
}

/** Pulls, adds a rule, plans and pushes while the fault is waiting. `timeoutMs` is for a fault that hangs. */
export async function runFault(
  t: Pick<TestContext, 'after'>,
  { match, during, fault }: FaultCase,
  { tls = false, timeoutMs = 1500 }: { readonly tls?: boolean; readonly timeoutMs?: number } = {},
): Promise<FaultEnd> {
  const identity = tls ? await loopbackIdentity() : undefined;
  const sandbox = await TestConsole.start({ mostRules: 12, ...(identity && { tls: identity }) });
  afterwards(t, () => sandbox.close());
  // Nothing else is to run into a limit.
  const patience = { timeoutMs: hangs(fault) ? timeoutMs : 300_000 };
  const trust = identity ? { ca: identity.ca } : {};
  const { client, keys } = clientOf(t as TestContext, sandbox.url, { ...patience, ...trust });
  for (const origin of keys.keys()) {
    keys.set(origin, sandbox.accessKey);
  }
  const work = await TestWorkspace.make(t as TestContext, client.policies, {}, quickFolder());
  await work.pull([images]);
  await work.edit(
    images,
    withRules((rules) => [rule('Mine'), ...rules]),
  );
  const end = await endOf(work, sandbox, { match, during, fault });
  const [record] = await work.sync.journal.all();
  sandbox.faults.arrive();
  const [settled] = await recoverPushes(work.restarted(end.ends === 'unknown' ? { clock: later } : {}));
  return {
    ...end,
    ...(settled && { later: settled.verdict }),
    recorded: record?.verdict,
    puts: sandbox.requests.of('PUT').length,
    struck: sandbox.faults.pending === 0,
    work,
    sandbox,
  };
}

async function endOf(
  work: TestWorkspace,
  sandbox: TestConsole,
  { match, during, fault }: Pick<FaultCase, 'match' | 'during' | 'fault'>,
): Promise<Pick<FaultEnd, 'ends' | 'sees'>> {
  try {
    if (during === 'plan') {
      sandbox.faults.next(match, fault);
    }
    const outcome = await planOne(work.sync, images);
    if (outcome.kind !== 'plan') {
      return {
        ends: { refused: outcome.kind },
        sees: 'The steps somebody else made, to be merged or pulled.',
      };
    }
    if (during === 'push') {
      sandbox.faults.next(match, fault);
    }
    const { verdict, reason } = await pushOne(work.sync, outcome.plan);
    return { ends: verdict, sees: reason ?? 'Pushed.' };
  } catch (error) {
    if (!isExpected(error)) {
      throw error;
    }
    return {
      ends: { refused: error.code },
      sees: [error.message, error.advice].filter(Boolean).join(' '),
    };
  }
}

/** Whether a fault is waited for. */
export function hangs(fault: Fault): boolean {
  return fault.kind === 'hang' || (fault.kind === 'late' && fault.answer === 'hang');
}

/** One line of the table in `docs/internals/reliability.md`; addresses differ from run to run. */
export function faultRow(
  { group, what }: Pick<FaultCase, 'group' | 'what'>,
  { ends, sees, later: then }: Pick<FaultEnd, 'ends' | 'sees' | 'later'>,
): string {
  const cell = (text: string): string =>
    text
      .replaceAll(/https?:\/\/127\.0\.0\.1:\d+|127\.0\.0\.1:\d+/g, '‹console›')
      .replaceAll(/in process \d+/g, 'in process …')
      .replaceAll(/within [\d.]+ seconds/g, 'within … seconds')
      .replaceAll(/ \(line \d+, column \d+\)/g, '')
      .replaceAll(/(?:a value was expected|the string is not closed)/g, 'it ends too early')
      .replaceAll(/\s+/g, ' ')
      .replaceAll('|', String.raw`\|`)
      .slice(0, 300);
  const verdict =
    typeof ends === 'string'
      ? `**${ends}**${then ? `, later **${then}**` : ''}`
      : 'refused' in ends
        ? `nothing sent (\`${ends.refused}\`)`
        : ends.shown;
  return `| ${group}: ${cell(what)} | ${verdict} | ${cell(sees)} |`;
}
