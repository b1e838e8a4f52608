import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { Emitter } from '../../../../src/core/util/disposable.ts';
import type { MakeAct } from '../../../../src/core/document/ruleActs.ts';
import type { RuleEdit } from '../../../../src/vscode/workspace/ruleEditor.ts';
import { isCode } from '../../sync/workspace.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { must } from '../../order/truth.ts';

interface Change {
  readonly document: unknown;
  readonly contentChanges: readonly unknown[];
  readonly reason?: number;
}

const changed = new Emitter<Change>();
const closed = new Emitter<unknown>();
const run: unknown[] = [];
const uri = { scheme: 'file', path: '/p', toString: () => 'file:///p' };
const document = { uri, version: 1, isClosed: false, positionAt: () => 0, offsetAt: () => 0 };
/** What is typed while an edit is made. */
let typed = 0;

function change(reason?: number): void {
  document.version++;
  changed.fire({ document, contentChanges: [1], ...(reason === undefined ? {} : { reason }) });
}

useEditor({
  Range: Object,
  TextEdit: { replace: () => undefined },
  WorkspaceEdit: Map,
  TextDocumentChangeReason: { Undo: 1, Redo: 2 },
  ViewColumn: { Active: -1 },
  workspace: {
    onDidChangeTextDocument: changed.event,
    onDidCloseTextDocument: closed.event,
    openTextDocument: async () => document,
    asRelativePath: () => 'p',
    applyEdit: async () => {
      for (let at = 0; at <= typed; at++) {
        change();
      }
      return true;
    },
  },
  commands: {
    executeCommand: async (id: string, { commands }: { readonly commands: readonly string[] }) => {
      run.push([id, ...commands]);
      commands.filter((each) => each === 'undo').forEach(() => change(1));
    },
  },
  window: {
    visibleTextEditors: [],
    tabGroups: { all: [] },
    get activeTextEditor() {
      return { document };
    },
  },
});
const { placesBeforeAll } = await import('../../../../src/core/document/ruleActs.ts');
const { RuleEditor } = await import('../../../../src/vscode/workspace/ruleEditor.ts');

function setUp() {
  const policy = readPolicyText('rules:\n  - name: a\n  - name: b\n  - name: c\n', 'yaml');
  const editor = new RuleEditor({ open: async () => policy, current: () => policy } as never);
  const edit = async (order: readonly number[] = [1, 0, 2]): Promise<RuleEdit> => {
    const make: MakeAct = () => ({ act: 'move', from: [0], order, edits: [{ start: 0, end: 0, text: ' ' }] });
    await editor.act({ uri: uri as never, array: 'rules', rules: [{ array: 'rules', index: 0 }] }, make);
    return must(editor.edits.at(-1));
  };
  return { editor, edit };
}

test('the edits follow undo and redo of the editor, and end with another edit', async () => {
  const { editor, edit } = setUp();
  const [first, second] = [await edit(), await edit()];
  assert.deepEqual(editor.edits, [first, second]);
  change(1);
  assert.deepEqual(editor.edits, [first]);
  change(2);
  assert.deepEqual(editor.edits, [first, second]);
  change(1);
  change();
  assert.deepEqual(editor.edits, []);
  editor.dispose();
});

test('several edits are undone by one command, and the keyboard goes back once', async () => {
  const { editor, edit } = setUp();
  const before = await edit([0, 1, 2]);
  const moves = [await edit([1, 0, 2]), await edit([0, 2, 1])];
  assert.deepEqual(placesBeforeAll(moves), [2, 0, 1], 'cursors go where their rules are again, in one step');
  await editor.undo(moves, { back: 'back' });
  assert.deepEqual(run.splice(0), [['runCommands', 'undo', 'undo', 'back']]);
  assert.deepEqual(editor.edits, [before], 'what was done before them stays');
  editor.dispose();
});

test('a closed file ends the edits, and so does an edit during which someone typed', async () => {
  const { editor, edit } = setUp();
  await edit();
  closed.fire(document);
  assert.deepEqual(editor.edits, []);
  await edit();
  typed = 1;
  await assert.rejects(edit());
  typed = 0;
  assert.deepEqual(editor.edits, []);
  editor.dispose();
});

test('an edit that is not the last one is not undone', async () => {
  const { editor, edit } = setUp();
  const [first, second] = [await edit(), await edit()];
  await assert.rejects(editor.undo([first]), isCode('not-last'));
  change(1);
  await assert.rejects(editor.undo([second]), isCode('not-last'));
  await assert.rejects(editor.undo([]), isCode('not-last'));
  assert.deepEqual(run, []);
  editor.dispose();
});
