import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { sarifLog } from '../../../../src/cli/findings/reports.ts';
import { runCommand } from '../../../../src/cli/runCommand.ts';
import { assertDocument } from '../outputSchema.ts';
import { anyCharacter } from '../../util/anyCharacter.ts';

const schema = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'sarif.schema.json'), 'utf8'),
) as object;
const isSarif = new Ajv({ strict: true }).compile(schema);

const hostile = 'x%0A\u001b]\r\n::error::a,b:c##[error] [fix](https://elsewhere.example)';

const text = [
  'policyType: containerVulnerability',
  'rules:',
  '  - notes: none',
  '    collections:',
  '      - name: All',
  '  - name: one',
  '    collections:',
  '      - name: All',
  `    ${JSON.stringify(hostile)}: 1`,
  '',
].join('\n');

/** A folder and a file whose names pipelines make much of. */
const name = 'a b#1/vulnerability/images.policy.yaml';

async function validated(
  t: TestContext,
  ...args: readonly string[]
): Promise<{ code: number; out: readonly string[]; error: readonly string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-formats-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), text);
  const [out, error]: [string[], string[]] = [[], []];
  const code = await runCommand(
    ['validate', ...args],
    { out: (line) => out.push(line), error: (line) => error.push(line) },
    { variables: {}, folder, version: '1.2.3' },
  );
  return { code, out, error };
}

interface Descriptor {
  readonly id: string;
  readonly shortDescription?: { readonly text: string };
  readonly help?: { readonly text: string };
}

interface Sarif {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly Descriptor[] } };
      readonly results: readonly {
        readonly ruleId: string;
        readonly message: { readonly text: string };
        readonly ruleIndex: number;
        readonly locations: readonly {
          readonly physicalLocation: {
            readonly artifactLocation: { readonly uri: string };
            readonly region: { readonly startLine: number };
          };
        }[];
      }[];
      readonly invocations: readonly { readonly executionSuccessful: boolean }[];
    },
  ];
}

test('findings as SARIF are a log of the standard, with the place of each', async (t) => {
  const { code, out } = await validated(t, '--format', 'sarif', '.', 'nowhere.policy.yaml');
  assert.equal(code, 1);
  const log = JSON.parse(out.join('\n')) as Sarif;
  assert.ok(isSarif(log), JSON.stringify(isSarif.errors));
  const [{ tool, results, invocations }] = log.runs;
  const missing = results.find(({ ruleId }) => ruleId === 'missing-name');
  assert.ok(missing);
  assert.equal(tool.driver.rules[missing.ruleIndex]?.id, 'missing-name');
  const { artifactLocation, region } = missing.locations[0]!.physicalLocation;
  assert.deepEqual(
    [artifactLocation.uri, region.startLine],
    [name.replace(' ', '%20').replace('#', '%23'), 3],
  );
  assert.equal(invocations[0]?.executionSuccessful, false, 'one of the files is not there');
  assert.doesNotMatch(results.map(({ message }) => message.text).join('\n'), /(?<!\\)\]\(/, 'no link');
  assert.ok(results.some(({ message }) => message.text.includes('\\[fix\\](https:')));
  const found = JSON.parse((await validated(t, '--json')).out.join('')) as { findings: unknown[] };
  assert.equal(results.length, found.findings.length);
});

test('every code in a log of SARIF says what it means, and names a section that is there', async (t) => {
  const { out } = await validated(t, '--format', 'sarif');
  const [{ tool }] = (JSON.parse(out.join('')) as Sarif).runs;
  const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/diagnostics.md'), 'utf8');
  assert.ok(tool.driver.rules.length > 2);
  for (const { id, shortDescription, help } of tool.driver.rules) {
    assert.ok(page.includes(`\n## \`${id}\`\n\n${shortDescription?.text} (`), id);
    assert.ok(help?.text.includes(`docs/diagnostics.md of Ordinance, under ${id}`));
  }
});

test('names and texts of a repository, whatever they are, make a log of the standard', () => {
  const texts = fc.string({ unit: anyCharacter, maxLength: 40 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ file: texts, code: texts, message: texts })),
      texts,
      (written, failed) => {
        const at = { line: 0, character: 0 };
        const findings = written.map((one) => ({
          ...one,
          severity: 'error' as const,
          range: { start: at, end: at },
        }));
        const log: unknown = JSON.parse(
          JSON.stringify(
            sarifLog(
              findings,
              { failures: [{ file: failed, message: failed }], notes: [{ about: failed, message: failed }] },
              '1.2.3',
            ),
          ),
        );
        assert.ok(isSarif(log), JSON.stringify(isSarif.errors));
      },
    ),
  );
});

