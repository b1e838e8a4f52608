import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { fromPlain } from '../../../src/core/json/json.ts';
import { asObject } from '../../unit/policy/policyArbitraries.ts';
import { images, rule, withRules } from '../../unit/sync/workspace.ts';
import { cliWorkspace, type CliWork } from './cliWorkspace.ts';

const scoped = (name: string, collection: string, more: object = {}) =>
  rule(name, { collections: [{ name: collection }], ...more });

const strict = { effect: 'alert, block', blockThreshold: { enabled: true, value: 7 } };

async function prepared(t: TestContext): Promise<CliWork> {
  const parts = await cliWorkspace(t);
  parts.colleague(images, () => [
    scoped('pay', 'payments', strict),
    scoped('search', 'search'),
    scoped('ns', 'kube-system'),
    scoped('rest', 'All'),
  ]);
  const { code, error } = await parts.run('pull', 'vulnerability/images', '--collections');
  assert.equal(code, 0, error);
  return parts;
}

interface Gated {
  readonly gate: {
    readonly result: 'passed' | 'failed' | 'not checked';
    readonly reasons: readonly {
      readonly from?: string;
      readonly to?: string;
      readonly change?: string;
      readonly example?: { readonly image?: string };
      readonly unproven?: string;
    }[];
  };
}

async function gated({ run }: CliWork, failOn: string): Promise<readonly [number, Gated['gate']]> {
  const { code, out, error } = await run('plan', '--json', '--fail-on', failOn);
  const { gate } = JSON.parse(out || error) as Gated;
  return [code, gate];
}

test('a plan ends with 4 where a decision becomes weaker, with what and an example', async (t) => {
  const parts = await prepared(t);
  const { work, run } = parts;
  assert.equal((await run('plan', '--fail-on', 'weaker')).code, 0, 'nothing to push');
  await work.edit(
    images,
    withRules(([pay, search, ns, rest]) => [pay!, ns!, search!, rest!]),
  );
  for (const failOn of ['weaker', 'unproven']) {
    assert.deepEqual(await gated(parts, failOn), [2, { failOn, result: 'passed', reasons: [] }]);
  }
  assert.match(
    (await run('plan', '--fail-on', 'unproven')).out,
    /^no decision becomes weaker: that is proven$/m,
  );
  await work.edit(
    images,
    withRules((rules) => rules.toReversed()),
  );
  const [code, { result, reasons }] = await gated(parts, 'weaker');
  assert.deepEqual([code, result], [4, 'failed']);
  assert.ok(reasons.some(({ from, to, change }) => from === 'pay' && to === 'rest' && change === 'weaker'));
  assert.match(reasons[0]?.example?.image ?? '', /payments|pay-gateway/);
  const text = await run('plan', '--fail-on', 'weaker');
  assert.equal(text.code, 4);
  assert.match(
    text.error,
    /^vulnerability\/images: weaker: "pay" -> "rest": blocks from high, alerts on everything -> alerts on everything. Example: image /m,
  );
  assert.match(text.error, /^a decision would become weaker \(--fail-on weaker\)$/m);
});

test('a rule that stays and does less is seen by the gate, one that decides for nothing is not', async (t) => {
  const parts = await prepared(t);
  const weakened = (name: string) =>
    withRules((rules) =>
      rules.map((one) =>
        one.get('name') === name
          ? new Map([...one, ['blockThreshold', fromPlain({ enabled: false, value: 0 })]])
          : one,
      ),
    );
  parts.colleague(images, (rules) => [...rules, scoped('late', 'payments', strict)]);
  await parts.run('pull');
  await parts.work.edit(images, weakened('late'));
  assert.deepEqual((await gated(parts, 'unproven'))[0], 2, 'everything of it is taken above');
  await parts.work.edit(images, weakened('pay'));
  const [code, { reasons }] = await gated(parts, 'weaker');
  assert.equal(code, 4);
  assert.deepEqual(
    reasons.map(({ from, to, change }) => [from, to, change]),
    [['pay', 'pay', 'weaker']],
  );
  assert.match((await parts.run('plan', '--fail-on', 'weaker')).error, /weaker: "pay": blocks from high/);
});

