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
const { StandingCommands } = await import('../../../../src/vscode/platform/commandRegistry.ts');

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

test('two owners of the same rows are two, and a command that is called with nothing is itself', () => {
  const [one, two] = [new StandingCommands(), new StandingCommands()];
  const command = { command: 'open', title: 'Open', arguments: [1] };
  assert.notEqual(one.of('a', command).command, two.of('a', command).command);
  assert.deepEqual(one.of('a', { command: 'quit', title: 'Quit' }), { command: 'quit', title: 'Quit' });
  one.dispose();
  two.dispose();
});
