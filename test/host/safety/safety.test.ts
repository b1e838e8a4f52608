import assert from 'node:assert/strict';
import { commands, languages, TabInputText, TabInputTextDiff, ViewColumn, window, workspace } from 'vscode';
import type { Uri } from 'vscode';
import type { PlanOutcome, PushOutcome } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { lensesOf } from '../lensesOf.ts';
import { consoleId, edit, fileOf, liveNames, policy, pushReviewed, run, sliceRules } from '../mainJob.ts';
import type { BatchReport } from '../../../src/vscode/push/confirmAndSend.ts';
import type { PlanAndShowResult } from '../../../src/vscode/push/planAndShow.ts';
import { SafetyWorld, withConsoleFile } from './world.ts';

const name = 'vulnerability/ci-images';
const second = 'compliance/host';
const console = { kind: 'console', consoleId: consoleId() };

const baseOf = (of: string): Uri => fileOf(of).with({ scheme: 'ordinance-base', query: fileOf(of).scheme });

suite('safety', () => {
  let world: SafetyWorld;

  before(async () => {
    world = await SafetyWorld.open(name, second);
  });

  after(() => world.close());

  test('a base is shown for a file in sync, and says what the file says', async () => {
    const base = await workspace.openTextDocument(baseOf(name));
    assert.equal(base.getText(), await world.textOf(name));
  });

  test("a colleague's edit between pull and push is merged, and both arrive", async () => {
    world.colleague(name, 1, 'by a colleague');
    await world.annotate(name, 0, 'by me');
    const count = world.puts;
    world.say('Push');
    const refused = await pushReviewed<PlanOutcome>('ordinance.policy.push', policy(name));
    assert.equal(refused?.kind, 'drift', JSON.stringify(world.messages.last));
    assert.deepEqual(world.messages.last?.actions, ['Merge…', 'Compare with Live', 'Override…']);
    world.messages.clear();
    assert.equal(
      await run('ordinance.policy.merge', policy(name)),
      'open',
      JSON.stringify(world.messages.last),
    );
    const sheet = window.activeTextEditor?.document;
    assert.match(sheet?.getText() ?? '', /: no conflicts\.$/m);
    assert.match(
      sheet?.getText() ?? '',
      /^# Applying the merge changes this in the file:\n\nChanged ".*", rule 2\n {4}notes: .*"by a colleague"$/m,
    );
    assert.deepEqual(await world.lenses(), ['Apply Merge', 'Compare', 'Abandon Merge']);
    assert.doesNotMatch(await world.textOf(name), /by a colleague/, 'nothing is written yet');
    assert.equal(await run('ordinance.merge.apply'), 'applied', JSON.stringify(world.messages.last));
    assert.ok(
      !world.messages.shown.some(({ actions }) => actions.includes('Apply Merge')),
      'nothing is asked',
    );
    assert.equal(world.puts, count, 'nothing was sent');
    const text = await world.textOf(name);
    assert.match(text, /by a colleague/);
    assert.match(text, /# mine\n *notes: by me/, 'comments stay');
    world.say('Push');
    const pushed = await pushReviewed<PushOutcome>('ordinance.policy.push', policy(name));
    assert.equal(pushed?.verdict, 'applied', JSON.stringify(world.messages.last));
    assert.deepEqual(world.liveNotes(name).slice(0, 2), ['by me', 'by a colleague']);
    await waitFor('the text of the moved base', () => {
      const base = workspace.textDocuments.find(({ uri }) => uri.toString() === baseOf(name).toString());
      return /by a colleague/.test(base?.getText() ?? '');
    });
  });

  test('a merge that is not in sight is shown before it is applied, and abandoned it changes nothing', async () => {
    world.colleague(name, 1, 'by a colleague again');
    await world.annotate(name, 0, 'by me again');
    const mine = await world.textOf(name);
    world.messages.clear();
    assert.equal(await run('ordinance.policy.merge', policy(name)), 'open');
    await run('ordinance.merge.compare');
    const shown = window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(shown instanceof TabInputTextDiff, 'the file beside the merge');
    assert.match((await workspace.openTextDocument(shown.modified)).getText(), /by a colleague again/);
    assert.equal(await run('ordinance.merge.apply'), 'open');
    assert.equal(window.activeTextEditor?.document.uri.scheme, 'ordinance-merge');
    assert.equal(await world.textOf(name), mine);
    await run('ordinance.merge.cancel');
    await waitFor('the merge and its difference to be closed', () => {
      const open = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
      return !open.some(
        (input) =>
          (input instanceof TabInputText && input.uri.scheme === 'ordinance-merge') ||
          (input instanceof TabInputTextDiff && input.modified.scheme === 'ordinance-live'),
      );
    });
    assert.deepEqual(world.messages.shown, []);
    assert.equal(await world.textOf(name), mine);
    await world.pull(name);
  });

  /** A merge of each without a conflict: both have a sheet, that of the second one is in front. */
  let times = 0;
  const mergeBoth = async (): Promise<{ sheets: readonly Uri[]; mine: readonly string[] }> => {
    const sheets: Uri[] = [];
    const mine: string[] = [];
    await world.pull(name, second);
    times += 1;
    for (const each of [name, second] as const) {
      world.colleague(each, 1, `theirs of two ${times}`);
      await world.annotate(each, 0, `mine of two ${times}`);
      mine.push(await world.textOf(each));
      assert.equal(await run('ordinance.policy.merge', policy(each)), 'open');
      const sheet = window.activeTextEditor?.document;
      assert.match(sheet?.getText() ?? '', /: no conflicts/);
      sheets.push(sheet?.uri as Uri);
    }
    world.messages.clear();
    return { sheets, mine };
  };
  const inFront = (): string | undefined => window.activeTextEditor?.document.uri.toString();

  test('a key of the Conflicts view, and the title of a merge, mean theirs, whichever merge is in front', async () => {
    const { sheets, mine } = await mergeBoth();
    const ending = await waitFor('the rows of the view to be drawn', async () => {
      await commands.executeCommand('ordinance.conflicts.focus');
      await commands.executeCommand('list.focusFirst');
      await commands.executeCommand('list.select');
      assert.equal(inFront(), sheets[1]?.toString());
      return run('ordinance.merge.apply', { in: 'tree' });
    });
    assert.equal(ending, 'open', 'it was not in sight');
    assert.equal(inFront(), sheets[0]?.toString());
    assert.deepEqual([await world.textOf(name), await world.textOf(second)], mine);

    await commands.executeCommand('workbench.action.moveEditorToNextGroup');
    await window.showTextDocument(await workspace.openTextDocument(sheets[1] as Uri), {
      viewColumn: ViewColumn.One,
    });
    assert.equal(
      await run('ordinance.merge.apply', sheets[0]),
      'applied',
      JSON.stringify(world.messages.last),
    );
    assert.match(await world.textOf(name), /theirs of two/);
    assert.equal(await world.textOf(second), mine[1]);
    await run('ordinance.merge.cancel', sheets[1]);
    await world.pull(name, second);
  });

  test('of a merge that is over nothing is shown or written', async () => {
    const { sheets, mine } = await mergeBoth();
    const all = await lensesOf(sheets[1], 50);
    const late = all.find(({ command }) => command?.title === 'Apply Merge')?.command;
    assert.ok(late);
    await run('ordinance.merge.cancel');
    await waitFor('the merge to be closed', () => inFront() !== sheets[1]?.toString());
    await commands.executeCommand(late.command, ...((late.arguments ?? []) as unknown[]));
    assert.match(world.messages.last?.text ?? '', /^Nothing was done: this merge was /);
    assert.notEqual(inFront(), sheets[1]?.toString());
    assert.deepEqual([await world.textOf(name), await world.textOf(second)], mine);
    await run('ordinance.merge.cancel', sheets[0]);
    await world.pull(name, second);
  });

  test('a merge of a console that is named no more says so, and can be applied when it is named again', async () => {
    const { sheets } = await mergeBoth();
    await run('ordinance.merge.cancel', sheets[1]);
    await window.showTextDocument(fileOf(name));
    world.messages.clear();
    await withConsoleFile(
      (text) => text.replace('  sandbox:', '  another:'),
      async () => {
        assert.equal(await run('ordinance.merge.apply'), 'open', JSON.stringify(world.messages.last));
        assert.equal(inFront(), sheets[0]?.toString());
        assert.equal(await run('ordinance.merge.apply'), undefined);
        assert.match(world.messages.last?.text ?? '', /^ordinance[.]yaml no longer names this console[.]/);
      },
    );
    assert.equal(await run('ordinance.merge.apply'), 'applied', JSON.stringify(world.messages.last));
    assert.match(await world.textOf(name), /theirs of two/);
    await world.pull(name, second);
  });

  test('edits are discarded after a question that names the policy', async () => {
    const before = await world.textOf(name);
    await world.annotate(name, 2, 'never mind');
    world.messages.clear();
    await run('ordinance.policy.discard', policy(name));
    assert.match(world.messages.last?.text ?? '', /vulnerability\/ci-images/);
    assert.match(world.messages.last?.detail ?? '', /These edits would be lost:\n"[^"]+": changed$/);
    assert.match(await world.textOf(name), /never mind/, 'without a yes nothing happens');
    world.say('Discard');
    await run('ordinance.policy.discard', policy(name));
    assert.equal((await world.textOf(name)).replaceAll(' # mine', ''), before.replaceAll(' # mine', ''));
  });

  test('several policies go in one push, with one review, and what is left can be resumed', async () => {
    await world.annotate(name, 1, 'first of two');
    await world.annotate(second, 0, 'second of two');
    const puts = world.puts;
    await waitFor('both to count as edited', async () => {
      world.messages.clear();
      const opened = await run<Extract<PlanAndShowResult, { kind: 'plans' }>>(
        'ordinance.policies.pushEdited',
        console,
      );
      return opened?.plans.length === 2;
    });
    const review = window.activeTextEditor?.document;
    assert.match(review?.getText() ?? '', /^Push vulnerability\/ci-images to sandbox: 1 changed$/m);
    assert.match(review?.getText() ?? '', /^Push compliance\/host to sandbox: 1 changed$/m);
    assert.ok((await world.lenses()).some((title) => title.startsWith('Push 2 Policies to sandbox (http')));
    assert.deepEqual([world.messages.shown, world.puts], [[], puts], 'nothing is asked, and nothing sent');
    world.sandbox.faults.next({ method: 'PUT' }, { kind: 'status', status: 422, when: 'before' });
    world.messages.clear();
    world.say('Stop');
    const report = await pushReviewed<{ left: readonly string[] }>('ordinance.policies.pushEdited', console);
    assert.deepEqual(report?.left, [name, second], JSON.stringify(world.messages.shown));
    await waitFor('the result', () => {
      const document = window.activeTextEditor?.document;
      return /^RESULT, .*, NOT APPLIED\. [^]*^compliance\/host was not pushed\.$/m.test(
        document?.getText() ?? '',
      );
    });
    assert.ok((await world.lenses()).includes('Resume'));
    await withConsoleFile(
      (text) => text.replace('  sandbox:', '  another:'),
      async () => {
        await pushReviewed('ordinance.policies.resumePush');
        assert.match(world.messages.last?.text ?? '', /ordinance\.yaml no longer names/);
      },
    );
    world.messages.clear();
    world.say('Push');
    // What the collections name is known again a moment after the console was; then a new plan says more, and the shown one is out of date.
    await waitFor('a push of what was left', async () => {
      const resumed = await pushReviewed<Partial<BatchReport>>('ordinance.policies.resumePush');
      return resumed?.left?.length === 0;
    });
    assert.equal(world.liveNotes(name)[1], 'first of two');
    assert.equal(world.liveNotes(second)[0], 'second of two');
  });

  test('a push of several names what it cannot push, before and after', async () => {
    await world.pull(name, second);
    await world.annotate(name, 1, 'can be pushed');
    await world.annotate(second, 0, 'cannot be pushed');
    await edit(second, (text) => text.replace(/( *)- name: (.*)\n/, '$1- name: $2\n$1  disabled: perhaps\n'));
    await waitFor('the review of both', async () => {
      world.messages.clear();
      const opened = await run<Extract<PlanAndShowResult, { kind: 'plans' }>>(
        'ordinance.policies.pushEdited',
        console,
      );
      return opened?.plans.length === 1 && opened.refused.length === 1;
    });
    const review = window.activeTextEditor?.document.getText() ?? '';
    assert.match(review, /^Push vulnerability\/ci-images to sandbox: 1 changed$/m);
    assert.match(review, /^NOT pushed: compliance\/host: the file had problems: /m);
    assert.ok((await world.lenses()).some((title) => title.startsWith('Push 1 of 2 Policies to sandbox ')));
    world.messages.clear();
    const report = await pushReviewed<BatchReport>('ordinance.policies.pushEdited', console);
    assert.deepEqual(report?.left, []);
    assert.deepEqual(
      report.refused.map(({ policy: each }) => each),
      [second],
    );
    await waitFor('the result', () =>
      /^RESULT, .*, applied\. Pushed vulnerability\/ci-images [^]*^NOT pushed: compliance\/host: the file had problems: /m.test(
        window.activeTextEditor?.document.getText() ?? '',
      ),
    );
    assert.deepEqual(world.messages.shown, [], 'no message repeats it');
    world.messages.clear();
    await pushReviewed('ordinance.policies.pushEdited', console);
    assert.match(
      world.messages.last?.text ?? '',
      /^Nothing was pushed to sandbox\. Not pushed: compliance\/host \(the file had problems: /,
    );
    assert.deepEqual(world.messages.last?.actions, ['Open Policy']);
    await world.pull(second);
  });

  test('removing many rules asks again and names them', async () => {
    const names = liveNames(world.sandbox, name);
    const count = world.puts;
    await edit(name, (text) => {
      const { head, rules, tail } = sliceRules(text);
      return head + rules.slice(0, 1).join('') + tail;
    });
    world.messages.clear();
    world.say('Push');
    await pushReviewed('ordinance.policy.push', policy(name));
    assert.equal(world.puts, count, 'to press the button is not enough');
    const gone = `${names.length - 1} of ${names.length} rules`;
    const asked = world.messages.last;
    assert.match(
      asked?.text ?? '',
      /^Push vulnerability\/ci-images to sandbox\? 2 risks need your confirmation\.$/,
    );
    assert.match(
      asked?.detail ?? '',
      /^2\. Weaken \d+ decisions? of vulnerability\/ci-images on sandbox[^?]*\?$/m,
    );
    assert.match(
      asked?.detail ?? '',
      new RegExp(`^1\\. Remove ${gone} of vulnerability/ci-images on sandbox\\?\nRemoved: `, 'm'),
    );
    assert.match(asked?.detail ?? '', new RegExp(`"${names[1] ?? ''}"`));
    const ways = ['Compare', 'Push…', 'Back to the Plan'];
    assert.deepEqual(asked?.actions, ways, 'Enter alone sends nothing, and nothing is there twice');
    world.say('Push', 'Compare');
    await pushReviewed('ordinance.policy.push', policy(name));
    await waitFor(
      'the comparison',
      () => window.tabGroups.activeTabGroup.activeTab?.label.includes('planned policy') === true,
    );
    assert.equal(world.puts, count);
    world.say('Push', 'Push…');
    world.messages.typed = 'vulnerability/images';
    await pushReviewed('ordinance.policy.push', policy(name));
    assert.equal(world.puts, count, 'of more than half the name of the policy is typed');
    world.messages.typed = name;
    assert.equal(
      (await pushReviewed<PushOutcome>('ordinance.policy.push', policy(name)))?.verdict,
      'applied',
    );
    assert.deepEqual(liveNames(world.sandbox, name), names.slice(0, 1));
    world.messages.typed = undefined;
  });

  test('a push is restored from the history', async () => {
    world.messages.clear();
    world.picked = /vulnerability\/ci-images|State before/;
    world.say('Restore', 'Remove and Restore');
    const outcome = await pushReviewed<PushOutcome>('ordinance.history.restore');
    assert.equal(outcome?.verdict, 'applied', JSON.stringify(world.messages.shown));
    const said = await waitFor('the result', () => {
      const text = window.activeTextEditor?.document.getText() ?? '';
      return text.startsWith('RESULT') && text;
    });
    assert.match(
      said,
      /^Restore the state before the push of vulnerability\/ci-images to sandbox at .*: \d+ added/m,
    );
    assert.match(
      said,
      /^RESULT, .*Restored: .* the state before the push of vulnerability\/ci-images to sandbox /m,
    );
    assert.doesNotMatch(said, /Pushed |^Push [^,\n]*\?$/m);
    assert.ok(liveNames(world.sandbox, name).length > 1);
    assert.ok(sliceRules(await world.textOf(name)).rules.length > 1, 'the file follows');
  });

  test('the plan of a past push can be read, and a report of it written', async () => {
    world.picked = /vulnerability\/ci-images/;
    const plan = await run<Uri>('ordinance.history.showPlan');
    assert.ok(plan);
    const text = (await workspace.openTextDocument(plan)).getText();
    assert.match(text, /^Restored .*added/);
    assert.match(text, /Restores snapshot: /);
    const [report] = (await run<Uri[]>('ordinance.history.exportEvidence')) ?? [];
    assert.ok(report);
    assert.ok(report.path.includes('/ordinance-evidence/'));
    assert.match((await workspace.openTextDocument(report)).getText(), /\| Result \| applied \|/);
    const json = report.with({ path: report.path.replace(/\.md$/, '.json') });
    assert.equal(JSON.parse(Buffer.from(await workspace.fs.readFile(json)).toString()).policy, name);
  });

  test('a file that is not UTF-8 is not sent, whatever the editor makes of it', async () => {
    const original = Buffer.from(await workspace.fs.readFile(fileOf(second)));
    const latin = Buffer.from(original.toString().replace('name: ', 'name: \u00dcber '), 'latin1');
    const count = world.puts;
    try {
      await workspace.fs.writeFile(fileOf(second), latin);
      const document = await workspace.openTextDocument(fileOf(second));
      await waitFor('the file as the editor reads it', () => document.getText().includes('\uFFFDber'));
      await waitFor('a finding', () =>
        languages
          .getDiagnostics(document.uri)
          .some(({ code }) => typeof code === 'object' && code.value === 'lost-character'),
      );
      world.messages.clear();
      world.say('Push');
      await pushReviewed('ordinance.policy.push', policy(second));
      assert.match(world.messages.last?.text ?? '', /is not UTF-8 text/);
      assert.equal(world.puts, count);
    } finally {
      await workspace.fs.writeFile(fileOf(second), original);
      await waitFor('the file as it was', async () => (await world.textOf(second)) === original.toString());
    }
  });

  test('a protected console wants its name typed, every time', async () => {
    await withConsoleFile(
      (text) => `${text}    protected: true\n`,
      async () => {
        await world.annotate(second, 0, 'protected');
        const count = world.puts;
        world.say('Push');
        world.messages.typed = 'something else';
        await pushReviewed('ordinance.policy.push', policy(second));
        assert.equal(world.puts, count, 'another name is no');
        world.messages.typed = 'sandbox';
        const outcome = await pushReviewed<PushOutcome>('ordinance.policy.push', policy(second));
        assert.equal(outcome?.verdict, 'applied', JSON.stringify(world.messages.last));
      },
    );
  });
});
