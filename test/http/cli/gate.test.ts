import assert from 'node:assert/strict';
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
    readonly held: boolean;
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
    assert.deepEqual(await gated(parts, failOn), [2, { failOn, held: true, reasons: [] }]);
  }
  assert.match(
    (await run('plan', '--fail-on', 'unproven')).out,
    /^no decision becomes weaker: that is proven$/m,
  );
  await work.edit(
    images,
    withRules((rules) => rules.toReversed()),
  );
  const [code, { held, reasons }] = await gated(parts, 'weaker');
  assert.deepEqual([code, held], [4, false]);
  assert.ok(reasons.some(({ from, to, change }) => from === 'pay' && to === 'rest' && change === 'weaker'));
  assert.match(reasons[0]?.example?.image ?? '', /payments|pay-gateway/);
  const text = await run('plan', '--fail-on', 'weaker');
  assert.equal(text.code, 4);
  assert.match(
    text.error,
    /^vulnerability\/images: weaker: "pay" → "rest": blocks from high, alerts on everything → alerts on everything, such as image /m,
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
    ['Not enough is known of what the collections name.'],
  );
  colleague(images, (rules) => rules.slice(1));
  assert.equal((await run('plan', '--fail-on', 'weaker')).code, 3);
  const refused = await gated(parts, 'unproven');
  assert.deepEqual(
    [refused[0], refused[1].held, refused[1].reasons.map(({ unproven }) => unproven)],
    [3, false, ['There is no plan of it.']],
    'of what is refused nothing is proven; it ends as a refusal',
  );
  assert.equal((await run('plan', '--fail-on', 'nothing')).code, 1);
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
    const [code, { held, reasons }] = await gated(parts, 'unproven');
    assert.deepEqual([code, held], [4, false], JSON.stringify(reasons));
    assert.ok(reasons.some(({ unproven }) => /only what collections\.yaml says/.test(unproven ?? '')));
    refuse();
    const { out } = await run('plan', '--format', 'markdown');
    assert.doesNotMatch(out, /proven/);
    assert.match(out, /not known: `What the collections name is only what collections\.yaml says/);
  }
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
  assert.match(lines[0] ?? '', /^### Plan for `test`: 1 policy changes, \d+ decisions? becomes? weaker$/);
  assert.match(out, /^`--fail-on weaker` does \*\*not\*\* hold\.$/m);
  assert.match(out, /^#### `vulnerability\/images`: 1 added, \d moved$/m);
  const bullets = lines.filter((line) => line.startsWith('* '));
  assert.match(bullets[0] ?? '', /^\* \*\*weaker\*\*: `pay` → `rest`: .*, such as `image /);
  const [folded, ...others] = out.split('<details><summary>Steps</summary>\n\n').slice(1);
  assert.ok(folded && others.length === 0);
  assert.match(folded, /^```text\n[\s\S]*\n```\n\n<\/details>$/);
  assert.ok(folded.includes('+ #5 "x`</details> @team'), folded);
  assert.ok(!out.split('<details>')[0]?.includes('</details> @team'));
  colleague(images, (rules) => rules.slice(1));
  const refused = await run('plan', '--format', 'markdown');
  assert.equal(refused.code, 3);
  assert.match(
    refused.out,
    /\*\*Refused\*\*: `vulnerability\/images` \(drift\)\n\n\* `live was changed since the base: /,
  );
});

test('two files of one policy are proven to decide alike, or what differs is shown', async (t) => {
  const { work, run } = await prepared(t);
  const file = 'policies/test/vulnerability/images.policy.yaml';
  await writeFile(path.join(work.root, 'old.policy.yaml'), await readFile(path.join(work.root, file)));
  const compared = async (
    ...args: readonly string[]
  ): Promise<
    readonly [number, { equivalent: boolean | null; differences: { change: string }[]; notKnown: string[] }]
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
    { policy: 'vulnerability/images', equivalent: true, differences: [], notKnown: [] },
  ]);
  assert.equal((await run('equivalent', ...both)).out, 'both decide everything alike: that is proven');
  await work.edit(
    images,
    withRules((rules) => rules.toReversed()),
  );
  const [code, { equivalent, differences }] = await compared(...both);
  assert.deepEqual([code, equivalent, differences[0]?.change], [4, false, 'weaker']);
  const text = await run('equivalent', ...both);
  assert.match(text.out, /^weaker: "pay" → .*, such as image [\s\S]*\nthey do not decide everything alike$/);

  // By names alone nothing is certain of these.
  await mkdir(path.join(work.root, 'elsewhere'));
  const [other, kept] = ['elsewhere/a.policy.yaml', 'elsewhere/b.policy.yaml'];
  await writeFile(path.join(work.root, other), await readFile(path.join(work.root, 'old.policy.yaml')));
  await writeFile(path.join(work.root, kept), await readFile(path.join(work.root, file)));
  const [unknown, { equivalent: known, notKnown }] = await compared(other, kept);
  assert.deepEqual([unknown, known, notKnown.length > 0], [4, null, true]);
  assert.equal((await compared('--console', 'test', other, kept))[1].equivalent, false);

  for (const args of [
    [],
    ['one'],
    ['a', 'b', 'c'],
    [...both, '--policy', 'nothing'],
    ['old.policy.yaml', 'none'],
  ]) {
    assert.equal((await run('equivalent', '--json', ...args)).code, 1, args.join(' '));
  }
  await writeFile(path.join(work.root, 'empty.policy.yaml'), '{}');
  const empty = await run('equivalent', 'empty.policy.yaml', file);
  assert.equal(empty.code, 1);
  assert.match(empty.error, /has no list of rules/);
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
  assert.match(refused.error, /What changes hands by the plan of vulnerability\/images is not what it said/);
  assert.equal(puts(), 0);
  set({});
  assert.equal((await run('push', 'plan.json')).code, 0);
});
