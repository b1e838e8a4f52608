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
  const { pushes } = JSON.parse(out) as { pushes: { unverified?: boolean }[] };
  assert.deepEqual(
    pushes.map(({ unverified }) => unverified),
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
    assert.match(error, /_ACCESS_KEY_ID_FILE is not one line of text/, what);
  }
  for (const [what, named, message] of [
    ['a folder', 'secrets', /cannot be read/],
    // Somebody may set the secret itself where the name of a file belongs.
    ['the secret', `${held[1] ?? ''}${'x'.repeat(300)}`, /cannot be read \(ENAMETOOLONG\)/],
    ['nothing', 'secrets/none', /does not exist/],
  ] as const) {
    variables[`${id}_FILE`] = named;
    const { code, error } = await run('status', '--json');
    assert.equal(code, 1, what);
    assert.match(error, message, what);
    assert.ok(!error.includes(held[1] ?? '-'), what);
  }
  variables[id] = held[0] ?? '';
  assert.match((await run('status')).error, /are both set/);
});

test('what stands around a key is no part of it, and what nobody sees within it is refused', async (t) => {
  const { work, run, variables } = await cliWorkspace(t);
  const [id = '', secret = ''] = names;
  const [plainId = '', plainSecret = ''] = [variables[id], variables[secret]];
  await writeFile(path.join(work.root, 'secret'), `\ufeff${plainSecret} \r\n\r\n`);
  variables[`${secret}_FILE`] = 'secret\r';
  variables[secret] = ' ';
  variables[id] = `\ufeff ${plainId}\r\n`;
  variables['ORDINANCE_MACHINE_KEY'] += '\n';
  const pulled = await run('pull', 'vulnerability/images');
  assert.equal(pulled.code, 0, pulled.error);
  const file = path.join(work.root, 'secret');
  const half = plainSecret.slice(0, 4);
  for (const between of ['\n', '\0', '\u200b']) {
    const broken = `${half}${between}${plainSecret.slice(4)}`;
    await writeFile(file, broken);
    variables[`${secret}_FILE`] = 'secret';
    variables[secret] = '';
    const ofFile = await run('status');
    assert.equal(ofFile.code, 1);
    assert.match(ofFile.error, /_SECRET_FILE is not one line of text/);
    delete variables[`${secret}_FILE`];
    variables[secret] = broken;
    const ofVariable = await run('status', '--json');
    assert.equal(ofVariable.code, 1);
    assert.match(ofVariable.error, /The value of ORDINANCE_TEST_ACCESS_KEY_SECRET contains a line break/);
    assert.ok(!`${ofFile.error}${ofVariable.out}${ofVariable.error}`.includes(half));
  }
});
