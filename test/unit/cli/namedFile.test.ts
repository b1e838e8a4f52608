import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Destination } from '../../../src/core/consoleFile/destination.ts';
import { writePlanFile } from '../../../src/cli/remote/planFile.ts';
import { runCommand } from '../../../src/cli/runCommand.ts';
import { writeNamedFile } from '../../../src/cli/namedFile.ts';
import { isCode } from '../sync/workspace.ts';

/** A repository whose consoles are in `infra`, with links that came along, beside a folder that is nobody's to write to. */
async function repository(t: TestContext) {
  const around = await realpath(await mkdtemp(path.join(tmpdir(), 'ordinance-named-')));
  t.after(() => rm(around, { recursive: true }));
  const [top, outside] = [path.join(around, 'repository'), path.join(around, 'home')];
  await Promise.all([
    mkdir(path.join(top, 'infra'), { recursive: true }),
    mkdir(path.join(top, '.git'), { recursive: true }),
    mkdir(outside),
  ]);
  await writeFile(path.join(outside, '.profile'), 'mine');
  for (const folder of [top, path.join(top, 'infra')]) {
    await symlink(path.join(outside, '.profile'), path.join(folder, 'report.xml'));
    await symlink(path.join(outside, 'new'), path.join(folder, 'nowhere.xml'));
    await symlink(outside, path.join(folder, 'reports'));
  }
  return { around, top, outside, root: path.join(top, 'infra') };
}

const ways = ['report.xml', 'nowhere.xml', 'reports/.profile', 'reports/new', 'reports/../report.xml'];

test('a file that the command line names in the repository is not written through a link out of it', async (t) => {
  const { around, top, outside, root } = await repository(t);
  const alias = path.join(around, 'alias');
  await symlink(top, alias);
  for (const folder of [root, top, alias]) {
    for (const way of ways) {
      await assert.rejects(
        writeNamedFile(root, path.resolve(folder, way), 'theirs'),
        isCode('outside-workspace'),
        path.join(folder, way),
      );
    }
  }
  await assert.rejects(
    writePlanFile(root, path.join(root, 'report.xml'), 'prod', {} as Destination, { plans: [], refused: [] }),
    isCode('outside-workspace'),
  );
  assert.equal(await readFile(path.join(outside, '.profile'), 'utf8'), 'mine');
  assert.equal(existsSync(path.join(outside, 'new')), false);
});

test('nor through a link to what git and Ordinance keep, which may be named', async (t) => {
  const { top, root } = await repository(t);
  await mkdir(path.join(top, '.git/hooks'));
  await symlink('.git/hooks/pre-commit', path.join(top, 'hook.xml'));
  await symlink('../.git/hooks', path.join(root, 'hooks'));
  for (const place of [path.join(top, 'hook.xml'), path.join(root, 'hooks/pre-commit')]) {
    await assert.rejects(writeNamedFile(root, place, 'theirs'), isCode('symbolic-link'));
  }
  assert.equal(existsSync(path.join(top, '.git/hooks/pre-commit')), false);
  await writeNamedFile(root, path.join(top, '.git/plan.json'), 'mine');
  assert.equal(await readFile(path.join(top, '.git/plan.json'), 'utf8'), 'mine');
});

test('it is written through a link within the repository, and where somebody names a place outside of it', async (t) => {
  const { around, outside, top, root } = await repository(t);
  await mkdir(path.join(top, 'made'));
  await symlink('../made', path.join(root, 'made'));
  await symlink(outside, path.join(around, 'mine'));
  const places = [
    path.join(root, 'made/report.xml'),
    path.join(outside, 'report.xml'),
    path.join(around, 'mine/other.xml'),
  ];
  for (const place of places) {
    await writeNamedFile(root, place, 'said');
    assert.equal(await readFile(place, 'utf8'), 'said');
  }
  await assert.rejects(
    writeNamedFile(root, path.join(outside, 'missing/x.xml'), 'said'),
    isCode('no-folder'),
  );
  await assert.rejects(writeNamedFile(root, outside, 'said'), isCode('not-a-file'));
});

test('no file of policies, or of what belongs to them, is written over', async (t) => {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'ordinance-named-')));
  t.after(() => rm(root, { recursive: true }));
  await mkdir(path.join(root, 'policies/prod/waas'), { recursive: true });
  for (const name of [
    'ordinance.yaml',
    'policies/prod/ordinance.lock.json',
    'policies/prod/waas/container.policy.yml',
    'policies/prod/waas/container.policy.json',
    'policies/prod/waas/container.policy-test.yaml',
  ]) {
    const file = path.join(root, name);
    await writeFile(file, 'theirs');
    await assert.rejects(writeNamedFile(root, file, 'said'), isCode('not-written-over'));
    await symlink(file, path.join(root, 'plan.json'));
    await assert.rejects(
      writeNamedFile(root, path.join(root, 'plan.json'), 'said'),
      isCode('not-written-over'),
    );
    await rm(path.join(root, 'plan.json'));
    assert.equal(await readFile(file, 'utf8'), 'theirs');
  }
});

test('a policy file of the repository is not read through a link out of it; one named outside of it is', async (t) => {
  const { around, outside, root, top } = await repository(t);
  const policy = 'policyType: containerVulnerability\nrules: []\nfound: there\n';
  const elsewhere = path.join(outside, 'images.policy.yaml');
  await writeFile(elsewhere, policy);
  await mkdir(path.join(root, 'vulnerability'));
  const linked = path.join('vulnerability', 'images.policy.yaml');
  await symlink(elsewhere, path.join(root, linked));
  await writeFile(path.join(top, 'kept.policy.yaml'), policy);
  await symlink(path.join(top, 'kept.policy.yaml'), path.join(root, 'inner.policy.yaml'));
  const run = async (...args: string[]) => {
    const said: string[] = [];
    const streams = { out: (line: string) => said.push(line), error: (line: string) => said.push(line) };
    const code = await runCommand(args, streams, { variables: {}, folder: root });
    return { code, said: said.join('\n') };
  };
  for (const args of [
    ['validate'],
    ['validate', linked],
    ['validate', 'reports'],
    ['validate', '*/*.policy.yaml'],
    ['validate', path.join(top, 'infra', linked)],
    ['equivalent', linked, 'inner.policy.yaml'],
  ]) {
    const { code, said } = await run(...args);
    assert.equal(code, 1, args.join(' '));
    assert.match(said, /is outside the workspace/, args.join(' '));
    assert.doesNotMatch(said, /(?:reports|vulnerability).*`found`/, args.join(' '));
  }
  for (const file of ['inner.policy.yaml', elsewhere, path.relative(root, elsewhere)]) {
    assert.match((await run('validate', file)).said, /`found`/, file);
  }
  const alias = path.join(around, 'alias');
  await symlink(outside, alias);
  assert.match((await run('validate', path.join(alias, 'images.policy.yaml'))).said, /`found`/);
});
