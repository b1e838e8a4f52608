import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { policyAddress } from '../../../../src/core/consoleFile/destination.ts';
import type { PolicyKind } from '../../../../src/core/policy/families.ts';
import type { PushRecord } from '../../../../src/core/sync/journalEvent.ts';
import { ExpectedError } from '../../../../src/core/util/errors.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import { testDestination } from '../../sync/testDestination.ts';
import type { Log } from '../../../../src/vscode/platform/log.ts';
import { DisposableStore, Emitter } from '../../../../src/core/util/disposable.ts';
import type { ConsoleHandle } from '../../../../src/vscode/workspace/consoleHandle.ts';
import type { Consoles } from '../../../../src/vscode/workspace/consoles.ts';
import type { ConsoleSyncs } from '../../../../src/vscode/workspace/consoleSyncs.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const told: string[] = [];
useEditor({ window: { showWarningMessage: async (text: string) => void told.push(text) } });
const { settleOpenPushes } = await import('../../../../src/vscode/push/settleOpenPushes.ts');

const open = {
  id: '1',
  at: '2030-01-02T03:04:05.000Z',
  console: 'prod',
  policy: 'vulnerability/host',
  destination: testDestination,
  live: 'l',
  next: 'n',
  body: 'b',
  document: 'd',
  steps: [],
  sent: true,
  closed: false,
} satisfies PushRecord;
const elsewhere: PushRecord = {
  ...open,
  destination: { ...testDestination, url: 'https://elsewhere.example' },
};

const longest = 5 * 60_000;

test('an open push is looked at again until it is settled, whatever stood in the way', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** The journal at each look. */
  const looks: (readonly PushRecord[] | Error)[] = [];
  let look: readonly PushRecord[] | Error = [];
  let looked = 0;
  let isTaken = false;
  let access = 'ready';
  const changed = new Emitter<void>();
  const sync = {
    console: 'prod',
    due: new Set(),
    changed: new Emitter<never>(),
    settled: new Emitter<never>(),
    clock: { now: () => new Date('2030-02-01T00:00:00Z') },
    logger: silentLogger,
    addressOf: ({ name }: Pick<PolicyKind, 'name'>) => policyAddress(testDestination, name),
    journal: {
      records: async () => {
        if (!isTaken) {
          looked++;
          look = looks.shift() ?? [];
        }
        if (look instanceof Error) {
          throw look;
        }
        return look;
      },
      reopen: async () => ({ close: async () => undefined }),
    },
    mutexes: {
      tryTake: async () => {
        isTaken = true;
        return { release: async () => void (isTaken = false) };
      },
    },
    known: {
      read: async () => {
        throw new ExpectedError('unreachable', 'The console cannot be reached.');
      },
    },
  };
  const syncs = {
    of: () => sync,
    onDidSettle: new Emitter<never>().event,
  };
  const handle = (): ConsoleHandle =>
    ({ id: 'prod', access, entry: { name: 'prod' } }) as unknown as ConsoleHandle;
  const consoles = {
    onDidChange: changed.event,
    get consoles() {
      return [handle()];
    },
    get: handle,
  } as unknown as Consoles;
  const log = { warn: () => undefined } as unknown as Log;
  const disposables = new DisposableStore();
  const checkOpenPush = settleOpenPushes({
    consoles,
    syncs: syncs as unknown as ConsoleSyncs,
    log,
    disposables,
  });
  /** Looks that were made after `ms`. */
  const after = async (ms: number): Promise<number> => {
    const before = looked;
    t.mock.timers.tick(ms);
    await turn();
    return looked - before;
  };

  looks.push([open], new Error('the disk is full'), [open], []);
  changed.fire();
  await turn();
  assert.equal(looked, 1);
  assert.match(told.join(), /^Unresolved: .*live policy/);
  assert.equal(await after(longest), 1, 'live could not be read');
  assert.equal(await after(longest), 1, 'the look failed');
  access = 'no-key';
  assert.equal(await after(longest), 0, 'no requests may be made');
  access = 'ready';
  changed.fire();
  await turn();
  assert.equal(looked, 4, 'they may again');
  assert.equal(await after(longest), 0, 'nothing is open any more');

  looks.push([elsewhere]);
  checkOpenPush('prod');
  assert.equal(await after(longest), 1, 'another one was left open');
  assert.equal(await after(longest), 0, 'it was sent to where nobody looks');
  disposables.dispose();
});
