import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { pushSeveral, type PushedOne } from '../../../src/core/sync/push.ts';
import { ExpectedError, isCanceled } from '../../../src/core/util/errors.ts';
import { planSeveral, planPush } from '../../../src/core/sync/plan.ts';
import { confirmationOf, pushNeeds } from '../../../src/core/sync/pushNeeds.ts';
import { planAndPush, pushEach } from './planAndPush.ts';
import { addRule, images, isCode, network, pulled, runtime } from './workspace.ts';
import { evidenceOf } from '../../../src/core/sync/recordFacts.ts';

async function edited(t: TestContext, more: Parameters<typeof pulled>[1] = {}) {
  const world = await pulled(t, more);
  await world.work.edit(images, addRule);
  await world.work.edit(runtime, addRule);
  world.live.forgetRequests();
  return world;
}

function endOf({ plan, outcome, error, wasSent }: PushedOne): unknown[] {
  return [plan.ref.policy, outcome?.verdict ?? error?.message, wasSent];
}

test('everything is planned and confirmed by name before anything is sent', async (t) => {
  const { live, work } = await edited(t, { isProtected: () => true });
  const calls: string[] = [];
  const several = await planSeveral(work.sync, [images, network, runtime], {
    planOne: async (sync, kind, options) => {
      calls.push(`plan ${kind.name}`);
      return planPush(sync, kind, options);
    },
  });
  const needing = several.plans.map((plan) => ({ plan, needs: pushNeeds(plan, true, 1) }));
  assert.deepEqual(
    needing.map(({ plan, needs }) => [plan.ref.policy, ...needs.map(({ kind }) => kind)]),
    [
      [images.name, 'protected'],
      [runtime.name, 'protected'],
    ],
  );
  assert.deepEqual([several.unchanged.length, several.refused.length, live.puts], [1, 0, 0]);
  const confirmations = new Map(needing.map(({ plan, needs }) => [plan, confirmationOf(needs)]));
  const pushing = pushSeveral(work.sync, several.plans, confirmations, {
    sending: async ({ ref }) => void calls.push(`send ${ref.policy}`),
  });
  for await (const { plan, outcome } of pushing) {
    calls.push(`${outcome?.verdict} ${plan.ref.policy}`);
  }
  assert.deepEqual(calls, [
    `plan ${images.name}`,
    `plan ${network.name}`,
    `plan ${runtime.name}`,
    `send ${images.name}`,
    `applied ${images.name}`,
    `send ${runtime.name}`,
    `applied ${runtime.name}`,
  ]);
  assert.deepEqual(
    live.bodies,
    several.plans.map(({ body }) => body),
    'what is sent is what was shown',
  );
  const records = await work.sync.journal.all();
  assert.deepEqual(
    Object.fromEntries(records.map(({ policy, confirmed }) => [policy, confirmed])),
    { [images.name]: ['protected'], [runtime.name]: ['protected'] },
    'and what was said yes to is kept',
  );
  const evidence = await Promise.all(records.map(({ id }) => evidenceOf(work.sync, id)));
  const said = new Set(
    evidence.map(({ markdown }) => /Confirmed before it was sent \| (.*?) \|/.exec(markdown)?.[1]),
  );
  assert.deepEqual(said, new Set(['the console is protected']));
});

test('a console that becomes protected after the plan was made wants its name all the same', async (t) => {
  let isProtected = false;
  const { live, work } = await edited(t, { isProtected: () => isProtected });
  const { plans } = await planSeveral(work.sync, [images]);
  const confirmed = () =>
    new Map(plans.map((plan) => [plan, confirmationOf(pushNeeds(plan, isProtected, 1))]));
  const before = confirmed();
  isProtected = true;
  const results = await pushEach(work.sync, plans, before);
  assert.match(results[0]?.error?.message ?? '', /is protected\? Nothing was sent/);
  assert.equal(live.puts, 0);
  await pushEach(work.sync, plans, confirmed());
  assert.equal(live.puts, 1);
});

test('without a name that the plan needs, nothing is sent', async (t) => {
  const { live, work } = await edited(t, { isProtected: () => true });
  const { results } = await planAndPush(work.sync, [images]);
  assert.deepEqual(
    results.map(({ error }) => isCode('protected')(error)),
    [true],
  );
  assert.equal(live.puts, 0);
});

test('after one that is not applied the rest is left, unless somebody says to go on', async (t) => {
  const { live, work } = await edited(t);
  const unsaved = async (): Promise<void> => {
    throw new ExpectedError('file-changed', 'changed meanwhile');
  };
  const stopped = await planAndPush(work.sync, [images, runtime], { sending: unsaved });
  assert.deepEqual(stopped.results.map(endOf), [[images.name, 'changed meanwhile', false]]);
  assert.deepEqual(
    stopped.remaining.map(({ ref }) => ref.policy),
    [runtime.name],
  );
  assert.equal(live.puts, 0);
  const asked: string[] = [];
  live.putFault = 'silent';
  const { results } = await planAndPush(work.sync, [images, runtime], {
    goesOn: async ({ plan }, left) => {
      asked.push(`${plan.ref.policy}, ${left.length} left`);
      return true;
    },
  });
  assert.deepEqual(results.map(endOf), [
    [images.name, 'unknown', true],
    [runtime.name, 'applied', true],
  ]);
  assert.deepEqual(asked, [`${images.name}, 1 left`]);
});

test('a cancellation ends it before the next PUT, and says what is left', async (t) => {
  const { live, work } = await edited(t);
  for (const [step, left] of [
    ['saving-snapshot', [images.name, runtime.name]],
    ['reading-back', [runtime.name]],
  ] as const) {
    const controller = new AbortController();
    const end = await planAndPush(work.sync, [images, runtime], {
      signal: controller.signal,
      onStep: (_plan, at) => at === step && controller.abort(),
    });
    const canceled = end.results.at(-1);
    assert.ok(canceled && isCanceled(canceled.error));
    assert.deepEqual(
      [canceled.plan, ...end.remaining].map(({ ref }) => ref.policy),
      left,
    );
  }
  assert.equal(live.puts, 1);
});

test('a failure leaves out its policy, or ends everything, as the caller says', async (t) => {
  const { live, work } = await edited(t);
  live.readFault = (_, policy) =>
    policy === images.name ? new ExpectedError('forbidden', 'not for you') : undefined;
  const { several, results } = await planAndPush(work.sync, [images, runtime]);
  assert.deepEqual(
    several.refused.map(({ ref, error }) => [ref.policy, error?.message]),
    [[images.name, 'not for you']],
  );
  assert.deepEqual(results.map(endOf), [[runtime.name, 'applied', true]]);
  live.forgetRequests();
  live.readFault = () => new ExpectedError('unreachable', 'no answer');
  await assert.rejects(
    planSeveral(work.sync, [images, runtime], { leavesOut: () => false }),
    isCode('unreachable'),
  );
});
