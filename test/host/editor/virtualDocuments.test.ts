import assert from 'node:assert/strict';
import { commands, TabInputTextDiff, Uri, window, workspace } from 'vscode';
import type { TextDocument } from 'vscode';
import type { JsonObject } from '../../../src/core/json/json.ts';
import { VirtualTexts } from '../../../src/vscode/workspace/virtualTexts.ts';
import type { PlanOutcome, PullReport } from '../../../src/core/sync/outcomes.ts';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { lensesOf } from '../lensesOf.ts';
import { edit, fileOf, Messages, policy, run, sliceRules, startSandbox } from '../mainJob.ts';
import { editRules } from '../../sandbox/editRules.ts';

const name = 'compliance/ci-images';

suite('virtual documents', () => {
  let sandbox: TestConsole;
  let messages: Messages;
  let plan: TextDocument;

  before(async () => {
    sandbox = await startSandbox();
    messages = new Messages();
    const [report] = (await run<PullReport[]>('ordinance.policy.pull', policy(name))) ?? [];
    assert.deepEqual(report?.failed, [], JSON.stringify(messages.last));
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(async () => {
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.executeCommand('workbench.action.closeAllEditors');
    messages.restore();
    await sandbox.close();
  });

  test('live is read-only and says what the file says, when nothing differs', async () => {
    const uri = await run<Uri>('ordinance.policy.openLive', policy(name));
    assert.ok(uri, JSON.stringify(messages.last));
    assert.equal(uri.scheme, 'ordinance-live');
    const live = await workspace.openTextDocument(uri);
    const file = await workspace.openTextDocument(fileOf(name));
    assert.equal(live.getText(), file.getText());
    assert.equal(live.languageId, file.languageId);
    const titles = (await lensesOf(uri)).map(({ command }) => command?.title);
    assert.deepEqual(
      titles.filter((title) => /Live policy on|Open File|Pull/.test(title ?? '')),
      ['Live policy on sandbox, read-only', 'Open File'],
    );
  });

  test('live of a policy without a file says what it is, and leads to one', async () => {
    const other = 'vulnerability/ci-serverless';
    const uri = await run<Uri>('ordinance.policy.openLive', policy(other));
    const own = (await lensesOf(uri)).filter(({ command }) =>
      /Live policy on|Pull/.test(command?.title ?? ''),
    );
    assert.deepEqual(
      own.map(({ command }) => command?.title),
      ['Live policy on sandbox, read-only', 'Pull Policy'],
    );
    const pull = own[1]?.command;
    await commands.executeCommand(pull?.command ?? '', ...((pull?.arguments ?? []) as unknown[]));
    await waitFor('the file to be offered', async () =>
      (await lensesOf(uri)).some(({ command }) => command?.title === 'Open File'),
    );
    await workspace.fs.delete(fileOf(other));
  });

  test('live that is open says what was read last', async () => {
    const uri = await run<Uri>('ordinance.policy.openLive', policy(name));
    assert.ok(uri, JSON.stringify(messages.last));
    const live = await workspace.openTextDocument(uri);
    let original: readonly JsonObject[] = [];
    editRules(sandbox.state, name, (rules) => {
      original = rules;
      return rules.map((rule, index) =>
        index === 0 ? new Map([...rule, ['notes', 'by a colleague']]) : rule,
      );
    });
    assert.doesNotMatch(live.getText(), /by a colleague/);
    await run('ordinance.policies.refresh');
    await waitFor('the document to follow', () => /by a colleague/.test(live.getText()));
    editRules(sandbox.state, name, () => [...original]);
    await run('ordinance.policies.refresh');
    await waitFor('what was there before', () => !/by a colleague/.test(live.getText()));
  });

  test('a preview opens the plan alone, and its comparison has no other difference', async () => {
    await edit(name, (text) => {
      const { head, rules, tail } = sliceRules(text);
      return `${head}${rules[0]}    reviewNote: changed here\n${rules.slice(1).join('')}${tail}`;
    });
    const outcome = await run<PlanOutcome>('ordinance.policy.push', policy(name));
    assert.equal(outcome?.kind, 'plan', JSON.stringify(messages.last));
    const editor = window.activeTextEditor;
    assert.equal(editor?.document.languageId, 'ordinance-plan');
    plan = editor.document;
    assert.match(plan.getText(), /^Push .* to sandbox: 1 changed\n/);
    assert.match(plan.getText(), /reviewNote: .*-> "changed here"/);
    const diffs = (): TabInputTextDiff[] =>
      window.tabGroups.all.flatMap(({ tabs }) =>
        tabs.flatMap(({ input }) => (input instanceof TabInputTextDiff ? [input] : [])),
      );
    assert.deepEqual(diffs(), [], 'nothing opens behind the plan');
    const compare = (await lensesOf(plan.uri, 20)).find(({ command }) => command?.title === 'Compare');
    assert.ok(compare?.command);
    await commands.executeCommand(compare.command.command, ...(compare.command.arguments ?? []));
    const diff = await waitFor('the difference', () => diffs()[0]);
    const [left, right] = [
      await workspace.openTextDocument(diff.original),
      await workspace.openTextDocument(diff.modified),
    ];
    const before = new Set(left.getText().split('\n'));
    assert.deepEqual(
      right
        .getText()
        .split('\n')
        .filter((line) => !before.has(line)),
      ['    reviewNote: changed here'],
    );
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  test('a step of the plan leads to the difference of its rule', async () => {
    const lenses = await lensesOf(plan.uri, 20);
    const titles = lenses.map(({ command }) => command?.title);
    assert.match(titles[0] ?? '', /^Push to sandbox \(/);
    assert.deepEqual(titles.slice(1), ['Cancel', 'Compare', 'Compare', 'Go to Rule']);
    const compare = lenses[3]?.command;
    assert.ok(compare);
    await commands.executeCommand(compare.command, ...(compare.arguments ?? []));
    const input = await waitFor('the diff of the rule', () => {
      const active = window.tabGroups.activeTabGroup.activeTab?.input;
      return active instanceof TabInputTextDiff && active.modified.scheme === 'ordinance-live' && active;
    });
    const [left, right] = [
      await workspace.openTextDocument(input.original),
      await workspace.openTextDocument(input.modified),
    ];
    assert.doesNotMatch(left.getText(), /changed here/);
    assert.match(right.getText(), /reviewNote: changed here/);
    assert.match(left.getText(), /^name: /m, 'one rule, not the policy');
  });

  test('a text is kept while a tab shows it, and let go with the tab', async () => {
    const texts = new VirtualTexts('ordinance-test');
    const uri = Uri.parse('ordinance-test:/a.txt');
    const freed: string[] = [];
    texts.onDidFree((key) => freed.push(key));
    await texts.set(uri, 'first');
    // Shown by the editor alone: what an extension opens is held for minutes.
    await commands.executeCommand('vscode.open', uri, { preview: false });
    const document = await waitFor('the document', () =>
      workspace.textDocuments.find((each) => each.uri.toString() === uri.toString()),
    );
    assert.equal(document.getText(), 'first');
    await texts.set(uri, 'second');
    assert.equal(document.getText(), 'second', 'the open document has followed');
    await window.showTextDocument(plan, { preview: false });
    assert.ok(texts.holds(uri), 'behind another tab it is kept');
    await commands.executeCommand('vscode.open', uri, { preview: false });
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await waitFor('the text to be let go', () => !texts.holds(uri));
    assert.deepEqual(freed, [uri.toString()]);
    assert.match(await texts.provideTextDocumentContent(uri), /no longer available/);
    texts.dispose();
  });

  test('a document that was closed and is shown again says what is set now', async () => {
    const texts = new VirtualTexts('ordinance-again');
    const uri = Uri.parse('ordinance-again:/a.txt');
    for (const text of ['first', 'second', 'third\nof three']) {
      const { document } = await texts.show(uri, text, { preview: false });
      assert.equal(document.getText(), text);
      await commands.executeCommand('workbench.action.closeActiveEditor');
    }
    await texts.set(uri, 'fourth');
    assert.equal((await workspace.openTextDocument(uri)).getText(), 'fourth', 'for a diff, too');
    texts.dispose();
  });

  test('a text that was asked for before a newer one was set is not what stays', async () => {
    const texts = new VirtualTexts('ordinance-late');
    const uri = Uri.parse('ordinance-late:/a.txt');
    await texts.set(uri, 'first');
    const opening = workspace.openTextDocument(uri);
    await texts.set(uri, 'second');
    const document = await opening;
    await waitFor('the newer text', () => document.getText() === 'second');
    texts.dispose();
  });

  test('a push after the tab of its plan was closed shows a new plan of the file', async () => {
    for (const [what, note] of [
      ['changed here', 'changed there'],
      ['changed there', 'changed everywhere'],
    ] as const) {
      await window.showTextDocument(plan, { preview: false });
      await commands.executeCommand('workbench.action.closeActiveEditor');
      await edit(name, (text) => text.replace(what, note));
      const outcome = await run<PlanOutcome>('ordinance.policy.push', policy(name));
      assert.equal(outcome?.kind, 'plan', JSON.stringify(messages.last));
      const shown = window.activeTextEditor?.document;
      assert.ok(shown);
      assert.notEqual(shown.uri.toString(), plan.uri.toString());
      assert.match(shown.getText(), new RegExp(`^Push ${name} to sandbox: 1 changed\n`));
      assert.match(shown.getText(), new RegExp(`reviewNote: .*-> "${note}"`));
    }
  });

  test('what is shown for a push is its plan, though an older one had the same tab', async () => {
    await window.showTextDocument(plan, { preview: false });
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await edit(name, (text) => text.replace('changed everywhere', 'changed at last'));
    messages.clear();
    await run('ordinance.policy.push', policy(name));
    assert.deepEqual(messages.shown, []);
    assert.match(window.activeTextEditor?.document.getText() ?? '', /changed at last/);
    assert.equal(sandbox.requests.of('PUT').length, 0);
  });
});
