import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { exitCode } from '../../../src/cli/output.ts';
import { DEFAULT_REMOVED_SHARE } from '../../../src/core/policy/pushRisk.ts';
import { isConfirmed, pushNeeds } from '../../../src/core/sync/pushNeeds.ts';
import { images, isCode, planOf, rule, withRules } from '../../unit/sync/workspace.ts';
import { cliWorkspace, type CliWork, type Run } from '../cli/cliWorkspace.ts';
import { faultCases } from './faultCases.ts';
import { planOne, pushOne } from '../../unit/sync/planAndPush.ts';
import { refreshStatus } from '../../../src/core/sync/policyStatus.ts';
import { planPush } from '../../../src/core/sync/plan.ts';

const policy = images.name;
const add = withRules((rules) => [rule('Mine'), ...rules]);

interface Situation {
  readonly given: (parts: CliWork) => unknown;
  /** What the facade says, which is all that the editor goes by. */
  readonly outcome: string;
  readonly code: number;
  /** `why` of the command line, where it refuses. */
  readonly why?: string;
}

const { ok, changes, drift, problems } = exitCode;

const situations: Readonly<Record<string, Situation>> = {
  'nothing to push': { given: () => undefined, outcome: 'nothing-to-push', code: ok },
  'an edit': { given: ({ work }) => work.edit(images, add), outcome: 'plan', code: changes },
  drift: {
    given: ({ colleague }) => colleague(images, (rules) => rules.toReversed()),
    outcome: 'drift',
    code: drift,
    why: 'drift',
  },
  'a conflict': {
    given: async ({ work, colleague }) => {
      await work.edit(images, add);
      colleague(images, (rules) => rules.slice(1));
    },
    outcome: 'drift',
    code: drift,
    why: 'drift',
  },
  'an unknown base': {
    given: async ({ work }) => {
      await work.edit(images, add);
      await rm(path.join(work.policyFolder, 'ordinance.lock.json'));
    },
    outcome: 'no-base',
    code: drift,
    why: 'no-base',
  },
  'a file with a mistake': {
    given: ({ work }) => work.write(images, 'rules: 7\n'),
    outcome: 'invalid',
    code: problems,
    why: 'invalid',
  },
  'an unknown collection': {
    given: ({ work }) =>
      work.edit(
        images,
        withRules((rules) => [rule('x', { collections: [{ name: 'nowhere' }] }), ...rules]),
      ),
    outcome: 'unknown-collections',
    code: problems,
    why: 'unknown-collections',
  },
};

for (const [name, { given, outcome, code, why }] of Object.entries(situations)) {
  test(`${name}: the facade of the editor and the command line say the same`, async (t) => {
    const parts = await cliWorkspace(t);
    const { work, run, puts } = parts;
    await work.pull([images]);
    await given(parts);
    const said = await planOne(work.restarted(), images);
    assert.equal(said.kind, outcome);
    const planned = await run('plan', '--json', policy);
    assert.equal(planned.code, code, planned.error);
    const { plans, unchanged, refused } = JSON.parse(planned.out) as {
      plans: { live: string; body: string; counts: object }[];
      unchanged: string[];
      refused: { why: string }[];
    };
    assert.deepEqual(
      refused.map((one) => one.why),
      why === undefined ? [] : [why],
    );
    assert.deepEqual(unchanged, outcome === 'nothing-to-push' ? [policy] : []);
    if (said.kind === 'plan') {
      const { liveHash, bodyHash, counts } = said.plan;
      assert.deepEqual(
        plans.map((one) => [one.live, one.body, one.counts]),
        [[liveHash, bodyHash, counts]],
      );
    } else {
      const pushed = await run('push', policy);
      assert.deepEqual([pushed.code, puts()], [code, 0]);
    }
    const { state } = await refreshStatus(work.restarted(), images);
    const status = JSON.parse((await run('status', '--json', policy)).out) as {
      policies: { state: string }[];
    };
    assert.deepEqual(
      status.policies.map((one) => one.state),
      [state],
    );
  });
}

interface Asked {
  readonly given: (parts: CliWork) => Promise<unknown>;
  readonly isProtected?: boolean;
  readonly needs: readonly string[];
  /** What the command line wants where the editor asks. */
  readonly option: readonly string[];
}

const asked: Readonly<Record<string, Asked>> = {
  'nothing unusual': { given: ({ work }) => work.edit(images, add), needs: [], option: [] },
  'a protected console': {
    given: ({ work }) => work.edit(images, add),
    isProtected: true,
    needs: ['protected'],
    option: ['--confirm', 'test'],
  },
  'many rules removed': {
    given: ({ work }) =>
      work.edit(
        images,
        withRules((rules) => rules.slice(0, 1)),
      ),
    needs: ['many-removed'],
    option: ['--allow-removals'],
  },
  'every rule disabled': {
    given: ({ work }) =>
      work.edit(
        images,
        withRules((rules) => rules.map((rule) => new Map(rule).set('disabled', true))),
      ),
    needs: ['many-removed'],
    option: ['--allow-removals'],
  },
  'every rule removed': {
    given: ({ work }) =>
      work.edit(
        images,
        withRules(() => []),
      ),
    needs: ['empties-policy'],
    option: ['--allow-empty', policy],
  },
  'every rule removed from a protected console': {
    given: ({ work }) =>
      work.edit(
        images,
        withRules(() => []),
      ),
    isProtected: true,
    needs: ['empties-policy', 'protected'],
    option: ['--allow-empty', policy, '--confirm', 'test'],
  },
};

