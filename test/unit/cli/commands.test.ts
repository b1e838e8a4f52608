import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { commandLineDocs } from '../../../scripts/commandLine.ts';
import { projectRoot } from '../../../scripts/lib/paths.ts';
import { commonOptions } from '../../../src/cli/command.ts';
import { commands } from '../../../src/cli/commands.ts';
import { UsageError } from '../../../src/cli/output.ts';
import { parseCall } from '../../../src/cli/parseCall.ts';
import { runCommand } from '../../../src/cli/runCommand.ts';
import { assertDocument } from './outputSchema.ts';

async function run(...args: string[]): Promise<{ code: number; out: string[]; error: string[] }> {
  const out: string[] = [];
  const error: string[] = [];
  const streams = { out: (line: string) => out.push(line), error: (line: string) => error.push(line) };
  const code = await runCommand(args, streams, {
    variables: {},
    folder: projectRoot,
    version: '1.2.3',
  });
  return { code, out, error };
}

test('the documentation of the command line is that of the table', async () => {
  const page = await readFile(path.join(projectRoot, 'docs/command-line.md'), 'utf8');
  assert.equal(page.replaceAll('\r\n', '\n'), await commandLineDocs(), 'run "node scripts/commandLine.ts"');
});

test('help names every command, and of each every option with what it does and an example', async () => {
  for (const args of [['--help'], ['-h'], ['help']]) {
    const { code, out } = await run(...args);
    assert.equal(code, 0);
    for (const { name, summary } of commands) {
      assert.ok(out.join('\n').includes(`${name} `) && out.join('\n').includes(summary), name);
    }
  }
  for (const { name, options, examples } of commands) {
    const texts = await Promise.all([
      run(name, '--help'),
      run(name, '-h'),
      run('help', name),
      // Whatever else is wrong.
      run(name, '--nonsense', '-h'),
    ]);
    for (const { code, out, error } of texts) {
      assert.deepEqual([code, error], [0, []], name);
      const text = out.join('\n');
      assert.deepEqual(text, texts[0]?.out.join('\n'));
      for (const [option, { description }] of Object.entries({ ...options, ...commonOptions })) {
        assert.ok(text.includes(`--${option}`), `${name} --${option}`);
        assert.ok(text.replaceAll(/\s+/g, ' ').includes(description), `${name} --${option}: ${description}`);
      }
      assert.ok(text.split('\n').every((line) => line.length <= 110));
      assert.ok(examples.length > 0 && examples.every(([line]) => text.includes(line)), name);
    }
  }
});

test('every example is understood', () => {
  for (const command of commands) {
    for (const [line] of command.examples) {
      const [program, name, ...args] = (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
        word.replaceAll(/^["']|["']$/g, ''),
      );
      assert.deepEqual([program, name], ['ordinance', command.name]);
      parseCall(command, args);
    }
  }
});

test('what is not known is refused, with what was meant', async () => {
  const meant: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['plan', '--consol', 'x'], /there is no option --consol; did you mean --console\?/],
    [['plan', '-x'], /there is no option -x/],
    [['plan', '--out'], /--out needs a value: --out FILE/],
    [['plan', '--out', '--json'], /--out needs a value/],
    [['plan', '--json=yes'], /--json takes no value/],
    [['status', '--quiet', '--verbose'], /do not go together/],
    [['decide', '--side', 'life'], /--side is one of working, base, live; did you mean live\?/],
    [['decide', 'this'], /takes options only/],
    [['pul'], /no such command: pul; did you mean pull\?/],
    [['--json', 'plan'], /options go behind the command/],
  ];
  for (const [args, message] of meant) {
    const { code, out, error } = await run(...args);
    assert.equal(code, 1, args.join(' '));
    assert.match(error[0] ?? '', message);
    if (args.some((arg) => arg.startsWith('--json'))) {
      assertDocument('error', out);
    } else {
      assert.deepEqual(out, []);
    }
  }
  const { code, out } = await run('validate', '--json', '--formt', 'x');
  assert.equal(code, 2);
  assert.deepEqual(Object.keys(assertDocument('error', out)['error'] as object), ['code', 'message']);
});

test('options have the values that their rows say', () => {
  const decide = commands.find(({ name }) => name === 'decide');
  assert.ok(decide);
  const { values } = parseCall(decide, ['--label', 'a', '--label=--b', '--side', 'live', '--quiet']);
  assert.deepEqual(
    [values['label'], values['side'], values['quiet'], values['json'], values['image'], values['policy']],
    [['a', '--b'], 'live', true, false, undefined, []],
  );
  assert.throws(() => parseCall(decide, ['--', '--label']), UsageError);
});

test('it says which version it is', async () => {
  assert.deepEqual(await run('--version'), { code: 0, out: ['1.2.3'], error: [] });
});
