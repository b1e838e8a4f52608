import assert from 'node:assert/strict';
import { Selection, window, workspace } from 'vscode';
import type { PlanOutcome, PullReport, PushOutcome } from '../../../src/core/sync/outcomes.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { editRules } from '../../sandbox/editRules.ts';
import {
  edit,
  fileOf,
  liveNames,
  Messages,
  policy,
  rule,
  pushReviewed,
  run,
  save,
  sliceRules,
  startSandbox,
} from '../mainJob.ts';

const name = 'vulnerability/ci-images';

suite('push', () => {
  let sandbox: TestConsole;
  let messages: Messages;
  const puts = (): number => sandbox.requests.of('PUT').length;
  const push = async (): Promise<PushOutcome | PlanOutcome | undefined> => {
    messages.confirmPush();
    return pushReviewed('ordinance.policy.push', policy(name));
  };
  /** What the document in front says of a push. */
  const result = (): Promise<string> =>
    waitFor('the result', () => {
      const document = window.activeTextEditor?.document;
      const text = document?.uri.scheme === 'ordinance-plan' ? document.getText() : '';
      return text.startsWith('RESULT') && text;
    });
  const pushed = async (): Promise<void> => {
    const count = puts();
    const outcome = await push();
    assert.ok(outcome && 'verdict' in outcome, JSON.stringify(messages.last));
    assert.equal(outcome.verdict, 'applied');
    assert.equal(puts(), count + 1, 'sent once');
    assert.equal((await workspace.openTextDocument(fileOf(name))).isDirty, false, 'saved');
  };

  before(async () => {
    sandbox = await startSandbox();
    messages = new Messages();
    const [report] = (await run<PullReport[]>('ordinance.policy.pull', policy(name))) ?? [];
    assert.equal(report?.failed.length, 0, JSON.stringify(messages.last));
  });

  after(async () => {
    messages.restore();
    await sandbox.close();
  });

  test('of an unchanged policy sends nothing', async () => {
    const outcome = await push();
    assert.deepEqual(outcome, { kind: 'nothing-to-push' });
    assert.equal(puts(), 0);
    assert.match(messages.last?.text ?? '', /^Nothing to push/);
  });

  test('of a changed rule arrives, and names console, policy and counts before', async () => {
    messages.clear();
    await edit(name, (text) =>
      text.replace(/^( *)(- )?name: .*$/m, (line) => `${line}\n    notes: changed here`),
    );
    await pushed();
    assert.match(await result(), /^RESULT, .* applied\. .*1 changed/);
    assert.match(await result(), /^Push vulnerability\/ci-images to sandbox: 1 changed\nTo http/m);
    assert.match(writeJson(sandbox.state.policies.read(name)), /"notes":"changed here"/);
    assert.deepEqual(messages.shown, [], 'nothing was asked, and no message repeats what the plan says');
  });

  test('of a rule that is moved and changed counts it once, in the plan and above it', async () => {
    await edit(name, (text) => {
      const { head, rules, tail } = sliceRules(text);
      const [first = '', ...others] = rules;
      const changed = first.replace('changed here', 'changed and moved');
      return head + others.toSpliced(2, 0, changed).join('') + tail;
    });
    await pushed();
    const [top = '', ...plan] = (await result()).split('\n');
    assert.match(top, /^RESULT, .*: 1 moved and changed\.$/);
    assert.ok(plan.includes('Push vulnerability/ci-images to sandbox: 1 moved and changed'));
    messages.confirmPush('Undo Push');
    await pushReviewed<PushOutcome>('ordinance.policy.undoPush');
    assert.match(await result(), /^RESULT, .*Undone: .* \(1 moved and changed\)\.$/m);
  });

  test('of another order arrives in that order', async () => {
    const names = liveNames(sandbox, name);
    assert.ok(names.length > 2, 'there is something to reorder');
    await run('ordinance.rule.moveToBottom', rule(name, 0));
    const document = await workspace.openTextDocument(fileOf(name));
    assert.ok(document.isDirty, 'a move is an edit of the file');
    assert.deepEqual(liveNames(sandbox, name), names, 'and sends nothing');
    await pushed();
    assert.deepEqual(liveNames(sandbox, name), [...names.slice(1), names[0]]);
  });

  test('of an added rule arrives where it stands', async () => {
    const names = liveNames(sandbox, name);
    await edit(name, (text) => {
      const { head, rules, tail } = sliceRules(text);
      const added = (rules[0] ?? '').replace(/name: .*/, 'name: Added by the test');
      return head + rules[0] + added + rules.slice(1).join('') + tail;
    });
    await pushed();
    assert.deepEqual(liveNames(sandbox, name), [names[0], 'Added by the test', ...names.slice(1)]);
  });

  test('of what makes decisions weaker asks, with the count, and the plan names them', async () => {
    messages.clear();
    await edit(name, (text) => {
      const { head, rules, tail } = sliceRules(text);
      const ignoring =
        '  - name: Ignores everything\n    collections:\n      - name: All\n    alertThreshold:\n      disabled: true\n      value: 0\n';
      return head + ignoring + rules.join('') + tail;
    });
    const count = puts();
    messages.answer = () => undefined;
    assert.equal(await pushReviewed('ordinance.policy.push', policy(name)), undefined);
    assert.equal(puts(), count, 'what becomes weaker is agreed to on its own');
    assert.match(
      messages.last?.text ?? '',
      /^Weaken \d+ decisions? of vulnerability\/ci-images on sandbox\?$/,
    );
    assert.match(messages.last?.detail ?? '', /^ *weaker: .* -> "Ignores everything": .* -> ignores\b/m);
    const plan = window.activeTextEditor;
    assert.equal(plan?.document.uri.scheme, 'ordinance-plan');
    await waitFor('the plan as it was', () => plan.document.getText().startsWith('Push '));
    const hands = plan.document.positionAt(plan.document.getText().search(/^ {2}weaker: .* -> "Ignores/m));
    plan.selection = new Selection(hands, hands);
    await run('ordinance.plan.goToRule');
    const { document: file, selection } = window.activeTextEditor ?? plan;
    assert.match(
      file.lineAt(selection.active).text,
      /- name: Ignores everything/,
      'Enter leads to what decides',
    );
    await pushed();
    const said = await result();
    assert.match(said, /^Decisions: \d+ changed: \d+ weaker\b/m);
    assert.match(said, /^ {2}weaker: .* -> "Ignores everything": .* -> ignores. Example: image /m);
    messages.clear();
    messages.confirmPush('Undo Push');
    const outcome = await pushReviewed<PushOutcome>('ordinance.policy.undoPush');
    assert.equal(outcome?.verdict, 'applied', JSON.stringify(messages.last));
  });

  test('of a removed rule takes it away, and can be undone', async () => {
    const names = liveNames(sandbox, name);
    const text = await edit(name, (old) => {
      const { head, rules, tail } = sliceRules(old);
      return head + rules.slice(1).join('') + tail;
    });
    await pushed();
    assert.deepEqual(liveNames(sandbox, name), names.slice(1));
    const without = text.getText();
    messages.clear();
    messages.confirmPush('Undo Push');
    const outcome = await pushReviewed<PushOutcome>('ordinance.policy.undoPush');
    assert.equal(outcome?.verdict, 'applied', JSON.stringify(messages.last));
    assert.deepEqual(liveNames(sandbox, name), names);
    assert.notEqual(text.getText(), without, 'the file follows');
    assert.deepEqual(await push(), { kind: 'nothing-to-push' });
  });

  test('an undo says that it is one, of which moment, and offers to redo', async () => {
    assert.match(await result(), /Undone: .* the state before the push of .* to sandbox at .*1 added/);
    const plans = window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ label }) => label.endsWith('.ordinance-plan'));
    assert.equal(plans.length, 1, 'one tab for a push and its undo');
    const year = String(new Date().getFullYear());
    assert.match(
      await result(),
      new RegExp(
        `^Undo the push of vulnerability/ci-images to sandbox at .*${year}.*\\d:\\d\\d.*: 1 added$`,
        'm',
      ),
    );
    assert.match(await result(), /^RESULT, .* applied\. Undone: /);
    assert.doesNotMatch(await result(), /^RESULT, .*Pushed /, 'it does not claim to be a push');
  });

  test('a redo brings back what was undone, and says so', async () => {
    const names = liveNames(sandbox, name);
    messages.clear();
    messages.confirmPush('Redo Push');
    assert.equal((await pushReviewed<PushOutcome>('ordinance.policy.undoPush'))?.verdict, 'applied');
    assert.deepEqual(liveNames(sandbox, name), names.slice(1));
    assert.match(await result(), /^Take back /m);
    assert.match(await result(), /^RESULT, .*Redone: /);
    messages.confirmPush('Undo Push');
    assert.equal((await pushReviewed<PushOutcome>('ordinance.policy.undoPush'))?.verdict, 'applied');
    assert.deepEqual(liveNames(sandbox, name), names);
  });

  test('that is only looked at sends nothing', async () => {
    const count = puts();
    await edit(name, (text) => text.replace('changed here', 'changed again'));
    messages.clear();
    const outcome = await run<PlanOutcome>('ordinance.policy.push', policy(name));
    assert.equal(outcome?.kind, 'plan');
    assert.deepEqual([puts(), messages.shown], [count, []]);
    assert.ok((await workspace.openTextDocument(fileOf(name))).isDirty, 'and saves nothing');
  });

  test('refuses when somebody else changed the policy, and says what', async () => {
    const count = puts();
    editRules(sandbox.state, name, (rules) =>
      rules.map((each, at) => (at === 1 ? new Map(each).set('notes', 'by a colleague') : each)),
    );
    messages.clear();
    const outcome = await push();
    assert.equal(outcome && 'kind' in outcome ? outcome.kind : outcome, 'drift');
    assert.equal(puts(), count);
    assert.match(
      messages.last?.text ?? '',
      /differed from the base of the file.*"Added by the test" changed by colleague, \d/,
    );
    assert.deepEqual(messages.last?.actions, ['Merge…', 'Compare with Live', 'Override…']);
  });

  test('asks before a pull would lose the edits, and keeps them when told so', async () => {
    const document = await workspace.openTextDocument(fileOf(name));
    const mine = document.getText();
    messages.answer = ({ actions }) => actions.find((action) => action === 'Keep Mine');
    const [kept] = (await run<PullReport[]>('ordinance.policy.pull', policy(name))) ?? [];
    assert.equal(kept?.kept.length, 1);
    const asked = messages.shown.find(({ actions }) => actions.includes('Keep Mine'));
    assert.match(asked?.detail ?? '', /^".+": changed$/m, 'what would be lost is named');
    assert.equal(document.getText(), mine);
    messages.answer = ({ actions }) => actions.find((action) => action === 'Overwrite');
    const [overwritten] = (await run<PullReport[]>('ordinance.policy.pull', policy(name))) ?? [];
    assert.equal(overwritten?.written.length, 1);
    assert.match(document.getText(), /by a colleague/);
  });

  test('finds an unknown collection before anything is sent', async () => {
    const count = puts();
    await edit(name, (text) => text.replace(/(collections:\n\s*- name: ).*/, '$1No such collection'));
    messages.clear();
    const outcome = await push();
    assert.equal(outcome && 'kind' in outcome ? outcome.kind : outcome, 'unknown-collections');
    assert.equal(puts(), count);
    assert.match(messages.last?.text ?? '', /"No such collection" in rule/);
    const document = await workspace.openTextDocument(fileOf(name));
    await edit(name, (text) => text.replace('No such collection', 'All'));
    await save(document);
  });

  test('of a policy without rules wants its name typed', async () => {
    const count = puts();
    await edit(
      name,
      (text) => `${sliceRules(text).head.replace(/rules:\n$/, 'rules: []\n')}${sliceRules(text).tail}`,
    );
    messages.clear();
    messages.typed = 'something else';
    await push();
    assert.equal(puts(), count, 'another name is no');
    assert.match(messages.last?.detail ?? '', /Delete every rule of vulnerability\/ci-images on sandbox\?/);
    messages.typed = name;
    await pushed();
    assert.deepEqual(liveNames(sandbox, name), []);
    messages.confirmPush('Undo Push');
    assert.equal((await pushReviewed<PushOutcome>('ordinance.policy.undoPush'))?.verdict, 'applied');
    assert.ok(liveNames(sandbox, name).length > 0);
  });
});
