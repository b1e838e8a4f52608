import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCommand } from '../../../src/cli/runCommand.ts';

let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ordinance-cli-'));
});

after(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, text: string): Promise<string> {
  const full = path.join(folder, name);
  await mkdir(path.dirname(full), { recursive: true });
  await writeFile(full, text);
  return full;
}

async function run(...args: string[]): Promise<{ code: number; out: string[]; error: string[] }> {
  const out: string[] = [];
  const error: string[] = [];
  const code = await runCommand(args, { out: (line) => out.push(line), error: (line) => error.push(line) });
  return { code, out, error };
}

const good =
  'policyType: containerVulnerability\nrules:\n  - name: one\n    collections:\n      - name: All\n';
const nameless = good.replace('name: one', 'notes: one');

describe('ordinance validate', () => {
  it('says nothing about a good file and exits with 0', async () => {
    assert.deepEqual(await run('validate', await file('vulnerability/images.policy.yaml', good)), {
      code: 0,
      out: [],
      error: [],
    });
  });

  it('prints the place, severity and code of what is wrong and exits with 1', async () => {
    const name = await file('vulnerability/images.policy.yaml', nameless);
    const { code, out } = await run('validate', name);
    assert.equal(code, 1);
    assert.match(out.join('\n'), /images\.policy\.yaml:3:\d+: error: .+ \[missing-name\]/);
  });

  it('exits with 1 for a document that would wipe the policy by mistake, with 0 for one that means it', async () => {
    const rule = '{"name": "one", "collections": [{"name": "All"}]}';
    for (const text of [
      rule,
      `{"policy": {"rules": [${rule}]}}`,
      `{"rule": [${rule}]}`,
      '{"policyType": "containerVulnerability"}',
    ]) {
      for (const name of ['vulnerability/images.policy.json', 'elsewhere.json', 'elsewhere.yaml']) {
        assert.equal((await run('validate', await file(name, text))).code, 1, `${name}: ${text}`);
      }
    }
    assert.equal((await run('validate', await file('vulnerability/images.policy.json', '{}'))).code, 0);
  });

  it('prints one JSON object per diagnostic with --json, the same in both spellings', async () => {
    const json = JSON.stringify({
      policyType: 'containerVulnerability',
      rules: [{ notes: 'one', collections: [{ name: 'All' }] }],
    });
    const found = await Promise.all(
      [
        ['vulnerability/images.policy.yaml', nameless],
        ['vulnerability/images.policy.json', json],
      ].map(async ([name = '', text = '']) => {
        const { code, out } = await run('validate', '--json', await file(name, text));
        assert.equal(code, 1);
        return out.map((line) => {
          const {
            code: rule,
            severity,
            message,
            range,
            file: where,
          } = JSON.parse(line) as Record<string, unknown>;
          assert.ok(String(where).endsWith(name));
          assert.equal(typeof (range as { start: { line: number } }).start.line, 'number');
          return { rule, severity, message };
        });
      }),
    );
    assert.ok(found[0]?.some(({ rule }) => rule === 'missing-name'));
    assert.deepEqual(found[0], found[1]);
  });

  it('knows the policy from --policy and from the document itself', async () => {
    const wrong = await file('loose.yaml', good);
    assert.equal((await run('validate', wrong)).code, 0);
    const { code, out } = await run('validate', '--policy', 'compliance/host', wrong);
    assert.equal(code, 1);
    assert.match(out.join('\n'), /\[wrong-policy-type\]/);
  });

  it('reads on behind a file that is not there', async () => {
    const name = await file('vulnerability/images.policy.yaml', nameless);
    const { code, out, error } = await run('validate', path.join(folder, 'nowhere.policy.yaml'), name);
    assert.equal(code, 1);
    assert.equal(error.length, 1);
    assert.ok(out.length > 0);
  });

  for (const args of [
    [],
    ['validate'],
    ['validate', '--nonsense', 'x'],
    ['validate', '--policy', 'no/such', 'x'],
    ['fly'],
  ]) {
    const expected = args[0] === 'validate' ? 2 : 1;
    it(`exits with ${expected} on wrong use: ordinance ${args.join(' ')}`, async () => {
      const { code, error } = await run(...args);
      assert.equal(code, expected);
      assert.match(error.join('\n'), /usage:/);
    });
  }
});
