import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { projectRoot } from '../../scripts/lib/paths.ts';
import { cliWorkspace, type CliWork } from '../http/cli/cliWorkspace.ts';
import { images, rule, withRules } from '../unit/sync/workspace.ts';

type Program = ChildProcessByStdio<null, Readable, Readable>;

/** The program as it is installed, in a process of its own. */
function start(args: readonly string[], cli?: CliWork): Program {
  return spawn(process.execPath, [path.join(projectRoot, 'dist/ordinance.cjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...cli?.variables },
    ...(cli ? { cwd: cli.work.root } : {}),
  });
}

async function endOf(program: Program): Promise<{ code: unknown; out: string; error: string }> {
  const [out, error, [code]] = await Promise.all([
    program.stdout.toArray(),
    program.stderr.toArray(),
    once(program, 'close'),
  ]);
  return { code, out: Buffer.concat(out).toString(), error: Buffer.concat(error).toString() };
}

async function edited(t: TestContext): Promise<CliWork> {
  const cli = await cliWorkspace(t);
  await cli.run('pull', images.name);
  await cli.work.edit(
    images,
    withRules((rules) => [rule('Mine'), ...rules]),
  );
  return cli;
}

async function arrival(cli: CliWork, method: string): Promise<void> {
  const before = cli.sandbox.requests.of(method).length;
  while (cli.sandbox.requests.of(method).length === before) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('says which version it is', async () => {
  const manifest = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  const { code, out } = await endOf(start(['--version']));
  assert.deepEqual([code, out], [0, `${manifest.version}\n`]);
});

test('a reader that goes away is no reason to fail, nor to stop in the middle', async (t) => {
  const cli = await edited(t);
  const many = path.join(cli.work.root, 'many.policy.json');
  const rules = Array.from({ length: 3000 }, (_, at) => ({ name: `rule ${at}`, disabled: 'no' }));
  await writeFile(many, JSON.stringify({ rules }));
  const validation = start(['validate', '--quiet', '--policy', images.name, many]);
  validation.stdout.once('data', () => validation.stdout.destroy());
  const errors = validation.stderr.toArray();
  const [code] = await once(validation, 'close');
  assert.equal(code, 1);
  assert.equal(Buffer.concat(await errors).toString(), '');

  const push = start(['push', '--allow-weaker'], cli);
  push.stdout.destroy();
  push.stderr.destroy();
  const [pushed] = await once(push, 'exit');
  assert.equal(pushed, 0);
  assert.equal(cli.held(images)[0], 'Mine');
  assert.equal((await cli.run('status')).code, 0);
});

test('interrupted before anything is sent, it sends nothing', async (t) => {
  const cli = await edited(t);
  cli.sandbox.faults.next({ method: 'GET', path: /policies/ }, { kind: 'delay', milliseconds: 60_000 });
  const push = start(['push', '--allow-weaker'], cli);
  const end = endOf(push);
  await arrival(cli, 'GET');
  push.kill('SIGINT');
  const { code, error } = await end;
  assert.equal(code, 1, error);
  assert.match(error, /canceled/);
  assert.equal(cli.puts(), 0);
});

test('interrupted after a policy was sent, it waits for its verdict', async (t) => {
  const cli = await edited(t);
  cli.sandbox.faults.next({ method: 'PUT' }, { kind: 'delay', milliseconds: 700 });
  const push = start(['push', '--allow-weaker'], cli);
  const end = endOf(push);
  await arrival(cli, 'PUT');
  push.kill('SIGTERM');
  const { code, out, error } = await end;
  assert.equal(code, 0, error);
  assert.match(out, /applied/);
  assert.equal(cli.held(images)[0], 'Mine');
});

test(
  'what could not be said is an error',
  { skip: existsSync('/dev/full') ? false : 'there is no full disk here' },
  async () => {
    const full = openSync('/dev/full', 'w');
    const program = spawn(process.execPath, [path.join(projectRoot, 'dist/ordinance.cjs'), '--version'], {
      stdio: ['ignore', full, 'pipe'],
    });
    const error: Buffer[] = [];
    program.stderr?.on('data', (part: Buffer) => error.push(part));
    const [code] = await once(program, 'close');
    closeSync(full);
    assert.equal(code, 1);
    assert.equal(
      Buffer.concat(error).toString(),
      'standard output cannot be written: there is no space left.\n',
    );
  },
);
