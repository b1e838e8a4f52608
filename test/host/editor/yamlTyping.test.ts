import assert from 'node:assert/strict';
import { commands, EndOfLine, Selection, Uri, window, workspace } from 'vscode';
import type { TextDocument } from 'vscode';
import { suite, test, waitFor } from '../harness.ts';
import { surroundings } from '../surroundings.ts';

const uri = Uri.joinPath(surroundings().folder, 'elsewhere/vulnerability/images.policy.yaml');

/** Types at the end of a text as a person does. */
async function typed(before: string, ...keys: readonly string[]): Promise<string> {
  await workspace.fs.writeFile(uri, new TextEncoder().encode(before));
  const document: TextDocument = await workspace.openTextDocument(uri);
  const editor = await window.showTextDocument(document);
  await commands.executeCommand('workbench.action.files.revert');
  await waitFor('the text', () => document.getText() === before);
  assert.equal(document.eol, EndOfLine.LF);
  const end = document.positionAt(before.length);
  editor.selection = new Selection(end, end);
  for (const key of keys) {
    await commands.executeCommand('type', { text: key });
  }
  return document.getText().slice(before.length);
}

suite('Enter and dashes in YAML', () => {
  test('Enter leads to where the next key of the item stands', async () => {
    assert.equal(await typed('rules:\n  - name: a', '\n', 'x'), '\n    x');
    assert.equal(await typed('rules:\n  - name: "a: b"', '\n', 'x'), '\n    x');
    assert.equal(await typed('rules:\n- name: a', '\n', 'x'), '\n  x');
    assert.equal(await typed('rules:\n  - name: a\n    owner: b', '\n', 'x'), '\n    x');
    assert.equal(await typed('rules:\n  - blockThreshold:', '\n', 'x'), '\n      x');
    assert.equal(await typed('rules:', '\n', 'x'), '\n  x');
  });

  test('a dash goes to where the next item begins', async () => {
    const item = 'rules:\n  - name: a\n    collections:\n      - name: All';
    await typed(item, '\n', '-', ' ');
    const editor = window.activeTextEditor;
    await waitFor('the dash under the dash above', () =>
      editor?.document.getText().endsWith('\n      - name: All\n      - '),
    );
  });
});
