import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixEdits, fixesOf } from '../../../../src/core/assist/findings/fixes.ts';
import { expectNowFix, missingNames } from '../../../../src/core/assist/testFile/editTests.ts';
import { readTestFile } from '../../../../src/core/assist/testFile/readTestFile.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { yamlLines } from '../../../../src/core/document/yaml/writeYaml.ts';
import { fromPlain } from '../../../../src/core/json/json.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';

const textOf = (plain: object, spelling: Spelling): string =>
  spelling === 'json'
    ? `${JSON.stringify(plain, undefined, 2)}\n`
    : `# ours\n${yamlLines(fromPlain(plain), '').join('\n')}\n`;

/** For each finding its fixes, as titles, with what the first makes of the file; the same in both spellings. */
function mended(plain: object): { readonly titles: readonly string[][]; readonly text: string } {
  const [json, yaml] = (['json', 'yaml'] as const).map((spelling) => {
    let text = textOf(plain, spelling);
    const titles: string[][] = [];
    for (let turn = 0; turn < 5; turn++) {
      const [finding] = readTestFile(text, spelling).diagnostics;
      if (!finding) {
        break;
      }
      const fixes = fixesOf(finding);
      titles.push(fixes.map(({ title }) => title));
      const [first] = fixes;
      if (!first) {
        break;
      }
      const after = applyEdits(text, fixEdits(readPolicyText(text, spelling), finding, first));
      assert.notEqual(after, text, `${finding.message}: ${first.title}`);
      text = after;
    }
    assert.ok(spelling === 'json' || text.startsWith('# ours\n'), text);
    return { titles, text };
  });
  assert.deepEqual(json?.titles, yaml?.titles);
  return { titles: json?.titles ?? [], text: yaml?.text ?? '' };
}

const file = (...tests: readonly object[]): object => ({ policy: 'vulnerability/images', tests });
const about = { every: { images: ['registry.example/*'] } };

/** Each mistake with what its fixes are called, the first of which leaves nothing to say. */
const mistakes: readonly (readonly [what: string, plain: object, titles: readonly string[]])[] = [
  [
    'the policy',
    { policy: 'vulnerabilty/images', tests: [{ name: 'a', ...about, expect: { blocks: 'never' } }] },
    ['Change to `vulnerability/images`'],
  ],
  ['a word', file({ name: 'a', ...about, expect: { blocks: 'hihg' } }), ['Change to `high`']],
  [
    'a word that is far from all',
    file({ name: 'a', ...about, expect: { blocks: 'prohibited always' } }),
    ['never', 'critical', 'high', 'medium', 'low', 'everything'].map((word) => `Change to \`${word}\``),
  ],
  [
    'a word of a check',
    {
      policy: 'compliance/host',
      tests: [{ name: 'a', every: { hosts: ['*'] }, expect: { checks: { 41: 'at leest block' } } }],
    },
    ['Change to `at least block`'],
  ],
  [
    'what is allowed',
    {
      policy: 'cnns/network',
      tests: [
        {
          name: 'a',
          connection: { source: { image: 'a' }, destination: { address: '10.0.0.1' } },
          expect: { allowed: 'True' },
        },
      ],
    },
    ['Write true'],
  ],
  [
    'what cannot be expected',
    file({ name: 'a', ...about, expect: { blocks: 'never', prevents: 'never' } }),
    ['Remove `prevents`'],
  ],
  [
    'a member that nobody knows',
    file({ name: 'a', evry: about.every, expect: { blocks: 'never' } }),
    ['Rename to `every`', 'Remove `evry`'],
  ],
  [
    'a list that the policy does not look at',
    file({ name: 'a', every: { ...about.every, functions: ['*'] }, expect: { blocks: 'never' } }),
    ['Remove `functions`'],
  ],
  [
    'two things that it is about',
    file({ name: 'a', ...about, order: ['x', 'y'] }),
    ['Remove `every`', 'Remove `order`'],
  ],
  ['an order with more', file({ name: 'a', order: ['x', 'y'], expect: { rule: 'x' } }), ['Remove `expect`']],
  ['a rule that is named twice', file({ name: 'a', order: ['x', 'y', 'x'] }), ['Remove it']],
  [
    'a name that another has',
    file({ name: 'a', order: ['x', 'y'] }, { name: 'a', order: ['y', 'z'] }),
    ['Change to `a (2)`'],
  ],
  ['nobody', file({ name: 'a', ...about, expect: 'no rule apply' }), ['Change to `no rule applies`']],
];

for (const [what, plain, titles] of mistakes) {
  test(`a mistake of a file of tests is mended by its first fix: ${what}`, () => {
    const { titles: found, text } = mended(plain);
    assert.deepEqual(found[0], titles, text);
    assert.equal(found.length, 1, `${JSON.stringify(found)}\n${text}`);
  });
}

test('names that nothing goes by are marked where they are, with the ones that may be meant', () => {
  const written = {
    order: ['a', 'paymnets', 7],
    expect: { rule: 'paymnets' },
    every: { collections: ['All', 'prd'] },
  };
  const missing = [
    { of: 'rule', name: 'paymnets', meant: 'payments' },
    { of: 'rule', name: '7' },
    { of: 'collection', name: 'prd', meant: 'prod' },
  ] as const;
  const ofNetwork = { every: { source: { collections: 'prd' } } };
  const found = [
    ...missingNames(policyKind('vulnerability/images'), written, 3, missing),
    ...missingNames(policyKind('cnns/network'), ofNetwork, 3, missing),
  ];
  assert.deepEqual(
    found.map(({ path, message, fixes = [] }) => [
      path.slice(2).join('.'),
      message,
      ...fixes.map(({ title }) => title),
    ]),
    [
      ['order.1', 'there is no rule "paymnets"; did you mean "payments"?', 'Change to `payments`'],
      ['expect.rule', 'there is no rule "paymnets"; did you mean "payments"?', 'Change to `payments`'],
      ['order.2', 'there is no rule "7"'],
      ['every.collections.1', 'there is no collection "prd"; did you mean "prod"?', 'Change to `prod`'],
      ['every.source.collections', 'there is no collection "prd"; did you mean "prod"?', 'Change to `prod`'],
    ],
  );
});

test('what is expected becomes what is so, in both spellings, and everything else stays as it is written', () => {
  const before = { rule: 'a', blocks: 'at least high', alerts: 'everything' };
  const plain = file({ name: 'a', ...about, expect: before }, { name: 'b', order: ['x', 'y'] });
  const now = { rule: ['b', 'c'], alerts: 'everything' };
  for (const spelling of ['json', 'yaml'] as const) {
    const text = textOf(plain, spelling);
    const [one] = (plain as { readonly tests: readonly object[] }).tests;
    const fix = expectNowFix(one, 0, now, 'Expect');
    assert.ok(fix?.isChoice);
    const edits = fixEdits(
      readPolicyText(text, spelling),
      { code: 'failed-test', message: '', severity: 'error', range: { start: 0, end: 0 } },
      fix,
    );
    assert.equal(
      applyEdits(text, edits),
      textOf(file({ name: 'a', ...about, expect: now }, { name: 'b', order: ['x', 'y'] }), spelling),
    );
  }
  assert.equal(expectNowFix({ expect: now }, 0, now, 'Expect'), undefined, 'there is nothing to change');
});
