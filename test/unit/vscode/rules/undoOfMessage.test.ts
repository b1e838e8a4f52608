import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../../src/core/util/emitter.ts';
import type { RuleEdit, RuleEditor } from '../../../../src/vscode/workspace/ruleEditor.ts';
import { useEditor } from '../../../mocks/vscode.ts';

interface Change {
  readonly document: unknown;
  readonly contentChanges: readonly unknown[];
  readonly reason?: number;
}

const changed = new Emitter<Change>();
const closed = new Emitter<unknown>();
const told: string[] = [];
const tells = (level: string) => async (text: string) => void told.push(`${level}: ${text}`);
const run: unknown[] = [];
useEditor({
  TextDocumentChangeReason: { Undo: 1, Redo: 2 },
  ViewColumn: { Active: -1 },
  workspace: { onDidChangeTextDocument: changed.event, onDidCloseTextDocument: closed.event },
  commands: {
    executeCommand: async (id: string, { commands }: { readonly commands: readonly string[] }) => {
      run.push([id, ...commands]);
      for (const command of commands.filter((each) => each === 'undo')) {
        changed.fire({ document, contentChanges: [command], reason: 1 });
      }
    },
  },
  window: {
    get activeTextEditor() {
      return { document };
    },
    showInformationMessage: tells('info'),
    showWarningMessage: tells('warning'),
    showErrorMessage: tells('error'),
  },
});
const { RuleEditHistory } = await import('../../../../src/vscode/workspace/ruleEditHistory.ts');

const document = {} as RuleEdit['document'];
const edit = (version: number, order = [1, 0]) =>
  ({ document, versions: [version, version + 1], order }) as unknown as RuleEdit;
const followed: unknown[] = [];

function setUp() {
  const edited = new Emitter<RuleEdit>();
  const history = new RuleEditHistory({
    onDidEdit: edited.event,
    onDidMiss: new Emitter<never>().event,
    isEditing: () => false,
    announceEdit: () => undefined,
    inTurn: async (_uri: unknown, work: () => Promise<void>) => work(),
    holdCursors: () => (order: unknown) => void followed.push(order),
  } as unknown as RuleEditor);
  const type = (reason?: number): void =>
    changed.fire({ document, contentChanges: [1], ...(reason === undefined ? {} : { reason }) });
  return { history, edited, type };
}

test('the history follows undo and redo of the editor, and ends with another edit', () => {
  const { history, edited, type } = setUp();
  const [first, second] = [edit(1), edit(2)];
  edited.fire(first);
  edited.fire(second);
  type(1);
  assert.deepEqual(history.edits, [first]);
  type(2);
  assert.deepEqual(history.edits, [first, second]);
  type(1);
  type();
  assert.deepEqual(history.edits, []);
  history.dispose();
});

test('moves of the same rules are taken back by one command, and the keyboard goes back once', async () => {
  const { history, edited } = setUp();
  const moves = [edit(1, [1, 0, 2]), edit(2, [0, 2, 1])];
  [edit(0, [0, 1, 2]), ...moves].forEach((each) => edited.fire(each));
  await history.undo(moves, { back: 'back' });
  assert.deepEqual(run.splice(0), [['runCommands', 'undo', 'undo', 'back']]);
  assert.deepEqual(followed.splice(0), [[2, 0, 1]], 'cursors go where their rules stand again, in one step');
  assert.equal(history.edits.length, 1, 'what was done before them stays');
  history.dispose();
});

test('a closed file ends the history', () => {
  const { history, edited } = setUp();
  edited.fire(edit(1));
  closed.fire(document);
  assert.deepEqual(history.edits, []);
  history.dispose();
});

test('a message whose edit is not the last one undoes nothing and says so', async () => {
  const { history, edited, type } = setUp();
  const [first, second] = [edit(1), edit(2)];
  [first, second].forEach((each) => edited.fire(each));
  await history.undoFromMessage([first]);
  type(1);
  await history.undoFromMessage([second]);
  history.dispose();
  assert.deepEqual(run, []);
  assert.deepEqual(
    told.map((text) => text.split(':')[0]),
    ['info', 'info'],
  );
});
