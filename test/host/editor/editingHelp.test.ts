import assert from 'node:assert/strict';
import { commands, languages, Position, Range, Uri, workspace, WorkspaceEdit } from 'vscode';
import type { CodeAction, CompletionList, Hover, InlayHint, MarkdownString, TextDocument } from 'vscode';
import { suite, test, waitFor } from '../harness.ts';
import { surroundings } from '../surroundings.ts';

const folder = (): Uri => Uri.joinPath(surroundings().folder, 'elsewhere/vulnerability');

/** One policy in both spellings. */
const twins: Readonly<Record<string, string>> = {
  yaml: `policyType: ciImagesVulnerability
rules:
  - name: a
    disabld: true
    collections:
      - name: All
  - name: b
    disabld: true
    collections:
      - name: All
    alertThreshold: { value: 7, disabled: false }
`,
  json: `{
  "policyType": "ciImagesVulnerability",
  "rules": [
    {
      "name": "a",
      "disabld": true,
      "collections": [{ "name": "All" }]
    },
    {
      "name": "b",
      "disabld": true,
      "collections": [{ "name": "All" }],
      "alertThreshold": { "value": 7, "disabled": false }
    }
  ]
}
`,
};

for (const [spelling, text] of Object.entries(twins)) {
  suite(`editing help in ${spelling}`, () => {
    const uri = Uri.joinPath(folder(), `ci-images.policy.${spelling}`);
    let document: TextDocument;
    const findings = (): number =>
      languages
        .getDiagnostics(uri)
        .filter(({ code }) => typeof code === 'object' && code.value === 'misspelled-field').length;
    const actions = async (): Promise<CodeAction[]> => {
      const at = document.positionAt(document.getText().indexOf('disabld') + 2);
      const range = document.getWordRangeAtPosition(at);
      assert.ok(range);
      return commands.executeCommand<CodeAction[]>(
        'vscode.executeCodeActionProvider',
        uri,
        range,
        undefined,
        20,
      );
    };
    const chosen = async (title: RegExp): Promise<CodeAction> => {
      const action = (await actions()).find((each) => title.test(each.title));
      assert.ok(action?.edit, `${title.source} of ${(await actions()).map((each) => each.title).join(', ')}`);
      return action;
    };

    test('a fix mends one mistake and leaves every other byte', async () => {
      for (const other of Object.keys(twins)) {
        await workspace.fs
          .delete(Uri.joinPath(folder(), `ci-images.policy.${other}`))
          .then(undefined, () => undefined);
      }
      await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
      document = await workspace.openTextDocument(uri);
      await waitFor('two findings', () => findings() === 2);
      const { edit } = await chosen(/disabled/);
      assert.ok(edit && (await workspace.applyEdit(edit)));
      assert.equal(document.getText(), text.replace('disabld', 'disabled'));
      await waitFor('one finding', () => findings() === 1);
    });

    test('a fix for all mends all', async () => {
      await commands.executeCommand('vscode.open', uri);
      await commands.executeCommand('undo');
      await waitFor('two findings', () => findings() === 2);
      const { edit } = await chosen(/^Fix all 2/);
      assert.ok(edit && (await workspace.applyEdit(edit)));
      assert.equal(document.getText(), text.replaceAll('disabld', 'disabled'));
      await waitFor('no finding', () => findings() === 0);
    });

    test('a hover says what a field means', async () => {
      const at = document.positionAt(document.getText().indexOf('disabled') + 2);
      const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', uri, at);
      const words = hovers
        .flatMap(({ contents }) => contents)
        .map((content) => (content as MarkdownString).value);
      assert.match(words.join('\n'), /keeps its place in the order/);
    });

    test('a hint behind a threshold shows its severity', async () => {
      const whole = new Range(new Position(0, 0), document.positionAt(document.getText().length));
      const hints = await commands.executeCommand<InlayHint[]>('vscode.executeInlayHintProvider', uri, whole);
      assert.deepEqual(
        hints.map(({ label, position }) => [label, document.offsetAt(position)]),
        [['high and above', document.getText().indexOf('7') + 1]],
      );
    });

    test('completion knows what a rule lacks', async () => {
      const line = document.positionAt(document.getText().indexOf('disabled')).line;
      const list = await commands.executeCommand<CompletionList>(
        'vscode.executeCompletionItemProvider',
        uri,
        new Position(
          line,
          document.lineAt(line).firstNonWhitespaceCharacterIndex + (spelling === 'json' ? 1 : 0),
        ),
      );
      const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      assert.ok(labels.includes('alertThreshold'), labels.join(', '));
      assert.ok(!labels.includes('collections'), 'it has collections');
    });

    test('completion does not offer the word that is being typed', async () => {
      const whole = document.getText();
      const at = whole.indexOf('All', whole.indexOf('collections'));
      const labels = async (written: string): Promise<readonly string[]> => {
        const edit = new WorkspaceEdit();
        const now = document.getText();
        edit.replace(uri, new Range(document.positionAt(0), document.positionAt(now.length)), written);
        assert.ok(await workspace.applyEdit(edit));
        const list = await commands.executeCommand<CompletionList>(
          'vscode.executeCompletionItemProvider',
          uri,
          document.positionAt(at + 3),
        );
        return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      };
      const typed = await labels(`${whole.slice(0, at)}Alt${whole.slice(at + 3)}`);
      assert.ok(!typed.includes('Alt'), typed.join(', '));
      assert.ok((await labels(whole)).includes('All'), 'another rule names it');
    });
  });
}
