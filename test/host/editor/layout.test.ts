import assert from 'node:assert/strict';
import { commands, Position, Range, Uri, window, workspace } from 'vscode';
import type {
  CompletionList,
  Hover,
  MarkdownString,
  SelectionRange,
  TextDocument,
  TextEdit,
  WorkspaceEdit,
} from 'vscode';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { save } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

const folder = (): Uri => Uri.joinPath(surroundings().folder, 'layout/vulnerability');

/** One policy in both spellings, badly laid out. */
const twins: Readonly<Record<string, string>> = {
  yaml: `policyType: hostVulnerability
rules:
  - name:   first
    alertThreshold:   {disabled: false,value: 7} # keep me
    collections:
      - name: All
  - name: second
    collections:
      - name: All
`,
  json: `{
"policyType": "hostVulnerability",
"rules": [
    {
      "name":   "first",
      "alertThreshold": {"disabled": false,"value": 7}, // keep me
      "collections": [{ "name": "All" }]
    },
    {
      "name": "second",
      "collections": [{ "name": "All" }]
    }
  ]
}
`,
};

for (const [spelling, text] of Object.entries(twins)) {
  suite(`layout and rename in ${spelling}`, () => {
    const uri = Uri.joinPath(folder(), `host.policy.${spelling}`);
    let document: TextDocument;
    const positionOf = (word: string, by = 1): Position =>
      document.positionAt(document.getText().indexOf(word) + by);
    const restore = async (): Promise<void> => {
      await window.showTextDocument(document);
      const end = document.positionAt(document.getText().length);
      await window.activeTextEditor?.edit((edit) => edit.replace(new Range(new Position(0, 0), end), text));
      assert.equal(document.getText(), text);
    };

    before(async () => {
      await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
      document = await workspace.openTextDocument(uri);
      await window.showTextDocument(document);
    });

    after(async () => {
      await restore();
      await save(document);
      await commands.executeCommand('workbench.action.closeActiveEditor');
      await workspace.fs.delete(uri);
    });

    test('Format Document changes space only, and once', async () => {
      const format = (): Thenable<TextEdit[] | undefined> =>
        commands.executeCommand<TextEdit[]>('vscode.executeFormatDocumentProvider', uri, {
          tabSize: 2,
          insertSpaces: true,
        });
      const edits = await waitFor('edits', async () => (await format()) ?? undefined);
      assert.ok(edits.length > 0);
      await window.activeTextEditor?.edit((edit) =>
        edits.forEach((one) => edit.replace(one.range, one.newText)),
      );
      const bare = (of: string): string => of.replaceAll(/\s/g, '');
      assert.notEqual(document.getText(), text);
      assert.equal(bare(document.getText()), bare(text));
      assert.match(
        document.getText(),
        spelling === 'yaml' ? /^ {2}- name: first$/m : /^ {6}"name": "first",$/m,
      );
      assert.deepEqual((await format()) ?? [], []);
      await restore();
    });

    test('a setting switches formatting off', async () => {
      const settings = workspace.getConfiguration('ordinance.editor');
      await settings.update('formatting', false, false);
      try {
        const edits = await commands.executeCommand<TextEdit[]>('vscode.executeFormatDocumentProvider', uri, {
          tabSize: 2,
          insertSpaces: true,
        });
        assert.deepEqual(edits ?? [], []);
      } finally {
        await settings.update('formatting', undefined, false);
      }
    });

    test('Fold All Rules leaves a line of each', async () => {
      await window.showTextDocument(document);
      await commands.executeCommand('ordinance.rule.foldAll');
      await waitFor('less in sight', () => {
        const [first, ...more] = window.activeTextEditor?.visibleRanges ?? [];
        return first !== undefined && more.length > 0;
      });
      await commands.executeCommand('editor.unfoldAll');
    });

    test('a selection expands from the word to the rule to the document', async () => {
      const [innermost] = await commands.executeCommand<SelectionRange[]>(
        'vscode.executeSelectionRangeProvider',
        uri,
        [positionOf('first')],
      );
      const words: string[] = [];
      for (let one: SelectionRange | undefined = innermost; one; one = one.parent) {
        words.push(document.getText(one.range));
      }
      assert.ok(words.includes('first'));
      assert.ok(words.some((word) => /^\{?\s*"?name/.test(word) && word.includes('collections')));
      assert.equal(words.at(-1), text);
    });

    test('a rule is renamed, but not to a name that is taken', async () => {
      const rename = (name: string): Thenable<WorkspaceEdit> =>
        commands.executeCommand<WorkspaceEdit>(
          'vscode.executeDocumentRenameProvider',
          uri,
          positionOf('first'),
          name,
        );
      await assert.rejects(async () => rename('second'));
      await assert.rejects(async () => rename(' '));
      assert.ok(await workspace.applyEdit(await rename('third')));
      assert.equal(document.getText(), text.replace('first', 'third'));
      await restore();
    });

    test('a hover says what the number of a threshold means', async () => {
      const hovers = await waitFor('a hover', async () => {
        const all = await commands.executeCommand<Hover[]>(
          'vscode.executeHoverProvider',
          uri,
          positionOf('7}', 0),
        );
        return all.length > 0 && all;
      });
      const words = hovers.flatMap(({ contents }) => contents).map((one) => (one as MarkdownString).value);
      assert.match(words.join('\n').replaceAll('&nbsp;', ' '), /7: high and above/);
    });

    test('whole rules are proposed below the last rule', async () => {
      const added =
        spelling === 'yaml' ? `${text}  - ` : text.replace(/\n {4}\}\n {2}\]/, '\n    },\n    \n  ]');
      await window.activeTextEditor?.edit((edit) =>
        edit.replace(new Range(new Position(0, 0), document.positionAt(document.getText().length)), added),
      );
      const offset = spelling === 'yaml' ? added.length : added.lastIndexOf('\n  ]');
      const labels = await waitFor('proposals', async () => {
        const list = await commands.executeCommand<CompletionList>(
          'vscode.executeCompletionItemProvider',
          uri,
          document.positionAt(offset),
        );
        const all = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
        return all.some((label) => label.startsWith('New rule')) && all;
      });
      assert.ok(labels.includes('New rule: ignore'), labels.join(', '));
      await restore();
    });
  });
}
