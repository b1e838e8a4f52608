import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { addRule, images, withRules } from '../../unit/sync/workspace.ts';
import { cliWorkspace } from './cliWorkspace.ts';

const name = 'vulnerability/images';
const said = /an earlier push (.*): applied/g;

for (const [answer, first, what] of [
  [200, 'unknown', 'was unresolved'],
  [423, 'not-applied', 'has another result than reported'],
] as const) {
  test(`after ${answer} nothing is in force; whatever command comes when it is says so, once`, async (t) => {
    const { work, run, sandbox, puts } = await cliWorkspace(t);
    await run('pull', name);
    await work.edit(images, addRule);
    sandbox.faults.next({ method: 'PUT' }, { kind: 'late', answer });
    const pushed = await run('push', '--json', name);
    const { verdicts } = JSON.parse(pushed.out) as { verdicts: { verdict: string }[] };
    assert.deepEqual([pushed.code, verdicts.map(({ verdict }) => verdict)], [1, [first]], pushed.error);
    const before = await run('status', name);
    assert.deepEqual([...before.out.matchAll(said)], []);
    sandbox.faults.arrive();
    const after = await run('status', name);
    assert.deepEqual(
      [...after.out.matchAll(said)].map(([, how]) => how),
      [what],
      after.out,
    );
    const again = await run('plan', name);
    assert.deepEqual([again.code, [...again.out.matchAll(said)]], [0, []], again.out + again.error);
    assert.equal(puts(), 1);
  });
}

test('what became of an earlier push is told to who wants to hear only what is wrong, too: it is told once', async (t) => {
  const { work, run, sandbox } = await cliWorkspace(t);
  await run('pull', name);
  await work.edit(images, addRule);
  sandbox.faults.next({ method: 'PUT' }, { kind: 'late', answer: 423 });
  await run('push', name);
  sandbox.faults.arrive();
  const { out, error } = await run('status', '--quiet', name);
  assert.match(error, /^\S+: an earlier push has another result than reported: applied/);
  assert.match(error, /recorded as "not applied"/, 'a result is words, no code');
  assert.equal(out, '');
  assert.equal((await run('status', '--quiet', name)).error, '');
});

for (const option of ['--json', '--quiet']) {
  test(`a push that was applied and left something to do here ends with 1 and says what, ${option}`, async (t) => {
    const { work, run, sandbox, puts } = await cliWorkspace(t);
    await run('pull', name);
    const file = path.join(work.policyFolder, 'vulnerability/images.policy.yaml');
    const [lock, pulled] = [path.join(work.policyFolder, 'ordinance.lock.json'), readFileSync(file)];
    await work.edit(images, addRule);
    const whileSent = (before: () => void): void =>
      sandbox.faults.next({ method: 'PUT' }, { kind: 'colleague', before });
    whileSent(() => writeFileSync(file, pulled));
    const left = await run('push', option, name);
    assert.equal(left.code, 1);
    assert.match(
      left.error,
      /applied: .* the file was replaced by another version during the push\. Pull or merge/,
    );
    await run('pull', name);
    await work.edit(images, addRule);
    whileSent(() => {
      rmSync(lock);
      mkdirSync(lock);
    });
    const unrecorded = await run('push', option, name);
    assert.deepEqual([unrecorded.code, puts()], [1, 2]);
    assert.match(unrecorded.error, /applied: .* not everything could be recorded/);
  });
}

test('the changes that the console made to the sent policy are in the documents of push and restore', async (t) => {
  const { work, run, sandbox } = await cliWorkspace(t);
  const withOwners = withRules(([first = new Map(), ...rest]) => [
    new Map([...first, ['owners', 'x']]),
    ...rest,
  ]);
  await run('pull', name);
  await work.edit(images, withOwners);
  await run('push', name);
  await work.edit(images, addRule);
  await run('push', name);
  const last = JSON.parse((await run('history', '--json', '--last', '1')).out) as {
    pushes: { id: string }[];
  };
  sandbox.unknownFields = new Set(['owners']);
  const restored = await run('restore', '--json', last.pushes[0]?.id ?? '');
  await run('pull', name, '--overwrite');
  await work.edit(images, (document) => addRule(withOwners(document)));
  for (const { code, out, error } of [restored, await run('push', '--json', name)]) {
    const { verdicts } = JSON.parse(out) as { verdicts: { consoleEdits?: string[] }[] };
    assert.equal(code, 0, error);
    assert.match(verdicts[0]?.consoleEdits?.join() ?? '', /dropped "owners"/);
  }
});
