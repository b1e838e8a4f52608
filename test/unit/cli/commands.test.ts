import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../../../scripts/lib/paths.ts';
import { commonOptions } from '../../../src/cli/command.ts';
import { commands } from '../../../src/cli/commands.ts';
import { programOf, type ParsedCall } from '../../../src/cli/program.ts';
import { runCommand } from '../../../src/cli/runCommand.ts';
import { assertDocument } from './outputSchema.ts';

const folder = path.join(projectRoot, 'src');

async function run(...args: string[]): Promise<{ code: number; out: string[]; error: string[] }> {
  const out: string[] = [];
  const error: string[] = [];
  const streams = { out: (line: string) => out.push(line), error: (line: string) => error.push(line) };
  const code = await runCommand(args, streams, { variables: {}, folder, version: '1.2.3' });
  return { code, out, error };
}

async function parsed(...words: readonly string[]): Promise<ParsedCall & { readonly name: string }> {
  let found: (ParsedCall & { readonly name: string }) | undefined;
  const program = programOf(
    words,
    '',
    () => undefined,
    async ({ name }, call) => void (found = { name, ...call }),
  );
  await program.parseAsync(words, { from: 'user' });
  assert.ok(found);
  return found;
}

test('help names every command, and of each every option with what it does and an example', async () => {
  const summaries = commands.map(({ name, summary }) => [name, summary] as const);
  for (const args of [['--help'], ['-h'], ['help']]) {
    const { code, out } = await run(...args);
    const text = out.join('\n').replaceAll(/\s+/g, ' ');
    assert.equal(code, 0);
    assert.deepEqual(
      summaries.filter(([name, summary]) => !text.includes(` ${name} `) || !text.includes(summary)),
      [],
    );
    for (const word of ['_ACCESS_KEY_ID', '_ORIGINS', 'NO_COLOR', 'Exit codes', '64 ']) {
      assert.ok(text.includes(word), word);
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

test('every example is understood', async () => {
  for (const command of commands) {
    for (const [line] of command.examples) {
      const [program, ...args] = (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
        word.replaceAll(/^["']|["']$/g, ''),
      );
      assert.deepEqual([program, (await parsed(...args)).name], ['ordinance', command.name]);
    }
  }
});

test('what is not known is refused with one code, and often with what was meant', async () => {
  const meant: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [[], /no command/],
    [['plan', '--consol', 'x'], /'--consol'.*Did you mean --console\?/],
    [['plan', '-x'], /'-x'/],
    [['plan', '--out'], /argument missing/],
    [['plan', '--out', '--json'], /--out needs a value/],
    [['plan', '--json=yes'], /'--json=yes'/],
    [['status', '--quiet', '--verbose'], /cannot be used with/],
    [['validate', '--json', '--format', 'sarif'], /cannot be used with/],
    [['match', '--side', 'life'], /choices are file, base, live/],
    [['match', 'this'], /too many arguments/],
    [['equivalent', 'a'], /missing required argument 'B'/],
    [['evidence', 'a', 'b'], /too many arguments/],
    [['forget'], /missing required argument/],
    [['pul'], /'pul'.*Did you mean pull\?/],
    [['--json', 'plan'], /'--json'/],
    [['validate', '--json', '--formt', 'x'], /Did you mean --format\?/],
    [['validate', '--policy', 'vulnerability/image'], /did you mean vulnerability\/images\?/],
    // Before a console is looked for.
    [['status', 'vulnerability/imags'], /did you mean vulnerability\/images\?/],
    [['plan', 'vulnerabilty'], /did you mean vulnerability\?/],
    [['push', 'vulnerability/imags'], /did you mean vulnerability\/images\?/],
    [['push', '--allow-empty', 'nothing'], /no policy is called nothing/],
    [['completion', 'tcsh'], /choices are bash, zsh, fish/],
  ];
  for (const [args, message] of meant) {
    const { code, out, error } = await run(...args);
    assert.equal(code, 64, args.join(' '));
    assert.match(error[0] ?? '', message);
    if (args.some((arg) => arg === '--json')) {
      const { error: document } = assertDocument('error', out);
      assert.equal((document as { code: string }).code, 'usage');
    } else {
      assert.deepEqual(out, []);
    }
  }
});

test('options have the values that their rows say', async () => {
  const { values } = await parsed('match', '--label', 'a', '--label=--b', '--side', 'live', '--quiet');
  assert.deepEqual(
    [values['label'], values['side'], values['quiet'], values['json'], values['image'], values['policy']],
    [['a', '--b'], 'live', true, false, undefined, []],
  );
  assert.deepEqual((await parsed('validate', '--', '--label')).positionals, ['--label']);
});

test('it says which version it is', async () => {
  for (const word of ['--version', '-v', 'version']) {
    assert.deepEqual(await run(word), { code: 0, out: ['1.2.3'], error: [] });
  }
});

test('a shell completes commands, options, values and policies', async () => {
  const script = (await run('completion', 'bash')).out.join('\n');
  const completed = (...words: readonly string[]): readonly string[] => {
    const call = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _ordinance; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', `${script}\n${call}`], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
  };
  assert.deepEqual(completed('ordinance', 'pl'), ['plan']);
  assert.deepEqual(completed('ordinance', 'plan', '--fail'), ['--fail-on']);
  assert.deepEqual(completed('ordinance', 'plan', '--fail-on', ''), ['weaker', 'unproven']);
  assert.deepEqual(completed('ordinance', 'status', 'vulnerability/im'), ['vulnerability/images']);
  assert.deepEqual(completed('ordinance', 'push', '--allow-empty', 'vulnerability/im'), [
    'vulnerability/images',
  ]);
  // Nothing of ours, so the shell offers files.
  assert.deepEqual(completed('ordinance', 'plan', '--out', ''), []);
  const fish = (await run('completion', 'fish')).out.join('\n');
  for (const { name, options } of commands) {
    assert.ok(fish.includes(`-a ${name} -d`), name);
    Object.keys(options).forEach((option) => assert.match(fish, new RegExp(`from ${name}' -l ${option} `)));
  }
});
