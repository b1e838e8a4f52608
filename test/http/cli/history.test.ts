import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrayAt, fromPlain, type JsonObject, type JsonValue } from '../../../src/core/json/json.ts';
import { images, kindOf, rule, runtime, withRules } from '../../unit/sync/workspace.ts';
import { makeLaterPolicy } from '../../unit/sync/laterPolicy.ts';
import { cliWorkspace } from './cliWorkspace.ts';
import { shortAccountId } from '../../../src/core/consoleFile/consoleEntry.ts';

const withFirst = (name: string) => withRules((rules) => [rule(name), ...rules]);

interface Pushes {
  readonly pushes: readonly {
    readonly id: string;
    readonly policy: string;
    readonly verdict: string;
    readonly account?: string;
  }[];
}

test('history lists pushes, the newest first, and evidence is the report of one; both without a key', async (t) => {
  const { work, run, variables } = await cliWorkspace(t);
  assert.equal((await run('history')).out, 'no push yet');
  await run('pull', 'vulnerability/images', 'runtime/container');
  await work.edit(images, withFirst('Mine'));
  await run('push');
  await work.edit(runtime, withFirst('Also mine'));
  await run('push');
  const key = variables['ORDINANCE_TEST_ACCESS_KEY_ID'] ?? '';
  const account = shortAccountId(key);
  delete variables['ORDINANCE_TEST_ACCESS_KEY_ID'];
  const { code, out } = await run('history');
  assert.equal(code, 0);
  assert.match(
    out,
    /^WHEN .*\n\S+ +runtime\/container +applied +pipeline 7 +1 added +\S+.*\n\S+ +vulnerability\/images +applied +pipeline 7 /,
  );
  const { pushes } = JSON.parse((await run('history', '--json')).out) as Pushes;
  assert.deepEqual(
    pushes.map(({ policy, verdict }) => `${policy} ${verdict}`),
    ['runtime/container applied', 'vulnerability/images applied'],
  );
  const count = async (...args: readonly string[]): Promise<number> =>
    (JSON.parse((await run('history', '--json', ...args)).out) as Pushes).pushes.length;
  assert.deepEqual(
    [await count('--last', '1'), await count('vulnerability'), await count('waas')],
    [1, 1, 0],
  );
  assert.equal((await run('history', '--last', 'x')).code, 64);

  const id = pushes[1]?.id ?? '';
  const report = await run('evidence', id);
  assert.equal(report.code, 0);
  assert.match(report.out, /^# Push of vulnerability\/images to test\n[\s\S]*Added "Mine" as rule 1\n/);
  assert.ok(report.out.includes(`\n| Account | access key ${account} |\n`), report.out);
  assert.match(report.out, /\n\| Sent to \| http/);
  assert.match(report.out, /\n## Known before the push\n\n```text\nDecisions: /);
  assert.equal(pushes[1]?.account, account);
  const data = JSON.parse((await run('evidence', '--json', id)).out) as { id: string; verdict: string };
  assert.deepEqual([data.id, data.verdict], [id, 'applied']);
  variables['ORDINANCE_TEST_ACCESS_KEY_ID'] = key;
  assert.equal((await run('restore', id)).code, 0);
  const [restored] = (JSON.parse((await run('history', '--json')).out) as { pushes: object[] }).pushes;
  assert.equal((restored as { restoring?: string }).restoring, 'restore');
  assert.equal((await run('evidence', '--json', 'none')).code, 1);
  for (const args of [[], [id, id]]) {
    assert.equal((await run('evidence', '--json', ...args)).code, 64);
  }
});

test('merge writes what both changed apart, lists what both changed alike, and settles it for the side that is named', async (t) => {
  const { work, run, colleague, held, puts } = await cliWorkspace(t);
  assert.equal((await run('merge')).out, 'nothing to merge: no policy has a file here');
  await run('pull', 'vulnerability/images', 'runtime/container');
  assert.deepEqual((await run('merge')).code, 0);
  await work.edit(images, withFirst('Mine'));
  colleague(images, (rules) => [...rules, rule('Theirs')]);
  const merged = await run('merge', '--json');
  assert.equal(merged.code, 0, merged.error);
  const { taken, ...document } = JSON.parse(merged.out) as {
    taken: { policy: string; changes: { kind: string; rule: string }[] }[];
  };
  assert.deepEqual(
    taken.map(({ policy, changes }) => [policy, changes.map(({ kind, rule: name }) => `${kind} ${name}`)]),
    [['vulnerability/images', ['add Theirs']]],
  );
  assert.deepEqual(document, {
    console: 'test',
    merged: ['vulnerability/images'],
    unchanged: ['runtime/container'],
    conflicts: [],
    failed: [],
  });
  assert.equal((await run('push')).code, 0);
  assert.deepEqual([held(images)[0], held(images).at(-1)], ['Mine', 'Theirs']);
  assert.equal(puts(), 1, 'a merge sends nothing');

  const noted = (notes: string) =>
    withRules(([first, ...rules]) => [new Map([...(first ?? []), ['notes', notes]]), ...rules]);
  await work.edit(images, noted('here'));
  const before = await work.text(images);
  colleague(images, ([first, ...rules]) => [new Map([...(first ?? []), ['notes', 'there']]), ...rules]);
  const listed = await run('merge', 'vulnerability/images');
  assert.equal(listed.code, 3);
  assert.match(listed.error, /conflict: notes of "Mine": "here" here, "there" live/);
  const { conflicts } = JSON.parse((await run('merge', '--json')).out) as {
    conflicts: { conflicts: { path: string; mine: string; live: string }[] }[];
  };
  assert.deepEqual(
    conflicts[0]?.conflicts.map(({ path, mine, live }) => [path, mine, live]),
    [['notes', 'here', 'there']],
  );
  assert.equal(await work.text(images), before, 'the file is as it was');
  const settled = await run('merge', '--conflicts', 'live');
  assert.equal(settled.code, 0);
  assert.match(settled.out, /from the console: "Mine" changed \(notes\)$/m);
  assert.equal((await run('status', 'vulnerability/images')).code, 0);
  assert.match(await work.text(images), /notes: there/);
});

test('merge settles for a side also what comes up only by that, and prints no secret', async (t) => {
  const { work, run, colleague } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  await work.edit(
    images,
    withRules((rules) => [...rules.slice(0, -1), rule('Last')]),
  );
  colleague(images, (rules) =>
    rules.map((one, at) => (at < rules.length - 1 ? one : new Map([...one, ['notes', 'theirs']]))),
  );
  assert.equal((await run('merge')).code, 3);
  const merged = await run('merge', '--conflicts', 'live');
  assert.equal(merged.code, 0, merged.error);
  assert.match(await work.text(images), /notes: theirs/);

  const secret = (plain: string) => new Map([['certificate', new Map([['plain', plain]])]]);
  await work.edit(
    images,
    withRules(([first, ...rules]) => [new Map([...(first ?? []), ['x', [secret('sekret-here')]]]), ...rules]),
  );
  colleague(images, ([first, ...rules]) => [new Map([...(first ?? []), ['x', [secret('')]]]), ...rules]);
  const listed = await run('merge');
  assert.equal(listed.code, 3);
  assert.match(listed.error, /conflict: x of/);
  assert.doesNotMatch(listed.error + listed.out, /sekret-here/);
});

test('merge settles no number that both sides gave to different network entities, and names the rules', async (t) => {
  const network = kindOf('cnns/network');
  const { work, run, sandbox } = await cliWorkspace(t);
  await run('pull', network.name);
  const withEntity =
    (name: string, ruleOf: string) =>
    (document: JsonObject): JsonObject => {
      const entity = { _id: 777, name, type: 'container', collections: [{ name: 'All' }] };
      const added = { id: 900, name: ruleOf, src: 777, dst: 777, effect: 'allow', ports: [] };
      const append = (key: string, item: object): [string, JsonValue] => [
        key,
        [...arrayAt(document, key), fromPlain(item)],
      ];
      return new Map([...document, append('networkEntities', entity), append('containerRules', added)]);
    };
  await work.edit(network, withEntity('secret-db', 'deny secrets'));
  const { policies } = sandbox.state;
  policies.replace(network.name, withEntity('cache', 'allow cache')(policies.get(network.name)));
  const before = await work.text(network);
  const merged = await run('merge', '--conflicts', 'mine', '--json');
  assert.equal(merged.code, 3, merged.error);
  const { conflicts } = JSON.parse(merged.out) as { conflicts: { conflicts: object[] }[] };
  assert.deepEqual(
    conflicts[0]?.conflicts.map((conflict) => ('references' in conflict ? conflict.references : undefined)),
    [{ mine: ['deny secrets'], live: ['allow cache'], isTwoEntities: true }],
  );
  assert.equal(await work.text(network), before, 'the file is as it was');
  assert.match((await run('merge')).error, /"secret-db".*"cache".*"deny secrets".*"allow cache"/);
});

test('a push of a policy that only a later version knows is listed, and a restore says why there is none', async (t) => {
  const { work, run } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  await work.edit(images, withFirst('Mine'));
  await run('push');
  const [push] = await work.sync.journal.all();
  await makeLaterPolicy(work.storeFolder, push?.id ?? '');
  const { pushes } = JSON.parse((await run('history', '--json')).out) as Pushes;
  assert.deepEqual(
    pushes.map(({ id, policy }) => [id, policy]),
    [[push?.id, 'later/policy']],
  );
  assert.equal((await run('evidence', push?.id ?? '')).code, 0);
  const restored = await run('restore', push?.id ?? '', '--json');
  const { error } = JSON.parse(restored.out) as { error?: { code: string } };
  assert.deepEqual([restored.code, error?.code], [1, 'unknown-policy']);
});
