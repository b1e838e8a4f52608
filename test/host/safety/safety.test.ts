import assert from 'node:assert/strict';
import { commands, Uri, window, workspace } from 'vscode';
import type { JsonObject } from '../../../src/model/json.ts';
import { stringAt } from '../../../src/model/json.ts';
import type { PolicyName } from '../../../src/model/families.ts';
import type { SandboxConsole } from '../../../src/sandbox/sandboxConsole.ts';
import type { PlanOutcome, PullReport, PushOutcome } from '../../../src/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import {
  consoleId,
  edit,
  fileOf,
  liveNames,
  Messages,
  policy,
  run,
  sliceRules,
  startSandbox,
} from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

const name = 'vulnerability/ci-images';
const second = 'compliance/host';
const console = { kind: 'console', consoleId: consoleId() };

suite('safety', () => {
  let sandbox: SandboxConsole;
  let messages: Messages;
  const realPick = window.showQuickPick;
  /** The label that is picked from a list. */
  let picked: RegExp | undefined;
  const puts = (): number => sandbox.requests.of('PUT').length;
  const say = (...verbs: readonly string[]): void => {
    messages.answer = ({ actions }) => actions.find((action) => verbs.includes(action));
  };
  const pull = async (...names: readonly PolicyName[]): Promise<void> => {
    say('Overwrite');
    for (const each of names) {
      const [report] = (await run<PullReport[]>('ordinance.policy.pull', policy(each))) ?? [];
      assert.equal(report?.failed.length, 0, JSON.stringify(messages.last));
    }
    messages.clear();
  };
  /** What a colleague does on the console. */
  const colleague = (each: PolicyName, place: number, notes: string): void => {
    sandbox.state.policies.editRules(each, (rules) =>
      rules.map((rule, at) => (at === place ? new Map(rule).set('notes', notes) : rule)),
    );
  };
  const liveNotes = (each: PolicyName): string[] => {
    const rules = sandbox.state.policies.get(each).get('rules');
    return Array.isArray(rules) ? rules.map((rule) => stringAt(rule as JsonObject, 'notes') ?? '') : [];
  };
  /** What I do in the file: a note of a rule. */
  const annotate = async (each: PolicyName, place: number, notes: string): Promise<void> => {
    await edit(each, (text) => {
      const { head, rules, tail } = sliceRules(text);
      const changed = rules.map((rule, at) =>
        at === place
          ? rule
              .replace(/^ *notes: .*\n/m, '')
              .replace(/^( *)- name: (.*?)(?: # mine)*\n/, `$1- name: $2 # mine\n$1  notes: ${notes}\n`)
          : rule,
      );
      return head + changed.join('') + tail;
    });
  };
  const textOf = async (each: PolicyName): Promise<string> =>
    (await workspace.openTextDocument(fileOf(each))).getText();

  before(async () => {
    sandbox = await startSandbox();
    messages = new Messages();
    Object.assign(window, {
      showQuickPick: async (items: readonly { label: string }[]) =>
        items.find(({ label }) => picked?.test(label)),
    });
    await pull(name, second);
  });

  after(async () => {
    Object.assign(window, { showQuickPick: realPick });
    messages.restore();
    await sandbox.close();
  });

  test('a base is shown for a file in sync, and says what the file says', async () => {
    const file = fileOf(name);
    const base = await workspace.openTextDocument(
      file.with({ scheme: 'ordinance-base', query: file.scheme }),
    );
    assert.equal(base.getText(), await textOf(name));
  });

  test("a colleague's edit between pull and push is merged, and both arrive", async () => {
    colleague(name, 1, 'by a colleague');
    await annotate(name, 0, 'by me');
    const count = puts();
    say('Push');
    const refused = await run<PlanOutcome>('ordinance.policy.push', policy(name));
    assert.equal(refused?.kind, 'drift', JSON.stringify(messages.last));
    assert.deepEqual(messages.last?.actions, ['Merge…', 'Compare with Live']);
    messages.clear();
    say('Apply Merge');
    assert.equal(await run('ordinance.policy.merge', policy(name)), 'applied', JSON.stringify(messages.last));
    const question = messages.shown.find(({ actions }) => actions.includes('Apply Merge'));
    assert.match(question?.detail ?? '', /changed/);
    assert.equal(puts(), count, 'nothing was sent');
    const text = await textOf(name);
    assert.match(text, /by a colleague/);
    assert.match(text, /# mine\n *notes: by me/, 'comments stay');
    say('Push');
    const pushed = await run<PushOutcome>('ordinance.policy.push', policy(name));
    assert.equal(pushed?.verdict, 'applied', JSON.stringify(messages.last));
    assert.deepEqual(liveNotes(name).slice(0, 2), ['by me', 'by a colleague']);
  });

  test('a merge that is not confirmed changes nothing', async () => {
    colleague(name, 1, 'by a colleague again');
    await annotate(name, 0, 'by me again');
    const mine = await textOf(name);
    messages.clear();
    assert.equal(await run('ordinance.policy.merge', policy(name)), undefined);
    assert.equal(await textOf(name), mine);
    await pull(name);
  });

  test('a field changed twice is a conflict that a person settles', async () => {
    colleague(name, 0, 'theirs');
    await annotate(name, 0, 'mine');
    assert.equal(await run('ordinance.policy.merge', policy(name)), 'open', JSON.stringify(messages.last));
    messages.clear();
    assert.equal(await run('ordinance.merge.apply'), undefined);
    assert.match(messages.last?.text ?? '', /1 conflict is still open/);
    messages.clear();
    messages.typed = '"both of us"';
    await run('ordinance.conflict.edit');
    assert.deepEqual(messages.shown, []);
    say('Apply Merge');
    assert.equal(await run('ordinance.merge.apply'), 'applied', JSON.stringify(messages.last));
    assert.match(await textOf(name), /notes: both of us/);
    say('Push');
    assert.equal((await run<PushOutcome>('ordinance.policy.push', policy(name)))?.verdict, 'applied');
    assert.equal(liveNotes(name)[0], 'both of us');
  });

  test('edits are discarded after a question that names the policy', async () => {
    const before = await textOf(name);
    await annotate(name, 2, 'never mind');
    messages.clear();
    await run('ordinance.policy.discard', policy(name));
    assert.match(messages.last?.text ?? '', /vulnerability\/ci-images/);
    assert.match(await textOf(name), /never mind/, 'without a yes nothing happens');
    say('Discard');
    await run('ordinance.policy.discard', policy(name));
    assert.equal((await textOf(name)).replaceAll(' # mine', ''), before.replaceAll(' # mine', ''));
  });

  test('several policies go in one push, with one question, and what is left can be resumed', async () => {
    await annotate(name, 1, 'first of two');
    await annotate(second, 0, 'second of two');
    await waitFor('both to count as edited', async () => {
      messages.clear();
      await run('ordinance.policies.pushEdited', console);
      return messages.shown.find(({ text }) => text.startsWith('Push 2 policies to sandbox?'));
    });
    const question = messages.shown.find(({ actions }) => actions.includes('Push'));
    assert.match(question?.detail ?? '', /vulnerability\/ci-images: 1 changed/);
    assert.match(question?.detail ?? '', /compliance\/host: 1 changed/);
    assert.match(window.activeTextEditor?.document.getText() ?? '', /on sandbox[^]*on sandbox/);
    sandbox.faults.next({ method: 'PUT' }, { kind: 'status', status: 500, when: 'before' });
    messages.clear();
    say('Push', 'Stop');
    const report = await run<{ left: readonly string[] }>('ordinance.policies.pushEdited', console);
    assert.deepEqual(report?.left, [name, second], JSON.stringify(messages.shown));
    assert.match(messages.last?.text ?? '', /Pushed 0 of 2 policies/);
    messages.clear();
    say('Push');
    const resumed = await run<{ left: readonly string[] }>('ordinance.policies.resumePush');
    assert.deepEqual(resumed?.left, [], JSON.stringify(messages.shown));
    assert.equal(liveNotes(name)[1], 'first of two');
    assert.equal(liveNotes(second)[0], 'second of two');
  });

  test('removing many rules asks again and names them', async () => {
    const names = liveNames(sandbox, name);
    const count = puts();
    await edit(name, (text) => {
      const { head, rules, tail } = sliceRules(text);
      return head + rules.slice(0, 1).join('') + tail;
    });
    messages.clear();
    say('Push');
    await run('ordinance.policy.push', policy(name));
    assert.equal(puts(), count, 'one yes is not enough');
    assert.match(messages.last?.detail ?? '', new RegExp(`"${names[1] ?? ''}"`));
    say('Push', 'Remove and Push');
    assert.equal((await run<PushOutcome>('ordinance.policy.push', policy(name)))?.verdict, 'applied');
    assert.deepEqual(liveNames(sandbox, name), names.slice(0, 1));
  });

  test('a push is restored from the history', async () => {
    messages.clear();
    picked = /vulnerability\/ci-images|As it was before/;
    say('Push', 'Remove and Push');
    const outcome = await run<PushOutcome>('ordinance.history.restore');
    assert.equal(outcome?.verdict, 'applied', JSON.stringify(messages.shown));
    assert.ok(liveNames(sandbox, name).length > 1);
    assert.ok(sliceRules(await textOf(name)).rules.length > 1, 'the file follows');
  });

  test('the plan of a past push can be read, and a report of it written', async () => {
    picked = /vulnerability\/ci-images/;
    const plan = await run<Uri>('ordinance.history.showPlan');
    assert.ok(plan);
    const text = (await workspace.openTextDocument(plan)).getText();
    assert.match(text, /^# .*added/);
    assert.match(text, /It restored snapshot/);
    const [report] = (await run<Uri[]>('ordinance.history.exportEvidence')) ?? [];
    assert.ok(report);
    assert.ok(report.path.includes('/ordinance-evidence/'));
    assert.match((await workspace.openTextDocument(report)).getText(), /\| Verdict \| applied \|/);
    const json = report.with({ path: report.path.replace(/\.md$/, '.json') });
    assert.equal(JSON.parse(Buffer.from(await workspace.fs.readFile(json)).toString()).policy, name);
  });

  test('a protected console wants its name typed, every time', async () => {
    const file = Uri.joinPath(surroundings().folder, 'ordinance.yaml');
    const original = await workspace.fs.readFile(file);
    await workspace.fs.writeFile(
      file,
      Buffer.from(`${Buffer.from(original).toString()}    protected: true\n`),
    );
    try {
      await commands.executeCommand('ordinance.policies.refresh');
      await annotate(second, 0, 'protected');
      const count = puts();
      say('Push');
      messages.typed = 'something else';
      await run('ordinance.policy.push', policy(second));
      assert.equal(puts(), count, 'another name is no');
      messages.typed = 'sandbox';
      const outcome = await run<PushOutcome>('ordinance.policy.push', policy(second));
      assert.equal(outcome?.verdict, 'applied', JSON.stringify(messages.last));
    } finally {
      await workspace.fs.writeFile(file, original);
    }
  });
});
