import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCommand } from '../../../src/cli/runCommand.ts';
import { assertDocument } from './outputSchema.ts';
import type { Finding } from '../../../src/cli/findings/findingsSteps.ts';

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
  const streams = { out: (line: string) => out.push(line), error: (line: string) => error.push(line) };
  const code = await runCommand(args, streams, { variables: {}, folder: process.cwd() });
  return { code, out, error };
}

const good =
  'policyType: containerVulnerability\nrules:\n  - name: one\n    collections:\n      - name: All\n';
const nameless = good.replace('name: one', 'notes: one');

describe('ordinance validate', () => {
  it('ends when it is canceled while it looks at a file', async () => {
    const rules = Array.from(
      { length: 3000 },
      (_, at) => `  - name: r${at}\n    collections: [{ name: All }]\n`,
    );
    const long = await file('long/vulnerability/images.policy.yaml', `rules:\n${rules.join('')}`);
    const interruption = new AbortController();
    const [out, error]: [string[], string[]] = [[], []];
    const streams = {
      out: (line: string) => out.push(line),
      error: (line: string) => {
        error.push(line);
        interruption.abort();
      },
    };
    const here = { variables: {}, folder, signal: interruption.signal };
    const code = await runCommand(['validate', '--verbose', long], streams, here);
    assert.deepEqual([code, out, error], [1, [], [`reading ${long}`, 'canceled']]);
  });

  it('fails for a policy with several files, of which a push takes none', async () => {
    const yaml = await file('several/vulnerability/images.policy.yaml', good);
    const json = await file('several/vulnerability/images.policy.json', '{"rules":[]}');
    await file('several/vulnerability/host.policy.yaml', 'rules: []\n');
    const { code, error } = await run('validate', path.join(folder, 'several'));
    assert.equal(code, 1);
    const [message, ...others] = error.filter((line) => /more than one file/.test(line));
    assert.ok(message?.includes(yaml) && message.includes(json), message);
    assert.deepEqual(others, []);
    assert.equal((await run('validate', yaml, yaml)).code, 0);
  });

  it('finds a collection in which nothing can be, in collections.yaml and at the rule', async () => {
    const policy = await file(
      'empty/vulnerability/images.policy.yaml',
      good.replace('- name: All', '- name: none'),
    );
    const kept = await file(
      'empty/collections.yaml',
      "collections:\n  - name: none\n    images: ['a', '-a']\n",
    );
    const { out } = await run('validate', '--json', policy);
    const { findings } = JSON.parse(out.join('\n')) as { readonly findings: readonly Finding[] };
    assert.deepEqual(
      findings
        .filter(({ code }) => code === 'empty-collection')
        .map((one) => [path.resolve(one.file), one.range.start.line]),
      [
        [policy, 4],
        [kept, 1],
      ],
    );
  });

  it('reads collections.yaml also for a file whose name matches no policy', async () => {
    const rules = `${good}  - name: two\n    collections:\n      - name: All\n`;
    const policy = await file('misnamed/vulnerability/image.policy.yaml', rules);
    await file('misnamed/collections.yaml', 'collections:\n  - name: All\n');
    const { out, error } = await run('validate', '--json', policy);
    const { findings } = JSON.parse(out.join('\n')) as { readonly findings: readonly Finding[] };
    assert.ok(findings.some(({ code }) => code === 'redundant-rule'));
    assert.deepEqual(
      [...out, ...error].filter((line) => line.includes('There is no collections.yaml')),
      [],
    );
  });

  it('finds exceptions that end within as many days as it is told', async () => {
    const date = new Date(Date.now() + 5 * 86_400_000).toISOString();
    const ending = `${good}    cveRules:\n      - { id: CVE-2031-1000, effect: ignore, expiration: { enabled: true, date: '${date}' } }\n`;
    const policy = await file('ending/vulnerability/images.policy.yaml', ending);
    const codes = async (...args: string[]): Promise<readonly string[]> => {
      const { out } = await run('validate', '--json', ...args, policy);
      const { findings } = JSON.parse(out.join('\n')) as { readonly findings: readonly Finding[] };
      return findings.map(({ code }) => code).filter((code) => code === 'ending-exception');
    };
    assert.deepEqual(await codes(), ['ending-exception']);
    assert.deepEqual(await codes('--ending-within', '3'), []);
    assert.deepEqual(await codes('--ending-within', '0'), []);
    assert.equal((await run('validate', '--ending-within', 'soon', policy)).code, 64);
  });

  it('takes files, folders and patterns, and without any of them the workspace', async () => {
    const root = path.join(folder, 'workspace');
    await mkdir(root, { recursive: true });
    const here = { variables: {}, folder: root };
    const validate = async (...args: string[]) => {
      const [out, error]: [string[], string[]] = [[], []];
      const streams = { out: (line: string) => out.push(line), error: (line: string) => error.push(line) };
      return { code: await runCommand(['validate', ...args], streams, here), out, error };
    };
    assert.deepEqual(await validate(), {
      code: 0,
      out: ['nothing to validate: there is no policy file here'],
      error: [],
    });
    await file('workspace/policies/a/vulnerability/images.policy.yaml', good);
    await file('workspace/policies/b/vulnerability/host.policy.json', '{"rules": [{"notes": "one"}]}');
    await file('workspace/node_modules/c/vulnerability/host.policy.json', '{"rules": [{"notes": "one"}]}');
    await file('workspace/policies/other.yaml', nameless);
    const wrong = path.join('policies', 'b', 'vulnerability', 'host.policy.json');
    for (const args of [
      [],
      ['.'],
      ['policies'],
      ['policies/b/vulnerability/host.policy.json'],
      // As a shell hands it on that does not know it.
      ['policies/**/*.policy.json'],
      ['policies/{a,b}/*/*.policy.*'],
      ['policies', 'policies/**/*.policy.json'],
    ]) {
      const { code, out, error } = await validate(...args);
      assert.equal(code, 1, args.join(' '));
      assert.deepEqual(error, []);
      assert.ok(out.length > 0 && out.every((line) => line.startsWith(`${wrong}:`)), out.join('\n'));
      assert.equal(new Set(out).size, out.length, 'each file once');
    }
    const elsewhere = await runCommand(
      ['validate', '--root', 'workspace'],
      { out: (line) => assert.ok(line.startsWith(path.join('workspace', wrong))), error: assert.fail },
      { variables: {}, folder },
    );
    assert.equal(elsewhere, 1);
    assert.deepEqual((await validate('policies/a')).out, ['1 file: nothing found']);
    assert.deepEqual((await validate('--quiet', 'policies/a')).out, []);
    for (const none of ['policies/**/*.nothing', 'policies/none', 'empty']) {
      await mkdir(path.join(root, 'empty'), { recursive: true });
      const { code, error } = await validate(none);
      assert.equal(code, 1, none);
      assert.match(error.join(), /[Tt]here is no (policy|such) file/);
    }
    const { out } = await validate('--quiet', 'policies/other.yaml');
    assert.ok(out.length > 0 && out.every((line) => line.includes(': error: ')), 'only errors');
  });

  it('checks consoles, collections and tests as what they are, by folder and by name', async () => {
    const conflict = '<<<<<<< HEAD\nx: 1\n=======\nx: 2\n>>>>>>> other\n';
    const wrong: readonly (readonly [name: string, text: string, said: RegExp])[] = [
      [
        'ordinance.yaml',
        'consoles:\n  one:\n    url: ftp://one\n',
        /ordinance\.yaml:3:\d+: error: .*\[console-address\]/,
      ],
      ['ordinance.yaml', `consoles:\n  one:\n    url: https://one.example\n${conflict}`, /git conflict/],
      ['policies/one/collections.yaml', 'collections: 1\n', /there is no list/i],
      ['policies/one/collections.yaml', `collections: []\n${conflict}`, /git conflict/],
      ['policies/one/a.policy-test.yaml', 'policy: vulnerability/nothing\ntests: []\n', /\[policy-test\]/],
      ['policies/one/a.policy-test.yaml', `policy: vulnerability/images\n${conflict}`, /git conflict/],
      ['policies/one/vulnerability/images.policy.yaml', `${good}${conflict}`, /git conflict/],
      ['ordinance.yaml', 'consoles: [\n', /closing `\]` is missing/],
      ['policies/one/collections.yaml', 'collections: [\n', /closing `\]` is missing/],
      ['policies/one/a.policy-test.yaml', 'tests: [\n', /closing `\]` is missing/],
      ['policies/one/vulnerability/images.policy.yaml', 'rules: [\n', /closing `\]` is missing/],
    ];
    for (const [at, [name, text, said]] of wrong.entries()) {
      const full = await file(`kinds${at}/${name}`, text);
      for (const named of [full, path.join(folder, `kinds${at}`)]) {
        const { code, out } = await run('validate', named);
        assert.equal(code, 1, `${name}: ${out.join('\n')}`);
        assert.match(out.join('\n'), said);
        assert.doesNotMatch(out.join('\n'), /every rule/);
      }
      await writeFile(full, Buffer.from(`\ufeff${text}`, 'utf16le'));
      const { code, error } = await run('validate', full);
      assert.equal(code, 1);
      assert.match(error.join('\n'), /is not UTF-8 text/);
    }
  });

  it('finds collections that the kept ones do not have', async () => {
    const policy = await file('kept/one/vulnerability/images.policy.yaml', good.replace('All', 'payment'));
    const codes = async (): Promise<string> => (await run('validate', policy)).out.join('\n');
    assert.doesNotMatch(await codes(), /unknown-collection/);
    await file('kept/one/collections.yaml', 'collections:\n  - name: payments\n');
    assert.match(await codes(), /did you mean .payments.*unknown-collection/i);
    await writeFile(policy, good);
    assert.doesNotMatch(await codes(), /unknown-collection/);
  });

  it('reads standard input for -', async () => {
    const lines: string[] = [];
    const streams = { out: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
    const input = async function* () {
      yield nameless;
    };
    const code = await runCommand(['validate', '--policy', 'vulnerability/images', '-'], streams, {
      variables: {},
      folder,
      input: input(),
    });
    assert.equal(code, 1);
    assert.match(lines.join('\n'), /^-:3:\d+: error: .*\[missing-name\]/m);
  });

  it('keeps every finding of a report with --quiet, which is about text', async () => {
    const name = await file(
      'quiet.yaml',
      good.replace('    collections', '    collectons: 1\n    collections'),
    );
    for (const format of ['json', 'sarif', 'gitlab', 'github']) {
      const args = ['validate', '--policy', 'vulnerability/images', '--format', format, name];
      const { out } = await run(...args);
      assert.match(out.join(), /misspelled-field/);
      assert.deepEqual((await run(...args, '--quiet')).out, out, format);
    }
  });

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

  it('prints one JSON document with --json, the same findings in both spellings', async () => {
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
        const { findings } = assertDocument('validate', out) as { findings: Finding[] };
        return findings.map(({ code: rule, severity, message, range, file: where }) => {
          assert.ok(where.endsWith(name));
          assert.equal(typeof range.start.line, 'number');
          return { rule, severity, message };
        });
      }),
    );
    assert.ok(found[0]?.some(({ rule }) => rule === 'missing-name'));
    assert.deepEqual(found[0], found[1]);
    const good1 = await file('vulnerability/images.policy.yaml', good);
    assert.deepEqual((await run('validate', '--json', good1)).out, ['{"findings":[]}']);
    const missing = await run('validate', '--json', good1, path.join(folder, 'nowhere.policy.yaml'));
    assert.equal(missing.code, 1);
    assert.equal((assertDocument('validate', missing.out)['failed'] as unknown[]).length, 1);
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
    ['validate', '--nonsense', 'x'],
    ['validate', '--format', 'xml', 'x'],
    ['validate', '--policy', 'no/such', 'x'],
    ['fly'],
  ]) {
    it(`exits with 64 on wrong use: ordinance ${args.join(' ')}`, async () => {
      const { code, error } = await run(...args);
      assert.equal(code, 64);
      assert.match(error.join('\n'), /--help/);
    });
  }
});
