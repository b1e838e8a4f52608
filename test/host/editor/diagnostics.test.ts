import assert from 'node:assert/strict';
import { commands, DiagnosticSeverity, languages, Uri, window, workspace } from 'vscode';
import type { CodeLens, Diagnostic, DocumentSymbol, Hover, MarkdownString } from 'vscode';
import type { PolicyName } from '../../../src/core/policy/families.ts';
import { after, print, suite, test, waitFor } from '../harness.ts';
import { lensesOf } from '../lensesOf.ts';
import { edit, putCursor } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';
import { policyText, writePolicy } from './world.ts';

const name: PolicyName = 'vulnerability/images';
const good = policyText('one', 'two').replace('hostVulnerability', 'containerVulnerability');

/** What is found in the rules themselves; that `two` comes after `one` is another matter. */
function codes(uri: Uri): string[] {
  return languages
    .getDiagnostics(uri)
    .map(codeOf)
    .filter((code) => code !== 'redundant-rule' && code !== 'unneeded-rule');
}

function codeOf({ code }: Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

suite('diagnostics', () => {
  const settings = workspace.getConfiguration('ordinance.diagnostics');

  after(async () => {
    await settings.update('severity', undefined, false);
  });

  test('come and go while typing, at the place of the mistake', async () => {
    const uri = await writePolicy(name, good);
    const document = await edit(name, (text) => text.replace('name: two', 'name: one'));
    const [found] = await waitFor('a diagnostic', () => {
      const all = languages.getDiagnostics(uri);
      return codes(uri).includes('duplicate-rule-name') && all;
    });
    assert.equal(found?.source, 'ordinance');
    assert.match(document.lineAt(found?.range.start.line ?? 0).text, /name: one/);
    assert.equal(found?.range.isSingleLine, true);
    await edit(name, () => good);
    await waitFor('no diagnostic', () => codes(uri).length === 0);
  });

  const broken: readonly [what: string, text: string, code: string][] = [
    ['an empty file', '', 'not-a-policy'],
    ['a list at the top', '- a\n- b\n', 'not-a-policy'],
    ['a scalar at the top', 'hello\n', 'not-a-policy'],
    ['neither YAML nor JSON', 'a: [1\nb: }\n', 'syntax'],
    ['rules that are a text', 'policyType: hostVulnerability\nrules: none\n', 'rules-not-a-list'],
    ['a rule without a name', good.replace('name: two', 'notes: two'), 'missing-name'],
    ['a rule without a collection', `${good}  - name: three\n`, 'no-collections'],
    [
      'the policy type of another family',
      good.replace('containerVulnerability', 'hostCompliance'),
      'wrong-policy-type',
    ],
    ['a text where a truth is due', `${good}    disabled: "yes"\n`, 'schema-type'],
  ];
  for (const [what, text, code] of broken) {
    test(`${what}: ${code}`, async () => {
      const uri = await writePolicy(name, good);
      await workspace.openTextDocument(uri);
      await edit(name, () => `${text} `.slice(0, text.length || 1));
      await waitFor(`${code}, not ${codes(uri).join(', ')}`, () => codes(uri).includes(code));
      await edit(name, () => good);
      await waitFor('no diagnostic', () => codes(uri).length === 0);
    });
  }

  test('have the severity that is set', async () => {
    const uri = await writePolicy(name, good);
    await edit(name, (text) => text.replace('name: two', 'name: one'));
    await waitFor('a diagnostic', () => codes(uri).includes('duplicate-rule-name'));
    await settings.update('severity', { 'duplicate-rule-name': 'hint' }, false);
    await waitFor('a hint', () =>
      languages.getDiagnostics(uri).some(({ severity }) => severity === DiagnosticSeverity.Hint),
    );
    await settings.update('severity', { 'duplicate-rule-name': 'off' }, false);
    await waitFor('silence', () => codes(uri).length === 0);
    await settings.update('severity', undefined, false);
    await edit(name, () => good);
  });

  test('are the same in JSON', async () => {
    const uri = Uri.joinPath(surroundings().folder, 'policies/sandbox/vulnerability/serverless.policy.json');
    const document = { policyType: 'serverlessVulnerability', rules: [{ name: 'a', collections: [] }] };
    await workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(document, undefined, 2)));
    const opened = await workspace.openTextDocument(uri);
    assert.equal(opened.languageId, 'ordinance-json');
    await waitFor('a diagnostic', () => codes(uri).includes('no-collections'));
    await workspace.fs.delete(uri);
  });

  test('are not reported for the other side of a diff', async () => {
    const document = await workspace.openTextDocument({
      language: 'ordinance-yaml',
      content: 'rules: none\n',
    });
    await waitFor('a diagnostic on what is typed', () => codes(document.uri).includes('rules-not-a-list'));
  });

  test('outline and lenses name the rules in order', async () => {
    const uri = await writePolicy(name, good);
    const document = await workspace.openTextDocument(uri);
    await waitFor('the file as it was written', () => document.getText() === good);
    const symbols = await commands.executeCommand<DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      uri,
    );
    const rules = symbols.find((symbol) => symbol.name === 'rules');
    assert.deepEqual(
      rules?.children.map((symbol) => symbol.name),
      ['1. one', '2. two'],
    );
    // Sticky scroll shows the line on which the selection range begins.
    assert.deepEqual(
      rules?.children.map(({ selectionRange }) => document.lineAt(selectionRange.start.line).text.trim()),
      ['- name: one', '- name: two'],
    );
    // A cursor at the dash is in the rule: breadcrumbs go by these.
    assert.deepEqual(
      rules?.children.map(({ range }) => [
        range.start.character,
        document.lineAt(range.start.line).text.trim(),
      ]),
      [
        [0, '- name: one'],
        [0, '- name: two'],
      ],
    );
    const editor = await window.showTextDocument(document);
    const titles = async (line: string): Promise<string[]> => {
      await putCursor(editor, document.positionAt(document.getText().indexOf(line)));
      const all = await lensesOf(uri, 100);
      return all
        .filter(({ range }) => document.lineAt(range.start.line).text.endsWith(line))
        .map(({ command }) => command?.title ?? '')
        .toSorted((a, b) => a.localeCompare(b));
    };
    assert.deepEqual(await titles('name: one'), ['Move Down', 'Rule 1 of 2']);
    // What order means is worked out after that.
    const two = 'Rule 2 of 2 · redundant: the rules above do the same';
    await waitFor('the lens to say so', async () => (await titles('name: two')).includes(two));
    assert.deepEqual(await titles('name: two'), ['Move Up', two]);
    const blocks = '    blockThreshold:\n      enabled: true\n      value: 7\n';
    await edit(name, () => good + blocks);
    const dead = async (): Promise<string | undefined> =>
      (await titles('name: two')).find((title) => title.endsWith('never applies'));
    await waitFor('the lens to say that', async () => (await dead()) !== undefined);
    assert.deepEqual(await titles('name: two'), ['Move to Where It Applies', 'Move…', await dead()]);
    const elsewhere = (await lensesOf(uri, 100)).filter(({ range }) =>
      document.lineAt(range.start.line).text.endsWith('name: one'),
    );
    assert.equal(elsewhere.length, 1, 'a rule without the cursor has no commands');
    await edit(name, () => good);
  });

  test('sticky scroll shows the name of a rule, wherever it stands in it', async () => {
    const texts = {
      json: JSON.stringify(
        {
          policyType: 'hostVulnerability',
          rules: [{ effect: 'alert', tags: [{ name: 'tag' }], name: 'a "rule"' }],
        },
        undefined,
        2,
      ),
      yaml: 'policyType: hostVulnerability\nrules:\n  - effect: alert\n    rename: a\n    name: a\n',
    };
    for (const [spelling, content] of Object.entries(texts)) {
      const document = await workspace.openTextDocument({ language: `ordinance-${spelling}`, content });
      const symbols = await commands.executeCommand<DocumentSymbol[]>(
        'vscode.executeDocumentSymbolProvider',
        document.uri,
      );
      const [rule] = symbols.find((symbol) => symbol.name === 'rules')?.children ?? [];
      assert.match(
        document.lineAt(rule?.selectionRange.start.line ?? 0).text,
        /^ +"?name"?: ("a \\"rule\\""|a)$/,
        spelling,
      );
    }
  });

  test('a long file has one lens a rule, which are made quickly', async () => {
    const count = 10_000;
    const text = policyText(...Array.from({ length: count }, (_, at) => `rule ${at}`));
    const uri = await writePolicy('vulnerability/serverless', text);
    await workspace.openTextDocument(uri);
    const begin = performance.now();
    const lenses = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', uri);
    print(`${lenses.length} lenses there and back in ${Math.round(performance.now() - begin)} ms`);
    assert.equal(lenses.length, count);
    const resolved = await lensesOf(uri, 2);
    assert.deepEqual(
      // More than a few would be compared for minutes, and for gigabytes.
      resolved
        .slice(0, 2)
        .map(({ command }) => [
          command?.title.replace(' · redundant: the rules above do the same', ''),
          command?.command,
        ]),
      [
        [`Rule 1 of ${count}`, 'ordinance.rule.preview'],
        [`Rule 2 of ${count}`, 'ordinance.rule.preview'],
      ],
    );
    await workspace.fs.delete(uri);
  });

  test('the name of a rule says what the rule does and what takes what it names', async () => {
    const uri = await writePolicy(name, good);
    const document = await workspace.openTextDocument(uri);
    await waitFor('the file as it was written', () => document.getText() === good);
    const at = document.positionAt(good.indexOf('name: two') + 7);
    let words = '';
    await waitFor('the order of the rules', async () => {
      const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', uri, at);
      words = hovers
        .flatMap(({ contents }) => contents)
        .map((content) => (content as MarkdownString).value.replaceAll('&nbsp;', ' '))
        .join('\n');
      return words.includes('above match everything');
    });
    assert.match(words, /Rule 2 of 2 · alerts/);
    assert.match(words, /redundant: the rules above do the same/);
    assert.match(words, /above match everything this rule covers: .*one/);
    assert.match(words, /command:ordinance\.rule\.compare/);
    const [, move = ''] = /\(command:ordinance\.rule\.move\?(\S+)\)/.exec(words) ?? [];
    const [target] = JSON.parse(decodeURIComponent(move)) as { index?: number }[];
    assert.equal(target?.index, 1);
  });
});
