import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { verdictWords } from '../../../../src/core/sync/outcomes.ts';
import { FakeConsole } from '../../../unit/sync/fakeConsole.ts';
import {
  addRule,
  images,
  later,
  planOf,
  rule,
  TestWorkspace,
  withRules,
} from '../../../unit/sync/workspace.ts';
import { DiskWork, journal } from './diskStories.ts';
import type { Story } from './story.ts';
import { planOne, pushOne } from '../../../unit/sync/planAndPush.ts';
import { planRestore } from '../../../../src/core/sync/planRestore.ts';
import { recoverPushes } from '../../../../src/core/sync/recover.ts';
import { refreshStatus, policyStatus } from '../../../../src/core/sync/policyStatus.ts';
import { baseDocument } from '../../../../src/core/sync/pull.ts';

/** The process comes no further than this. */
function dies(
  what: string,
  ends: Story['ends'],
  at: 'before the PUT' | 'after the PUT',
  restores: boolean,
): Story {
  return {
    group: 'Process',
    what,
    ends,
    play: async (t) => {
      const work = new DiskWork(t);
      const sync = work.started();
      let plan = await work.planned(sync);
      if (restores) {
        const { snapshot } = await pushOne(sync, plan);
        plan = planOf(await planRestore(sync, images, snapshot));
      } else {
        plan = planOf(await planOne(sync, images));
      }
      const puts = work.live.puts;
      // Before: while the line that says "sending" is made durable.
      await new Promise<void>((resolve) => {
        work.disk.fault = ({ name, path: place }) => {
          const isSent = work.live.puts > puts;
          const stops = at === 'after the PUT' ? isSent : name === 'sync';
          if (!place.includes(journal) || !stops) {
            return undefined;
          }
          resolve();
          return 'stop';
        };
        void pushOne(sync, plan);
      });
      work.disk.fault = undefined;
      // What held the mutex is gone; its number may be anybody's.
      work.disk.removeAll('/mutexes/');
      if (at === 'before the PUT') {
        // What a dead process gave to the network may still arrive: nobody knows how far it came.
        assert.equal((await recoverPushes(work.started()))[0]?.verdict, 'unknown');
      }
      const next = work.started(at === 'before the PUT' ? { clock: later } : {});
      const [settled] = await recoverPushes(next);
      assert.ok(settled);
      assert.equal(work.live.puts, puts + (at === 'after the PUT' ? 1 : 0));
      await refreshStatus(next, images);
      const { state } = await policyStatus(next, images);
      const states = {
        'before the PUT': restores ? 'in-sync' : 'edited',
        'after the PUT': restores ? 'live-changed' : 'in-sync',
      };
      assert.equal(state, states[at]);
      return {
        ends: settled.verdict,
        sees: `At ${at === 'before the PUT' ? 'a start a quarter of an hour later' : 'the next start'}: an earlier push was unresolved: ${verdictWords(settled.verdict)}. ${settled.reason ?? ''}`.trim(),
      };
    },
  };
}

/** git brings the file of another branch while a push is at this request. */
function checkout(what: string, at: 'GET' | 'PUT' | 'read-back', ends: Story['ends']): Story {
  return {
    group: 'Process',
    what,
    ends,
    play: async (t) => {
      const live = new FakeConsole();
      const work = await TestWorkspace.make(t as TestContext, live);
      await work.pull([images]);
      const main = await work.text(images);
      await work.edit(
        images,
        withRules((rules) => [...rules, rule('of a branch')]),
      );
      const branch = await work.text(images);
      await work.write(images, main);
      await work.edit(images, addRule);
      const plan = await work.plan(images);
      live.forgetRequests();
      const strike = (): Promise<void> => work.write(images, branch);
      live.beforeRead = (count) => (count === (at === 'GET' ? 1 : 2) && at !== 'PUT' ? strike() : undefined);
      live.beforeWrite = () => (at === 'PUT' ? strike() : undefined);
      const { verdict, reason } = await pushOne(work.sync, plan);
      assert.equal(await work.text(images), branch);
      assert.equal((await policyStatus(work.sync, images)).state, 'conflict');
      assert.ok(await baseDocument(work.sync, images));
      return { ends: verdict, sees: reason ?? 'Pushed.' };
    },
  };
}

export const processStories: readonly Story[] = [
  dies('the process is killed before the PUT', 'not-applied', 'before the PUT', false),
  dies('the process is killed between PUT and verdict', 'applied', 'after the PUT', false),
  dies('the process is killed during a restore, before the PUT', 'not-applied', 'before the PUT', true),
  dies('the process is killed during a restore, between PUT and verdict', 'applied', 'after the PUT', true),
  checkout('git brings another file while live is read', 'GET', 'applied'),
  checkout('git brings another file between PUT and answer', 'PUT', 'applied'),
  checkout('git brings another file before the read-back', 'read-back', 'applied'),
];
