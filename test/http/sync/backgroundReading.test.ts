import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { Emitter } from '../../../src/core/util/disposable.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';
import type { ConsoleHandle } from '../../../src/vscode/workspace/consoleHandle.ts';
import { readLiveInBackground } from '../../../src/vscode/policies/readLiveInBackground.ts';
import { images, rule } from '../../unit/sync/workspace.ts';
import { sandboxWorkspace } from './sandboxWorkspace.ts';
import { baseDocument } from '../../../src/core/sync/pull.ts';
import { policyStatus, refreshStatus } from '../../../src/core/sync/policyStatus.ts';

/** What a window is to a reader. */
interface Window {
  isUsed: boolean;
  access: ConsoleHandle['access'];
  intervalMs: number;
}

/** A pulled policy, and a reader that is as fast as can be; without the given hindrance it would have read long ago. */
async function reading(t: TestContext, given: Partial<Window> = {}) {
  const { work, sandbox, colleague } = await sandboxWorkspace(t);
  await work.pull([images]);
  const window: Window = { isUsed: true, access: 'ready', intervalMs: 20, ...given };
  const changed = new Emitter<void>();
  const handle = {
    id: 'test',
    entry: { name: 'test' },
    get access() {
      return window.access;
    },
  } as ConsoleHandle;
  sandbox.requests.clear();
  const reader = readLiveInBackground({
    consoles: {
      consoles: [handle],
      onDidChange: changed.event,
      findFile: async (_: ConsoleHandle, policy: string) => (policy === images.name ? {} : undefined),
    },
    syncs: { of: () => work.sync },
    models: { status: () => undefined },
    window: {
      get state() {
        return { focused: true, active: window.isUsed };
      },
    },
    settings: {
      get refreshIntervalMs() {
        return window.intervalMs;
      },
    },
    log: silentLogger,
    lookMs: 5,
  } as unknown as Parameters<typeof readLiveInBackground>[0]);
  t.after(() => reader.dispose());
  const change = (to: Partial<Window>): void => {
    Object.assign(window, to);
    changed.fire();
  };
  return { work, sandbox, colleague, change, reads: () => sandbox.requests.of('GET', images.name).length };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) {
    await delay(5);
  }
}

test('a change by a colleague is seen without a push, and neither base nor file move', async (t) => {
  const { work, colleague, reads, sandbox } = await reading(t);
  const base = JSON.stringify(await baseDocument(work.sync, images));
  colleague(images, (rules) => [...rules, rule('by a colleague')]);
  await until(async () => (await policyStatus(work.sync, images)).state === 'live-changed');
  assert.ok(reads() > 0);
  assert.equal(JSON.stringify(await baseDocument(work.sync, images)), base);
  assert.deepEqual(sandbox.requests.of('PUT'), []);
});

for (const [what, hindrance, without] of [
  ['that nobody uses', { isUsed: false }, { isUsed: true }],
  ['whose setting is off', { intervalMs: 0 }, { intervalMs: 20 }],
  ['that is not trusted', { access: 'untrusted' }, { access: 'ready' }],
  ['that is signed out', { access: 'signed-out' }, { access: 'ready' }],
] as const satisfies readonly (readonly [string, Partial<Window>, Partial<Window>])[]) {
  test(`a window ${what} makes no request; once that is over it does`, async (t) => {
    const { sandbox, change, reads } = await reading(t, hindrance);
    await delay(300);
    assert.deepEqual(sandbox.requests.all(), []);
    change(without);
    await until(() => reads() > 0);
  });
}

for (const [what, hindrance] of [
  ['the window is left', { isUsed: false }],
  ['the setting is switched off', { intervalMs: 0 }],
  ['trust is gone', { access: 'untrusted' }],
] as const satisfies readonly (readonly [string, Partial<Window>])[]) {
  test(`when ${what} the readings end`, async (t) => {
    const { change, reads } = await reading(t);
    await until(() => reads() > 0);
    change(hindrance);
    // One may be under way, for as long as it takes on a busy machine.
    let before = -1;
    for (let looks = 0; looks < 10 && reads() !== before; looks++) {
      before = reads();
      await delay(300);
    }
    assert.equal(reads(), before);
  });
}

test('a console that is away leaves what is known as it was, with the time of the miss', async (t) => {
  const { work, sandbox } = await reading(t);
  await until(async () => (await policyStatus(work.sync, images)).liveReadAt !== undefined);
  sandbox.faults.next({ count: 999 }, { kind: 'status', status: 503, when: 'before' });
  await until(async () => (await policyStatus(work.sync, images)).missed !== undefined);
  const missed = await policyStatus(work.sync, images);
  assert.equal(missed.state, 'in-sync');
  assert.match(missed.missed?.reason ?? '', /503/);
  await assert.rejects(refreshStatus(work.sync, images));
  assert.equal((await policyStatus(work.sync, images)).state, 'failed', 'who asks is told');
});
