import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { PushedOne } from '../../../src/core/sync/pushFlow.ts';
import { CanceledError, ExpectedError } from '../../../src/core/util/errors.ts';
import { confirmationOf } from '../../../src/core/sync/pushNeeds.ts';
import { agreeing } from './agreeing.ts';
import { addRule, images, isCode, network, pulled, runtime } from './workspace.ts';

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

test('everything is planned, shown and confirmed by name before anything is sent', async (t) => {
  const { live, work } = await edited(t, { isProtected: () => true });
  const calls: string[] = [];
  const end = await work.sync.pushAll(
    [images, network, runtime],
    agreeing({
      planning: async ({ name }, at) => void calls.push(`plan ${at} ${name}`),
      confirm: ({ unchanged, refused }, plans) => {
        const needed = plans.map(
          ({ plan, needs }) => `${plan.ref.policy} ${needs.map(({ kind }) => kind).join()}`,
        );
        calls.push(`confirm ${needed.join(', ')}; ${unchanged.length} ${refused.length}, ${live.puts} sent`);
        return new Map(plans.map(({ plan, needs }) => [plan, confirmationOf(needs)]));
      },
      sending: async ({ ref }, at) => void calls.push(`send ${at} ${ref.policy}`),
      ended: ({ plan, outcome }) => void calls.push(`${outcome?.verdict} ${plan.ref.policy}`),
    }),
  );
  assert.deepEqual(calls, [
    `plan 0 ${images.name}`,
    `plan 1 ${network.name}`,
    `plan 2 ${runtime.name}`,
    `confirm ${images.name} protected, ${runtime.name} protected; 1 0, 0 sent`,
    `send 0 ${images.name}`,
    `applied ${images.name}`,
    `send 1 ${runtime.name}`,
    `applied ${runtime.name}`,
  ]);
  assert.deepEqual(
    live.bodies,
    end.several.plans.map(({ body }) => body),
    'what is sent is what was shown',
  );
  const records = await work.sync.history();
  assert.deepEqual(
    Object.fromEntries(records.map(({ policy, confirmed }) => [policy, confirmed])),
    { [images.name]: ['protected'], [runtime.name]: ['protected'] },
    'and what was said yes to is kept',
  );
  const evidence = await Promise.all(records.map(({ id }) => work.sync.evidence(id)));
  const said = new Set(
    evidence.map(({ markdown }) => /Confirmed before it was sent \| (.*?) \|/.exec(markdown)?.[1]),
  );
  assert.deepEqual(said, new Set(['the console is protected']));
});

test('a console that becomes protected after the plan was made wants its name all the same', async (t) => {
  let isProtected = false;
  const { live, work } = await edited(t, { isProtected: () => isProtected });
  const { results } = await work.sync.pushAll(
    [images],
    agreeing({
      confirm: () => {
        isProtected = true;
        return new Map();
      },
    }),
  );
  assert.match(results[0]?.error?.message ?? '', /is protected\? Nothing was sent/);
  assert.equal(live.puts, 0);
  const named = agreeing({
    confirm: (_, plans) => new Map(plans.map(({ plan, needs }) => [plan, confirmationOf(needs)])),
  });
  await work.sync.pushAll([images], named);
  assert.equal(live.puts, 1);
});

test('without a yes, or without a name that the last plan needs, nothing is sent at all', async (t) => {
  const { live, work } = await edited(t, { isProtected: () => true });
  const { remaining, results } = await work.sync.pushAll(
    [images, runtime],
    agreeing({ confirm: () => undefined }),
  );
  assert.deepEqual([remaining.length, results.length], [2, 0]);
  const no = (): never => {
    throw new CanceledError();
  };
  await assert.rejects(work.sync.pushAll([images], agreeing({ confirm: no })), CanceledError);
  assert.equal(live.puts, 0);
  // A caller that asks for nothing is refused by the push itself.
  const { results: refused } = await work.sync.pushAll([images], agreeing());
  assert.deepEqual(
    refused.map(({ error }) => isCode('protected')(error)),
    [true],
  );
  assert.equal(live.puts, 0);
});

test('after one that is not applied the rest is left, unless somebody says to go on', async (t) => {
  const { live, work } = await edited(t);
  const unsaved = async (): Promise<void> => {
    throw new ExpectedError('file-changed', 'changed meanwhile');
  };
  const ends: unknown[][] = [];
  const stopped = await work.sync.pushAll(
    [images, runtime],
    agreeing({ sending: unsaved, ended: (result) => void ends.push(endOf(result)) }),
  );
  assert.deepEqual(ends, [[images.name, 'changed meanwhile', false]]);
  assert.deepEqual(
    stopped.remaining.map(({ ref }) => ref.policy),
    [runtime.name],
  );
  assert.equal(live.puts, 0);
  const asked: string[] = [];
  live.putFault = 'silent';
  const { results } = await work.sync.pushAll(
    [images, runtime],
    agreeing({
      goesOn: async ({ plan }, left) => {
        asked.push(`${plan.ref.policy}, ${left.length} left`);
        return true;
      },
    }),
  );
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
    const end = await work.sync.pushAll(
      [images, runtime],
      agreeing({
        whilePushing: (_plans, push) => push(controller.signal),
        step: (_plan, at) => at === step && controller.abort(),
      }),
    );
    assert.equal(end.canceled, true);
    assert.deepEqual(
      end.remaining.map(({ ref }) => ref.policy),
      left,
    );
  }
  assert.equal(live.puts, 1);
});

test('a failure leaves out its policy, or ends everything, as the caller says', async (t) => {
  const { live, work } = await edited(t);
  live.readFault = (_, policy) =>
    policy === images.name ? new ExpectedError('forbidden', 'not for you') : undefined;
  const { several, results } = await work.sync.pushAll([images, runtime], agreeing());
  assert.deepEqual(
    several.refused.map(({ ref, error }) => [ref.policy, error?.message]),
    [[images.name, 'not for you']],
  );
  assert.deepEqual(results.map(endOf), [[runtime.name, 'applied', true]]);
  live.forgetRequests();
  live.readFault = () => new ExpectedError('unreachable', 'no answer');
  await assert.rejects(
    work.sync.pushAll([images, runtime], agreeing({ leavesOut: () => false })),
    isCode('unreachable'),
  );
});

test('plans that are not those that were shown any more are not sent, and nobody is asked', async (t) => {
  const { live, work } = await edited(t);
  const { plans } = await work.sync.planAll([images, runtime]);
  const asked: string[] = [];
  const push = (shown: typeof plans) =>
    work.sync.pushAll(
      [images, runtime],
      agreeing({
        shown,
        confirm: (_, made) => {
          asked.push(...made.map(({ plan }) => plan.ref.policy));
          return new Map();
        },
      }),
    );
  const [first] = plans;
  assert.ok(first);
  const others = [[first], [...plans].toReversed(), [first, { ...first, bodyHash: 'x' }]];
  for (const shown of others) {
    const end = await push(shown);
    assert.deepEqual([end.isOutOfDate, end.results, live.puts], [true, [], 0]);
  }
  await work.edit(images, addRule);
  assert.equal((await push(plans)).isOutOfDate, true);
  assert.deepEqual([asked, live.puts], [[], 0]);
  const again = await work.sync.planAll([images, runtime]);
  const end = await push(again.plans);
  assert.deepEqual([end.isOutOfDate, end.results.length, live.puts], [false, 2, 2]);
});
