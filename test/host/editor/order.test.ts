import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { commands, DiagnosticSeverity, languages, Uri, window, workspace } from 'vscode';
import type { CodeAction, Diagnostic } from 'vscode';
import type { PolicyName } from '../../../src/core/policy/families.ts';
import { after, print, suite, test, waitFor } from '../harness.ts';
import { edit } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';
import { policyText, writePolicy } from './world.ts';

const name: PolicyName = 'vulnerability/images';
const type = 'policyType: containerVulnerability\nrules:\n';
const block = '    blockThreshold:\n      enabled: true\n      value: 7\n';

function rule(title: string, collections: readonly string[], more = ''): string {
  const named = collections.map((collection) => `      - name: ${collection}\n`).join('');
  return `  # about ${title}\n  - name: ${title}\n    collections:\n${named}${more}`;
}

function about(uri: Uri, code: string): Diagnostic | undefined {
  return languages
    .getDiagnostics(uri)
    .find((found) => (typeof found.code === 'object' ? found.code.value : found.code) === code);
}

async function fixesFor(uri: Uri, found: Diagnostic): Promise<CodeAction[]> {
  return commands.executeCommand<CodeAction[]>(
    'vscode.executeCodeActionProvider',
    uri,
    found.range,
    'quickfix',
  );
}

suite('order while typing', () => {
  const settings = workspace.getConfiguration('ordinance.diagnostics');
  const kept = Uri.joinPath(surroundings().folder, 'policies/sandbox/collections.yaml');

  after(async () => {
    await settings.update('severity', undefined, false);
    await workspace.fs.delete(kept).then(undefined, () => undefined);
  });

  test('a rule that nothing is left for is found, with its cause, and moved by a fix', async () => {
    const good = type + rule('wide', ['All']);
    const uri = await writePolicy(name, good);
    await workspace.openTextDocument(uri);
    const document = await edit(name, (text) => text + rule('narrow', ['Unheard of'], block));
    const found = await waitFor('a dead rule', () => about(uri, 'shadowed-rule'));
    assert.equal(found.severity, DiagnosticSeverity.Warning);
    assert.match(found.message, /"wide" above matches everything/);
    assert.match(found.message, /"wide" is .*weaker.* block from high/);
    assert.equal(document.getText(found.range), 'narrow');
    const [cause] = found.relatedInformation ?? [];
    assert.equal(cause && document.getText(cause.location.range), 'wide');

    const fixes = await fixesFor(uri, found);
    const titles = fixes.map(({ title }) => title);
    assert.ok(titles.includes('Disable the rule') && titles.includes('Delete the rule'), titles.join());
    const before = document.getText();
    const runMove = async (dead: Diagnostic): Promise<unknown> => {
      // The editor forgets the commands of its answer after 100 ms, which may be over before the answer is here.
      const { command, arguments: given = [] } = await waitFor('the move', async () => {
        const all = await fixesFor(uri, dead);
        return all.find(({ title }) => title === 'Move the rule above "wide"')?.command;
      });
      return commands.executeCommand(command, ...given);
    };
    await runMove(found);
    assert.equal(document.getText(), type + rule('narrow', ['Unheard of'], block) + rule('wide', ['All']));
    // It is an edit of rules like every other move, so its changed decisions are shown, and it can be undone.
    await commands.executeCommand('ordinance.rule.undoEdit');
    assert.equal(document.getText(), before);
    const again = await waitFor('the dead rule again', () => about(uri, 'shadowed-rule'));
    await runMove(again);
    // What comes next by key is meant for the rule that moved.
    const editor = window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), uri.toString());
    assert.equal(document.lineAt(editor.selection.active.line).text.trim(), '- name: narrow');
    await waitFor('no dead rule', () => !about(uri, 'shadowed-rule'));
    await edit(name, () => good);
  });

  test('it has the severity that is set, and can be switched off', async () => {
    const text = type + rule('one', ['All']) + rule('two', ['All']);
    const uri = await writePolicy(name, text);
    await workspace.openTextDocument(uri);
    const found = await waitFor('a redundant rule', () => about(uri, 'redundant-rule'));
    assert.equal(found.severity, DiagnosticSeverity.Hint);
    await settings.update('severity', { 'redundant-rule': 'information' }, false);
    await waitFor(
      'an information',
      () => about(uri, 'redundant-rule')?.severity === DiagnosticSeverity.Information,
    );
    await settings.update('severity', { 'redundant-rule': 'off' }, false);
    await waitFor('silence', () => !about(uri, 'redundant-rule'));
    await settings.update('severity', undefined, false);
    await waitFor('the hint again', () => about(uri, 'redundant-rule'));
  });

  test('is the same in JSON, and goes by the collections that are kept beside the policies', async () => {
    const uri = Uri.joinPath(surroundings().folder, 'policies/sandbox/vulnerability/serverless.policy.json');
    const write = (at: Uri, text: string): Thenable<void> =>
      workspace.fs.writeFile(at, new TextEncoder().encode(text));
    const rules = ['orders everywhere', 'orders of now'].map((collection) => ({
      name: `about ${collection}`,
      collections: [{ name: collection }],
    }));
    await write(uri, JSON.stringify({ policyType: 'serverlessVulnerability', rules }, undefined, 2));
    await workspace.openTextDocument(uri);
    await write(
      kept,
      'collections:\n  - name: orders everywhere\n    functions:\n      - orders-*\n' +
        '  - name: orders of now\n    functions:\n      - orders-now\n',
    );
    const found = await waitFor('a redundant rule', () => about(uri, 'redundant-rule'));
    assert.match(found.message, /"about orders everywhere"/);
    await workspace.fs.delete(kept);
    await waitFor('nothing, as nothing is known', () => !about(uri, 'redundant-rule'));
    await workspace.fs.delete(uri);
  });

  test('thousands of rules are looked at in pieces that hold no key', async () => {
    const count = 5000;
    const uri = await writePolicy(name, type + rule('one', ['All']));
    await workspace.openTextDocument(uri);
    await waitFor('nothing', () => !about(uri, 'redundant-rule'));
    const many = policyText(...Array.from({ length: count }, (_, at) => `rule ${at}`));
    await edit(name, () => many.replace('hostVulnerability', 'containerVulnerability'));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await waitFor('the rules', () => about(uri, 'redundant-rule'));
    delay.disable();
    print(`${count} rules, all but one redundant: the longest block was ${Math.round(delay.max / 1e6)} ms`);
    assert.match(about(uri, 'more-problems')?.message ?? '', /^And \d+ more problems$/);
    // The editor underlines five hundred: there has to be room for a mistake that is being typed.
    assert.ok(languages.getDiagnostics(uri).length < 450);
    await writePolicy(name, type + rule('one', ['All']));
  });
});
