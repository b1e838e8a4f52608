import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../../scripts/lib/paths.ts';
import { commands } from '../../src/cli/commands.ts';
import { cliWorkspace, type CliWork } from '../http/cli/cliWorkspace.ts';
import { assertDocument } from '../unit/cli/outputSchema.ts';
import { addRule, images } from '../unit/sync/workspace.ts';

const commandLine = path.join(projectRoot, 'dist/ordinance.cjs');

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly error: string;
  /** Whether any of what waited for it on its standard input was taken. */
  readonly hasRead: boolean;
}

/** More than any pipe keeps: all of it is gone only when somebody reads. */
const answers = 'yes\n'.repeat(1_000_000);

/** Runs the command line as it is installed. Its standard input says yes for ever, and never ends. */
function ended(
  t: TestContext,
  { work, variables }: CliWork,
  args: readonly string[],
  onStart?: (kill: (signal: NodeJS.Signals) => void) => void,
): Promise<End> {
  const options = { cwd: work.root, env: { PATH: process.env['PATH'], HOME: work.root, ...variables } };
  return answering(t, spawn(process.execPath, [commandLine, ...args], options), onStart);
}

async function answering(
  t: TestContext,
  child: ChildProcessWithoutNullStreams,
  onStart: (kill: (signal: NodeJS.Signals) => void) => void = () => undefined,
): Promise<End> {
  t.after(() => child.kill('SIGKILL'));
  let hasRead = false;
  child.stdin.on('error', () => undefined);
  child.stdin.write(answers, (error) => (hasRead = !error));
  const [out, error]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => error.push(text));
  onStart((signal) => child.kill(signal));
  const [code, signal] = await new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('close', (...end) => resolve(end));
  });
  return { code, signal, out: out.join(''), error: error.join(''), hasRead };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await delay(20);
  }
}

/** What would be asked of a person, for each command: all that it needs, and nothing that says yes beforehand. */
const calls: Readonly<Record<string, readonly (readonly string[])[]>> = {
  validate: [[], ['policies']],
  test: [[]],
  match: [['--image', 'registry.example/a'], []],
  equivalent: [['policies/test/vulnerability/images.policy.json', 'nowhere'], []],
  status: [[]],
  pull: [[], ['--overwrite', 'vulnerability/images']],
  plan: [[]],
  push: [[], ['vulnerability/images']],
  merge: [['vulnerability/images']],
  restore: [['none'], []],
  forget: [['vulnerability/images'], []],
  history: [[]],
  evidence: [['none'], []],
};

test('no command reads what stands on its standard input, and none waits for it', async (t) => {
  assert.deepEqual(
    Object.keys(calls),
    commands.map(({ name }) => name),
  );
  const cli = await cliWorkspace(t, '    protected: true\n');
  assert.equal((await cli.run('pull')).code, 0);
  await cli.work.edit(images, addRule);
  for (const [command, all] of Object.entries(calls)) {
    const ends = [...all, ['--help']].map(async (args) => {
      const end = await ended(t, cli, [command, ...args]);
      assert.equal(end.signal, null);
      assert.ok(!end.hasRead, `${command} ${args.join(' ')} reads its standard input`);
    });
    await Promise.all(ends);
  }
  assert.equal(cli.puts(), 0, 'nothing was sent to a protected console');
  for (const args of [[], ['--help'], ['--version'], ['fly']]) {
    assert.ok(!(await ended(t, cli, args)).hasRead, args.join(' '));
  }
});

test('what reads its standard input would be noticed', async (t) => {
  const all = `let left = ${answers.length}; const take = (chunk) => (left -= chunk.length) > 0 || process.exit(0);`;
  const reads = `${all} process.stdin.on('data', take)`;
  assert.ok((await answering(t, spawn(process.execPath, ['-e', reads]))).hasRead);
});

test('with --json there is one document also when nobody answers, a file cannot be read, or it is interrupted', async (t) => {
  const cli = await cliWorkspace(t);
  const told = async (
    args: readonly string[],
    onStart?: (kill: (signal: NodeJS.Signals) => void) => void,
  ): Promise<readonly [number | null, string]> => {
    const { code, out } = await ended(t, cli, [...args, '--json'], onStart);
    const document = assertDocument(args[0] ?? '', out.trimEnd().split('\n'));
    return [code, (document['error'] as { readonly code: string } | undefined)?.code ?? ''];
  };
  assert.deepEqual(await told(['pull', 'vulnerability/images']), [0, '']);
  assert.deepEqual(await told(['fly']), [64, 'usage']);
  assert.deepEqual(await told(['plan', '--format', 'poem']), [64, 'usage']);
  const file = path.join(cli.work.root, 'ordinance.yaml');
  const place = path.join(cli.work.root, 'policies/test/vulnerability/images.policy.json');
  await writeFile(place, Uint8Array.of(0xff, 0xfe, 0x00));
  for (const args of [['plan'], ['status'], ['validate'], ['equivalent', place, place]]) {
    const [code] = await told(args);
    assert.equal(code, 1, args.join(' '));
  }
  await rm(place);
  cli.sandbox.requests.clear();
  cli.sandbox.faults.next({ method: 'GET', path: /policies/ }, { kind: 'delay', milliseconds: 600_000 });
  const interrupted = await told(['pull', 'vulnerability/images'], (kill) => {
    void until(() => cli.sandbox.requests.of('GET').length > 0).then(() => kill('SIGINT'));
  });
  assert.deepEqual(interrupted, [1, 'canceled']);
  // An address where nobody listens.
  await writeFile(file, 'consoles:\n  test:\n    url: http://127.0.0.1:9\n    folder: policies/test\n');
  const asked: readonly (readonly string[])[] = [['pull', 'vulnerability/host'], ['status']];
  cli.variables['ORDINANCE_TEST_ORIGINS'] = 'http://127.0.0.1:9';
  for (const args of asked) {
    const [code] = await told(args);
    assert.equal(code, 1, args.join(' '));
  }
});
