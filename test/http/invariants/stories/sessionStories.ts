import assert from 'node:assert/strict';
import type { FaultMatch } from '../../../sandbox/faults.ts';
import { arrayAt } from '../../../../src/core/json/json.ts';
import { ruleName } from '../../../../src/core/policy/ruleMatch.ts';
import type { SandboxState } from '../../../../src/sandbox/sandboxState.ts';
import { images, rule } from '../../../unit/sync/workspace.ts';
import { pushStories, type PushParts, type PushStory } from './story.ts';
import { editRules } from '../../../sandbox/editRules.ts';
import { recoverPushes } from '../../../../src/core/sync/recover.ts';
import { policyStatus } from '../../../../src/core/sync/policyStatus.ts';

const minute = 60_000;
const login = { connection: { auth: 'login' } } as const;
const get: FaultMatch = { method: 'GET', path: '/policies/vulnerability/images' };

const expires = (match: FaultMatch): PushStory => ({
  ...login,
  strike: ({ sandbox }) => sandbox.faults.next(match, { kind: 'expire-tokens' }),
  check: ({ sandbox }) => {
    const puts = sandbox.requests.of('PUT').map(({ status }) => status);
    assert.deepEqual(
      puts.filter((status) => status !== 401),
      [200],
    );
  },
});

const extendAnswers = (status: number): PushStory => ({
  ...login,
  strike: ({ clock, sandbox }) => {
    clock.time += 6 * minute;
    sandbox.faults.next({ path: 'extend' }, { kind: 'status', status, when: 'before' });
  },
});

/** From the next login on, no access key is accepted; sessions end. */
const revoke = ({ sandbox }: PushParts): void => {
  sandbox.expireTokens();
  sandbox.faults.next({ path: '/login', count: 20 }, { kind: 'status', status: 401, when: 'before' });
};

const addTheirs = (state: SandboxState): void =>
  editRules(state, images.name, (rules) => [...rules, rule('Theirs')]);

const keepsTheirs = ({ sandbox }: PushParts): void =>
  assert.ok(
    arrayAt(sandbox.state.policies.get(images.name), 'rules').some((one) => ruleName(one) === 'Theirs'),
  );

const throttled = { kind: 'throttled' } as const;
const sentOnce = ({ sandbox }: PushParts): void => assert.equal(sandbox.requests.of('PUT').length, 1);

export const sessionStories = pushStories('Session', [
  [
    'the token expires between GET and PUT',
    'not-applied',
    {
      ...login,
      strike: ({ sandbox }) =>
        sandbox.faults.next(get, {
          kind: 'colleague',
          after: () => void setImmediate(() => sandbox.expireTokens()),
        }),
    },
  ],
  [
    'the token expires during the upload: the PUT is not sent again',
    'not-applied',
    {
      ...login,
      strike: ({ sandbox }) => sandbox.faults.next({ method: 'PUT' }, { kind: 'expire-tokens' }),
      check: sentOnce,
    },
  ],
  [
    'the token expires during the upload, and a colleague adds a rule during the login',
    'foreign-change',
    {
      ...login,
      strike: ({ sandbox }) => {
        sandbox.faults.next({ method: 'PUT' }, { kind: 'expire-tokens' });
        sandbox.faults.next({ path: '/login' }, { kind: 'colleague', before: addTheirs });
      },
      check: keepsTheirs,
    },
  ],
  [
    'a PUT is answered 401 and applied',
    'applied',
    {
      ...login,
      strike: ({ sandbox }) =>
        sandbox.faults.next({ method: 'PUT' }, { kind: 'status', status: 401, when: 'after' }),
      check: sentOnce,
    },
  ],
  [
    'a colleague adds a rule while the token is renewed',
    { refused: 'drift' },
    {
      ...login,
      strike: ({ clock, sandbox }) => {
        clock.time += 9.5 * minute;
        sandbox.faults.next({ path: 'extend' }, { kind: 'colleague', before: addTheirs });
      },
      check: keepsTheirs,
    },
  ],
  ['the token expires before the read-back', 'applied', expires({ ...get, skip: 1 })],
  ['it cannot be extended: 401', 'applied', extendAnswers(401)],
  ['it cannot be extended: 500', 'applied', extendAnswers(500)],
  ['the clock of the console is ten minutes ahead', 'applied', { ...login, skewMs: 10 * minute }],
  ['the clock of the console is ten minutes behind', 'applied', { ...login, skewMs: -10 * minute }],
  ['the key is revoked between plan and push', { refused: 'unauthorized' }, { ...login, strike: revoke }],
  [
    'the key is revoked between GET and PUT',
    'unknown',
    {
      ...login,
      strike: (parts) =>
        parts.sandbox.faults.next(get, {
          kind: 'colleague',
          after: () => void setImmediate(() => revoke(parts)),
        }),
      check: async ({ sandbox, work }) => {
        sandbox.faults.clear();
        const [settled] = await recoverPushes(work.restarted());
        assert.equal(settled?.verdict, 'not-applied');
      },
    },
  ],
  [
    'writing is not permitted (403), reading is',
    'not-applied',
    {
      strike: ({ sandbox }) =>
        sandbox.faults.next({ method: 'PUT', count: 9 }, { kind: 'status', status: 403, when: 'before' }),
      check: sentOnce,
    },
  ],
  [
    '429 without end, from the first read on',
    { refused: 'throttled' },
    { strike: ({ sandbox }) => sandbox.faults.next({ count: 99 }, throttled) },
  ],
  [
    '429 to every PUT, with Retry-After',
    'not-applied',
    {
      strike: ({ sandbox }) =>
        sandbox.faults.next({ method: 'PUT', count: 99 }, { ...throttled, retryAfter: '7' }),
      check: sentOnce,
    },
  ],
  [
    '429 without end, from the PUT on',
    'unknown',
    { strike: ({ sandbox }) => sandbox.faults.next({ skip: 1, count: 99 }, throttled), check: sentOnce },
  ],
  [
    '429 to a read, once: read again',
    'applied',
    {
      strike: ({ sandbox }) => sandbox.faults.next(get, { ...throttled, retryAfter: '2' }),
      check: async ({ work }) => assert.equal((await policyStatus(work.sync, images)).state, 'in-sync'),
    },
  ],
]);
