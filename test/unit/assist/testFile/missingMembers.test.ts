import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixAllEdits, fixEdits, fixesOf } from '../../../../src/core/assist/findings/fixes.ts';
import { readTestFile } from '../../../../src/core/assist/testFile/readTestFile.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';

const path = '/policies/prod/vulnerability/images.policy-test';

function found(text: string, spelling: Spelling, where = path) {
  return readTestFile(text, spelling, { path: `${where}.${spelling}` }).diagnostics;
}

/** What the first fix of the first finding makes of a text. */
function mended(text: string, spelling: Spelling): string {
  const [finding] = found(text, spelling);
  const [fix] = finding ? fixesOf(finding) : [];
  assert.ok(finding && fix, text);
  return applyEdits(text, fixEdits(readPolicyText(text, spelling), finding, fix));
}

const test1 = '{ "name": "a", "resource": { "image": "x" }, "expect": "no rule applies" }';

test('the policy that folder and name of a file say is written first, below what is said at its top', () => {
  const cases: readonly (readonly [Spelling, string, string])[] = [
    [
      'yaml',
      `# ours\ntests: # all\n  - ${test1}\n`,
      `# ours\npolicy: vulnerability/images\ntests: # all\n  - ${test1}\n`,
    ],
    ['yaml', 'policy: # which?\ntests: []\n', 'policy: vulnerability/images # which?\ntests: []\n'],
    ['yaml', "policy: ''\ntests: []\n", 'policy: vulnerability/images\ntests: []\n'],
    ['yaml', 'tests: []\r\n', 'policy: vulnerability/images\r\ntests: []\r\n'],
    ['yaml', '{tests: []}\n', '{tests: [], policy: vulnerability/images}\n'],
    [
      'json',
      `{\n  "tests": [${test1}]\n}\n`,
      `{\n  "policy": "vulnerability/images",\n  "tests": [${test1}]\n}\n`,
    ],
    ['json', '{"tests":[]}', '{"policy": "vulnerability/images", "tests":[]}'],
    ['json', '{"policy": null, "tests":[]}', '{"policy": "vulnerability/images", "tests":[]}'],
  ];
  for (const [spelling, before, after] of cases) {
    assert.equal(mended(before, spelling), after);
    assert.deepEqual(found(after, spelling), []);
  }
});

test('where folder and name do not say it those that they may mean are to choose from', () => {
  const fixesIn = (where: string) => found('tests: []\n', 'yaml', where).flatMap((one) => fixesOf(one));
  const names = (where: string): readonly string[] =>
    fixesIn(where).map(({ title }) => title.replace(/^Add `policy: (.*)`$/, '$1'));
  assert.deepEqual(names('/p/compliance/host.policy-test'), ['compliance/host']);
  assert.deepEqual(names('/p/vulnerability/pay-ci-images.policy-test'), ['vulnerability/ci-images']);
  assert.deepEqual(names('/p/tests/out-of-band.policy-test'), ['waas/out-of-band']);
  assert.deepEqual(names('/p/cnns/intent.policy-test'), ['cnns/network']);
  assert.ok(names('/p/vulnerability/pay.policy-test').every((name) => name.startsWith('vulnerability/')));
  assert.ok(names('/p/vulnerability/pay.policy-test').length > 2);
  assert.ok(names('').length > 15);
  const fixes = fixesIn('/p/compliance/mine.policy-test');
  assert.ok(fixes.length > 2 && fixes.every(({ isChoice }) => isChoice), 'none is taken without looking');
});

test('a test without a name gets one that no other has, all of them at once, too', () => {
  for (const spelling of ['yaml', 'json'] as const) {
    const tests = [
      { resource: { image: 'x' }, expect: 'no rule applies' },
      { name: 'new test', resource: { image: 'y' }, expect: 'no rule applies' },
      { resource: { image: 'z' }, expect: 'no rule applies' },
    ];
    const text =
      spelling === 'json'
        ? JSON.stringify({ policy: 'vulnerability/images', tests })
        : `policy: vulnerability/images\ntests:\n${tests.map((one) => `  - ${JSON.stringify(one)} # c\n`).join('')}`;
    const findings = found(text, spelling);
    assert.deepEqual(
      findings.map((one) => fixesOf(one).map(({ title }) => title)),
      [['Call it `new test (2)`'], ['Call it `new test (3)`']],
    );
    const after = applyEdits(text, fixAllEdits(readPolicyText(text, spelling), findings));
    assert.deepEqual(found(after, spelling), []);
    assert.deepEqual(
      readTestFile(after, spelling).tests.map(({ name }) => name),
      ['new test (2)', 'new test', 'new test (3)'],
    );
  }
  const empty =
    'policy: vulnerability/images\ntests:\n  - name: "" # what?\n    resource: { image: x }\n    expect: no rule applies\n';
  assert.equal(mended(empty, 'yaml'), empty.replace('""', 'new test'));
});

test('a file that says what it has to gets none of these', () => {
  for (const text of [
    'policy: vulnerability/images\n',
    'policy: vulnerability/nothing\ntests: []\n',
    'policy: 3\ntests: []\n',
    'policy: vulnerability/images\ntests:\n  - name: a\n    resource: { image: x }\n',
    'policy: vulnerability/images\ntests:\n  - name: [a]\n    resource: { image: x }\n    expect: no rule applies\n',
  ]) {
    assert.ok(
      found(text, 'yaml')
        .flatMap((one) => fixesOf(one))
        .every(({ title }) => !/^(?:Add|Call)/.test(title)),
      text,
    );
  }
});
