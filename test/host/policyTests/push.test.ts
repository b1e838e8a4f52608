import assert from 'node:assert/strict';
import { commands, Uri, window, workspace } from 'vscode';
import type { PolicyName } from '../../../src/core/policy/families.ts';
import type { PushOutcome } from '../../../src/core/sync/outcomes.ts';
import { replaceTextFile } from '../../../src/vscode/workspace/writeTextFile.ts';
import { SafetyWorld } from '../safety/world.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { lensesOf } from '../lensesOf.ts';
import { edit, policy, pushReviewed, run, sliceRules } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

const name: PolicyName = 'vulnerability/ci-serverless';
const file = Uri.joinPath(surroundings().folder, 'policies/sandbox/push.policy-test.yaml');
const settings = workspace.getConfiguration('ordinance.push');

/** Puts the last rule, which is for everything, to the top or back to the end. */
async function turn(): Promise<void> {
  await edit(name, (text) => {
    const { head, rules, tail } = sliceRules(text);
    const isOnTop = /^ *- name: (?:"|')?Default/.test(rules[0] ?? '');
    const turned = isOnTop
      ? [...rules.slice(1), ...rules.slice(0, 1)]
      : [...rules.slice(-1), ...rules.slice(0, -1)];
    return head + turned.join('') + tail;
  });
}

suite('policy tests before a push', () => {
  let world: SafetyWorld;

  before(async () => {
    world = await SafetyWorld.open(name);
    const text = await world.textOf(name);
    const names = [...text.matchAll(/^ {2}- name: (.+)$/gm)].map(([, one = '']) => one);
    await replaceTextFile(
      file,
      `policy: ${name}\ntests:\n  - name: everything else comes last\n    order:\n      - ${names[0]}\n      - ${names.at(-1)}\n`,
    );
  });

  after(async () => {
    await settings.update('policyTests', undefined, true);
    await workspace.fs.delete(file).then(undefined, () => undefined);
    await world.close();
  });

  test('a test that does not hold is named, and the name of the policy has to be typed', async () => {
    await turn();
    const puts = world.puts;
    world.messages.clear();
    world.say('Push', 'Push…');
    world.messages.typed = 'something else';
    await pushReviewed('ordinance.policy.push', policy(name));
    assert.ok(world.messages.shown.length > 0, window.activeTextEditor?.document.getText());
    assert.equal(world.puts, puts, JSON.stringify(world.messages.shown));
    assert.match(
      window.activeTextEditor?.document.getText() ?? '',
      /^Failed tests of the policy \(1 of 1\):\n- everything else comes last: /m,
    );
    const [asked, ...more] = world.messages.shown;
    assert.deepEqual(more, [], 'one question, though decisions become weaker, too');
    assert.match(asked?.text ?? '', /^Push vulnerability\/ci-serverless to sandbox\? 2 risks /);
    const told = asked?.detail?.match(
      /everything else comes last: Expected: this order\. Instead: .* is above /g,
    );
    assert.equal(told?.length, 1, asked?.detail);

    world.messages.typed = name;
    const pushed = await pushReviewed<PushOutcome>('ordinance.policy.push', policy(name));
    assert.equal(pushed?.verdict, 'applied', JSON.stringify(world.messages.shown));
  });

  test('tests that hold ask for nothing, and neither do tests that only warn or are not run', async () => {
    await turn();
    world.messages.clear();
    world.say('Push');
    const held = await pushReviewed<PushOutcome>('ordinance.policy.push', policy(name));
    assert.equal(held?.verdict, 'applied', JSON.stringify(world.messages.shown));
    await settings.update('policyTests', 'warn', true);
    await turn();
    const warned = await pushReviewed<PushOutcome>('ordinance.policy.push', policy(name));
    assert.equal(warned?.verdict, 'applied', JSON.stringify(world.messages.shown));
    assert.match(
      window.activeTextEditor?.document.getText() ?? '',
      /^Failed tests of the policy \(1 of 1\):/m,
    );
    await settings.update('policyTests', 'off', true);
    await edit(name, (text) => text.replace(/^( {2}- name: .*)$/m, '$1\n    notes: again'));
    world.messages.clear();
    world.say('Push');
    const unasked = await pushReviewed<PushOutcome>('ordinance.policy.push', policy(name));
    assert.equal(unasked?.verdict, 'applied', JSON.stringify(world.messages.shown));
    assert.doesNotMatch(window.activeTextEditor?.document.getText() ?? '', /fails:/);
    assert.ok(!world.messages.shown.some(({ detail = '' }) => detail.includes('fails:')));
  });

  test('a merge says what tests say of it, and asks whether to write one for which they do not hold', async () => {
    await settings.update('policyTests', undefined, true);
    world.colleague(name, 1, 'by a colleague');
    await world.annotate(name, 1, 'by me');
    world.messages.clear();
    assert.equal(await run('ordinance.policy.merge', policy(name)), 'open');
    const sheet = window.activeTextEditor?.document;
    assert.equal(sheet?.uri.scheme, 'ordinance-merge');
    assert.doesNotMatch(sheet.getText(), /tests of the policy/, 'it is not known yet what would be written');
    await run('ordinance.conflict.useMine');
    await waitFor('what the tests say', () =>
      /^Failed tests of the policy \(1 of 1\):\n- everything else comes last: /m.test(sheet.getText()),
    );
    const late = (await lensesOf(sheet.uri, 50)).find(
      ({ command }) => command?.title === 'Accept Live',
    )?.command;
    assert.ok(late);
    const before = await world.textOf(name);
    world.messages.answer = async ({ actions }) => {
      if (actions.includes('Apply Merge')) {
        await commands.executeCommand(late.command, ...((late.arguments ?? []) as unknown[]));
        return 'Apply Merge';
      }
      return undefined;
    };
    assert.equal(await run('ordinance.merge.apply'), undefined);
    const question = world.messages.shown.find(({ actions }) => actions.includes('Apply Merge'));
    assert.match(question?.detail ?? '', /^Failed tests of the policy \(1 of 1\):\n- everything else/);
    assert.match(world.messages.last?.text ?? '', /^Not applied: the choices in the merge changed/);
    assert.equal(await world.textOf(name), before, 'what was not in sight is not written');
    world.messages.answer = async ({ actions }) => {
      if (actions.includes('Apply Merge')) {
        await run('ordinance.merge.cancel');
        return 'Apply Merge';
      }
      return actions.find((action) => action === 'Abandon Merge');
    };
    assert.equal(await run('ordinance.merge.apply'), undefined);
    assert.match(world.messages.last?.text ?? '', /^Nothing was done: this merge was .*abandoned/);
    assert.equal(await world.textOf(name), before, 'what was abandoned meanwhile is not written');
    assert.equal(await run('ordinance.policy.merge', policy(name)), 'open');
    await run('ordinance.conflict.useLive');
    world.say('Apply Merge');
    assert.equal(await run('ordinance.merge.apply'), 'applied', JSON.stringify(world.messages.last));
    assert.match(await world.textOf(name), /by a colleague/);
  });
});
