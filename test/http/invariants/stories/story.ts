import type { LivePolicies } from '../../../../src/core/sync/ports.ts';
import type { TestContext } from 'node:test';
import type { ConsoleConnection } from '../../../../src/core/consoleFile/connectionOf.ts';
import { TestConsole, type TestConsoleOptions } from '../../../sandbox/testConsole.ts';
import type { PushOutcome, PushPlan } from '../../../../src/core/sync/outcomes.ts';
import type { SyncContext } from '../../../../src/core/sync/syncContext.ts';
import { isExpected } from '../../../../src/core/util/errors.ts';
import { clientOf, type ClientParts } from '../../../unit/console/clientOf.ts';
import { images, rule, TestWorkspace, withRules } from '../../../unit/sync/workspace.ts';
import type { StoryEnd } from '../faultCases.ts';
import { afterwards } from '../../../afterwards.ts';
import { planOne, pushOne } from '../../../unit/sync/planAndPush.ts';

export type Cleanup = Pick<TestContext, 'after'>;

/** A misfortune that is more than one fault of one request, and what must come of it. */
export interface Story {
  readonly group: string;
  readonly what: string;
  readonly ends: StoryEnd;
  /** Plays it, and checks what the table does not say. */
  play(t: Cleanup): Promise<{ readonly ends: StoryEnd; readonly sees: string }>;
}

export interface PushParts extends ClientParts {
  readonly sandbox: TestConsole;
  readonly work: TestWorkspace;
}

export interface PushStory {
  readonly connection?: Partial<ConsoleConnection>;
  readonly options?: TestConsoleOptions;
  /** How far the clock of the console is off, in milliseconds. */
  readonly skewMs?: number;
  /** Before anything is pulled. */
  readonly given?: (parts: PushParts) => unknown;
  /** After the plan was made; may answer who is to push. */
  readonly strike?: (parts: PushParts) => SyncContext | void | Promise<SyncContext | void>;
  /** Pushes the plan in its own way. */
  readonly push?: (parts: PushParts, plan: PushPlan) => Promise<PushOutcome>;
  readonly check?: (parts: PushParts, ends: StoryEnd) => unknown;
}

/** Pulls a policy, adds a rule, plans, is struck and pushes, over HTTP. */
export async function playPush(t: Cleanup, story: PushStory): ReturnType<Story['play']> {
  let now = (): number => Date.now();
  const sandbox = await TestConsole.start({ now: () => now(), mostRules: 12, ...story.options });
  afterwards(t, () => sandbox.close());
  const client = clientOf(t as TestContext, sandbox.url, story.connection);
  now = () => client.clock.now() + (story.skewMs ?? 0);
  for (const origin of client.keys.keys()) {
    client.keys.set(origin, sandbox.accessKey);
  }
  const work = await TestWorkspace.make(t as TestContext, client.client.policies);
  const parts = { ...client, sandbox, work };
  await story.given?.(parts);
  const end = await endOf(async () => {
    const { failed } = await work.pull([images]);
    if (failed[0]) {
      throw failed[0].error;
    }
    await work.edit(
      images,
      withRules((rules) => [rule('Mine'), ...rules]),
    );
    const outcome = await planOne(work.sync, images);
    if (outcome.kind !== 'plan') {
      return {
        ends: { refused: outcome.kind },
        sees: outcome.kind === 'invalid' ? (outcome.problems[0] ?? '') : '',
      };
    }
    const sync = (await story.strike?.(parts)) ?? work.sync;
    const { plan } = outcome;
    const { verdict, reason } = await (story.push?.(parts, plan) ?? pushOne(sync, plan));
    return { ends: verdict, sees: reason ?? 'Pushed.' };
  });
  await story.check?.(parts, end.ends);
  return end;
}

/** A console that is reached in another way, as if it were the same: that it is not is a story of its own. */
export function unbound(policies: LivePolicies, url: string): LivePolicies {
  return {
    destination: { url, loginUrl: url, apiVersion: '1', auth: 'basic', authHeader: 'x-service-auth' },
    readPolicy: (...args) => policies.readPolicy(...args),
    collectionNames: (...args) => policies.collectionNames(...args),
  };
}

/** What `work` comes to, in the words that the editor and the command line print. */
export async function endOf(work: () => ReturnType<Story['play']>): ReturnType<Story['play']> {
  try {
    return await work();
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

type PushRow = readonly [what: string, ends: StoryEnd, story: PushStory];

export function pushStories(group: string, rows: readonly PushRow[]): Story[] {
  return rows.map(([what, ends, story]) => ({ group, what, ends, play: (t) => playPush(t, story) }));
}
