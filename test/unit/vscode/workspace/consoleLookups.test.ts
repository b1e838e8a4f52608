import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlainListName } from '../../../../src/core/consoleFile/lists.ts';
import type { Collection } from '../../../../src/core/consoleFile/resources.ts';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import type { ConsoleHandle } from '../../../../src/vscode/workspace/consoleHandle.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { ConsoleLookups } = await import('../../../../src/vscode/workspace/consoleLookups.ts');

const collection = (name: string): Collection => ({
  name,
  description: '',
  color: '',
  system: false,
  patterns: { images: ['shop/*'] },
});

function world() {
  const changed = new Emitter<void>();
  const given = {
    console: {
      id: 'home#prod',
      access: 'ready',
      entry: { name: 'prod' },
      folder: { uri: { fsPath: '/nowhere' } },
      policyFolder: { fsPath: '/nowhere/policies' },
    } as ConsoleHandle,
    names: ['All'],
    failure: undefined as Error | undefined,
    time: 0,
    reads: 0,
  };
  const none = async (): Promise<never[]> => [];
  const resources = {
    collections: {
      list: async () => {
        given.reads++;
        if (given.failure) {
          throw given.failure;
        }
        return given.names.map(collection);
      },
    },
    lookups: {
      checks: async () => [{ id: 41, title: 'Root', type: 'image', severity: 'high' }],
      rows: async (list: PlainListName) =>
        list === 'custom-checks' ? [{ id: 9000, name: 'mine', title: 'Mine', severity: 'low' }] : [],
    },
    networkLists: { list: none },
  };
  const lookups = new ConsoleLookups({
    consoles: {
      onDidChange: changed.event,
      onDidChangeDisk: new Emitter<never>().event,
      get: () => given.console,
      policyAt: () => undefined,
    },
    log: silentLogger,
    resources: async () => resources,
    now: () => given.time,
  });
  const events: string[] = [];
  lookups.onDidRead((id) => events.push(id));
  return { lookups, given, events, consolesChanged: () => changed.fire() };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test('asking never waits: nothing at first, then what was read meanwhile', async () => {
  const { lookups, given, events } = world();
  assert.equal(lookups.ofConsole(given.console), undefined);
  assert.equal(lookups.ofConsole(given.console), undefined);
  await settled();
  const known = lookups.ofConsole(given.console);
  assert.deepEqual([...(known?.collections ?? [])], ['All']);
  assert.deepEqual(known?.scopes.get('All'), { images: ['shop/*'] });
  assert.deepEqual([...(known?.checks?.keys() ?? [])], [41, 9000]);
  assert.equal(given.reads, 1, 'one reading for all who ask');
  assert.deepEqual(events, ['home#prod']);
});

test('what is the same stays the same object; what is old is read again and answered meanwhile', async () => {
  const { lookups, given, events } = world();
  const first = await lookups.read(given.console);
  assert.equal(await lookups.read(given.console), first);
  assert.equal(events.length, 1);
  given.time += 6 * 60_000;
  given.names = ['All', 'new'];
  assert.equal(lookups.ofConsole(given.console), first);
  await settled();
  assert.ok(lookups.ofConsole(given.console)?.collections.has('new'));
  assert.equal(events.length, 2);
});

test('a console that fails is not asked again at once, and keeps what was known', async () => {
  const { lookups, given } = world();
  given.failure = new Error('down');
  assert.equal(lookups.ofConsole(given.console), undefined);
  await settled();
  assert.equal(lookups.ofConsole(given.console), undefined);
  await settled();
  assert.equal(given.reads, 1);
  await assert.rejects(lookups.read(given.console), /down/);
  given.failure = undefined;
  const known = await lookups.read(given.console);
  given.failure = new Error('down again');
  await assert.rejects(lookups.read(given.console), /down again/);
  assert.equal(lookups.ofConsole(given.console), known);
});

test('a console that failed is asked again soon, when something wants to know', async () => {
  const { lookups, given } = world();
  given.failure = new Error('down');
  lookups.ofConsole(given.console);
  await settled();
  given.failure = undefined;
  given.time += 31_000;
  lookups.ofConsole(given.console);
  await settled();
  assert.ok(lookups.ofConsole(given.console)?.collections.has('All'));
  given.time += 31_000;
  lookups.ofConsole(given.console);
  await settled();
  assert.equal(given.reads, 2, 'what was read stays fresh for longer');
});

test('nothing is asked of a console that is signed out, and what was known of it is forgotten', async () => {
  const { lookups, given, consolesChanged } = world();
  await lookups.read(given.console);
  given.console = { ...given.console, access: 'signed-out' };
  consolesChanged();
  assert.equal(lookups.ofConsole(given.console), undefined);
  await settled();
  assert.equal(given.reads, 1);
});

test('what was known of one console is not known of another that takes its name', async () => {
  const { lookups, given, events, consolesChanged } = world();
  await lookups.read(given.console);
  const before = given.console;
  given.console = { ...before, entry: { ...before.entry, url: 'https://other.example' } };
  given.names = ['All', 'other'];
  const late = lookups.read(before);
  consolesChanged();
  assert.equal(lookups.ofConsole(given.console), undefined);
  assert.deepEqual(await lookups.sourceOf(given.console), { kind: 'nothing' });
  await late;
  await settled();
  assert.ok(lookups.ofConsole(given.console)?.collections.has('other'));
  assert.equal(given.reads, 3, 'each was asked for itself');
  assert.equal(events.length, 3);
});

test('when something was read, and why not again, is told without reading', async () => {
  const { lookups, given } = world();
  assert.deepEqual(await lookups.sourceOf(given.console), { kind: 'nothing' });
  assert.equal(given.reads, 0);
  given.time = 5000;
  await lookups.read(given.console);
  assert.deepEqual(await lookups.sourceOf(given.console), { kind: 'console', at: new Date(5000) });
  given.time = 9000;
  given.failure = new Error('not today');
  await assert.rejects(lookups.read(given.console));
  assert.deepEqual(await lookups.sourceOf(given.console), {
    kind: 'console',
    at: new Date(5000),
    consoleProblem: 'not today',
  });
  given.failure = undefined;
  await lookups.read(given.console);
  // The same as before, but as of now.
  assert.deepEqual(await lookups.sourceOf(given.console), { kind: 'console', at: new Date(9000) });
});

test('whoever only counts what is known asks the console for nothing', async () => {
  const { lookups, given } = world();
  assert.equal(lookups.knownCollections(given.console), undefined);
  await settled();
  assert.equal(given.reads, 0);
  await lookups.read(given.console);
  given.time = 1e9;
  assert.deepEqual([...(lookups.knownCollections(given.console) ?? [])], ['All']);
  await settled();
  assert.equal(given.reads, 1);
});

test('a plan waits for the names of a console that was read long ago, and goes on without an answer', async () => {
  const { lookups, given } = world();
  const known = async (): Promise<readonly string[]> => [
    ...(await lookups.collectionsOf(given.console)).keys(),
  ];
  await lookups.readWhenOld(given.console);
  given.names = ['All', 'later'];
  await lookups.readWhenOld(given.console);
  assert.deepEqual([await known(), given.reads], [['All'], 1]);
  given.time += 6 * 60_000;
  await lookups.readWhenOld(given.console);
  assert.deepEqual([await known(), given.reads], [['All', 'later'], 2]);
  given.time += 6 * 60_000;
  given.failure = new Error('the network is gone');
  await lookups.readWhenOld(given.console);
  assert.deepEqual(await known(), ['All', 'later']);
});
