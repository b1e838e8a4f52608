import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestFirst } from '../../../src/vscode/history/describePush.ts';
import { addRule, images, planOf, pulled, rule, withRules } from './workspace.ts';
import { planOne, pushOne } from './planAndPush.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';

const minute = 60_000;

/** A clock that shows another time than it is. */
const offBy = (ms: number) => ({ now: () => new Date(Date.now() + ms) });

test('pushes keep their order in the history when the clock is set back between them', async (t) => {
  const { work } = await pulled(t);
  const ids: string[] = [];
  for (const [name, off] of [
    ['one', 0],
    ['two', -90 * minute],
    ['three', -60 * minute],
    ['four', 5],
  ] as const) {
    await work.edit(
      images,
      withRules((rules) => [...rules, rule(name)]),
    );
    const sync = work.restarted({ clock: offBy(off) });
    ids.push((await pushOne(sync, planOf(await planOne(sync, images)))).pushId);
  }
  const history = await work.restarted().journal.all();
  assert.deepEqual(
    history.map(({ id }) => id),
    ids,
  );
  assert.equal(history[0]!.at > history[1]!.at, true, 'when it was, by the clock as it was');
  assert.deepEqual(
    newestFirst([history.map((record) => ({ record }))]).map(({ record }) => record.id),
    ids.toReversed(),
  );
});

test('entries of several consoles are told by time, and those of one in their order', () => {
  const of = (console: string, ...times: readonly number[]) =>
    times.map((time, place) => ({ record: { at: String(time) }, name: `${console}${place}` }));
  assert.deepEqual(
    newestFirst([of('a', 1, 5, 3), of('b', 2, 4, 6)]).map(({ name }) => name),
    ['b2', 'a2', 'a1', 'b1', 'b0', 'a0'],
  );
});

test('a push that was sent before the clock was set back by a day is settled in a quarter of an hour, not in a day', async (t) => {
  const { live, work } = await pulled(t);
  await work.edit(images, addRule);
  const ahead = work.restarted({ clock: offBy(24 * 60 * minute) });
  const plan = planOf(await planOne(ahead, images));
  live.putFault = 'silent';
  assert.equal((await pushOne(ahead, plan)).verdict, 'unknown');
  // It may have been sent a moment ago: it is not called anything yet.
  const [open] = await recoverPushes(work.restarted());
  assert.deepEqual([open?.verdict, open?.isOpen], ['unknown', true]);
  assert.ok(open?.mayArriveUntil);
  assert.ok(open.mayArriveUntil.getTime() <= Date.now() + 15 * minute);
  const soon = await recoverPushes(work.restarted({ clock: offBy(14 * minute) }));
  assert.equal(soon[0]?.isOpen, true);
  const [settled] = await recoverPushes(work.restarted({ clock: offBy(16 * minute) }));
  assert.deepEqual([settled?.verdict, settled?.isOpen], ['not-applied', false]);
});