test('a finding as a workflow command is one line and one command, whatever it quotes', async (t) => {
  const { code, out } = await validated(t, '--format', 'github');
  assert.equal(code, 1);
  const missing = out.find((line) => line.includes('title=missing-name'));
  assert.match(missing ?? '', /^::error file=a b# ?1\/vulnerability\/images\.policy\.yaml,line=3,.*::/);
  assert.ok(out.some((line) => line.startsWith('::warning ') || line.startsWith('::notice ')));
  const quoting = out.filter((line) => line.includes('::error::a'));
  assert.ok(quoting.length > 0, 'a finding quotes the key');
  for (const line of out) {
    // eslint-disable-next-line no-control-regex
    assert.doesNotMatch(line, /[\u0000-\u001f]|##\w*\[/);
    assert.match(line, /^::(?:error|warning|notice) [^:]*::(?!.*%0A)/i);
  }
});

test('findings as a code quality report have the fields of one, and fingerprints of their own', async (t) => {
  const { code, out } = await validated(t, '--format', 'gitlab');
  assert.equal(code, 1);
  const issues = JSON.parse(out.join('\n')) as Record<string, unknown>[];
  assert.ok(issues.length > 1);
  assert.equal(new Set(issues.map((one) => one['fingerprint'])).size, issues.length);
  for (const issue of issues) {
    assert.deepEqual(Object.keys(issue).toSorted(), [
      'check_name',
      'description',
      'fingerprint',
      'location',
      'severity',
    ]);
    assert.ok(['info', 'minor', 'major', 'critical', 'blocker'].includes(String(issue['severity'])));
    const { path: where, lines } = issue['location'] as { path: string; lines: { begin: number } };
    assert.equal(where, name);
    assert.ok(lines.begin >= 1);
  }
  assert.deepEqual(JSON.parse((await validated(t, '--format', 'gitlab')).out.join('')), issues, 'they last');
});

test('that order was checked by names only is a note where the format has one, and changes no end', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ordinance-notes-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const rule = (called: string): string => `  - name: ${called}\n    collections:\n      - name: pay\n`;
  for (const file of ['policies/prod/vulnerability/images', 'policies/prod/compliance/host']) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, `${file}.policy.yaml`), `rules:\n${rule('a')}${rule('b')}`);
  }
  const validate = async (...args: readonly string[]) => {
    const [out, error]: [string[], string[]] = [[], []];
    const streams = { out: (line: string) => out.push(line), error: (line: string) => error.push(line) };
    const code = await runCommand(['validate', ...args], streams, { variables: {}, folder });
    return { code, out, error };
  };
  const about = path.join('policies', 'prod');
  const said = /compared by name only.*`ordinance pull --collections`/;
  for (const format of ['text', 'gitlab']) {
    const { code, error } = await validate('--format', format);
    assert.equal(code, 0, format);
    assert.equal(error.length, 1, `once for a console: ${format}`);
    assert.ok(error[0]?.startsWith(`${about}: `));
    assert.match(error[0] ?? '', said);
  }
  const json = await validate('--json');
  const { notes } = assertDocument('validate', json.out) as { notes: { about: string; message: string }[] };
  assert.deepEqual([json.code, json.error, notes.map((note) => note.about)], [0, [], [about]]);
  assert.match(notes[0]?.message ?? '', said);
  const log: unknown = JSON.parse((await validate('--format', 'sarif')).out.join(''));
  assert.ok(isSarif(log), JSON.stringify(isSarif.errors));
  const [invocation] = (log as { runs: { invocations: Record<string, unknown>[] }[] }).runs[0]!.invocations;
  assert.ok(invocation);
  assert.equal(invocation['executionSuccessful'], true);
  assert.equal((invocation['toolExecutionNotifications'] as unknown[]).length, 1);
  const github = await validate('--format', 'github');
  assert.ok(github.out.some((line) => line.startsWith('::notice title=order-by-names-only::')));
  assert.deepEqual(github.error, []);
  assert.deepEqual((await validate('--quiet')).error, []);

  await writeFile(path.join(folder, 'policies/prod/collections.yaml'), 'collections:\n  - name: pay\n');
  const kept = await validate();
  assert.deepEqual([kept.code, kept.error], [0, []]);
});
