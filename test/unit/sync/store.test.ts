import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { policyKinds, type PolicyName } from '../../../src/core/policy/families.ts';
import { diskFailure, isExpected } from '../../../src/core/util/errors.ts';
import { writeDurably } from '../../../src/core/sync/store/durableFile.ts';
import { LockFile, type LockEntry } from '../../../src/core/sync/store/lockFile.ts';
import { hashOfText, ObjectStore } from '../../../src/core/sync/store/objectStore.ts';
import { addRule, images, isCode, pulled } from './workspace.ts';
import { pushOne } from './planAndPush.ts';
import { baseDocument } from '../../../src/core/sync/pull.ts';

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'ordinance-store-'));
  t.after(() => rm(made, { recursive: true, force: true }));
  return made;
}

const entry = (digit: string): LockEntry => ({
  base: digit.repeat(64),
  at: '2026-01-01T00:00:00.000Z',
});

test('an object is found by the hash of its bytes', async (t) => {
  const store = new ObjectStore(path.join(await folder(t), '.ordinance'));
  const text = '{"name":"é😀"}';
  const hash = await store.put(text);
  assert.equal(hash, hashOfText(text));
  assert.equal(await store.put(text), hash);
  assert.equal(await store.get(hash), text);
  assert.equal(await store.get('0'.repeat(64)), undefined);
  assert.equal(await store.get('../../etc/passwd'), undefined);
});

test('an object that is not what it should be is not there, and can be put again', async (t) => {
  const root = await folder(t);
  const store = new ObjectStore(path.join(root, '.ordinance'));
  const hash = await store.put('whole');
  await writeFile(path.join(root, '.ordinance', 'objects', hash.slice(0, 2), hash), 'who');
  assert.equal(await store.get(hash), undefined);
  await store.put('whole');
  assert.equal(await store.get(hash), 'whole');
});

test('a base is found by its canonical hash', async (t) => {
  const store = new ObjectStore(path.join(await folder(t), '.ordinance'));
  await store.putBase('a'.repeat(64), 'first');
  await store.putBase('a'.repeat(64), 'second');
  assert.equal(await store.getBase('a'.repeat(64)), 'second');
  assert.equal(await store.getBase('b'.repeat(64)), undefined);
});

test('a write replaces a file as a whole and leaves no drafts', async (t) => {
  const root = await folder(t);
  const file = path.join(root, 'a', 'b', 'c.txt');
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => writeDurably(root, file, String(at % 10).repeat(5000))),
  );
  assert.match(await readFile(file, 'utf8'), /^(\d)\1{4999}$/);
  assert.deepEqual(await readdir(path.dirname(file)), ['c.txt']);
});

test('a failed write leaves the old file and no draft', async (t) => {
  const root = await folder(t);
  await mkdir(path.join(root, 'taken'));
  await assert.rejects(writeDurably(root, path.join(root, 'taken'), 'x'), (error) => isExpected(error));
  assert.deepEqual(await readdir(root), ['taken']);
});

test('nothing is written through a link out of the workspace; a link inside is followed', async (t) => {
  const root = await folder(t);
  const outside = await folder(t);
  await symlink(outside, path.join(root, 'out'));
  await assert.rejects(writeDurably(root, path.join(root, 'out', 'x'), 'x'), isCode('outside-workspace'));
  await symlink(path.join(outside, 'new'), path.join(root, 'dangling'));
  await writeDurably(root, path.join(root, 'real.txt'), 'old');
  await symlink(path.join(root, 'real.txt'), path.join(root, 'link.txt'));
  await writeDurably(root, path.join(root, 'link.txt'), 'new');
  assert.equal(await readFile(path.join(root, 'real.txt'), 'utf8'), 'new');
  await assert.rejects(writeDurably(root, path.join(root, '..', 'x'), 'x'), isCode('outside-workspace'));
  assert.deepEqual(await readdir(outside), []);
});

