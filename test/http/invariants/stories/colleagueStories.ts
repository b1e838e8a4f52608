import assert from 'node:assert/strict';
import { arrayAt, stringAt, type JsonObject } from '../../../../src/core/json/json.ts';
import type { SandboxState } from '../../../../src/sandbox/sandboxState.ts';
import type { PushOutcome, PushPlan } from '../../../../src/core/sync/outcomes.ts';
import { asObject } from '../../../unit/policy/policyArbitraries.ts';
import { addRule, images, isCode, planOf, rule, runtime } from '../../../unit/sync/workspace.ts';
import { pushStories, type PushParts, type PushStory } from './story.ts';
import { editRules } from '../../../sandbox/editRules.ts';
import { planOne, pushOne } from '../../../unit/sync/planAndPush.ts';
import { refreshStatus } from '../../../../src/core/sync/policyStatus.ts';

type Change = (rules: readonly JsonObject[]) => readonly JsonObject[];

const names = (state: SandboxState): (string | undefined)[] =>
  arrayAt(state.policies.get(images.name), 'rules').map((one) => stringAt(asObject(one), 'name'));

/** Somebody writes after the plan was made, and what they did stays. */
function after(change: Change): PushStory {
  let theirs: readonly unknown[] = [];
  return {
    strike: ({ sandbox }) => {
      editRules(sandbox.state, images.name, change);
      theirs = names(sandbox.state);
    },
    check: ({ sandbox }) => {
      assert.deepEqual(names(sandbox.state), theirs);
      assert.equal(sandbox.requests.of('PUT').length, 0);
    },
  };
}

/** Pushes the same plan from a second window while the first waits for its answer: the end is that of the second. */
async function fromTwoWindows({ sandbox, work }: PushParts, plan: PushPlan): Promise<PushOutcome> {
  let told: Promise<unknown> | undefined;
  sandbox.faults.next(
    { method: 'PUT' },
    {
      kind: 'colleague',
      before: () => {
        told = pushOne(work.restarted(), plan).catch((error: unknown) => error);
      },
    },
  );
  const first = await pushOne(work.sync, plan);
  assert.equal(first.verdict, 'applied');
  const second = await told;
  assert.ok(isCode('base-moved')(second), String(second));
  throw second;
}

const drift = { refused: 'drift' };

export const colleagueStories = pushStories('Somebody else', [
  [
    'renames a rule between plan and push',
    drift,
    after(([first = new Map(), ...rest]) => [new Map(first).set('name', 'Renamed'), ...rest]),
  ],
  ['deletes a rule between plan and push', drift, after((rules) => rules.slice(1))],
  [
    'moves one rule between plan and push',
    drift,
    after(([first = new Map(), second = new Map(), ...rest]) => [second, first, ...rest]),
  ],
  [
    'deletes a collection between plan and PUT: the console leaves the rule out without a word',
    'not-applied',
    {
      strike: async ({ sandbox, work }) => {
        sandbox.state.collections.set('Short-lived', new Map(), 'me', '2030-01-01T00:00:00Z');
        await work.edit(images, (value) => {
          const [, ...rest] = arrayAt(value, 'rules').map(asObject);
          return new Map([
            ...value,
            ['rules', [rule('Mine', { collections: [{ name: 'Short-lived' }] }), ...rest]],
          ]);
        });
      },
      push: async ({ sandbox, work }) => {
        const plan = planOf(await planOne(work.sync, images));
        sandbox.faults.next(
          { method: 'PUT' },
          { kind: 'colleague', before: (state) => state.collections.delete('Short-lived') },
        );
        return pushOne(work.sync, plan);
      },
    },
  ],
  [
    'adds a rule between PUT and read-back',
    'foreign-change',
    {
      strike: ({ sandbox }) =>
        sandbox.faults.next(
          { method: 'PUT' },
          {
            kind: 'colleague',
            after: (state) => editRules(state, images.name, (rules) => [...rules, rule('Theirs')]),
          },
        ),
      check: ({ sandbox }) => assert.ok(names(sandbox.state).includes('Theirs')),
    },
  ],
  [
    'changes another policy at the same time',
    'applied',
    {
      strike: ({ sandbox }) =>
        sandbox.faults.next(
          { method: 'PUT' },
          {
            kind: 'colleague',
            before: (state) => editRules(state, runtime.name, (rules) => rules.toReversed()),
          },
        ),
    },
  ],
]).concat(
  pushStories('Two at once', [
    [
      'a second window pushes the same policy',
      { refused: 'base-moved' },
      { push: fromTwoWindows, check: ({ sandbox }) => assert.equal(sandbox.requests.of('PUT').length, 1) },
    ],
    [
      'two policies are pushed',
      'applied',
      {
        push: async ({ work, sandbox }, plan) => {
          await work.pull([runtime]);
          await work.edit(runtime, addRule);
          const other = await work.plan(runtime);
          const [first, second] = await Promise.all([
            pushOne(work.sync, plan),
            pushOne(work.restarted(), other),
          ]);
          assert.equal(second.verdict, 'applied');
          assert.equal(sandbox.requests.of('PUT').length, 2);
          assert.equal((await refreshStatus(work.restarted(), runtime)).state, 'in-sync');
          return first;
        },
      },
    ],
  ]),
);
