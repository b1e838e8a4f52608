import assert from 'node:assert/strict';
import { workspace } from 'vscode';
import { exitCode } from '../../../src/cli/output.ts';
import { runCommand } from '../../../src/cli/runCommand.ts';
import type { Fault } from '../../sandbox/faults.ts';
import type { PlanOutcome, PushOutcome } from '../../../src/core/sync/outcomes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { edit, fileOf, policy, pushReviewed, run, save, sliceRules } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';
import { SafetyWorld, withConsoleFile } from './world.ts';

const name = 'runtime/container';
const { ok, problems, changes, drift } = exitCode;

/** `ordinance` in the folder that is open in the editor, with the same access key. */
async function headless(...args: readonly string[]): Promise<{ code: number; out: string; error: string }> {
  const { folder, accessKey, sandboxPort } = surroundings();
  const out: string[] = [];
  const error: string[] = [];
  const variables = {
    ORDINANCE_SANDBOX_ACCESS_KEY_ID: accessKey.id,
    ORDINANCE_SANDBOX_ACCESS_KEY_SECRET: accessKey.secret,
    ORDINANCE_SANDBOX_ORIGINS: `http://127.0.0.1:${sandboxPort} http://localhost:${sandboxPort}`,
  };
  const code = await runCommand(
    args,
    { out: (line) => out.push(line), error: (line) => error.push(line) },
    { variables, folder: folder.fsPath },
  );
  return { code, out: out.join('\n'), error: error.join('\n') };
}

async function saveIt(): Promise<void> {
  await save(await workspace.openTextDocument(fileOf(name)));
}

suite('editor and command line', () => {
  let world: SafetyWorld;

  before(async () => {
    world = await SafetyWorld.open(name);
  });

  after(() => world.close());

  /** The push of the editor, refused or not confirmed, and what the command line makes of the same files and console. */
  async function both(): Promise<{ editor: string; code: number; error: string }> {
    const puts = world.puts;
    world.messages.clear();
    world.messages.typed = undefined;
    world.say();
    const outcome = await pushReviewed<PlanOutcome | PushOutcome>('ordinance.policy.push', policy(name));
    const { code, error } = await headless('push', name);
    assert.equal(world.puts, puts, 'nothing was sent');
    return { editor: outcome && 'kind' in outcome ? outcome.kind : 'asked', code, error };
  }

  test('nothing to push is nothing to push', async () => {
    const { code, error } = await headless('plan', name);
    assert.equal(code, ok, error);
    const outcome = await pushReviewed<PlanOutcome>('ordinance.policy.push', policy(name));
    assert.equal(outcome?.kind, 'nothing-to-push');
  });

  test('a push of the command line is one of the window as well: nothing is edited then, or changed on the console', async () => {
    const marked = async (): Promise<boolean> =>
      (await world.lenses(fileOf(name))).some((title) => /^(Not pushed|Live|Conflict)/.test(title));
    await world.annotate(name, 0, 'pushed elsewhere');
    await saveIt();
    // What was on the console before that push is known here.
    await run('ordinance.policies.refresh', policy(name));
    await waitFor('the edit to be marked', marked);
    const pushed = await headless('push', name);
    assert.equal(pushed.code, ok, pushed.error);
    await waitFor('the push to be known', async () => !(await marked()));
  });

  test('many rules removed: one asks, the other wants an option', async () => {
    const before = await world.textOf(name);
    await edit(name, (text) => {
      const { head, rules, tail } = sliceRules(text);
      return head + (rules[0] ?? '') + tail;
    });
    await saveIt();
    const { editor, code, error } = await both();
    assert.deepEqual([editor, code], ['asked', problems], error);
    assert.match(error, /--allow-removals/);
    assert.ok(world.messages.shown.length > 0);
    await edit(name, () => before);
    await saveIt();
  });

  test('the same verdict, whatever becomes of the PUT', async () => {
    const fates: readonly (readonly [Fault, PushOutcome['verdict'], code: number])[] = [
      [{ kind: 'late', answer: 200, milliseconds: 1000 }, 'applied', ok],
      [{ kind: 'status', status: 422, when: 'before' }, 'not-applied', problems],
      [{ kind: 'late', answer: 504, milliseconds: 1000 }, 'applied', ok],
      [{ kind: 'reset', when: 'after' }, 'applied', ok],
    ];
    let count = 0;
    for (const [fault, verdict, code] of fates) {
      for (const who of ['editor', 'command line'] as const) {
        await world.annotate(name, 0, `note ${++count}`);
        await saveIt();
        const plan = await headless('plan', name);
        assert.equal(plan.code, changes, plan.error);
        world.sandbox.faults.next({ method: 'PUT' }, fault);
        if (who === 'editor') {
          world.say('Push');
          const outcome = await pushReviewed<PushOutcome>('ordinance.policy.push', policy(name));
          assert.equal(outcome?.verdict, verdict, JSON.stringify(world.messages.last));
        } else {
          const pushed = await headless('push', '--json', name);
          assert.equal(pushed.code, code, pushed.error);
          const { verdicts } = JSON.parse(pushed.out) as { verdicts: { verdict: string }[] };
          assert.deepEqual(
            verdicts.map((one) => one.verdict),
            [verdict],
          );
        }
      }
    }
  });

  test('drift and conflict refuse both', async () => {
    await world.pull(name);
    world.colleague(name, 1, 'by a colleague');
    assert.deepEqual({ ...(await both()), error: '' }, { editor: 'drift', code: drift, error: '' });
    await world.annotate(name, 0, 'by me');
    await saveIt();
    assert.deepEqual({ ...(await both()), error: '' }, { editor: 'drift', code: drift, error: '' });
  });

  test('an override is asked for by name in the one, and there is none in the other', async () => {
    const puts = world.puts;
    world.messages.clear();
    world.say('Override…', 'Push');
    world.messages.typed = 'something else';
    assert.equal(await pushReviewed('ordinance.policy.override', policy(name)), undefined);
    const { code } = await headless(
      'push',
      '--confirm',
      'sandbox',
      '--allow-empty',
      name,
      '--allow-removals',
      name,
    );
    assert.deepEqual([code, world.puts], [drift, puts]);
    await world.pull(name);
  });

  test('a protected console wants its name from both', async () => {
    await world.annotate(name, 0, 'to a protected console');
    await saveIt();
    await withConsoleFile(
      (text) => text.replace(/^( +)(url: .*)$/m, '$1$2\n$1protected: true'),
      async () => {
        const { editor, code, error } = await both();
        assert.deepEqual([editor, code], ['asked', problems], error);
        assert.match(error, /--confirm sandbox/);
      },
    );
  });
});
