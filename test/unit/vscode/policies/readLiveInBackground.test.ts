import assert from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { policyKinds, type PolicyKind, type PolicyName } from '../../../../src/core/policy/families.ts';
import { type Disposable, Emitter } from '../../../../src/core/util/disposable.ts';
import { ExpectedError } from '../../../../src/core/util/errors.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import type { ConsoleHandle } from '../../../../src/vscode/workspace/consoleHandle.ts';
import {
  MAX_CHARACTERS,
  MAX_POLICIES,
  readLiveInBackground,
} from '../../../../src/vscode/policies/readLiveInBackground.ts';

const minute = 60_000;

interface World {
  readonly read: string[];
  readonly consoles: { -readonly [K in keyof ConsoleHandle]: ConsoleHandle[K] }[];
  isUsed: boolean;
  interval: number;
  files: readonly PolicyName[];
  /** Consoles whose files cannot be looked for. */
  lost: readonly string[];
  busy: PolicyName | undefined;
  /** What a reading comes to. */
  answer: (policy: PolicyName) => Promise<number>;
  readonly readAt: Map<PolicyName, Date>;
  readonly consolesChanged: Emitter<void>;
  readonly reader: Disposable;
  /** Lets time pass, minute by minute, so that what is read in between is read. */
  pass(minutes: number): Promise<void>;
}

function open(context: TestContext, given: Partial<World> = {}): World {
  context.mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_000_000_000 });
  const consoleOf = (name: string): ConsoleHandle =>
    ({ id: name, entry: { name }, access: 'ready' }) as ConsoleHandle;
  const world: World = {
    read: [],
    consoles: [consoleOf('prod')],
    isUsed: true,
    interval: 5 * minute,
    files: ['vulnerability/images'],
    lost: [],
    busy: undefined,
    answer: async () => 10,
    readAt: new Map(),
    consolesChanged: new Emitter(),
    ...given,
    reader: undefined as never,
    pass: async (minutes) => {
      for (let left = minutes * 6; left > 0; left--) {
        context.mock.timers.tick(minute / 6);
        await settled();
      }
    },
  };
  const reader = readLiveInBackground({
    consoles: {
      consoles: world.consoles,
      onDidChange: world.consolesChanged.event,
      findFile: async ({ id }: ConsoleHandle, policy: PolicyName) => {
        if (world.lost.includes(id)) {
          world.read.push(`${id}/lost`);
          throw new Error('the folder is gone');
        }
        return world.files.includes(policy) ? {} : undefined;
      },
    },
    syncs: {
      of: ({ id }: ConsoleHandle) => ({
        known: {
          read: async (_: unknown, kind: PolicyKind) => {
            world.read.push(`${id}/${kind.name}`);
            return { text: { length: await world.answer(kind.name) } };
          },
        },
        due: new Set(),
        busy: { has: (policy: PolicyName) => policy === world.busy },
      }),
    },
    models: {
      status: (_: string, policy: PolicyName) => {
        const liveReadAt = world.readAt.get(policy);
        return { state: 'in-sync', ...(liveReadAt && { liveReadAt }) };
      },
    },
    window: {
      get state() {
        return { focused: true, active: world.isUsed };
      },
    },
    settings: {
      get refreshIntervalMs() {
        return world.interval;
      },
    },
    log: silentLogger,
    random: () => 0.5,
  } as unknown as Parameters<typeof readLiveInBackground>[0]);
  context.after(() => reader.dispose());
  return Object.assign(world, { reader });
}

test('reads what was pulled once per interval, and nothing before the first is over', async (context) => {
  const world = open(context);
  await world.pass(4);
  assert.deepEqual(world.read, []);
  await world.pass(2);
  assert.deepEqual(world.read, ['prod/vulnerability/images']);
  await world.pass(15);
  assert.equal(world.read.length, 4);
});

for (const [what, given] of [
  ['a window that nobody uses', { isUsed: false }],
  ['an interval of 0', { interval: 0 }],
  ['no pulled policy', { files: [] }],
] as const) {
  test(`${what}: no request`, async (context) => {
    const world = open(context, given);
    await world.pass(60);
    assert.deepEqual(world.read, []);
  });
}

for (const access of ['untrusted', 'signed-out'] as const) {
  test(`a console that is ${access} gets no request; once it is ready it does`, async (context) => {
    const world = open(context);
    const [prod] = world.consoles;
    assert.ok(prod);
    prod.access = access;
    world.consolesChanged.fire();
    await world.pass(60);
    assert.deepEqual(world.read, []);
    prod.access = 'ready';
    world.consolesChanged.fire();
    await world.pass(1);
    assert.equal(world.read.length, 1);
  });
}

test('who comes back to the window sees what changed soon; who leaves it stops the readings', async (context) => {
  const world = open(context);
  world.isUsed = false;
  await world.pass(60);
  assert.deepEqual(world.read, []);
  world.isUsed = true;
  await world.pass(1);
  assert.equal(world.read.length, 1);
});

