import assert from 'node:assert/strict';
import { commands, EndOfLine, Selection, Uri, window, workspace } from 'vscode';
import type { TextDocument } from 'vscode';
import { suite, test, waitFor } from '../harness.ts';
import { surroundings } from '../surroundings.ts';

const uri = Uri.joinPath(surroundings().folder, 'elsewhere/vulnerability/images.policy.yaml');

/** Puts the cursor at the end of a text. */
async function atEndOf(text: string): Promise<TextDocument> {
  await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const document: TextDocument = await workspace.openTextDocument(uri);
  const editor = await window.showTextDocument(document);
  await commands.executeCommand('workbench.action.files.revert');
  await waitFor('the text', () => document.getText() === text);
  assert.equal(document.eol, EndOfLine.LF);
  const end = document.positionAt(text.length);
  editor.selection = new Selection(end, end);
  return document;
}

async function typed(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await commands.executeCommand('type', { text: key });
  }
}

suite('Enter and dashes in YAML', () => {
  test('Enter leads to where the next key of the item stands', async () => {
    const columns: readonly (readonly [text: string, column: number])[] = [
      ['rules:\n  - name: a', 4],
      ['rules:\n  - name: "a: b"', 4],
      ['rules:\n- name: a', 2],
      ['rules:\n  - name: a\n    owner: b', 4],
      ['rules:\n  - blockThreshold:', 6],
      ['rules:', 2],
    ];
    for (const [text, column] of columns) {
      const line = `\n${' '.repeat(column)}`;
      let document: TextDocument | undefined;
      // Right after a text was put in the place of another the editor, rarely, only copies the indentation. Why was not found.
      await waitFor(`column ${column} below "${text}"`, async () => {
        document = await atEndOf(text);
        await typed('\n');
        return document.getText() === text + line;
      });
      await typed('x');
      assert.equal(document?.getText(), `${text}${line}x`);
    }
  });

  test('Enter indents by two spaces, whatever a person has set for all files', async () => {
    const settings = workspace.getConfiguration('editor');
    // Nothing in it says how it is indented.
    const document = await atEndOf('rules:\n- name: a\nowner:');
    try {
      await settings.update('insertSpaces', false, false);
      await settings.update('tabSize', 8, false);
      await typed('\n');
      const text = () => JSON.stringify(document.getText());
      assert.equal(text(), JSON.stringify('rules:\n- name: a\nowner:\n  '));
    } finally {
      await settings.update('insertSpaces', undefined, false);
      await settings.update('tabSize', undefined, false);
    }
  });

  test('a dash goes to where the next item begins', async () => {
    const item = 'rules:\n  - name: a\n    collections:\n      - name: All';
    const document = await atEndOf(item);
    await typed('\n', '-', ' ');
    await waitFor('the dash under the dash above', () =>
      document.getText().endsWith('\n      - name: All\n      - '),
    );
  });
});
