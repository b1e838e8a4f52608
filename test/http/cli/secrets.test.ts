import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { images, rule, withRules } from '../../unit/sync/workspace.ts';
import { cliWorkspace } from './cliWorkspace.ts';

const names = ['ORDINANCE_TEST_ACCESS_KEY_ID', 'ORDINANCE_TEST_ACCESS_KEY_SECRET', 'ORDINANCE_MACHINE_KEY'];

test('secrets come from files that variables name, and are said nowhere', async (t) => {
  const { work, run, variables } = await cliWorkspace(t);
  const folder = path.join(work.root, 'secrets');
  await mkdir(folder);
  const held: string[] = [];
  for (const name of names) {
    const value = variables[name] ?? '';
    held.push(value);
    delete variables[name];
    await writeFile(path.join(folder, name), `${value}\n`);
    variables[`${name}_FILE`] = path.join('secrets', name);
  }
  assert.equal((await run('pull', 'vulnerability/images')).code, 0);
  await work.edit(
    images,
    withRules((rules) => [rule('Mine'), ...rules]),
  );
  const pushed = await run('push', '--verbose');
  assert.equal(pushed.code, 0, pushed.error);
  const { out } = await run('history', '--json');
  const { pushes } = JSON.parse(out) as { pushes: { foreign?: boolean }[] };
  assert.deepEqual(
    pushes.map(({ foreign }) => foreign),
    [undefined],
    'known by the key of the file',
  );
  for (const secret of held.slice(1)) {
    assert.ok(!`${pushed.out}${pushed.error}`.includes(secret));
  }
  const [id = ''] = names;
  const file = path.join(folder, id);
  for (const [what, text] of [
    ['empty', '\n'],
    ['two lines', 'a\nb\n'],
    ['not text', Buffer.from([0xff, 0xfe, 0x41])],
  ] as const) {
    await writeFile(file, text);
    const { code, error } = await run('status');
    assert.equal(code, 1, what);
    assert.match(error, /_ACCESS_KEY_ID_FILE names does not hold one line of text/, what);
  }
  for (const [what, named, message] of [
    ['a folder', 'secrets', /cannot be read/],
    // Somebody may set the secret itself where the name of a file belongs.
    ['the secret', `${held[1] ?? ''}${'x'.repeat(300)}`, /cannot be read \(ENAMETOOLONG\)/],
    ['nothing', 'secrets/none', /is not there/],
  ] as const) {
    variables[`${id}_FILE`] = named;
    const { code, error } = await run('status', '--json');
    assert.equal(code, 1, what);
    assert.match(error, message, what);
    assert.ok(!error.includes(held[1] ?? '-'), what);
  }
  variables[id] = held[0] ?? '';
  assert.match((await run('status')).error, /one too many/);
});