test('leaving the window ends a turn after the request that is under way', async (context) => {
  const world = open(context, { files: ['vulnerability/images', 'vulnerability/host', 'waas/host'] });
  world.answer = async () => {
    world.isUsed = false;
    return 10;
  };
  await world.pass(6);
  assert.equal(world.read.length, 1);
});

test('a setting that is changed counts at once', async (context) => {
  const world = open(context, { interval: 0 });
  await world.pass(10);
  world.interval = 2 * minute;
  await world.pass(1);
  assert.equal(world.read.length, 1);
  world.interval = 0;
  await world.pass(60);
  assert.equal(world.read.length, 1);
});

test('a turn has few requests, one at a time, and the next goes on where it ended', async (context) => {
  const world = open(context, { files: policyKinds.map(({ name }) => name) });
  let running = 0;
  let most = 0;
  world.answer = async () => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    return 10;
  };
  await world.pass(6);
  assert.equal(world.read.length, MAX_POLICIES);
  await world.pass(10);
  assert.equal(new Set(world.read).size, policyKinds.length);
  assert.equal(most, 1);
});

test('large policies end a turn', async (context) => {
  const world = open(context, { files: ['vulnerability/images', 'vulnerability/host', 'waas/host'] });
  world.answer = async () => MAX_CHARACTERS;
  await world.pass(6);
  assert.equal(world.read.length, 1);
  await world.pass(10);
  assert.equal(new Set(world.read).size, 3);
});

test('what a command has just read is not read again', async (context) => {
  const world = open(context, { files: ['vulnerability/images', 'vulnerability/host'] });
  await world.pass(4);
  world.readAt.set('vulnerability/images', new Date());
  await world.pass(2);
  assert.deepEqual(world.read, ['prod/vulnerability/host']);
});

test('while a push or pull runs nothing is read; soon afterwards it is', async (context) => {
  const world = open(context);
  world.busy = 'waas/host';
  await world.pass(20);
  assert.deepEqual(world.read, []);
  world.busy = undefined;
  await world.pass(1);
  assert.equal(world.read.length, 1);
});

test('readings that fail come later and later, but not for ever', async (context) => {
  const world = open(context);
  world.answer = () => Promise.reject(new ExpectedError('unreachable', 'nobody there'));
  await world.pass(6);
  assert.equal(world.read.length, 1);
  await world.pass(64);
  assert.equal(world.read.length, 3, 'after 5, 15 and 35 minutes, and next after 75');
  await world.pass(600);
  assert.equal(world.read.length, 13, 'then once an hour');
  world.answer = async () => 10;
  await world.pass(66);
  const before = world.read.length;
  await world.pass(5);
  assert.equal(world.read.length, before + 1, 'as before');
});

test('the first failure ends a turn, unless it is of one policy only', async (context) => {
  const world = open(context, { files: ['vulnerability/images', 'vulnerability/host', 'waas/host'] });
  world.answer = (policy) =>
    policy === 'vulnerability/images'
      ? Promise.reject(new ExpectedError('not-found', 'no such route'))
      : Promise.reject(new ExpectedError('unreachable', 'nobody there'));
  await world.pass(6);
  assert.deepEqual(world.read, ['prod/vulnerability/images', 'prod/vulnerability/host']);
});

test('a refused sign-in is tried later, and at once when sign-ins or consoles change', async (context) => {
  const world = open(context);
  world.answer = () => Promise.reject(new ExpectedError('unauthorized', 'refused once'));
  await world.pass(6);
  world.answer = async () => 10;
  await world.pass(11);
  assert.equal(world.read.length, 2);
  world.answer = () => Promise.reject(new ExpectedError('unauthorized', 'wrong key'));
  await world.pass(66);
  const before = world.read.length;
  world.consolesChanged.fire();
  await world.pass(6);
  assert.equal(world.read.length, before + 1);
});

test('one console that fails takes nothing from another', async (context) => {
  const world = open(context);
  world.consoles.push({ ...world.consoles[0], id: 'test' } as ConsoleHandle);
  world.consolesChanged.fire();
  world.answer = async () => {
    if (world.read.at(-1)?.startsWith('prod')) {
      throw new ExpectedError('unreachable', 'nobody there');
    }
    return 10;
  };
  await world.pass(17);
  assert.equal(world.read.filter((one) => one.startsWith('test')).length, 3);
  assert.equal(world.read.filter((one) => one.startsWith('prod')).length, 2);
});

test('nothing is read after it is disposed', async (context) => {
  const world = open(context);
  world.reader.dispose();
  await world.pass(60);
  assert.deepEqual(world.read, []);
});

test('files that cannot be looked for are not looked for all the time, and take nothing from another console', async (context) => {
  const world = open(context, { lost: ['prod'] });
  world.consoles.push({ ...(world.consoles[0] as ConsoleHandle), id: 'dev' });
  await world.pass(6);
  assert.deepEqual(world.read, ['prod/lost', 'dev/vulnerability/images']);
  await world.pass(60);
  assert.ok(world.read.filter((one) => one === 'prod/lost').length < 6, world.read.join(' '));
  assert.equal(world.read.filter((one) => one.startsWith('dev/')).length, 13);
});
