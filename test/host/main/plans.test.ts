import assert from 'node:assert/strict';
import { commands, window, workspace } from 'vscode';
import type { CodeLens, Tab, TabInputText, TextDocument } from 'vscode';
import type { SandboxConsole } from '../../../src/sandbox/sandboxConsole.ts';
import type { PlanOutcome, PullReport, PushOutcome } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { consoleId, edit, fileOf, Messages, policy, run, startSandbox } from '../mainJob.ts';

const name = 'compliance/host';

suite('plans that stay open', () => {
  let sandbox: SandboxConsole;
  let messages: Messages;
  let plan: TextDocument;

  const annotate = (notes: string): Promise<TextDocument> =>
    edit(name, (text) =>
      text.replace(/^( *)- name: (.*)\n(?: *notes: test.*\n)?/m, `$1- name: $2\n$1  notes: test ${notes}\n`),
    );
  const preview = async (): Promise<TextDocument> => {
    const outcome = await run<PlanOutcome>('ordinance.policy.previewPush', policy(name));
    assert.equal(outcome?.kind, 'plan', JSON.stringify(messages.last));
    const document = window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'ordinance-plan');
    return document;
  };
  const lenses = async ({ uri }: TextDocument): Promise<(string | undefined)[]> => {
    const all = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', uri, 20);
    return all.map(({ command }) => command?.title);
  };
  const planTabs = (): Tab[] =>
    window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => (input as TabInputText | undefined)?.uri?.scheme === 'ordinance-plan');

  before(async () => {
    sandbox = await startSandbox();
    messages = new Messages();
    await commands.executeCommand('workbench.action.closeAllEditors');
    const [report] = (await run<PullReport[]>('ordinance.policy.pull', policy(name))) ?? [];
    assert.equal(report?.failed.length, 0, JSON.stringify(messages.last));
  });

  after(async () => {
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(fileOf(name));
    messages.restore();
    await sandbox.close();
  });

  test('say so when the file is edited, and stand again when the edit is taken back', async () => {
    await annotate('one');
    plan = await preview();
    assert.match(plan.getText(), /^# 1 changed/);
    assert.ok((await lenses(plan)).includes('Push Policy…'));
    await annotate('two');
    await waitFor('the mark', () => plan.getText().startsWith('# Out of date: the file of compliance/host '));
    assert.match(plan.getText(), /test one/, 'it is the plan that was made');
    const offered = await lenses(plan);
    assert.ok(offered.includes('Preview Push') && !offered.includes('Push Policy…'), offered.join());
    await annotate('one');
    await waitFor('no mark', () => plan.getText().startsWith('# 1 changed'));
  });

  test('say when they were made again, and that they are others', async () => {
    await annotate('two');
    await preview();
    assert.match(plan.getText(), /^# Made again at .*It differs from before/);
    assert.match(plan.getText(), /test two/);
  });

  test('say so when somebody else changed live', async () => {
    let original: readonly unknown[] = [];
    sandbox.state.policies.editRules(name, (rules) => {
      original = rules;
      return rules.map((rule, at) => (at === 1 ? new Map(rule).set('notes', 'theirs') : rule));
    });
    await run('ordinance.policies.refresh');
    await waitFor('the mark', () => /^# Out of date: .* was changed on sandbox/.test(plan.getText()));
    sandbox.state.policies.editRules(name, () => [...original] as never);
    await run('ordinance.policies.refresh');
    await waitFor('no mark', () => !plan.getText().includes('Out of date'));
  });

  test('name the warnings of the file, as the question does', async () => {
    const { document } = await window.showTextDocument(await annotate('two\n    nots: a misspelled field'));
    messages.clear();
    await run('ordinance.policy.push', policy(name));
    assert.match(messages.last?.detail ?? '', /1 warning in the file, named in the plan/);
    assert.match(plan.getText(), /^# 1 warning in the file:\n# - line \d+: .*nots/m);
    await edit(name, (text) => text.replace(/ *nots: .*\n/, ''));
    assert.doesNotMatch(document.getText(), /nots/);
  });

  test('become the receipt of a refused push', async () => {
    messages.answer = async ({ actions }) => {
      await annotate('three, while it is asked');
      return actions.find((action) => action === 'Push');
    };
    const count = sandbox.requests.of('PUT').length;
    await run('ordinance.policy.push', policy(name));
    assert.equal(sandbox.requests.of('PUT').length, count);
    await waitFor('the receipt', () => /^# Receipt: .* NOT pushed .* Nothing was sent/.test(plan.getText()));
    assert.match(plan.getText(), /the file was changed after the plan was made/);
  });

  test('become the receipt of a push, which stays when the file is edited', async () => {
    messages.confirmPush();
    const outcome = await run<PushOutcome>('ordinance.policy.push', policy(name));
    assert.equal(outcome?.verdict, 'applied', JSON.stringify(messages.last));
    await waitFor('the receipt', () =>
      /^# Receipt: .* was pushed to sandbox .*: applied/.test(plan.getText()),
    );
    assert.ok(plan.getText().includes(`# Entry of the History: ${outcome.pushId}`));
    assert.match(plan.getText(), /^# to https?:/m, 'the destination');
    assert.ok((await lenses(plan)).includes('Show History'));
  });

  test('of a push go when it is undone, and the undo becomes a receipt of its own', async () => {
    messages.confirmPush('Undo Push');
    const outcome = await run<PushOutcome>('ordinance.policy.undoPush');
    assert.equal(outcome?.verdict, 'applied', JSON.stringify(messages.last));
    assert.deepEqual(
      planTabs().map(({ label }) => label),
      ['host (undo).ordinance-plan'],
    );
    const [tab] = planTabs();
    assert.ok(tab);
    const undo = await workspace.openTextDocument((tab.input as TabInputText).uri);
    await waitFor('the receipt', () => /^# Receipt: .*: applied/.test(undo.getText()));
    assert.match(undo.getText(), /^# Undo: /m);
  });

  test('of several policies say the same of each', async () => {
    await annotate('of several');
    const several = await waitFor('the question', async () => {
      messages.clear();
      await run('ordinance.policies.pushEdited', { kind: 'console', consoleId: consoleId() });
      const document = window.activeTextEditor?.document;
      return document?.uri.path.includes('push of') ? document : undefined;
    });
    await annotate('of several, again');
    await waitFor('the mark', () => several.getText().startsWith('# Out of date: '));
    messages.confirmPush();
    await run('ordinance.policies.pushEdited', { kind: 'console', consoleId: consoleId() });
    await waitFor('the receipt', () => /^# Receipt: .*compliance\/host .*: applied/m.test(several.getText()));
    assert.equal((await workspace.openTextDocument(fileOf(name))).isDirty, false);
  });
});
