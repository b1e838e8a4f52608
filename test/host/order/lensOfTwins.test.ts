import assert from 'node:assert/strict';
import { commands, Range, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import { writePolicy } from '../editor/world.ts';
import { after, before as beforeAll, suite, test, waitFor } from '../harness.ts';
import { lensesOf } from '../lensesOf.ts';
import { fileOf, Messages, putCursor } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

const name = 'vulnerability/images';
const head = 'policyType: containerVulnerability\nrules:\n';
const yamlRule = (title: string): string =>
  `  # about ${title}\n  - name: ${title}\n    collections: [{name: All}]\n`;
const jsonRule = (title: string): string =>
  `    // about ${title}\n    { "name": "${title}", "collections": [{ "name": "All" }] }`;
const inJson = (): Uri =>
  Uri.joinPath(surroundings().folder, 'policies/sandbox/vulnerability/ci-images.policy.json');

suite('rules that share a name', () => {
  let messages: Messages;

  beforeAll(() => {
    messages = new Messages();
  });

  after(async () => {
    messages.restore();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(inJson());
    await writePolicy(name, head + yamlRule('one'));
  });

  for (const [spelling, uri, of] of [
    ['YAML', () => fileOf(name), (...titles: string[]) => head + titles.map(yamlRule).join('')],
    [
      'JSON',
      inJson,
      (...titles: string[]) =>
        `{\n  "policyType": "ciImagesVulnerability",\n  "rules": [\n${titles.map(jsonRule).join(',\n')}\n  ]\n}\n`,
    ],
  ] as const) {
    test(`a lens above one of several rules of a name acts on no other of them (${spelling})`, async () => {
      const said = async (
        [before, title, index]: readonly [before: string, title: string, index: number],
        edited: string,
      ): Promise<readonly [message: string, isSame: boolean]> => {
        await workspace.fs.writeFile(uri(), new TextEncoder().encode(before));
        const document = await workspace.openTextDocument(uri());
        const editor = await window.showTextDocument(document);
        await commands.executeCommand('workbench.action.files.revert');
        await waitFor('the text', () => document.getText() === before);
        messages.clear();
        const name = [...before.matchAll(/name"?: "?[abc]\b/g)][index];
        await putCursor(editor, document.positionAt(name?.index ?? 0));
        const all = await lensesOf(uri(), 50);
        const lens = all.find(({ command }) => command?.title === title)?.command;
        assert.ok(lens, JSON.stringify(all.map(({ command }) => command?.title)));
        if (edited !== before) {
          const edit = new WorkspaceEdit();
          const end = document.positionAt(before.length);
          edit.replace(uri(), new Range(document.positionAt(0), end), edited);
          await workspace.applyEdit(edit);
        }
        await commands.executeCommand(lens.command, ...((lens.arguments ?? []) as unknown[]));
        return [messages.last?.text ?? '', document.getText() === edited];
      };
      const twins = of('a', 'a', 'c');
      for (const [lens, edited] of [
        // Of the second of two, when another rule was put above both.
        [[twins, 'Move Up', 1], of('new', 'a', 'a', 'c')],
        // Of the first of two, when that went.
        [[twins, 'Move Down', 0], of('a', 'c')],
        // Of one that was the only one, when it was copied above itself.
        [[of('a', 'b', 'c'), 'Move Down', 0], of('a', 'a', 'b', 'c')],
      ] as const) {
        const [message, isSame] = await said(lens, edited);
        assert.match(message, / changed\. /, edited);
        assert.ok(isSame);
      }
      // It is certain of one that is the only one, and of both as long as the text is the same.
      for (const [lens, edited] of [
        [[twins, 'Move Up', 2], twins.replace('about c', 'about the third')],
        [[twins, 'Move Down', 1], twins],
      ] as const) {
        const [message, isSame] = await said(lens, edited);
        assert.doesNotMatch(message, / changed\. /);
        assert.ok(!isSame);
      }
    });
  }
});
