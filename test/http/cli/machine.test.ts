import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { images, rule, withRules } from '../../unit/sync/workspace.ts';
import { cliWorkspace } from './cliWorkspace.ts';

const otherMachine = 'another machine, which has another key';

const withoutFirst = withRules((rules) => rules.slice(1));

test('a fresh clone pushes a plan on file; without one it needs an option to go over what it never pulled', async (t) => {
  const { work, run, puts, held, variables } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  const [first = ''] = held(images);
  // Somebody else's checkout, or the next runner: the repository came along, the store did not.
  await rm(work.storeFolder, { recursive: true });
  variables['ORDINANCE_MACHINE_KEY'] = otherMachine;
  await work.edit(
    images,
    withRules((rules) => [rule('New'), ...rules]),
  );
  const added = await run('push');
  assert.equal(added.code, 0, 'what is new hides nothing');
  await rm(work.storeFolder, { recursive: true });
  await work.edit(
    images,
    withRules((rules) => rules.filter((one) => one.get('name') !== first)),
  );
  const plan = await run('plan', '--out', 'plan.json');
  assert.equal(plan.code, 2);
  assert.match(plan.out, /The base comes from ordinance\.lock\.json/);
  const before = puts();
  const refused = await run('push');
  assert.deepEqual([refused.code, puts()], [1, before]);
  assert.ok(refused.error.includes(`moves "${first}"`), refused.error);
  assert.match(refused.error, /--allow-unpulled/);
  await rm(work.storeFolder, { recursive: true, force: true });
  const pushed = await run('push', 'plan.json');
  assert.equal(pushed.code, 0, pushed.error);
  assert.deepEqual(held(images).includes(first), false);
  await rm(work.storeFolder, { recursive: true });
  await work.edit(images, withoutFirst);
  assert.equal((await run('push', '--allow-unpulled')).code, 0);
  // What was pulled or pushed here needs nothing.
  await work.edit(images, withoutFirst);
  assert.equal((await run('push', '--allow-removals')).code, 0);
});

test('a plan on file is no word for what it did not name', async (t) => {
  const { work, run, puts } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  await work.edit(images, withoutFirst);
  // Planned where everything had been pulled: it names nothing.
  await run('plan', '--out', 'plan.json');
  await rm(work.storeFolder, { recursive: true });
  const refused = await run('push', 'plan.json');
  assert.deepEqual([refused.code, puts()], [1, 0]);
  assert.match(refused.error, /never pulled/);
});

