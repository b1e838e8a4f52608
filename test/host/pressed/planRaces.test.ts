import assert from 'node:assert/strict';
import { commands, window, workspace } from 'vscode';
import type { TextDocument } from 'vscode';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import type { PlanOutcome, PullReport, PushOutcome } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { lensesOf } from '../lensesOf.ts';
import { edit, fileOf, Messages, policy, pushReviewed, run, startSandbox } from '../mainJob.ts';

const name = 'compliance/host';
const other = 'compliance/container';

suite('what happens while a plan is being pushed', () => {
  let sandbox: TestConsole;
  let messages: Messages;

  const annotate = (what: string, notes: string): Promise<TextDocument> =>
    edit(what, (text) =>
      text.replace(/^( *)- name: (.*)\n(?: *notes: test.*\n)?/m, `$1- name: $2\n$1  notes: test ${notes}\n`),
    );
  const puts = (): number => sandbox.requests.of('PUT').length;
  const reads = (): number => sandbox.requests.of('GET').filter(({ path }) => path.includes('host')).length;
  /** Lets the next reading of live wait until somebody says `goOn`: so long a person can do something else first. */
  const holdReading = (): { readonly goOn: () => void } => {
    const held = Promise.withResolvers<void>();
    sandbox.faults.next({ method: 'GET', path: /compliance\/host/ }, { kind: 'held', until: held.promise });
    return { goOn: held.resolve };
  };
  const inFront = (): string => window.activeTextEditor?.document.getText() ?? '';
  const lenses = async ({ uri }: TextDocument): Promise<(string | undefined)[]> => {
    const all = await lensesOf(uri, 20);
    return all.map(({ command }) => command?.title);
  };
  const review = async (notes: string): Promise<TextDocument> => {
    await annotate(name, notes);
    const outcome = await run<PlanOutcome>('ordinance.policy.push', policy(name));
    assert.equal(outcome?.kind, 'plan', JSON.stringify(messages.shown));
    const document = window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'ordinance-plan');
    return document;
  };
  /** Presses a button, and resolves when its reading of live has begun, which waits. */
  const pressAndHold = async <T>(): Promise<{ readonly end: () => Promise<T | undefined> }> => {
    const before = reads();
    const { goOn } = holdReading();
    const end = run<T>('ordinance.plan.push');
    await waitFor('the reading', () => reads() > before);
    return {
      end: () => {
        goOn();
        return end;
      },
    };
  };

  before(async () => {
    // All of their rules, as their tests are about some of the last ones.
    sandbox = await startSandbox({});
    messages = new Messages();
    await commands.executeCommand('workbench.action.closeAllEditors');
    for (const one of [name, other]) {
      const [report] = (await run<PullReport[]>('ordinance.policy.pull', policy(one))) ?? [];
      assert.equal(report?.failed.length, 0, JSON.stringify(messages.last));
    }
    await annotate(name, 'first');
    messages.confirmPush();
    const first = await pushReviewed<PushOutcome>('ordinance.policy.push', policy(name));
    assert.equal(first?.verdict, 'applied', JSON.stringify(messages.shown));
  });

  after(async () => {
    for (const one of [name, other]) {
      await window.showTextDocument(await workspace.openTextDocument(fileOf(one)));
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await workspace.fs.delete(fileOf(one));
    }
    await commands.executeCommand('workbench.action.closeAllEditors');
    messages.restore();
    await sandbox.close();
  });

  test('another plan is shown beside it, so that its result says what was done', async () => {
    const plan = await review('second');
    messages.clear();
    messages.confirmPush();
    const pressed = await pressAndHold<PushOutcome>();
    await run('ordinance.policy.undoPush', policy(name));
    assert.match(inFront(), /^Undo the push/m);
    assert.doesNotMatch(plan.getText(), /^Undo the push/m);
    assert.equal((await pressed.end())?.verdict, 'applied', JSON.stringify(messages.shown));
    await waitFor('the result', () => plan.getText().startsWith('RESULT'));
    assert.match(plan.getText(), /^RESULT, .*, applied\. Pushed compliance\/host /);
    assert.match(messages.last?.text ?? '', /^Pushed compliance\/host /, 'as its plan is not in sight');
    await waitFor('the mark of the other one', () => /^Out of date: .*pushed/.test(inFront()));
    await run('ordinance.plan.close');
    await run('ordinance.plan.close', plan.uri);
  });

  test('a second press does nothing', async () => {
    await review('pressed twice');
    const before = puts();
    messages.clear();
    messages.confirmPush();
    const pressed = await pressAndHold<PushOutcome>();
    assert.equal(await run('ordinance.plan.push'), undefined);
    assert.equal((await pressed.end())?.verdict, 'applied', JSON.stringify(messages.shown));
    assert.equal(puts(), before + 1);
  });

  test('its closing is a cancellation: nothing is sent', async () => {
    const plan = await review('third');
    const before = puts();
    messages.clear();
    messages.confirmPush();
    const pressed = await pressAndHold<PushOutcome>();
    assert.deepEqual(
      (await lenses(plan)).slice(0, 1).filter((title) => title?.startsWith('Push')),
      [],
    );
    await run('ordinance.plan.close');
    assert.equal(await pressed.end(), undefined);
    assert.equal(puts(), before);
    assert.match(messages.last?.text ?? '', /^Not pushed: /);
  });

  test('a plan that is out of date by then is not pushed by a second press either', async () => {
    const plan = await review('fourth');
    await annotate(name, 'fifth, a moment before the button');
    const before = puts();
    messages.clear();
    assert.equal(await run('ordinance.plan.push'), undefined);
    await run('ordinance.plan.push');
    assert.equal(puts(), before);
    await waitFor('the mark', () => plan.getText().startsWith('Out of date'));
    assert.match(plan.getText(), /fourth/, 'it is the plan that was made');
  });

  test('a rule of a plan is compared as that plan has it, whatever was planned later', async () => {
    const plan = await review('sixth');
    const all = await lensesOf(plan.uri, 20);
    const compare = all.find(({ command }) => command?.command === 'ordinance.plan.compareRule')?.command;
    assert.ok(compare);
    const next = await review('seventh');
    messages.clear();
    await commands.executeCommand(compare.command, ...((compare.arguments ?? []) as unknown[]));
    assert.match(messages.last?.text ?? '', /no longer available/);
    assert.equal(window.activeTextEditor?.document, next);
    await run('ordinance.plan.close');
  });

  test('the undo of a message is of the push that it tells of', async () => {
    let undoFirst: () => void = () => undefined;
    messages.clear();
    messages.answer = ({ actions, text }) =>
      text.startsWith('Pushed compliance/host ')
        ? new Promise((resolve) => {
            undoFirst = () => resolve(actions.find((action) => action === 'Undo'));
          })
        : actions.find((action) => action.startsWith('Push'));
    const plan = await review('eighth');
    await window.showTextDocument(await workspace.openTextDocument(fileOf(name)));
    const first = await run<PushOutcome>('ordinance.plan.push', plan.uri);
    assert.equal(first?.verdict, 'applied', JSON.stringify(messages.shown));
    await edit(other, (text) => text.replace(/^( *- name: )(.*)$/m, '$1of the other'));
    const second = await pushReviewed<PushOutcome>('ordinance.policy.push', policy(other));
    assert.equal(second?.verdict, 'applied', JSON.stringify(messages.shown));
    undoFirst();
    await waitFor('the plan of the undo', () => /^Undo the push/m.test(inFront()) && inFront());
    assert.match(inFront(), /^Undo the push of compliance\/host to /m);
    await run('ordinance.plan.close');
  });

  test('the undo of a document that is no receipt is none of another push', async () => {
    const plan = await review('ninth');
    messages.clear();
    assert.equal(
      await run<PlanOutcome>('ordinance.policy.undoPush', plan.uri.toString(), 'a token'),
      undefined,
    );
    assert.doesNotMatch(inFront(), /^Undo the push/m);
    assert.equal(inFront(), plan.getText());
    assert.match(messages.last?.text ?? '', /No push of this session can be undone/);
    await run('ordinance.plan.close');
  });
});
