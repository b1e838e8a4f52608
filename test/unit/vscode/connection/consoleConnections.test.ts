import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { ConsoleClient } from '../../../../src/core/console/consoleClient.ts';
import type { ConsoleConnection } from '../../../../src/core/consoleFile/connectionOf.ts';
import type { ConsoleEntry } from '../../../../src/core/consoleFile/consoleEntry.ts';
import { readConsoleFile } from '../../../../src/core/consoleFile/consoleFile.ts';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import type { ConsoleAccess, ConsoleHandle } from '../../../../src/vscode/workspace/consoleHandle.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const { ConsoleConnections } = await import('../../../../src/vscode/connection/consoleConnections.ts');

const origin = 'https://console.example';

class Client {
  disposed = false;
  dispose(): void {
    this.disposed = true;
  }
}

const isDisposed = (client: unknown): boolean => (client as Client).disposed;

let made: Client[];
let fails: boolean;
let handle: ConsoleHandle;
let named: boolean;
let changed: Emitter<void>;
let keys: Emitter<string>;

function consoleWith(access: ConsoleAccess, url = origin): ConsoleHandle {
  const [entry] = readConsoleFile({ consoles: { a: { url } } }).consoles;
  assert.ok(entry);
  return { id: 'folder#a', entry, access, folder: {} } as ConsoleHandle;
}

class TestConnections extends ConsoleConnections {
  override async connectionOf({ url }: ConsoleEntry): Promise<ConsoleConnection> {
    return { url } as ConsoleConnection;
  }

  protected override async connect(): Promise<ConsoleClient> {
    if (fails) {
      throw new Error('no authority file');
    }
    const client = new Client();
    made.push(client);
    return client as unknown as ConsoleClient;
  }
}

function connections(): TestConnections {
  const consoles = { onDidChange: changed.event, get: () => (named ? handle : undefined) };
  return new TestConnections({ consoles, secrets: { onDidChange: keys.event } } as never);
}

const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

beforeEach(() => {
  made = [];
  fails = false;
  named = true;
  handle = consoleWith('ready');
  changed = new Emitter();
  keys = new Emitter();
  useEditor({ workspace: { isTrusted: true } });
});

test('nobody gets a client in an untrusted workspace, whatever the handle says', async () => {
  useEditor({ workspace: { isTrusted: false } });
  await assert.rejects(connections().client(handle), { code: 'untrusted' });
  assert.deepEqual(made, []);
});

test('nobody gets a client of a console that is signed out', async () => {
  await assert.rejects(connections().client(consoleWith('signed-out')), { code: 'signed-out' });
  assert.deepEqual(made, []);
});

test('nobody gets a client of a console with a mistake in ordinance.yaml', async () => {
  const fault = { file: handle.file, reason: 'ordinance.yaml, line 3: no.', line: 2 };
  handle = { ...consoleWith('flawed'), fault };
  await assert.rejects(connections().client(handle), { code: 'broken-console-file' });
  assert.deepEqual(made, []);
});

test('nobody gets a client of a console that is another one by now, is signed out, or is gone', async () => {
  const all = connections();
  const kept = handle;
  handle = consoleWith('ready', 'https://other.example');
  await assert.rejects(all.client(kept), { code: 'other-destination' });
  handle = { ...kept, entry: { ...kept.entry, protected: true } };
  await assert.rejects(all.client(kept), { code: 'other-destination' });
  handle = consoleWith('signed-out');
  await assert.rejects(all.client(kept), { code: 'signed-out' });
  named = false;
  await assert.rejects(all.client(kept), { code: 'no-console' });
  assert.deepEqual(made, []);
  named = true;
  handle = consoleWith('ready');
  assert.equal(await all.client(kept), made[0], 'it says again what it said');
});

test('a client is made once', async () => {
  const all = connections();
  const [first, second] = await Promise.all([all.client(handle), all.client(handle)]);
  assert.equal(first, second);
  assert.equal(made.length, 1);
});

test('a client that could not be made is asked for again', async () => {
  const all = connections();
  fails = true;
  await assert.rejects(all.client(handle));
  await settled();
  fails = false;
  assert.equal(await all.client(handle), made[0]);
});

test('another address, signing out and another key close the client', async () => {
  const all = connections();
  const first = await all.client(handle);
  changed.fire();
  assert.equal(isDisposed(first), false, 'nothing changed');
  handle = consoleWith('ready', 'https://other.example');
  changed.fire();
  await settled();
  assert.equal(isDisposed(first), true);
  const second = await all.client(handle);
  keys.fire(origin);
  await settled();
  assert.equal(isDisposed(second), false, 'the key of another origin');
  keys.fire('https://other.example');
  await settled();
  assert.equal(isDisposed(second), true);
  const third = await all.client(handle);
  handle = consoleWith('signed-out', 'https://other.example');
  changed.fire();
  await settled();
  assert.equal(isDisposed(third), true);
});

test('what was begun with a client keeps it open, and nobody else gets it any more', async () => {
  const all = connections();
  const [first, second] = await Promise.all([all.lease(handle), all.lease(handle)]);
  assert.equal(first.client, second.client);
  const { client } = first;
  handle = consoleWith('ready', 'https://other.example');
  changed.fire();
  await settled();
  assert.equal(isDisposed(client), false);
  assert.notEqual(await all.client(handle), client);
  first.dispose();
  first.dispose();
  await settled();
  assert.equal(isDisposed(client), false, 'the other one is not done');
  second.dispose();
  await settled();
  assert.equal(isDisposed(client), true);
});

test('a client that is let go unchanged stays for the next', async () => {
  const all = connections();
  const lease = await all.lease(handle);
  lease.dispose();
  assert.equal(await all.client(handle), lease.client);
  assert.equal(isDisposed(lease.client), false);
});

test('the end closes every client', async () => {
  const all = connections();
  const client = await all.client(handle);
  all.dispose();
  await settled();
  assert.equal(isDisposed(client), true);
});
