import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { CanceledError, ExpectedError, regarding } from '../../../../src/core/util/errors.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const { CommandRegistry } = await import('../../../../src/vscode/platform/commandRegistry.ts');
const { showMessage } = await import('../../../../src/vscode/platform/dialogs.ts');

const registered = new Map<string, (...args: unknown[]) => Promise<unknown>>();
let messages: { text: string; actions: string[] }[];
let lines: string[];
let executed: unknown[][];
/** The label the user clicks on the next message. */
let click: string | undefined;
let shownLog: number;

const log = {
  trace: (line: string) => void lines.push(`trace ${line}`),
  debug: (line: string) => void lines.push(`debug ${line}`),
  info: (line: string) => void lines.push(`info ${line}`),
  warn: (line: string) => void lines.push(`warn ${line}`),
  error: (line: string | Error) => void lines.push(`error ${line instanceof Error ? line.stack : line}`),
  show: () => void shownLog++,
};

beforeEach(() => {
  registered.clear();
  messages = [];
  lines = [];
  executed = [];
  click = undefined;
  shownLog = 0;
  const show = async (text: string, ...actions: string[]): Promise<string | undefined> => {
    messages.push({ text, actions });
    const clicked = click;
    click = undefined;
    return clicked;
  };
  useEditor({
    commands: {
      registerCommand: (id: string, run: (...args: unknown[]) => Promise<unknown>) => {
        registered.set(id, run);
        return { dispose: () => void registered.delete(id) };
      },
      executeCommand: async (...args: unknown[]) => void executed.push(args),
    },
    window: { showErrorMessage: show, showInformationMessage: show, showWarningMessage: show },
  });
});

async function run(handler: (...args: unknown[]) => unknown): Promise<unknown> {
  const registry = new CommandRegistry(log);
  registry.register('ordinance.policy.pull', handler);
  const answer = await registered.get('ordinance.policy.pull')?.('row', ['row', 'other']);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  return answer;
}

test('a handler gets what the editor passes, and its answer is the answer of the command', async () => {
  assert.deepEqual(await run((...args) => args), ['row', ['row', 'other']]);
  assert.deepEqual(messages, []);
});

test('a cancellation is silent', async () => {
  const abort = new Error('aborted');
  abort.name = 'AbortError';
  for (const error of [new CanceledError(), abort]) {
    assert.equal(await run(() => Promise.reject(error)), undefined);
  }
  assert.deepEqual(messages, []);
  assert.ok(lines.every((line) => line.startsWith('debug ')));
});

test('an expected failure is one message with what to do; details go to the log only', async () => {
  await run(() => {
    throw new ExpectedError('not-found', 'There is no such policy', {
      advice: 'Check the path.',
      detail: 'GET /policies answered 404',
    });
  });
  assert.deepEqual(messages, [
    { text: 'There is no such policy. Check the path.', actions: ['Open ordinance.yaml', 'Show Log'] },
  ]);
  assert.ok(lines.some((line) => line.startsWith('warn ') && line.includes('answered 404')));
});

test('a failure that may be over a moment later can be retried', async () => {
  let runs = 0;
  click = 'Retry';
  await run(() => {
    runs++;
    throw new ExpectedError('unreachable', 'The console cannot be reached.');
  });
  assert.equal(runs, 2);
  assert.deepEqual(messages[0]?.actions, ['Retry', 'Open ordinance.yaml']);
});

test('an error that the log says no more of does not send anybody there', async () => {
  await run(() => {
    throw new ExpectedError('no-rule', 'No rule is selected.');
  });
  assert.deepEqual(messages, [{ text: 'No rule is selected.', actions: [] }]);
});

test('what helps acts on what the error is about, else on what the command was called with', async () => {
  const signedOut = new ExpectedError('signed-out', 'You are not signed in to a.');
  click = 'Sign In…';
  await run(() => Promise.reject(signedOut));
  click = 'Sign In…';
  await run(() => regarding('console b', () => regarding('console a', () => Promise.reject(signedOut))));
  click = 'Manage Workspace Trust';
  await run(() => Promise.reject(new ExpectedError('untrusted', 'This folder is not trusted.')));
  assert.deepEqual(executed, [
    ['ordinance.console.signIn', 'row', ['row', 'other']],
    ['ordinance.console.signIn', 'console a'],
    ['workbench.trust.manage'],
  ]);
});

test('what an error says of its help comes before what its code says', async () => {
  await run(() => {
    throw new ExpectedError('no-base', 'Pull it first.', { help: ['pull'] });
  });
  assert.deepEqual(messages[0]?.actions, ['Pull']);
});

test('a bug is a general message, and its stack is in the log only', async () => {
  click = 'Show Log';
  await run(() => {
    throw new TypeError('x is not a function');
  });
  assert.equal(messages.length, 1);
  assert.doesNotMatch(messages[0]?.text ?? '', /not a function/);
  assert.ok(lines.some((line) => line.startsWith('error ') && line.includes('commandRegistry.test.ts')));
  assert.equal(shownLog, 1);
});

test('a button of a message that fails says so, as a command does', async () => {
  click = 'Open';
  await run(() =>
    showMessage('info', 'There is a file.', {
      label: 'Open',
      run: async () => {
        throw new ExpectedError('gone', 'The file is gone.');
      },
    }),
  );
  assert.deepEqual(
    messages.map(({ text }) => text),
    ['There is a file.', 'The file is gone.'],
  );
  assert.deepEqual(lines, ['warn "Open" of a message: gone: The file is gone.']);
});
