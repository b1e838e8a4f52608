import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useEditor } from '../../../mocks/vscode.ts';

const registered = new Map<string, () => unknown>();
const ran: unknown[][] = [];
useEditor({
  commands: {
    registerCommand: (id: string, run: () => unknown) => {
      assert.ok(!registered.has(id), 'the editor knows one of each');
      registered.set(id, run);
      return { dispose: () => registered.delete(id) };
    },
    executeCommand: (...args: unknown[]) => ran.push(args),
  },
});
const { StandingCommands } = await import('../../../../src/vscode/platform/standingCommands.ts');

beforeEach(() => {
  ran.length = 0;
});

test('what was shown is done after the row was drawn anew, with what the row says by then', () => {
  const commands = new StandingCommands();
  const first = commands.of('a', { command: 'open', title: 'Open', arguments: [1] });
  const other = commands.of('b', { command: 'open', title: 'Open', arguments: [2] });
  const step = commands.of('a', { command: 'openLive', title: 'Open Live', arguments: [3] });
  assert.deepEqual(Object.keys(first), ['command', 'title'], 'the editor has nothing to forget');
  assert.deepEqual(commands.of('a', { command: 'open', title: 'Open', arguments: [4] }), first);
  for (const { command } of [first, other, step]) {
    registered.get(command)?.();
  }
  assert.deepEqual(ran, [
    ['open', 4],
    ['open', 2],
    ['openLive', 3],
  ]);
  commands.dispose();
  assert.equal(registered.size, 0);
});

test('what is over is let go: a click that comes late does nothing, until the row is drawn again', () => {
  const commands = new StandingCommands();
  const [over, going] = ['a', 'b'].map((row) =>
    commands.of(row, { command: 'show', title: 'Show', arguments: [{ row }] }),
  );
  const asked: unknown[] = [];
  const letGo = (): void =>
    commands.letGo(([one]) => {
      asked.push(one);
      return (one as { readonly row: string }).row === 'a';
    });
  letGo();
  letGo();
  assert.deepEqual(
    asked.map((one) => (one as { readonly row: string }).row),
    ['a', 'b', 'b'],
    'nothing of it is kept',
  );
  for (const one of [over, going]) {
    registered.get(one?.command ?? '')?.();
  }
  assert.deepEqual(ran, [['show', { row: 'b' }]]);
  assert.deepEqual(commands.of('a', { command: 'show', title: 'Show', arguments: [1] }), over);
  registered.get(over?.command ?? '')?.();
  assert.deepEqual(ran.at(-1), ['show', 1]);
  commands.dispose();
});

test('two owners of the same rows are two, and a command that is called with nothing is itself', () => {
  const [one, two] = [new StandingCommands(), new StandingCommands()];
  const command = { command: 'open', title: 'Open', arguments: [1] };
  assert.notEqual(one.of('a', command).command, two.of('a', command).command);
  assert.deepEqual(one.of('a', { command: 'quit', title: 'Quit' }), { command: 'quit', title: 'Quit' });
  one.dispose();
  two.dispose();
});
