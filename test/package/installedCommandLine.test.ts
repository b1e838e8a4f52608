import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { temporaryFolder, type TemporaryFolder } from '../../scripts/lib/cleanup.ts';
import { npm } from '../../scripts/lib/npm.ts';
import { neededNode, packCommandLine } from '../../scripts/packageCommandLine.ts';
import { cliWorkspace } from '../http/cli/cliWorkspace.ts';
import { images, rule, withRules } from '../unit/sync/workspace.ts';

const run = promisify(execFile);

let folder: TemporaryFolder;
/** The program as npm installs it. */
let installed: string;
let names: readonly string[];

before(async () => {
  folder = await temporaryFolder('cli-package');
  const file = await packCommandLine(folder.path);
  const { stdout } = await run('tar', ['tzf', file]);
  names = stdout.trim().split('\n').toSorted();
  const project = path.join(folder.path, 'project');
  await mkdir(project);
  await writeFile(path.join(project, 'package.json'), '{"private": true}');
  await npm(project, ['install', '--offline', '--no-audit', '--no-fund', file], 'the package');
  installed = path.join(project, 'node_modules/ordinance');
});

after(() => folder.dispose());

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

async function ended(program: string, args: readonly string[], options: object = {}): Promise<Ended> {
  const { code, stdout, stderr } = await run(program, args, options).then(
    (end) => ({ ...end, code: 0 }),
    (end: { code: number; stdout: string; stderr: string }) => end,
  );
  return { code, out: stdout, error: stderr };
}

test('the package holds the program, and what npm and people need to know of it', async () => {
  assert.deepEqual(
    names.filter((name) => !/^package\/(?:chunk|clients)-\w+\.mjs$/.test(name)),
    [
      'package/LICENSE',
      'package/README.md',
      'package/THIRD_PARTY_NOTICES.txt',
      'package/command-line.schema.json',
      'package/commandLine.mjs',
      'package/ordinance.cjs',
      'package/package.json',
    ],
  );
  const { bin, engines, version, ...more } = JSON.parse(
    await readFile(path.join(installed, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  assert.deepEqual([bin, engines], [{ ordinance: './ordinance.cjs' }, { node: `>=${neededNode}` }]);
  assert.deepEqual(Object.keys(more).toSorted(), ['description', 'license', 'name']);
  const program = path.join(folder.path, 'project/node_modules/.bin/ordinance');
  const env = { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}` };
  assert.deepEqual(await ended(program, ['--version'], { env }), {
    code: 0,
    out: `${String(version)}\n`,
    error: '',
  });
});

test('wherever its files lie, it reads YAML, talks to a console and pushes', async (t) => {
  const cli = await cliWorkspace(t);
  const alone = path.join(folder.path, 'alone');
  await cp(installed, alone, { recursive: true });
  const program = path.join(alone, 'ordinance.cjs');
  const options = { cwd: cli.work.root, env: { ...process.env, ...cli.variables } };
  const ordinance = (...args: readonly string[]) => ended(process.execPath, [program, ...args], options);
  assert.deepEqual(await ordinance('pull', images.name), {
    code: 0,
    out: 'vulnerability/images: written\n',
    error: '',
  });
  await cli.work.edit(
    images,
    withRules((rules) => [rule('Mine'), ...rules]),
  );
  assert.equal((await ordinance('validate')).code, 0);
  const pushed = await ordinance('push', '--allow-weaker');
  assert.equal(pushed.code, 0, pushed.error);
  assert.equal(cli.held(images)[0], 'Mine');
});

test('an older Node says in one line which it needs', async () => {
  const old = path.join(folder.path, 'old.cjs');
  await writeFile(
    old,
    "Object.defineProperty(process, 'versions', { value: Object.assign({}, process.versions, { node: '22.9.0' }) });",
  );
  const { code, out, error } = await ended(process.execPath, [
    '-r',
    old,
    path.join(installed, 'ordinance.cjs'),
    'validate',
  ]);
  assert.deepEqual(
    [code, out, error],
    [1, '', `ordinance needs Node ${neededNode} or newer; this is Node 22.9.0.\n`],
  );
});

test('every Node can read the first file: it is ECMAScript 5', async () => {
  const code = await readFile(path.join(installed, 'ordinance.cjs'), 'utf8');
  const [old, now] = await Promise.all(
    ['es5', 'esnext'].map((target) => transform(code, { target, loader: 'js', charset: 'utf8' })),
  );
  assert.equal(old?.code, now?.code, 'nothing in it is newer');
});

const isRoot = process.getuid?.() === 0;

test(
  'a user who is a number and has no home pulls and pushes',
  { skip: isRoot ? false : 'only root may be somebody else' },
  async (t: TestContext) => {
    const cli = await cliWorkspace(t);
    const { ORDINANCE_AUTHOR: _author, ORDINANCE_MACHINE_KEY: _key, ...variables } = cli.variables;
    // Outside of folders that only their owner may enter.
    const files = path.join(cli.work.root, '..', `ordinance-${process.pid}`);
    await cp(installed, files, { recursive: true });
    t.after(() => rm(files, { recursive: true }));
    const program = path.join(files, 'ordinance.cjs');
    await run('chown', ['-R', '54321:54321', cli.work.root]);
    await chmod(cli.work.root, 0o755);
    const ordinance = (...args: readonly string[]) =>
      ended(process.execPath, [program, ...args], {
        cwd: cli.work.root,
        env: { PATH: process.env['PATH'], ...variables },
        uid: 54321,
        gid: 54321,
      });
    const pulled = await ordinance('pull', images.name);
    assert.equal(pulled.code, 0, pulled.error);
    await cli.work.edit(
      images,
      withRules((rules) => [rule('Mine'), ...rules]),
    );
    const pushed = await ordinance('push', '--allow-unpulled', '--allow-weaker');
    assert.equal(pushed.code, 0, pushed.error);
    const { out } = await ordinance('history', '--json');
    const { pushes } = JSON.parse(out) as { pushes: { author: string }[] };
    assert.equal(pushes[0]?.author, 'user 54321');
  },
);
