import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../../src/cli/runCommand.ts';

test('a path to something else than what a command takes is said in words, not in those of the system', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-paths-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'ordinance.yaml'), 'consoles: { one: { url: https://one.example } }\n');
  await mkdir(path.join(folder, 'policies/one/vulnerability'), { recursive: true });
  const policy = 'policies/one/vulnerability/images.policy.yaml';
  await writeFile(path.join(folder, policy), 'policyType: containerVulnerability\nrules: []\n');
  const run = async (...args: readonly string[]) => {
    const error: string[] = [];
    const streams = { out: () => undefined, error: (line: string) => error.push(line) };
    return { code: await runCommand(args, streams, { variables: {}, folder }), error: error.join('\n') };
  };
  for (const [code, words, ...args] of [
    [64, 'no tests of a console', 'test', policy],
    [64, 'no tests of a console', 'test', 'policies/one', policy],
    [1, 'part of the path is a file', 'test', '--root', policy],
    [1, 'part of the path is a file', 'history', '--root', policy],
    [1, 'part of the path is a file', 'validate', `${policy}/x.policy.yaml`],
    [1, 'part of the path is a file', 'equivalent', `${policy}/x`, policy],
    [1, 'there is a folder', 'equivalent', 'policies', policy],
    [1, '/dev/null is not an ordinary file.', 'equivalent', '/dev/null', policy],
  ] as const) {
    const told = await run(...args);
    assert.equal(told.code, code, args.join(' '));
    assert.ok(told.error.includes(words), `${args.join(' ')}: ${told.error}`);
    assert.doesNotMatch(told.error.replaceAll(folder, ''), /\bE[A-Z]{4,}\b|\.\.$/m);
  }
});

test('a command names what is wrong with the choice of a console: none, several, or another one', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-consoles-'));
  t.after(() => rm(folder, { recursive: true }));
  const failure = async (names: readonly string[], ...args: readonly string[]): Promise<string> => {
    const consoles = Object.fromEntries(names.map((name) => [name, { url: `https://${name}.example` }]));
    await writeFile(path.join(folder, 'ordinance.yaml'), JSON.stringify({ consoles }));
    const error: string[] = [];
    const streams = { out: () => undefined, error: (line: string) => error.push(line) };
    assert.equal(await runCommand(['history', ...args], streams, { variables: {}, folder }), 1);
    return error.join(' ');
  };
  assert.match(await failure([]), /ordinance\.yaml names no console/);
  assert.match(await failure(['one', 'two']), /several consoles.*one, two/);
  assert.match(await failure(['one'], '--console', 'two'), /no console two.*one/);
});