test('what the disk says becomes one plain sentence', () => {
  for (const [code, expected] of [
    ['ENOSPC', 'no-space'],
    ['EDQUOT', 'no-space'],
    ['EACCES', 'read-only'],
    ['EROFS', 'read-only'],
    ['ENOTDIR', 'not-a-folder'],
  ] as const) {
    const error = diskFailure(Object.assign(new Error(code), { code }), '/x');
    assert.ok(isExpected(error) && error.code === expected);
    assert.match(error.message, /^\/x /);
    assert.ok(error.advice);
    // As the editor has it.
    const wrapped = new Error(
      `Unable to write '/x' (Unknown (FileSystemError): Error: ${code}: no, open '/x')`,
    );
    const same = diskFailure(Object.assign(wrapped, { code: 'Unknown' }), '/x');
    assert.ok(isExpected(same) && same.code === expected);
  }
  const bug = new TypeError('x');
  assert.equal(diskFailure(bug, '/x'), bug);
});

test('the lock file has one line per policy, sorted, each ending in a comma', async (t) => {
  const root = await folder(t);
  const lock = new LockFile(path.join(root, 'policies'), root);
  assert.equal((await lock.read()).size, 0);
  await lock.set('waas/host', entry('a'));
  await lock.set('cnns/network', entry('b'));
  await lock.set('runtime/host', entry('c'));
  const text = await readFile(lock.path, 'utf8');
  assert.equal(
    text,
    `{
  "cnns/network": { "base": "${'b'.repeat(64)}", "at": "2026-01-01T00:00:00.000Z" },
  "runtime/host": { "base": "${'c'.repeat(64)}", "at": "2026-01-01T00:00:00.000Z" },
  "waas/host": { "base": "${'a'.repeat(64)}", "at": "2026-01-01T00:00:00.000Z" },
  "version": 1
}
`,
  );
  assert.doesNotThrow(() => JSON.parse(text));
  assert.deepEqual((await lock.read()).get('waas/host'), entry('a'));
});

test('many lines set at once are all there', async (t) => {
  const root = await folder(t);
  const lock = new LockFile(root, root);
  await Promise.all(policyKinds.map((kind, at) => lock.set(kind.name, entry(String(at % 10)))));
  assert.equal((await lock.read()).size, 21);
});

test('a merge conflict costs the policies it is about, and a new line mends it', async (t) => {
  const root = await folder(t);
  const lock = new LockFile(root, root);
  const line = (policy: string, digit: string) =>
    `  "${policy}": ${JSON.stringify(entry(digit))},`.replace('{"', '{ "');
  await writeFile(
    lock.path,
    [
      '{',
      line('cnns/network', 'a'),
      '<<<<<<< ours',
      line('runtime/host', 'b'),
      '=======',
      line('runtime/host', 'c'),
      line('waas/host', 'd'),
      '>>>>>>> theirs',
      line('some/future', 'e'),
      '  "version": 1',
      '}',
    ].join('\n'),
  );
  assert.deepEqual([...(await lock.read()).keys()], ['cnns/network', 'waas/host']);
  await lock.set('runtime/host', entry('f'));
  const text = await readFile(lock.path, 'utf8');
  assert.deepEqual(Object.keys(JSON.parse(text) as object), [
    'cnns/network',
    'runtime/host',
    'some/future',
    'waas/host',
    'version',
  ]);
  assert.equal((await lock.read()).get('runtime/host')?.base, 'f'.repeat(64));
});

