import assert from 'node:assert/strict';
import { window } from 'vscode';
import type { PlanOutcome, PushOutcome } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { liveNames, policy, pushReviewed } from '../mainJob.ts';
import { SafetyWorld } from './world.ts';

const name = 'vulnerability/images';

suite("overriding a colleague's change", () => {
  let world: SafetyWorld;

  before(async () => {
    world = await SafetyWorld.open(name);
  });

  after(() => world.close());

  test('the refusal of a push leads to it', async () => {
    world.colleague(name, 1, 'by a colleague');
    await world.annotate(name, 0, 'by me');
    world.say('Override…');
    const refused = await pushReviewed<PlanOutcome>('ordinance.policy.push', policy(name));
    assert.equal(refused?.kind, 'drift', JSON.stringify(world.messages.last));
    await waitFor('the review, which names what would be undone', () =>
      /^Undoes a change of someone else: .* was changed\.$/m.test(
        window.activeTextEditor?.document.getText() ?? '',
      ),
    );
    assert.ok(
      !world.messages.shown.some(({ text }) => text.startsWith('Undo 1 change')),
      'nobody is asked before the review is pushed',
    );
    assert.equal(world.puts, 0, 'without the name nothing is sent');
  });

  test('every rule is named, and without the name of the policy nothing is sent', async () => {
    const names = liveNames(world.sandbox, name);
    world.messages.clear();
    world.say('Override…', 'Push');
    world.messages.typed = names[1];
    assert.equal(await pushReviewed('ordinance.policy.override', policy(name)), undefined);
    const question = world.messages.shown.find(({ actions }) => actions.includes('Override…'));
    assert.match(question?.text ?? '', /1 change that someone else made to vulnerability\/images on sandbox/);
    assert.ok(question?.detail?.includes(`"${names[1]}" was changed`), question?.detail);
    assert.ok(!question?.detail?.includes(`"${names[0]}"`), 'my own change is no loss');
    assert.match(question?.detail ?? '', /^A merge keeps both sides and asks you where they conflict\.$/m);
    assert.equal(world.puts, 0);
  });

  test('what changes while the question is open refuses the push again', async () => {
    world.messages.clear();
    world.messages.typed = name;
    world.messages.answer = ({ actions }) => {
      if (actions.includes('Override…') && !actions.includes('Merge…')) {
        world.colleague(name, 2, 'at the last moment');
        return 'Override…';
      }
      return undefined;
    };
    assert.equal(await pushReviewed('ordinance.policy.override', policy(name)), undefined);
    assert.equal(world.puts, 0);
    const plan = await waitFor('the refusal', () => {
      const text = window.activeTextEditor?.document.getText() ?? '';
      return text.startsWith('Out of date: Not pushed. Nothing was sent to sandbox.') && text;
    });
    assert.match(plan, /^Reason: .* differed from the base/m);
    const offered = ['Refresh Plan', 'Merge…', 'Compare with Live', 'Override…', 'Cancel'];
    assert.deepEqual((await world.lenses()).slice(0, 5), offered);
    assert.ok(!world.messages.shown.some(({ actions }) => actions.includes('Merge…')), 'it is said once');
  });

  test('with the name it is pushed, and the history says what was lost', async () => {
    const names = liveNames(world.sandbox, name);
    world.messages.clear();
    world.say('Override…');
    world.messages.typed = name;
    const outcome = await pushReviewed<PushOutcome>('ordinance.policy.override', policy(name));
    const question = world.messages.shown.find(({ text }) => text.startsWith('Undo 2 changes'));
    for (const lost of names.slice(1, 3)) {
      assert.ok(question?.detail?.includes(`"${lost}" was changed`), question?.detail);
    }
    assert.equal(outcome?.verdict, 'applied', JSON.stringify(world.messages.shown));
    assert.equal(world.puts, 1);
    const [mine, ...others] = world.liveNotes(name);
    assert.equal(mine, 'by me');
    assert.ok(!others.includes('by a colleague') && !others.includes('at the last moment'));
  });

  test('without drift it is a push as any other', async () => {
    await world.annotate(name, 0, 'alone');
    world.messages.clear();
    world.say('Push');
    const outcome = await pushReviewed<PushOutcome>('ordinance.policy.override', policy(name));
    assert.equal(outcome?.verdict, 'applied', JSON.stringify(world.messages.shown));
  });
});
