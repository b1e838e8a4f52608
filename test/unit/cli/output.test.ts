import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { inertOutput } from '../../../src/cli/output.ts';
import { runCommand } from '../../../src/cli/runCommand.ts';

const escape = '\u001b';
const hostile = `a${escape}[2J\r\n::error::b \u202e##[error]c\u009b`;

function written(): { out: string[]; error: string[]; streams: Parameters<typeof inertOutput>[0] } {
  const out: string[] = [];
  const error: string[] = [];
  return { out, error, streams: { out: (line) => out.push(line), error: (line) => error.push(line) } };
}

/** Nothing a terminal or a pipeline takes for more than text, and no line more than was meant. */
function assertText(lines: readonly string[]): void {
  for (const line of lines) {
    // eslint-disable-next-line no-control-regex
    assert.doesNotMatch(line, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    assert.doesNotMatch(line, /^\s*::|##\w*\[/);
  }
}

test('a call writes one line, whatever is in it', () => {
  const { out, error, streams } = written();
  const output = inertOutput(streams);
  output.out(hostile);
  output.error(`::error::${hostile}`);
  assertText([...out, ...error]);
  assert.deepEqual(out, ['a<U+001B>[2J↵::error::b <U+202E># #[error]c<U+009B>']);
});

test('a text of our own keeps its lines', () => {
  const { out, streams } = written();
  inertOutput(streams).report('usage:\n  a b\n\n::stop-commands::x');
  assert.deepEqual(out, ['usage:', '  a b', '', ': :stop-commands::x']);
});

test('a color is around a text that is inert, and only where there are colors', () => {
  const { out, streams } = written();
  inertOutput(streams).out(hostile, 'red');
  assertText(out);
  inertOutput({ ...streams, hasColors: true }).out(hostile, 'red');
  assert.equal(out[1], `${escape}[31m${out[0]}${escape}[39m`);
});

test('progress is one line of text, and none with --quiet', () => {
  const { streams } = written();
  const shown: string[] = [];
  const progress = (line: string) => shown.push(line);
  inertOutput({ ...streams, progress }).progress(hostile);
  inertOutput({ ...streams, progress }, { quiet: true }).progress('x');
  assert.equal(shown.length, 1);
  assertText(shown);
});

test('JSON is one line of text and the very same value', () => {
  const { out, streams } = written();
  inertOutput(streams).json({ name: hostile });
  assertText(out);
  assert.deepEqual(JSON.parse(out.join('')), { name: hostile });
});

async function folderWith(t: TestContext, name: string, text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-out-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, name), text);
  return path.join(folder, name);
}

const environment = { variables: {}, folder: process.cwd() };

test('validate quotes a file, and says nothing else', async (t) => {
  const text = `{"rules": [{"name": ${JSON.stringify(hostile)}, "collections": []}, {"name": ${JSON.stringify(hostile)}, ${JSON.stringify(hostile)}: 1}]}`;
  const file = await folderWith(t, 'images.policy.json', text);
  for (const options of [[], ['--json'], ['--format', 'sarif'], ['--format', 'gitlab']]) {
    const { out, error, streams } = written();
    assert.equal(
      await runCommand(
        ['validate', ...options, '--policy', 'vulnerability/images', file],
        streams,
        environment,
      ),
      1,
    );
    assertText([...out, ...error]);
    assert.ok(
      out.some((line) => line.includes('::error::b')),
      'a finding quotes the name',
    );
  }
});

test('a command line that is not understood is quoted as text', async () => {
  for (const args of [
    [hostile],
    ['validate', '--policy', hostile, 'x'],
    ['validate', hostile],
    ['plan', `--${hostile}`],
  ]) {
    const { out, error, streams } = written();
    assert.notEqual(await runCommand(args, streams, environment), 0);
    assert.ok(error.length > 0);
    assertText([...out, ...error].flatMap((text) => text.split('\nusage')));
  }
});
