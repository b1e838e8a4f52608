import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWholeFile, readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { fixesOf } from '../../../../src/core/assist/findings/fixes.ts';
import { readCollections } from '../../../../src/core/document/collectionsText.ts';
import { rereadPolicy } from '../../../../src/core/document/reading/rereadPolicy.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';

const images = policyKind('vulnerability/images');
const rules = (notes: string): string =>
  `rules:\n- name: a\n  collections:\n    - name: All\n  notes: ${notes}\n`;

function problemsOf(text: string): string[] {
  return readPolicyText(text, 'yaml', images).problems.map(
    ({ code, range }) => `${code} ${text.slice(range.start, range.end)}`,
  );
}

test('a file that says that it is another YAML is not read as if it were this one', () => {
  for (const [head, marked] of [
    ['%YAML 1.1\n---\n', '%YAML 1.1'],
    ['\uFEFF%YAML 1.1\n---\n', '%YAML 1.1'],
    ['# comment\n\n  # another\n%YAML\t1.1 # why\r\n---\r\n', '%YAML\t1.1'],
    ['%TAG !e! tag:example.com,2000:\n%YAML 1.1\n--- # start\n', '%YAML 1.1'],
    ['%YAML 1.3\n---\n', '%YAML 1.3'],
    ['%YAML 2.0\n---\n', '%YAML 2.0'],
    ['%FOO bar\n---\n', '%FOO bar'],
    [`%YAML${' '.repeat(600)}1.1\n---\n`, `%YAML${' '.repeat(600)}1.1`],
    [`%FOO ${'x'.repeat(600)}\r\n---\n`, `%FOO ${'x'.repeat(600)}`],
  ] as const) {
    const text = `${head}${rules('012')}`;
    assert.deepEqual(problemsOf(text), [`yaml-directive ${marked}`], head);
    assert.equal(readPolicyText(text, 'yaml', images).value(), undefined, head);
  }
  const both = `%YAML 1.1\n%OTHER\n---\n${rules('a')}`;
  assert.deepEqual(problemsOf(both), ['yaml-directive %YAML 1.1', 'yaml-directive %OTHER']);
});

test('a directive that is done as it says is no problem', () => {
  const value = (text: string): string => writeJson(readPolicyText(text, 'yaml', images).value() ?? null);
  for (const head of ['%YAML 1.2\n---\n', '%YAML 1.2 # as always\n---\n', '---\n', '# %YAML 1.1\n---\n']) {
    assert.deepEqual(problemsOf(`${head}${rules('yes')}`), []);
    assert.equal(value(`${head}${rules('yes')}`), value(rules('yes')));
  }
  const tagged = '%TAG !y! tag:yaml.org,2002:\n---\n';
  assert.equal(value(`${tagged}${rules('!y!str 12')}`), value(rules('"12"')));
  const foreign = '%TAG !! tag:example.com,2000:\n---\n';
  assert.deepEqual(problemsOf(`${foreign}${rules('!!str 12')}`), ['unsupported-tag !!str']);
  assert.deepEqual(problemsOf(rules('"%YAML 1.1"')), []);
});

test('a directive that is typed is found, and one that is deleted is forgotten', () => {
  const text = `---\n${rules('012')}`;
  let doc = readPolicyText(text, 'yaml', images);
  const directive = '%YAML 1.1\n';
  doc = rereadPolicy(doc, [{ start: 0, end: 0, text: directive }]);
  assert.deepEqual(
    doc.problems.map(({ code }) => code),
    ['yaml-directive'],
  );
  doc = rereadPolicy(doc, [{ start: 0, end: directive.length, text: '' }]);
  assert.deepEqual(doc.problems, []);
});

test('the directive is removed by a fix only where the file says the same without it', () => {
  const isOffered = (notes: string, head = '%YAML 1.1'): boolean => {
    const doc = readPolicyText(`${head}\n---\n${rules(notes)}`, 'yaml', images);
    const found = new PolicyChecker().check(doc).find(({ code }) => code === 'yaml-directive');
    assert.ok(found);
    return fixesOf(found).length > 0;
  };
  for (const same of ['text', '"yes"', "'012'", '12', '-1.5', '0', 'true', '~']) {
    assert.equal(isOffered(same), true, same);
  }
  const differing = 'yes On n 012 0o12 0b11 1_000 1:30 2001-01-01 1e3 .5 +1 = "a\u0085b" [yes] {off:,yes:}';
  for (const other of differing.split(' ')) {
    assert.equal(isOffered(other), false, other);
  }
  assert.equal(isOffered('text', '%YAML 1.3'), false);
  assert.equal(isOffered('yes', '%FOO'), true);
});

test('what else is read as YAML is not read in another way either', () => {
  assert.equal(readWholeFile('%YAML 1.1\n---\nconsoles: []\n', 'yaml', 'x').fatal, true);
  assert.match(
    JSON.stringify(readCollections('%YAML 1.1\n---\ncollections: []\n')),
    /line 1: Ordinance reads YAML 1\.2/,
  );
});