test('a lock file that a formatter wrote anew says what it said, and stays whole', async (t) => {
  const root = await folder(t);
  const lock = new LockFile(root, root);
  await lock.set('waas/host', entry('a'));
  await lock.set('cnns/network', entry('b'));
  const plain = JSON.parse(await readFile(lock.path, 'utf8')) as object;
  const ours = await readFile(lock.path, 'utf8');
  for (const text of [
    JSON.stringify(plain),
    `\ufeff${JSON.stringify(plain, null, 2)}\r\n`,
    // What fits on its line stays there.
    ours.replace(/\{ ("base": "a+", )(.*) \}/, '{\n$1\n$2\n}'),
  ]) {
    await writeFile(lock.path, text);
    assert.deepEqual((await lock.read()).get('waas/host'), entry('a'));
    await lock.set('cnns/network', entry('b'));
    assert.equal(await readFile(lock.path, 'utf8'), ours);
  }
  // A later version may have more fields, which stay.
  const more = { ...plain, 'waas/api': { base: 'c'.repeat(64), at: '2026-01-01T00:00:00Z', later: 1 } };
  await writeFile(lock.path, JSON.stringify(more, null, 4));
  await lock.set('cnns/network', undefined);
  assert.match(await readFile(lock.path, 'utf8'), /^ {2}"waas\/api": \{ "base": "c+", .*"later": 1 \},$/m);
  // What is written twice is disputed, and a newer version is one in any shape.
  const [first = ''] = JSON.stringify(plain).slice(1).split(',"version"');
  await writeFile(lock.path, `{${first},${first},"version":1}`);
  assert.equal((await lock.read()).size, 0);
  await writeFile(lock.path, JSON.stringify({ ...plain, version: 2 }));
  await assert.rejects(lock.read(), isCode('newer-lock-file'));
});

test('a line is dropped, unless it is wanted at the last moment, and the others stay', async (t) => {
  const root = await folder(t);
  const lock = new LockFile(root, root);
  await lock.set('waas/host', entry('a'));
  await lock.set('cnns/network', entry('b'));
  assert.equal(await lock.set('waas/host', undefined, async () => false), false);
  assert.equal((await lock.read()).size, 2);
  assert.equal(await lock.set('waas/host', undefined, async () => true), true);
  assert.deepEqual([...(await lock.read()).keys()], ['cnns/network']);
});

test('a lock file of a newer version is refused, never rewritten', async (t) => {
  const root = await folder(t);
  const lock = new LockFile(root, root);
  await writeFile(lock.path, '{\n  "version": 2\n}\n');
  await assert.rejects(lock.read(), isCode('newer-lock-file'));
  await assert.rejects(lock.set('cnns/network', entry('a')), isCode('newer-lock-file'));
  assert.equal(await readFile(lock.path, 'utf8'), '{\n  "version": 2\n}\n');
});

test('whatever stands in the lock file, reading ends well and entries are whole', async (t) => {
  const root = await folder(t);
  const lock = new LockFile(root, root);
  const noise = fc.constantFrom(
    '{',
    '}',
    '"',
    '"cnns/network": ',
    '{ "base": ',
    `"${'a'.repeat(64)}"`,
    ', "at": "x"',
    ' }',
    ',',
    '\n',
    'null',
    '  ',
    '"base": 1',
    '__proto__',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(noise, { maxLength: 30 }), async (pieces) => {
      await writeFile(lock.path, pieces.join(''));
      const entries: [PolicyName, LockEntry][] = [...(await lock.read())];
      assert.ok(entries.every(([, { base, at }]) => /^a{64}$/.test(base) && at === 'x'));
    }),
  );
});

for (const text of [
  '{"version": null}',
  '{"version": {}}',
  '{"vulnerability/images": null}',
  '{"a": [null]}',
  'null',
]) {
  test(`a lock file that says ${text} stops neither a read nor the next write`, async (t) => {
    const { live, work } = await pulled(t);
    const file = path.join(work.policyFolder, 'ordinance.lock.json');
    await writeFile(file, text);
    assert.equal(await baseDocument(work.sync, images), undefined);
    const { failed } = await work.pull([images]);
    assert.deepEqual(failed, []);
    assert.ok(await baseDocument(work.sync, images));
    assert.equal(live.puts, 0);
  });
}

for (const mode of [0o600, 0o664]) {
  test(`a file that is written again keeps its mode: ${mode.toString(8)}`, async (t) => {
    const { work } = await pulled(t);
    const file = path.join(work.policyFolder, 'vulnerability/images.policy.yaml');
    const lock = path.join(work.policyFolder, 'ordinance.lock.json');
    await Promise.all([file, lock].map((one) => chmod(one, mode)));
    await work.edit(images, addRule);
    assert.equal((await pushOne(work.sync, await work.plan(images))).verdict, 'applied');
    const modes = await Promise.all([file, lock].map(async (one) => (await stat(one)).mode & 0o777));
    assert.deepEqual(modes, [mode, mode]);
  });
}