test('a plan on file that says something twice is refused', async (t) => {
  const { work, run, puts } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  await work.edit(images, withoutFirst);
  await run('plan', '--out', 'plan.json');
  const file = path.join(work.root, 'plan.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('"steps": [', '"steps": ["nothing"], "steps": ['));
  const refused = await run('push', 'plan.json', '--allow-removals');
  assert.deepEqual([refused.code, puts()], [1, 0]);
  assert.match(refused.error, /is not a plan: .*twice/);
});

test('a plan on file that leaves out what was refused says so, and is not pushed', async (t) => {
  const { work, run, puts } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images', 'runtime/container');
  await work.edit(images, withoutFirst);
  const broken = path.join(work.policyFolder, 'runtime/container.policy.yaml');
  const whole = await readFile(broken, 'utf8');
  await writeFile(broken, 'rules: [');
  const planned = await run('plan', '--out', 'plan.json');
  assert.equal(planned.code, 1);
  assert.match(planned.error, /plan\.json leaves out runtime\/container: it cannot be pushed/);
  const file = path.join(work.root, 'plan.json');
  const text = await readFile(file, 'utf8');
  const made = JSON.parse(text) as { policies: object[]; refused: object[] };
  assert.deepEqual(made.refused, [{ policy: 'runtime/container', why: 'invalid' }]);
  // Also when it has been mended since: nobody saw what it would do.
  await writeFile(broken, whole);
  const refused = await run('push', 'plan.json', '--allow-removals', '--json');
  assert.deepEqual([refused.code, puts()], [1, 0]);
  assert.match(
    refused.error,
    /plan is incomplete\. Not planned: runtime\/container \(invalid\)\. Nothing was sent/,
  );
  for (const other of [
    { ...made, refused: [{ policy: 'x' }] },
    { ...made, refused: 'no' },
  ]) {
    await writeFile(file, JSON.stringify(other));
    assert.match((await run('push', 'plan.json', '--allow-removals')).error, /it has an unknown form/);
  }
  // One that holds nothing else is no plan of nothing.
  await writeFile(file, JSON.stringify({ ...made, policies: [] }));
  assert.equal((await run('push', 'plan.json')).code, 1);
  assert.equal((await run('plan', 'vulnerability/images', '--out', 'plan.json')).code, 2);
  assert.doesNotMatch(await readFile(file, 'utf8'), /refused/);
  assert.equal((await run('push', 'plan.json', '--allow-removals')).code, 0);
});

test('a plan that cannot be written or read is told in plain words', async (t) => {
  const { work, run } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  await work.edit(images, withoutFirst);
  const nowhere = await run('plan', '--out', 'missing/plan.json');
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.error, /plan\.json cannot be written: there is no folder .*missing\./);
  assert.doesNotMatch(nowhere.error, /ENOENT/);
  await mkdir(path.join(work.root, 'folder'));
  assert.match((await run('plan', '--out', 'folder')).error, /folder cannot be written: there is a folder/);
  assert.match((await run('push', 'folder')).error, /folder cannot be read: there is a folder/);
  await writeFile(path.join(work.root, 'broken.json'), '{');
  const broken = await run('push', 'broken.json');
  assert.match(broken.error, /broken\.json is not a plan: .*[^.]\.$/m);
  assert.doesNotMatch(broken.error, /\.\./);
  assert.match((await run('push', 'none.json')).error, /none\.json is not a plan: there is no such file\./);
  await writeFile(path.join(work.root, 'ordinance.yaml'), 'consoles: [\n');
  const { error } = await run('status');
  assert.match(error, /ordinance\.yaml: line \d/);
});

test('a push that another machine wrote down is told, and restored with an option', async (t) => {
  const { work, run, puts, held, variables } = await cliWorkspace(t);
  await run('pull', 'vulnerability/images');
  const before = held(images);
  await work.edit(
    images,
    withRules((rules) => [rule('Mine'), ...rules]),
  );
  const { verdicts } = JSON.parse((await run('push', '--json')).out) as { verdicts: { pushId: string }[] };
  const id = verdicts[0]?.pushId ?? '';
  const own = variables['ORDINANCE_MACHINE_KEY'] ?? '';
  variables['ORDINANCE_MACHINE_KEY'] = otherMachine;
  const dry = await run('restore', '--dry-run', '--allow-unpulled', id);
  assert.equal(dry.code, 2, dry.error);
  assert.match(dry.out, /this computer did not write/);

  const unpulled = await run('restore', '--allow-unverified', id);
  assert.deepEqual([unpulled.code, puts()], [1, 1]);
  assert.match(
    unpulled.error,
    /never pulled .*\n(?: {2}.*\n)* {2}Give --allow-unpulled, .*, or pull, .*\.$/m,
  );
  const refused = await run('restore', '--allow-unpulled', id);
  assert.deepEqual([refused.code, puts()], [1, 1]);
  assert.match(refused.error, /that this computer did not record\?\n(?: {2}.*\n)* {2}.*--allow-unverified/);
  // A pipeline that keeps the folder between machines gives the key.
  variables['ORDINANCE_MACHINE_KEY'] = own;
  assert.equal((await run('restore', id)).code, 0);
  assert.deepEqual(held(images), before);
  variables['ORDINANCE_MACHINE_KEY'] = 'short';
  assert.match((await run('push')).error, /fewer than 32 characters/);
  const everything = await work.everything();
  assert.ok(!everything.includes(own) && !everything.includes(otherMachine), 'the key is in no file');
  assert.ok((await readFile(path.join(work.policyFolder, 'ordinance.lock.json'), 'utf8')).length > 0);
});

test('a push with nothing to push says so, and where there is no file at all', async (t) => {
  const { run, puts } = await cliWorkspace(t);
  for (const args of [['plan'], ['plan', '--format', 'markdown'], ['push'], ['plan', '--out', 'none.json']]) {
    const { code, out } = await run(...args);
    assert.equal(code, 0);
    assert.match(out, /(?:^n|\n\nN)othing to push: no policy has a file here\.?$/);
  }
  assert.equal((await run('push', 'none.json')).out, 'nothing to push');
  await run('pull', 'vulnerability/images');
  const { code, out } = await run('push');
  assert.deepEqual([code, out.trim(), puts()], [0, 'nothing to push', 0]);
});

test('where no home can be written, runs name the variable by which they know their own work', async (t) => {
  const { work, run, puts, held, variables } = await cliWorkspace(t);
  // A folder below a file can be made by nobody, not even by root.
  variables['HOME'] = path.join(work.root, 'ordinance.yaml');
  delete variables['ORDINANCE_MACHINE_KEY'];
  const [first = ''] = held(images);
  const pulled = await run('pull', 'vulnerability/images');
  assert.equal(pulled.code, 0, pulled.error);
  assert.match(pulled.error, /ORDINANCE_MACHINE_KEY/);
  await work.edit(images, withoutFirst);
  const refused = await run('push', '--allow-removals');
  assert.deepEqual([refused.code, puts()], [1, 0]);
  assert.match(refused.error, /ORDINANCE_MACHINE_KEY/);
  variables['ORDINANCE_MACHINE_KEY'] = 'the same words for all runs of a pipeline';
  assert.equal((await run('pull', '--overwrite', 'vulnerability/images')).code, 0);
  await work.edit(images, withoutFirst);
  const pushed = await run('push', '--allow-removals');
  assert.equal(pushed.code, 0, pushed.error);
  assert.equal(held(images).includes(first), false);
});