for (const [name, { given, isProtected = false, needs, option }] of Object.entries(asked)) {
  test(`${name}: what the editor asks for is what the command line wants an option for`, async (t) => {
    const parts = await cliWorkspace(t, isProtected ? '    protected: true\n' : '');
    const { work, run, puts } = parts;
    await work.pull([images]);
    await given(parts);
    const plan = await work.plan(images);
    const found = pushNeeds(plan, isProtected, DEFAULT_REMOVED_SHARE);
    assert.deepEqual(
      found.map(({ kind }) => kind),
      needs,
    );
    // Each option is needed: without one of them, or with a wrong name, nothing is sent.
    const isWord = (word: string): boolean => !word.startsWith('--');
    for (const [at, word] of option.entries()) {
      const without = isWord(word)
        ? option.with(at, 'runtime/container')
        : option.filter((_, index) => index !== at && !(index === at + 1 && isWord(option[index] ?? '--')));
      const refused = await run('push', ...without, policy);
      assert.deepEqual([refused.code, puts()], [problems, 0], without.join(' '));
    }
    const sync = work.restarted({ isProtected: () => isProtected });
    if (found.some((need) => !isConfirmed(need, {}))) {
      await assert.rejects(pushOne(sync, plan), (error) => needs.some((kind) => isCode(kind)(error)));
    }
    const pushed = await run('push', ...option, policy);
    assert.deepEqual([pushed.code, puts()], [ok, 1], pushed.error);
  });
}

test('weaker decisions need an option on the command line, and nothing else does', async (t) => {
  const { work, run, runAsGiven, puts } = await cliWorkspace(t);
  await work.pull([images]);
  await work.edit(images, add);
  const refused = await runAsGiven('push', policy);
  assert.deepEqual([refused.code, puts()], [problems, 0]);
  assert.match(refused.error, /--allow-weaker/);
  const pushed = await run('push', policy);
  assert.deepEqual([pushed.code, puts()], [ok, 1], pushed.error);
  const [record] = await work.sync.journal.all();
  assert.deepEqual(record?.confirmed, ['weaker']);
});

test('an override is drift on the command line, whatever is given: it names nothing, so it overrides nothing', async (t) => {
  const { work, run, puts, colleague } = await cliWorkspace(t);
  await work.pull([images]);
  await work.edit(images, add);
  colleague(images, (rules) => [...rules, rule('Theirs')]);
  const plan = planOf(await planPush(work.restarted(), images, { overridesDrift: true }));
  assert.deepEqual(
    pushNeeds(plan, false, DEFAULT_REMOVED_SHARE).map(({ kind }) => kind),
    ['override'],
  );
  await assert.rejects(
    pushOne(work.restarted(), plan, { confirmed: { 'empties-policy': [policy], protected: ['test'] } }),
    isCode('override'),
  );
  const headless = await run(
    'push',
    '--confirm',
    'test',
    '--allow-empty',
    policy,
    '--allow-removals',
    policy,
  );
  assert.deepEqual([headless.code, puts()], [drift, 0]);
});

const verdictOf = ({ out }: Run): string | undefined =>
  (JSON.parse(out) as { verdicts: { verdict: string }[] }).verdicts[0]?.verdict;

const codes = { applied: ok, 'foreign-change': drift, 'not-applied': problems, unknown: problems };

for (const one of faultCases.filter(
  ({ during, ends, fault }) => during === 'push' && typeof ends === 'string' && fault.kind !== 'hang',
)) {
  test(`${one.group}: ${one.what}: the same verdict without an editor`, async (t) => {
    // Whatever is not answered at all is given up sooner; as long as that nothing else is.
    const soon = 'answer' in one.fault && one.fault.answer === 'hang' ? '    timeoutSeconds: 5\n' : '';
    const { work, run, sandbox } = await cliWorkspace(t, soon);
    await work.pull([images]);
    await work.edit(images, add);
    // The command line plans and pushes in one go: it reads live once more.
    const skip = one.match.method === 'GET' ? (one.match.skip ?? 0) + 1 : (one.match.skip ?? 0);
    sandbox.faults.next({ ...one.match, skip }, one.fault);
    const headless = await run('push', '--json', policy);
    assert.equal(verdictOf(headless), one.ends, headless.error);
    assert.equal(headless.code, codes[one.ends as keyof typeof codes]);
    const [record, ...more] = await work.sync.journal.all();
    assert.deepEqual([record?.verdict, more], [one.ends, []]);
    assert.equal((await readdir(path.join(work.storeFolder, 'mutexes'))).length, 0);
  });
}