test('what cannot be proven fails only where proof was asked for; drift and errors are what they are', async (t) => {
  const parts = await prepared(t);
  const { work, run, sandbox, colleague } = parts;
  await work.edit(
    images,
    withRules(([pay, search, ns, rest]) => [pay!, ns!, search!, rest!]),
  );
  await writeFile(path.join(work.root, 'policies/test/collections.yaml'), 'collections: []\n');
  const refuse = (): void =>
    sandbox.faults.next({ path: '/collections', count: 9 }, { kind: 'status', status: 403, when: 'before' });
  refuse();
  assert.deepEqual((await gated(parts, 'weaker'))[0], 2);
  refuse();
  const [code, { reasons }] = await gated(parts, 'unproven');
  assert.equal(code, 4);
  assert.deepEqual(
    reasons.map(({ unproven }) => unproven),
    ['The contents of some collections are unknown.'],
  );
  colleague(images, (rules) => rules.slice(1));
  assert.deepEqual(await gated(parts, 'weaker'), [
    3,
    { failOn: 'weaker', result: 'not checked', reasons: [] },
  ]);
  assert.match(
    (await run('plan', '--fail-on', 'weaker', '--format', 'markdown')).out,
    /^Gate `--fail-on weaker`: \*\*not checked\*\*/m,
  );
  const refused = await gated(parts, 'unproven');
  assert.deepEqual(
    [refused[0], refused[1].result, refused[1].reasons],
    [3, 'not checked', []],
    'a policy without a plan is not checked; it ends as a refusal',
  );
  assert.equal((await run('plan', '--fail-on', 'nothing')).code, 64);
});

