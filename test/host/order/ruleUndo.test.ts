import assert from 'node:assert/strict';
import { commands, Position, Selection, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import type { TextDocument } from 'vscode';
import { writePolicy } from '../editor/world.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { fileOf, Messages, rule, run } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

const name = 'vulnerability/images';
const inJson = 'vulnerability/ci-images';
const yaml = `policyType: containerVulnerability\nrules:\n${['a', 'b', 'c']
  .map(
    (title) => `  # about ${title}\n  - name: ${title} # said of ${title}\n    collections: [{name: All}]\n`,
  )
  .join('')}`;
const json = `{\n  "policyType": "ciImagesVulnerability",\n  "rules": [\n${['a', 'b', 'c']
  .map((title) => `    // about ${title}\n    { "name": "${title}", "collections": [{ "name": "All" }] }`)
  .join(',\n')}\n  ]\n}\n`;

suite('taking edits of rules back, in the tree and in the file', () => {
  let messages: Messages;
  const jsonFile = Uri.joinPath(surroundings().folder, `policies/sandbox/${inJson}.policy.json`);
  const spelled = [
    // First: a document keeps its line endings for what is written afterwards.
    ['YAML with CRLF', name, () => fileOf(name), yaml.replaceAll('\n', '\r\n')],
    ['YAML', name, () => fileOf(name), yaml],
    ['JSON', inJson, () => jsonFile, json],
  ] as const;

  before(async () => {
    messages = new Messages();
  });

  after(async () => {
    // What is open keeps its line ends, whatever is written into it later.
    await open(fileOf(name), yaml);
    messages.restore();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(jsonFile);
    await writePolicy(name, yaml);
  });

  const open = async (uri: Uri, text: string): Promise<TextDocument> => {
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document);
    await commands.executeCommand('workbench.action.files.revert');
    await waitFor('the text', () => document.getText() === text);
    messages.clear();
    return document;
  };

  for (const [spelling, policy, uriOf, text] of spelled) {
    const row = (index: number): unknown => ({ target: rule(policy, index) });
    /** Moves of one rule are taken back together. */
    const act = async (
      document: TextDocument,
    ): Promise<Readonly<Record<'switched' | 'once' | 'twice', string>>> => {
      await run('ordinance.rule.disable', row(1));
      const switched = document.getText();
      await run('ordinance.rule.moveUp', row(2));
      const once = document.getText();
      await run('ordinance.rule.moveUp', row(1));
      const twice = document.getText();
      assert.equal(new Set([text, switched, once, twice]).size, 4, JSON.stringify(messages.last));
      return { switched, once, twice };
    };
    const inFile = async (document: TextDocument, command: 'undo' | 'redo'): Promise<string> => {
      await window.showTextDocument(document);
      await commands.executeCommand(command);
      return document.getText();
    };
    const refused = async (document: TextDocument): Promise<void> => {
      const before = document.getText();
      messages.clear();
      await run('ordinance.rule.undoEdit', { in: 'tree' });
      assert.match(messages.last?.text ?? '', /There is no edit of rules/);
      assert.equal(document.getText(), before);
    };

    test(`neither brings back what the other took back, and each goes on where the other stopped (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      const { switched, once, twice } = await act(document);
      await run('ordinance.rule.undoEdit', { in: 'tree' });
      assert.equal(document.getText(), switched);
      assert.equal(await inFile(document, 'undo'), text, 'the file goes on where the tree stopped');
      assert.equal(await inFile(document, 'redo'), switched);
      assert.equal(await inFile(document, 'redo'), once, 'what the tree took back is done again in the file');
      assert.equal(await inFile(document, 'redo'), twice);
      assert.equal(await inFile(document, 'undo'), once);
      await run('ordinance.rule.undoEdit', { in: 'tree' });
      assert.equal(document.getText(), switched, 'the tree goes on where the file stopped');
      await run('ordinance.rule.undoEdit', { in: 'tree' });
      assert.equal(document.getText(), text);
      await refused(document);
    });

    test(`a key that is pressed twice takes back two, and nothing that is older (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      const edit = new WorkspaceEdit();
      edit.insert(document.uri, new Position(0, 0), spelling === 'JSON' ? ' ' : '# seen\n');
      await workspace.applyEdit(edit);
      const typed = document.getText();
      await act(document);
      await Promise.all([run('ordinance.rule.undoEdit'), run('ordinance.rule.undoEdit')]);
      assert.equal(document.getText(), typed);
      await refused(document);
      assert.equal(await inFile(document, 'undo'), text, 'in the file it goes on');
      assert.equal(await inFile(document, 'redo'), typed);
      await refused(document);
    });

    test(`it is taken back where the file is behind another one, too (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      const { switched } = await act(document);
      await window.showTextDocument(await workspace.openTextDocument({ content: 'another' }));
      await run('ordinance.rule.undoEdit');
      assert.equal(document.getText(), switched);
      assert.equal(window.activeTextEditor?.document.uri.toString(), document.uri.toString());
      await run('ordinance.rule.undoEdit');
      assert.equal(document.getText(), text);
    });

    test(`cursors stay in their rules when these are moved, and when that is taken back (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      const editor = window.activeTextEditor;
      assert.ok(editor);
      const inRule = (title: string, offset: number): Position =>
        document.positionAt(document.getText().search(new RegExp(`name"?: "?${title}`)) + offset);
      const stand = (): boolean =>
        editor.selections.length === 2 &&
        editor.selections.every(
          ({ anchor, active }, at) =>
            anchor.isEqual(inRule('ca'[at] ?? '', 3)) && active.isEqual(inRule('ca'[at] ?? '', 9)),
        );
      editor.selections = ['c', 'a'].map((title) => new Selection(inRule(title, 3), inRule(title, 9)));
      await run('ordinance.rule.moveToTop', row(2));
      assert.notEqual(document.getText(), text);
      await waitFor('the cursors in their rules', stand);
      await run('ordinance.rule.undoEdit');
      assert.equal(document.getText(), text);
      await waitFor('the cursors in their rules again', stand);
    });

    test(`a selection of several rules leads to the first of them when they move (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      const editor = window.activeTextEditor;
      assert.ok(editor);
      const inRule = (title: string): Position =>
        document.positionAt(document.getText().search(new RegExp(`name"?: "?${title}`)) + 3);
      editor.selection = new Selection(inRule('a'), inRule('b'));
      await run('ordinance.rule.moveToBottom', { in: 'editor' });
      assert.notEqual(document.getText(), text);
      await waitFor('a cursor in the first rule', () =>
        editor.selection.isEqual(new Selection(inRule('a'), inRule('a'))),
      );
      await run('ordinance.rule.undoEdit');
      assert.equal(document.getText(), text);
    });
  }
});
