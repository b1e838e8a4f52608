import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRule, images } from '../../unit/sync/workspace.ts';
import { cliWorkspace } from './cliWorkspace.ts';

const name = 'vulnerability/images';
const said = /an earlier push (.*): applied/g;

for (const [answer, first, what] of [
  [200, 'unknown', 'was left open'],
  [423, 'not-applied', 'ended otherwise than was said'],
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