test('a file of the repository says what collections name, and proves nothing', async (t) => {
  const parts = await prepared(t);
  const { work, run, sandbox } = parts;
  await work.edit(
    images,
    withRules(([pay, search, ns, rest]) => [search!, pay!, ns!, rest!]),
  );
  // By this nothing is in two of them, and their order decides nothing.
  const apart = ['payments', 'search', 'kube-system'].map((name) => ({ name, images: [`only/${name}`] }));
  const file = path.join(work.root, 'policies/test/collections.yaml');
  await writeFile(file, JSON.stringify({ collections: apart }));
  for (const fault of [
    { kind: 'status', status: 403, when: 'before' },
    { kind: 'status', status: 503, when: 'before' },
  ] as const) {
    const refuse = (): void => sandbox.faults.next({ path: '/collections', count: 9 }, fault);
    refuse();
    const [code, { result, reasons }] = await gated(parts, 'unproven');
    assert.deepEqual([code, result], [4, 'failed'], JSON.stringify(reasons));
    assert.ok(reasons.some(({ unproven }) => /come from collections\.yaml/.test(unproven ?? '')));
    refuse();
    const { out } = await run('plan', '--format', 'markdown');
    assert.doesNotMatch(out, /proven/);
    assert.match(out, /unknown: `The collections come from collections\.yaml/);
  }
});

test('a comment on a pull request names what becomes weaker where the action stays the same', async (t) => {
  const { work, run } = await prepared(t);
  await work.edit(
    images,
    withRules(([pay, ...others]) => [new Map(pay).set('graceDays', fromPlain(6)), ...others]),
  );
  const { out } = await run('plan', '--format', 'markdown');
  const bullet = out.split('\n').find((line) => line.startsWith('* **weaker**')) ?? '';
  assert.match(bullet, /`pay`.*days of grace/, out);
});

test('a plan as a comment on a pull request says first what becomes weaker, and folds the steps away', async (t) => {
  const { work, run, colleague } = await prepared(t);
  assert.match(
    (await run('plan', '--format', 'markdown')).out,
    /^### Plan for `test`: .*\n\nNothing to push\.$/,
  );
  const hostile = 'x`</details> @team #1 [a](http://b)';
  await work.edit(
    images,
    withRules((rules) => [...rules.toReversed(), scoped(hostile, 'All')]),
  );
  const { code, out } = await run('plan', '--format', 'markdown', '--fail-on', 'weaker');
  assert.equal(code, 4);
  const lines = out.split('\n');
  assert.match(lines[0] ?? '', /^### Plan for `test`: 1 policy to push, \d+ weaker decisions?$/);
  assert.match(out, /^Gate `--fail-on weaker`: \*\*failed\*\*\.$/m);
  assert.match(out, /^#### `vulnerability\/images`: 1 added, \d moved$/m);
  const bullets = lines.filter((line) => line.startsWith('* '));
  assert.match(bullets[0] ?? '', /^\* \*\*weaker\*\*: `pay` → `rest`: .*. Example: `image /);
  const [folded, ...others] = out
    .split(/<details><summary>Steps of <code>[\w/-]+<\/code><\/summary>\n\n/)
    .slice(1);
  assert.ok(folded && others.length === 0);
  assert.match(folded, /^```text\n[\s\S]*\n```\n\n<\/details>$/);
  assert.ok(folded.includes('Added "x`</details> @team'), folded);
  assert.ok(!out.split('<details>')[0]?.includes('</details> @team'));
  colleague(images, (rules) => rules.slice(1));
  const refused = await run('plan', '--format', 'markdown');
  assert.equal(refused.code, 3);
  assert.match(
    refused.out,
    /\*\*Refused\*\*: `vulnerability\/images` \(drift\)\n\n\* `the live policy differed from the base of the file: /,
  );
});

test('a report names the error of a plan that failed', async (t) => {
  const { run, sandbox } = await prepared(t);
  sandbox.faults.next({ path: '/policies/', count: 9 }, { kind: 'status', status: 403, when: 'before' });
  const { code, out } = await run('plan', '--format', 'markdown');
  assert.equal(code, 1);
  assert.match(out, /\*\*Refused\*\*: `vulnerability\/images` \(error\)\n\n\* `.+`/);
  const missing = await run('plan', '--format', 'markdown', '--console', 'none');
  assert.equal(missing.code, 1);
  assert.match(missing.out, /^### Plan: \*\*failed\*\*\n\n`.*none/);
  const misspelled = await run('plan', '--format', 'markdown', 'vulnerability/imags');
  assert.equal(misspelled.code, 64);
  assert.match(misspelled.out, /^### Plan: \*\*failed\*\*\n\n`.*imags/);
});

test('two files of one policy are proven to decide alike, or what differs is shown', async (t) => {
  const { work, run } = await prepared(t);
  const file = 'policies/test/vulnerability/images.policy.yaml';
  await writeFile(path.join(work.root, 'old.policy.yaml'), await readFile(path.join(work.root, file)));
  const compared = async (
    ...args: readonly string[]
  ): Promise<
    readonly [number, { equivalent: boolean | null; differences: { change: string }[]; unknown: string[] }]
  > => {
    const { code, out } = await run('equivalent', '--json', ...args);
    return [code, JSON.parse(out) as never];
  };
  const both = ['old.policy.yaml', file];
  await work.edit(
    images,
    withRules(([pay, search, ns, rest]) => [new Map([...pay!, ['name', 'other']]), ns!, search!, rest!]),
  );
  assert.deepEqual(await compared(...both), [
    0,
    {
      policy: 'vulnerability/images',
      equivalent: true,
      differences: [],
      unknown: [],
      collections: { file: 'policies/test/collections.yaml', comparedWithBase: 'unknown' },
    },
  ]);
  assert.equal(
    (await run('equivalent', ...both)).out,
    'collections: policies/test/collections.yaml\nproven: both files act identically',
  );
  await work.edit(
    images,
    withRules((rules) => rules.toReversed()),
  );
  const [code, { equivalent, differences }] = await compared(...both);
  assert.deepEqual([code, equivalent, differences[0]?.change], [4, false, 'weaker']);
  const text = await run('equivalent', ...both);
  assert.match(
    text.out,
    /\nweaker: "pay" -> .*. Example: image [\s\S]*\ndifferent: the files act differently$/,
  );

  // By names alone nothing is certain of these.
  await mkdir(path.join(work.root, 'elsewhere'));
  const [other, kept] = ['elsewhere/a.policy.yaml', 'elsewhere/b.policy.yaml'];
  await writeFile(path.join(work.root, other), await readFile(path.join(work.root, 'old.policy.yaml')));
  await writeFile(path.join(work.root, kept), await readFile(path.join(work.root, file)));
  const [exit, { equivalent: known, unknown }] = await compared(other, kept);
  assert.deepEqual([exit, known, unknown.length > 0], [4, null, true]);
  assert.equal((await compared('--console', 'test', other, kept))[1].equivalent, false);

  for (const args of [[], ['one'], ['a', 'b', 'c'], [...both, '--policy', 'nothing']]) {
    assert.equal((await run('equivalent', '--json', ...args)).code, 64, args.join(' '));
  }
  assert.equal((await run('equivalent', '--json', 'old.policy.yaml', 'none')).code, 1);
  await writeFile(path.join(work.root, 'empty.policy.yaml'), '{}');
  const empty = await run('equivalent', 'empty.policy.yaml', file);
  assert.equal(empty.code, 1);
  assert.match(empty.error, /has no list of rules/);
});

test('a proof names its collections, and warns of those that the change itself brings', async (t) => {
  const { work, run, variables } = await prepared(t);
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: work.root });
  variables['PATH'] = process.env['PATH'] ?? '';
  git('init', '--quiet');
  git('add', 'policies');
  git('commit', '--quiet', '--message', 'one');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  const file = 'policies/test/vulnerability/images.policy.yaml';
  const old = path.join(work.root, 'old.policy.yaml');
  await writeFile(old, await readFile(path.join(work.root, file)));
  await work.edit(
    images,
    withRules((rules) => rules.toReversed()),
  );
  const compared = async (...more: readonly string[]) => {
    const { code, out, error } = await run('equivalent', '--json', ...more, 'old.policy.yaml', file);
    return { code, error, source: (JSON.parse(out) as { collections: unknown }).collections };
  };
  const collections = 'policies/test/collections.yaml';
  assert.deepEqual(await compared(), {
    code: 4,
    error: '',
    source: { file: collections, comparedWithBase: 'same' },
  });
  const kept = await readFile(path.join(work.root, collections), 'utf8');
  await writeFile(path.join(work.root, 'main.yaml'), kept);
  const names = ['payments', 'search', 'kube-system', 'All'];
  const empty = names.map((name) => ({ name, images: ['foo', '-foo'] }));
  await writeFile(path.join(work.root, collections), JSON.stringify({ collections: empty }));
  const planted = await compared();
  assert.deepEqual(planted.source, { file: collections, comparedWithBase: 'different' });
  assert.match(planted.error, /^warning: /);
  const proven = await compared('--collections', 'main.yaml');
  assert.deepEqual([proven.code, proven.error], [4, '']);
  assert.deepEqual(proven.source, { file: 'main.yaml', comparedWithBase: 'unknown' });
  variables['GITHUB_BASE_REF'] = 'main';
  assert.match((await compared()).error, /^warning: /);
  assert.equal(
    (await run('equivalent', '--collections', 'old.policy.yaml', 'old.policy.yaml', file)).code,
    1,
  );
});

test('a key reads no path outside of the policies unless a variable names it', async (t) => {
  const { work, run, variables, sandbox } = await prepared(t);
  const yaml = path.join(work.root, 'ordinance.yaml');
  const whole = await readFile(yaml, 'utf8');
  for (const other of ['/policies', '/policiesx/y', '/users']) {
    await writeFile(yaml, `${whole}    paths: { vulnerability/images: ${other} }\n`);
    const asked = sandbox.requests.all().length;
    const { code, out } = await run('pull', '--json', 'vulnerability/images');
    assert.equal(code, 1);
    assert.equal((JSON.parse(out) as { error: { code: string } }).error.code, 'other-path');
    assert.equal(sandbox.requests.all().length, asked);
  }
  variables['ORDINANCE_TEST_PATHS'] = '/else /users';
  await run('pull', 'vulnerability/images');
  assert.ok(sandbox.requests.all().some(({ path: at }) => at.endsWith('/users')));
});

test('a plan on file goes nowhere once something else changes hands by it', async (t) => {
  const parts = await prepared(t);
  const { run, work, sandbox, puts } = parts;
  await work.edit(
    images,
    withRules(([pay, search, ns, rest]) => [pay!, ns!, search!, rest!]),
  );
  const planned = await run('plan', '--fail-on', 'weaker', '--out', 'plan.json');
  assert.equal(planned.code, 2, planned.error);
  const search = sandbox.state.collections.get('search');
  assert.ok(search);
  const set = (more: object): unknown =>
    sandbox.state.collections.set(
      'search',
      new Map([...search, ...asObject(fromPlain(more))]),
      'admin',
      '2024-01-08T09:00:00.000Z',
    );
  set({ namespaces: ['other'] });
  const refused = await run('push', 'plan.json');
  assert.equal(refused.code, 3, refused.error);
  assert.match(refused.error, /The changed decisions differ from the plan of vulnerability\/images/);
  assert.equal(puts(), 0);
  set({});
  assert.equal((await run('push', 'plan.json')).code, 0);
});
