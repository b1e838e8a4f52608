import assert from 'node:assert/strict';
import { commands, Selection, Uri, window, workspace } from 'vscode';
import type { Tab, TabInputText, TextDocument } from 'vscode';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import type { PlanOutcome, PullReport, PushOutcome } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { lensesOf } from '../lensesOf.ts';
import { consoleId, edit, fileOf, Messages, policy, run, startSandbox } from '../mainJob.ts';
import { stringAt } from '../../../src/core/json/json.ts';
import { surroundings } from '../surroundings.ts';
import { editRules } from '../../sandbox/editRules.ts';

const name = 'compliance/host';

suite('plans that stay open', () => {
  let sandbox: TestConsole;
  let messages: Messages;
  let plan: TextDocument;

  const annotate = (notes: string): Promise<TextDocument> =>
    edit(name, (text) =>
      text.replace(/^( *)- name: (.*)\n(?: *notes: test.*\n)?/m, `$1- name: $2\n$1  notes: test ${notes}\n`),
    );
  /** Makes a plan, which is shown in front. */
  const review = async (): Promise<TextDocument> => {
    const outcome = await run<PlanOutcome>('ordinance.policy.push', policy(name));
    assert.equal(outcome?.kind, 'plan', JSON.stringify(messages.last));
    return planInFront();
  };
  const planInFront = (): TextDocument => {
    const document = window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'ordinance-plan');
    return document;
  };
  const refresh = async (): Promise<TextDocument> => {
    const outcome = await run<PlanOutcome>('ordinance.plan.refresh', plan.uri);
    assert.equal(outcome?.kind, 'plan', JSON.stringify(messages.last));
    return planInFront();
  };
  const lenses = async ({ uri }: TextDocument): Promise<(string | undefined)[]> => {
    const all = await lensesOf(uri, 20);
    return all.map(({ command }) => command?.title);
  };
  const puts = (): number => sandbox.requests.of('PUT').length;
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

  test('say that they are out of date when their file is edited, and stay as they are until they are refreshed', async () => {
    await annotate('one');
    plan = await review();
    assert.match(plan.getText(), /^Push compliance\/host to sandbox: 1 changed\nTo http/);
    const titles = (await lenses(plan)).slice(0, 3).map((title) => title?.replace(/ \(http.*/, ''));
    assert.deepEqual(titles, ['Push to sandbox', 'Cancel', 'Compare']);
    await annotate('two');
    await waitFor('the mark', () => plan.getText().startsWith('Out of date: the file of compliance/host '));
    assert.match(plan.getText(), /test one/, 'it is the plan that was made');
    const offered = await lenses(plan);
    assert.ok(offered.includes('Refresh Plan') && !offered.join().includes('Push'), offered.join());
    await run('ordinance.plan.push', plan.uri);
    assert.match(messages.last?.text ?? '', /^The plan is out of date/);
    const tabs = planTabs().length;
    plan = await refresh();
    assert.match(plan.getText(), /^Push [^]*test two/);
    assert.equal(planTabs().length, tabs, 'in place of the old one');
    assert.equal(puts(), 0);
  });

  test('say why they cannot be refreshed, and are when that is mended', async () => {
    await edit(name, (text) => text.replace('notes: test two', 'notes: test two\n    disabled: perhaps'));
    await waitFor('the mark', () => plan.getText().startsWith('Out of date'));
    messages.clear();
    await run('ordinance.plan.refresh', plan.uri);
    await waitFor('the reason', () =>
      /^Out of date: .*\nReason: the file had problems: /.test(plan.getText()),
    );
    assert.deepEqual(messages.shown, [], 'it is said once');
    await edit(name, (text) => text.replace('\n    disabled: perhaps', ''));
    plan = await refresh();
    assert.equal(puts(), 0);
  });

  test('say so when somebody else changed live', async () => {
    let original: readonly unknown[] = [];
    editRules(sandbox.state, name, (rules) => {
      original = rules;
      return rules.map((rule, at) => (at === 1 ? new Map(rule).set('notes', 'theirs') : rule));
    });
    await run('ordinance.policies.refresh');
    await waitFor('the mark', () => /^Out of date: .* changed on sandbox/.test(plan.getText()));
    assert.equal((await run<PlanOutcome>('ordinance.plan.refresh', plan.uri))?.kind, 'drift');
    await waitFor('the reason', () => /^Reason: .*differed from the base of the file/m.test(plan.getText()));
    assert.equal(puts(), 0);
    editRules(sandbox.state, name, () => [...original] as never);
    await run('ordinance.policies.refresh');
    plan = await refresh();
  });

  test('name the warnings of the file', async () => {
    await annotate('two\n    nots: a misspelled field');
    plan = await review();
    assert.match(plan.getText(), /^1 warning that this push adds:\n- line \d+: .*nots/m);
    await edit(name, (text) => text.replace(/ *nots: .*\n/, ''));
    plan = await refresh();
    assert.doesNotMatch(plan.getText(), /nots/);
  });

  test('are not pushed when the file says something else than they do at that moment', async () => {
    plan = await review();
    await annotate('three, a moment before the button');
    messages.clear();
    assert.equal(await run('ordinance.plan.push'), undefined);
    assert.equal(puts(), 0);
    await waitFor('the mark', () => plan.getText().startsWith('Out of date: the file of compliance/host '));
    assert.deepEqual(messages.shown, [], 'the plan says it');
    plan = await refresh();
    assert.match(plan.getText(), /three, a moment/);
  });

  test('are not pushed when live was changed a moment before, though nobody noticed yet', async () => {
    plan = await review();
    let original: readonly unknown[] = [];
    editRules(sandbox.state, name, (rules) => {
      original = rules;
      return rules.map((rule, at) => (at === 1 ? new Map(rule).set('notes', 'theirs') : rule));
    });
    messages.clear();
    const outcome = await run<PlanOutcome>('ordinance.plan.push');
    assert.equal(outcome?.kind, 'drift');
    assert.equal(puts(), 0);
    await waitFor('the reason', () => /^Reason: .*differed from the base of the file/m.test(plan.getText()));
    assert.equal(plan.getText().match(/not pushed/gi)?.length, 1);
    assert.deepEqual(messages.shown, [], 'it is said once');
    assert.deepEqual((await lenses(plan)).slice(0, 5), [
      'Refresh Plan',
      'Merge…',
      'Compare with Live',
      'Override…',
      'Cancel',
    ]);
    editRules(sandbox.state, name, () => [...original] as never);
    await run('ordinance.policies.refresh');
  });

  test('say it in a message where they are not in sight', async () => {
    plan = await review();
    await annotate('three, behind another tab');
    await window.showTextDocument(await workspace.openTextDocument(fileOf(name)));
    messages.clear();
    await run('ordinance.plan.push', plan.uri);
    assert.equal(puts(), 0);
    assert.match(messages.last?.text ?? '', /out of date/);
    await window.showTextDocument(plan);
  });

  test('are not pushed when the console is another one by then', async () => {
    plan = await review();
    const file = Uri.joinPath(surroundings().folder, 'ordinance.yaml');
    const original = await workspace.fs.readFile(file);
    try {
      const changed = Buffer.from(original)
        .toString()
        .replace('  sandbox:\n', '  sandbox:\n    project: other\n');
      await workspace.fs.writeFile(file, Buffer.from(changed));
      await waitFor('the mark', () => plan.getText().startsWith('Out of date: sandbox changed in ordinance'));
      await run('ordinance.plan.push');
      assert.equal(puts(), 0);
      assert.doesNotMatch(plan.getText(), /RESULT/);
    } finally {
      await workspace.fs.writeFile(file, original);
    }
    await run('ordinance.policies.refresh');
    await waitFor('the console as it was', async () => {
      const outcome = await run<PlanOutcome>('ordinance.policy.push', policy(name));
      return outcome?.kind === 'plan' && !/project/.test(planInFront().getText());
    });
  });

  test('are not pushed when the console lost a collection that they name', async () => {
    plan = await review();
    const { collections } = sandbox.state;
    const all = collections.all();
    for (const one of all) {
      collections.delete(stringAt(one, 'name') ?? '');
    }
    const outcome = await run<PlanOutcome>('ordinance.plan.push');
    assert.equal(outcome?.kind, 'unknown-collections', JSON.stringify(messages.shown));
    await waitFor('the refusal', () => /^Out of date: .* Nothing was sent/.test(plan.getText()));
    assert.ok((await lenses(plan)).includes('Refresh Plan'));
    assert.equal(puts(), 0);
    for (const one of all) {
      collections.set(stringAt(one, 'name') ?? '', one, 'test', new Date().toISOString());
    }
  });

  test('are pushed by no button that was made for others', async () => {
    plan = await review();
    const all = await lensesOf(plan.uri, 20);
    const button = all.find(({ command }) => command?.command === 'ordinance.plan.push')?.command;
    assert.ok(button);
    await annotate('four');
    plan = await review();
    assert.match(plan.getText(), /test four/);
    messages.clear();
    await commands.executeCommand('ordinance.plan.push', ...(button.arguments ?? []));
    assert.equal(puts(), 0);
    assert.match(messages.last?.text ?? '', /no longer available/);
  });

  test('are each pushed by their own button, whatever else is in front', async () => {
    const other = 'compliance/container';
    await run('ordinance.policy.pull', policy(other));
    await edit(other, (text) => text.replace(/^( *- name: )(.*)$/m, '$1of the other'));
    messages.clear();
    const opened = await run<PlanOutcome>('ordinance.policy.push', policy(other));
    assert.equal(opened?.kind, 'plan', JSON.stringify(messages.shown));
    const second = window.activeTextEditor?.document;
    assert.match(second?.getText() ?? '', /^Push compliance\/container /m);
    const before = sandbox.requests.of('PUT').length;
    messages.confirmPush();
    const shown = await window.showTextDocument(plan, { viewColumn: 2, preview: false });
    const end = plan.lineAt(plan.lineCount - 1).range.end;
    shown.selection = new Selection(end, end);
    const outcome = await run<PushOutcome>('ordinance.plan.push', plan.uri);
    assert.equal(outcome?.verdict, 'applied', JSON.stringify(messages.shown));
    await waitFor('the verdict in sight, which stands at the top', () =>
      window.visibleTextEditors.some(
        ({ document, selection, visibleRanges }) =>
          document === plan && selection.active.line === 0 && visibleRanges[0]?.start.line === 0,
      ),
    );
    assert.deepEqual(
      sandbox.requests
        .of('PUT')
        .slice(before)
        .map(({ path }) => /compliance\/\w+/.exec(path)?.[0]),
      ['compliance/host'],
    );
    assert.doesNotMatch(second?.getText() ?? '', /RESULT/);
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await window.showTextDocument(await workspace.openTextDocument(fileOf(other)));
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await workspace.fs.delete(fileOf(other));
    await window.showTextDocument(plan);
  });

  test('say how their push ended, which stays when the file is edited, and are not pushed again', async () => {
    await waitFor('the result', () =>
      /^RESULT, .*, applied\. Pushed compliance\/host to sandbox/.test(plan.getText()),
    );
    assert.match(plan.getText(), /^Push ID: /m);
    assert.match(plan.getText(), /^To https?:/m, 'the destination');
    assert.deepEqual((await lenses(plan)).slice(0, 3), ['Undo…', 'Show in History', 'Close']);
    const entry = /^Push ID: (.*)$/m.exec(plan.getText())?.[1];
    const all = await lensesOf(plan.uri, 50);
    const show = all.find(({ command }) => command?.title === 'Show in History')?.command;
    assert.deepEqual([show?.command, show?.arguments], ['_ordinance.history.reveal', [entry]]);
    await run('_ordinance.history.reveal', entry);
    const past = await run<Uri>('ordinance.history.showPlan');
    assert.ok(past);
    const told = (await workspace.openTextDocument(past)).getText();
    assert.match(told, new RegExp(`^ {4}Push: ${entry}$`, 'm'), 'its row is selected');
    const [, time] = /^RESULT, (.*), applied/m.exec(plan.getText()) ?? [];
    assert.ok(told.split('\n')[1]?.startsWith(`When: ${time}`), 'one time for one push');
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await window.showTextDocument(plan);
    const before = puts();
    await run('ordinance.plan.push');
    assert.equal(puts(), before);
    await annotate('five');
    await run('ordinance.plan.push');
    assert.equal(puts(), before);
    assert.match(plan.getText(), /^RESULT/);
    await annotate('four');
  });

  test('are undone in their place, by a plan of its own', async () => {
    const tabs = planTabs().length;
    const before = puts();
    assert.equal((await run<PlanOutcome>('ordinance.policy.undoPush', plan.uri))?.kind, 'plan');
    plan = planInFront();
    assert.match(plan.getText(), /^Undo the push of compliance\/host to sandbox at .*: /m);
    assert.equal(puts(), before, 'an undo is looked at as well');
    // The plan in front is not that of the file, which equals the live policy.
    messages.clear();
    await run('ordinance.rule.compare', {
      target: { kind: 'rule', consoleId: consoleId(), policy: name, array: 'rules', index: 0 },
    });
    assert.match(messages.last?.text ?? '', /^Nothing to push: /);
    assert.equal(planInFront(), plan);
    messages.confirmPush('Undo Push');
    const outcome = await run<PushOutcome>('ordinance.plan.push');
    assert.equal(outcome?.verdict, 'applied', JSON.stringify(messages.last));
    await waitFor('the result', () => /^RESULT, .*, applied\. Undone: /.test(plan.getText()));
    assert.equal(planTabs().length, tabs);
    assert.ok((await lenses(plan)).includes('Redo…'));
  });

  test('are gone when they are canceled, and nothing was sent', async () => {
    await annotate('to be canceled');
    plan = await review();
    const before = puts();
    assert.ok(planTabs().some(({ label }) => label === 'compliance host.ordinance-plan'));
    await run('ordinance.plan.close');
    await waitFor('no tab', () =>
      planTabs().every(({ label }) => label !== 'compliance host.ordinance-plan'),
    );
    await run('ordinance.plan.push', plan.uri);
    assert.equal(puts(), before);
    assert.match(messages.last?.text ?? '', /no longer available/);
  });

  test('of a document that was open before, as after a reload, are not pushed', async () => {
    const uri = plan.uri.with({ path: '/sandbox/compliance serverless.ordinance-plan' });
    await window.showTextDocument(await workspace.openTextDocument(uri));
    const before = puts();
    await run('ordinance.plan.push');
    assert.equal(puts(), before);
    assert.match(messages.last?.text ?? '', /no longer available/);
    assert.deepEqual(await lenses(await workspace.openTextDocument(uri)), []);
  });

  test('of several policies say the same of each, and are pushed as they are shown', async () => {
    await annotate('of several');
    const several = await waitFor('the review', async () => {
      await run('ordinance.policies.pushEdited', { kind: 'console', consoleId: consoleId() });
      const document = window.activeTextEditor?.document;
      return document?.uri.path.includes('push of several') ? document : undefined;
    });
    messages.clear();
    const editor = await window.showTextDocument(several);
    const end = several.lineAt(several.lineCount - 1).range.end;
    editor.selection = new Selection(end, end);
    await run('ordinance.plan.goToRule');
    assert.match(
      messages.last?.text ?? '',
      /no rule of the file at the cursor.*or into one that applies after the push/s,
    );
    await annotate('of several, again');
    await waitFor('the mark', () =>
      several.getText().startsWith('Out of date: the file of compliance/host '),
    );
    let refreshed = several;
    await waitFor('a push', async () => {
      await run('ordinance.plan.refresh', refreshed.uri);
      refreshed = planInFront();
      assert.match(refreshed.getText(), /of several, again/);
      const report = await run<{ left?: readonly string[] }>('ordinance.plan.push');
      return report?.left?.length === 0;
    });
    await waitFor('the result', () =>
      /^RESULT, .*applied\. Pushed compliance\/host /m.test(refreshed.getText()),
    );
    assert.equal((await workspace.openTextDocument(fileOf(name))).isDirty, false);
  });
});
