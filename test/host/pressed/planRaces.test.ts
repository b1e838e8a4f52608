import assert from 'node:assert/strict';
import { commands, window, workspace } from 'vscode';
import type { TextDocument } from 'vscode';
import type { JsonObject } from '../../../src/core/json/json.ts';
import type { SandboxConsole } from '../../../src/sandbox/sandboxConsole.ts';
import type { PlanOutcome, PullReport, PushOutcome } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { lensesOf } from '../lensesOf.ts';
import { edit, fileOf, Messages, policy, pushReviewed, run, startSandbox } from '../mainJob.ts';

const name = 'compliance/host';
const other = 'compliance/container';

suite('what happens while a plan is being pushed', () => {
  let sandbox: SandboxConsole;
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

  test('no other plan takes the place of it, so that its receipt says what was done', async () => {
    const plan = await review('second');
    messages.clear();
    messages.confirmPush();
    const pressed = await pressAndHold<PushOutcome>();
    await run('ordinance.policy.undoPush', policy(name));
    assert.doesNotMatch(plan.getText(), /^Undo: /m);
    assert.equal((await pressed.end())?.verdict, 'applied', JSON.stringify(messages.shown));
    await waitFor('the receipt', () => plan.getText().startsWith('RECEIPT'));
    assert.match(plan.getText(), /^RECEIPT, .*, applied\. Pushed compliance\/host /);
    assert.ok(
      messages.shown.some(({ text }) => text.includes('is being pushed')),
      JSON.stringify(messages.shown),
    );
  });

  test('its closing is a cancellation: nothing is sent', async () => {
    const plan = await review('third');
    const before = puts();
    messages.clear();
    messages.confirmPush();
    const pressed = await pressAndHold<PushOutcome>();
    assert.ok((await lenses(plan)).includes('Cancel'));
    await run('ordinance.plan.close');
    assert.equal(await pressed.end(), undefined);
    assert.equal(puts(), before);
    assert.match(messages.last?.text ?? '', /^Not pushed: /);
  });

  test('a new plan that comes in place of a pressed one is not pushed by a second press', async () => {
    const plan = await review('fourth');
    const all = await lensesOf(plan.uri, 20);
    const compare = all.find(({ command }) => command?.command === 'ordinance.plan.compareRule')?.command;
    assert.ok(compare);
    await annotate(name, 'fifth, a moment before the button');
    const before = puts();
    messages.clear();
    const outcome = await run<PlanOutcome>('ordinance.plan.push');
    assert.equal(outcome?.kind, 'plan');
    assert.match(plan.getText(), /fifth, a moment/);
    await run('ordinance.plan.push');
    assert.equal(puts(), before);
    assert.match(messages.last?.text ?? '', /^Nothing was sent: .*Look at it/);
    await commands.executeCommand(compare.command, ...((compare.arguments ?? []) as unknown[]));
    assert.match(messages.last?.text ?? '', /^The plan was made again just now/);
    assert.equal(window.activeTextEditor?.document, plan, 'no rule of another plan is compared');
  });

  test('what follows its file in the background takes the place of no other plan', async () => {
    await review('sixth');
    const before = reads();
    const { goOn } = holdReading();
    await annotate(name, 'seventh');
    await waitFor('the reading that follows', () => reads() > before);
    const outcome = await run<PlanOutcome>('ordinance.policy.undoPush', policy(name));
    assert.equal(outcome?.kind, 'plan', JSON.stringify(messages.shown));
    assert.match(inFront(), /^Undo: /m);
    goOn();
    // Plans are looked at one time after the other: what the next look finds is found when the one that waited is over.
    let original: readonly JsonObject[] = [];
    sandbox.state.policies.editRules(name, (rules) => {
      original = rules;
      return rules.map((rule, at) => (at === 1 ? new Map(rule).set('notes', 'theirs') : rule));
    });
    await run('ordinance.policies.refresh');
    await waitFor('the mark', () => /^OUT OF DATE: .* was changed on sandbox/m.test(inFront()));
    assert.match(inFront(), /^Undo: /m, 'it is still what was asked for');
    sandbox.state.policies.editRules(name, () => [...original]);
    await run('ordinance.policies.refresh');
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
    await annotate(name, 'eighth');
    const first = await pushReviewed<PushOutcome>('ordinance.policy.push', policy(name));
    assert.equal(first?.verdict, 'applied', JSON.stringify(messages.shown));
    await edit(other, (text) => text.replace(/^( *- name: )(.*)$/m, '$1of the other'));
    const second = await pushReviewed<PushOutcome>('ordinance.policy.push', policy(other));
    assert.equal(second?.verdict, 'applied', JSON.stringify(messages.shown));
    undoFirst();
    await waitFor('the plan of the undo', () => /^Undo: /m.test(inFront()) && inFront());
    assert.match(inFront(), /^Undo: compliance\/host on /m);
    await run('ordinance.plan.close');
  });

  test('the undo of a document that is no receipt is none of another push', async () => {
    const plan = await review('ninth');
    messages.clear();
    assert.equal(
      await run<PlanOutcome>('ordinance.policy.undoPush', plan.uri.toString(), 'a token'),
      undefined,
    );
    assert.doesNotMatch(inFront(), /^Undo: /m);
    assert.equal(inFront(), plan.getText());
    assert.match(messages.last?.text ?? '', /No push of this session can be undone/);
    await run('ordinance.plan.close');
  });
});
