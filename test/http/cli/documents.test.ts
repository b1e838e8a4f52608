import assert from 'node:assert/strict';
import { test } from 'node:test';
import { images, rule, withRules } from '../../unit/sync/workspace.ts';
import { cliWorkspace } from './cliWorkspace.ts';

const first = withRules((rules) => [rule('Mine'), ...rules]);

test('every end of a command with --json is one document of the published shape', async (t) => {
  const { work, run, colleague, variables } = await cliWorkspace(t, '    protected: true\n');
  const ended = async (...args: readonly string[]): Promise<readonly [number, string, string[]]> => {
    // `run` compares it with the schema.
    const { code, out } = await run(...args, '--json');
    const document = JSON.parse(out) as { error?: { code: string } };
    return [code, document.error?.code ?? '', Object.keys(document)];
  };
  const told = async (...args: readonly string[]): Promise<readonly [number, string]> => {
    const [code, error] = await ended(...args);
    return [code, error];
  };
  assert.deepEqual(await told('status'), [0, '']);
  assert.deepEqual(await told('plan'), [0, '']);
  assert.deepEqual(await told('push'), [0, '']);
  assert.deepEqual(await told('pull', 'vulnerability/images'), [0, '']);
  await work.edit(images, first);
  assert.deepEqual(await told('plan', '--out', 'plan.json'), [2, '']);
  assert.deepEqual(await told('push', 'plan.json'), [1, '']);
  assert.deepEqual(await told('push', '--console', 'other'), [1, 'no-console']);
  assert.deepEqual(await told('push', '--consol', 'other'), [64, 'usage']);
  assert.deepEqual(await told('push', '--confirm', 'test'), [0, '']);
  const [push] = await work.sync.journal.all();
  const restore = ['restore', push?.id ?? '', '--confirm', 'test'];
  assert.deepEqual(await told(...restore, '--dry-run'), [2, '']);
  assert.deepEqual(await told(...restore), [0, '']);
  assert.deepEqual(await ended(...restore), [
    0,
    '',
    ['console', 'destination', 'verdicts', 'remaining', 'unchanged'],
  ]);
  assert.deepEqual(await told('restore', 'none'), [1, 'no-push']);
  assert.deepEqual(await told('push', 'plan.json', '--confirm', 'test'), [3, 'plan-outdated']);
  await work.edit(
    images,
    withRules((rules) => rules.toReversed()),
  );
  colleague(images, (rules) => [...rules, rule('Theirs')]);
  for (const command of ['status', 'plan', 'push', 'pull']) {
    assert.deepEqual(await told(command), [3, ''], command);
  }
  delete variables['ORDINANCE_TEST_ACCESS_KEY_ID'];
  assert.deepEqual(await told('plan'), [1, 'no-credentials']);
});

test('steps of a plan are data, with the values of both sides', async (t) => {
  const { work, run } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  await work.edit(
    images,
    withRules(([one, ...rules]) => [rule('New'), ...rules, new Map([...(one ?? []), ['disabled', true]])]),
  );
  const { plans } = JSON.parse((await run('plan', '--json')).out) as {
    plans: { steps: { kind: string; rule: string; fields?: unknown }[] }[];
  };
  const steps = plans[0]?.steps ?? [];
  assert.deepEqual(steps.map(({ kind }) => kind).toSorted(), ['add', 'change', 'move']);
  assert.deepEqual(steps.find(({ kind }) => kind === 'change')?.fields, [{ path: 'disabled', after: true }]);
});

test('two rules that changed places are named both, in words and as data', async (t) => {
  const { work, run, colleague } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  await work.edit(
    images,
    withRules((rules) => [...rules.slice(0, 2).toReversed(), ...rules.slice(2)]),
  );
  const { plans } = JSON.parse((await run('plan', '--json')).out) as {
    plans: { steps: { kind: string; changedPlacesWith?: { from: number; to: number } }[] }[];
  };
  const [step] = plans[0]?.steps ?? [];
  assert.deepEqual([step?.kind, step?.changedPlacesWith?.from, step?.changedPlacesWith?.to], ['move', 0, 1]);
  assert.match(
    (await run('plan')).out,
    /: 1 moved\n[^]*\nChanged places: ".+" and ".+", now rules 1 and 2\n/,
  );
  colleague(images, (rules) => [...rules.slice(0, 2).toReversed(), ...rules.slice(2)]);
  await work.edit(images, first);
  assert.match((await run('push')).error, /: ".+" and ".+" changed places; run "ordinance merge .+"$/m);
});

test('quiet says only what is wrong, verbose what is done on the way', async (t) => {
  const { work, run, colleague, sandbox } = await cliWorkspace(t);
  assert.deepEqual(await run('pull', 'vulnerability/images', '--quiet'), { code: 0, out: '', error: '' });
  await work.edit(images, first);
  assert.deepEqual(await run('plan', '--quiet'), { code: 2, out: '', error: '' });
  assert.deepEqual(await run('status', '--quiet'), { code: 2, out: '', error: '' });
  const { out, error } = await run('plan', '--verbose');
  assert.match(out, /"Mine"/);
  assert.match(error, /GET .*\/policies\//);
  assert.doesNotMatch(error, /ACCESS_KEY|[Aa]uthorization/);
  colleague(images, (rules) => [...rules, rule('Theirs')]);
  const drift = await run('plan', '--quiet');
  assert.deepEqual([drift.code, drift.out], [3, '']);
  assert.match(drift.error, /"Theirs" added/);
  const conflict = await run('status', '--quiet');
  assert.deepEqual(
    [conflict.code, conflict.out],
    [3, 'vulnerability/images: changed on both sides (run "ordinance merge vulnerability/images")'],
  );
  assert.deepEqual(await run('pull', '--quiet', 'vulnerability/images'), {
    code: 3,
    out: 'vulnerability/images: kept because it has local edits; the console changed, too: run "ordinance merge vulnerability/images"',
    error: '',
  });
  sandbox.faults.next({ method: 'GET' }, { kind: 'status', status: 403, when: 'before' });
  const failed = await run('status', '--quiet');
  assert.equal(failed.code, 1);
  assert.match(failed.out, /^vulnerability\/images: failed \(.*permission/);
});
