import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { images, rule, withRules } from '../../unit/sync/workspace.ts';
import { cliWorkspace } from './cliWorkspace.ts';

const byteOrderMark = '\ufeff';

test('files are read whatever system wrote them: with a byte order mark, and with its line ends', async (t) => {
  const { work, run, puts } = await cliWorkspace(t);
  const rewrite = async (name: string, how: (text: string) => string | Buffer): Promise<void> => {
    const file = path.join(work.root, name);
    await writeFile(file, how(await readFile(file, 'utf8')));
  };
  const asWindowsDoes = (text: string): string => byteOrderMark + text.replaceAll('\n', '\r\n');
  await rewrite('ordinance.yaml', asWindowsDoes);
  assert.equal((await run('pull', images.name, '--collections')).code, 0);
  await work.edit(
    images,
    withRules((rules) => [rule('Mine'), ...rules]),
  );
  await writeFile(
    path.join(work.policyFolder, 'a.policy-test.yaml'),
    asWindowsDoes(
      `policy: ${images.name}\ntests:\n  - name: one\n    resource: { image: x/y }\n    expect: { rule: Mine }\n`,
    ),
  );
  for (const name of ['ordinance.lock.json', 'collections.yaml', 'vulnerability/images.policy.yaml']) {
    await rewrite(path.join('policies/test', name), asWindowsDoes);
  }
  const tested = await run('test');
  assert.equal(tested.code, 0, tested.out + tested.error);
  assert.equal((await run('plan', '--out', 'plan.json')).code, 2);
  await rewrite('plan.json', asWindowsDoes);
  const pushed = await run('push', 'plan.json');
  assert.deepEqual([pushed.code, puts()], [0, 1], pushed.error);

  await writeFile(path.join(work.policyFolder, 'b.policy-test.yaml'), Buffer.from([0x61, 0xe4]));
  assert.match((await run('test')).out, /b\.policy-test\.yaml is not UTF-8 text/);
  for (const encoding of ['latin1', 'utf16le'] as const) {
    await rewrite('ordinance.yaml', (text) => Buffer.from(`${text}# \u00e4\n`, encoding));
    const unread = await run('status');
    assert.equal(unread.code, 1);
    assert.match(unread.error, /ordinance\.yaml is not UTF-8 text/, encoding);
  }
});

test('names and words are meant without the white space and the line ends around them', async (t) => {
  const { work, run, puts } = await cliWorkspace(t, '    protected: true\n');
  assert.equal((await run('pull\r', `${byteOrderMark}${images.name}\r`, '\r')).code, 0);
  for (const args of [
    ['status', '--console', 'test ', '--json\r'],
    ['status', ` ${images.name} `],
    ['validate', '--policy', `${images.name} `, 'policies/test/vulnerability/images.policy.yaml\r'],
    ['plan', '--format', 'markdown ', '--fail-on', 'weaker\r\n', '--root', '.\r'],
    ['history', '--last', ' 5', 'vulnerability '],
    ['push', ' vulnerability/images ', '--allow-empty', ' vulnerability/images', '--confirm', 'test\n'],
  ]) {
    const { code, error } = await run(...args);
    assert.equal(code, 0, `${JSON.stringify(args)}: ${error}`);
  }
  await work.edit(
    images,
    withRules((rules) => [rule('Mine'), ...rules]),
  );
  assert.equal((await run('plan', '--out', 'plan.json\r')).code, 2);
  const pushed = await run('push', 'plan.json\r', '--confirm', ' test ');
  assert.equal(pushed.code, 0, pushed.error);
  const [, id = ''] = /push (\S+)\)/.exec(pushed.out) ?? [];
  assert.equal((await run('evidence', ` ${id}\r`)).code, 0);
  await work.edit(
    images,
    withRules((rules) => rules.slice(1)),
  );
  for (const empty of ['\r', '\r\n', byteOrderMark]) {
    // A variable of a script in which nothing is set: nobody named all policies, and no next word is its value.
    for (const args of [
      [empty],
      ['--confirm', 'test', empty],
      ['--confirm', 'test', '--allow-empty', empty, images.name],
    ]) {
      const { code, out } = await run('push', ...args);
      assert.deepEqual([[1, 64].includes(code), out], [true, ''], JSON.stringify(args));
    }
    assert.equal((await run('pull', empty)).code, 64);
  }
  assert.equal(puts(), 1);
  // A name that is another one stays one.
  assert.equal((await run('status', '--console', 'te st')).code, 1);
  assert.equal((await run('push', '--confirm', '')).code, 1);
});
