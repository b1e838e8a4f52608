import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PossibleRule } from '../../../../src/core/order/affectedDecisions.ts';
import type { AffectedReport, AffectedResource } from '../../../../src/core/sync/countAffected.ts';
import { policyKinds } from '../../../../src/core/policy/families.ts';
import {
  affectedSummaries,
  affectedSummary,
  affectedTable,
} from '../../../../src/vscode/order/affectedRows.ts';
import { allChanges, plainChange } from '../../../../src/core/order/effect/change.ts';

const by = (name: string, effect = 'alerts on everything'): PossibleRule => ({
  rule: name === '-' ? undefined : { index: 2, name },
  effect,
});

const affected = (more: Partial<AffectedResource> = {}): AffectedResource => ({
  resource: { id: 'sha256:1', name: 'shop/web:1', kind: 'image', places: [{}, {}] },
  before: [by('strict')],
  after: [by('rest', 'does nothing')],
  change: plainChange.weaker,
  isSure: true,
  keepsRule: false,
  places: 1,
  example: { images: ['shop/web:1'], namespaces: ['dev'] },
  ...more,
});

const report = (more: Partial<AffectedReport> = {}): AffectedReport => ({
  affected: [],
  counts: { handed: 0, kept: 0, weaker: 0, mixed: 0, unknown: 0, perhaps: 0 },
  looked: 7,
  what: 'image',
  asked: 2,
  leftOut: { beyond: [], unlisted: [], nameless: [], others: 0 },
  ...more,
});

const kind = policyKinds.find(({ name }) => name === 'vulnerability/images')!;
const affectedRow = (one: AffectedResource) =>
  affectedTable([{ kind, report: report({ affected: [one] }) }]).rows[0] ?? {};

test('a row names both rules, what they do, and what becomes of it', () => {
  assert.deepEqual(affectedRow(affected()), {
    policy: 'vulnerability/images',
    name: 'shop/web:1',
    what: 'image',
    change: 'weaker',
    ruleBefore: 'strict',
    ruleAfter: 'rest',
    before: 'alerts on everything',
    after: 'does nothing',
    places: 1,
    of: 2,
    where: 'image=shop/web:1 namespace=dev',
    id: 'sha256:1',
  });
});

test('what is not certain names every rule that may decide, the certain one first', () => {
  const row = affectedRow(
    affected({
      before: [by('a'), by('b'), by('last')],
      after: [by('-')],
      change: plainChange.unknown,
      isSure: false,
    }),
  );
  assert.equal(row['ruleBefore'], 'last, or perhaps a, b');
  assert.equal(row['ruleAfter'], '(no rule)');
  assert.equal(row['change'], 'unknown');
});

test('the column of what becomes of it sorts weaker first, by the words that rows have', () => {
  const order = affectedTable([]).columns.find(({ key }) => key === 'change')?.order;
  const words = allChanges.map((change) => String(affectedRow(affected({ change }))['change']).toLowerCase());
  assert.deepEqual(order, [...new Set(words)]);
});

test('the summary counts, and says what could not be counted', () => {
  assert.equal(
    affectedSummary(report({ counts: { handed: 3, kept: 1, weaker: 1, mixed: 0, unknown: 2, perhaps: 2 } })),
    'Another rule applies to 3 images. The same rule acts differently for 1 image. Decisions: 1 becomes weaker, 2 unknown. Unknown for 2: some data about the resources or the collections is missing. Checked: 7 images, which the console lists for 2 rules.',
  );
  assert.equal(
    affectedSummary(report({ what: 'host', looked: 1, asked: 1 })),
    'Nothing is affected. Checked: 1 host, which the console lists for 1 rule.',
  );
  assert.match(
    affectedSummary(report({ counts: { handed: 5, kept: 0, weaker: 2, mixed: 3, unknown: 0, perhaps: 0 } })),
    /^Another rule applies to 5 images\. Decisions: 2 become weaker, 3 mixed\./,
  );
  assert.match(
    affectedSummary(report({ counts: { handed: 3, kept: 0, weaker: 0, mixed: 3, unknown: 0, perhaps: 0 } })),
    /^Another rule applies to 3 images\. Decisions: 3 mixed\./,
  );
  const rule = (name: string) => ({ index: 0, name });
  assert.match(
    affectedSummary(
      report({
        what: 'container',
        counts: { handed: 2, kept: 0, weaker: 0, mixed: 0, unknown: 0, perhaps: 0 },
        leftOut: {
          beyond: ['a', 'b', 'c', 'd', 'e'].map(rule),
          unlisted: [rule('new')],
          nameless: [rule('')],
          others: 4,
        },
      }),
    ),
    /^Another rule applies to 2 containers\. No decision is known to be weaker\. .* NOT counted: more than the limit of "a", "b", "c" and 2 more; resources that "new" would newly match: the console does not list resources without a rule; a rule without a name; 4 listed resources of a kind that these rules do not cover\.$/,
  );
});

test('of several policies rows name theirs, what becomes weaker in any of them comes first, and each has a line', () => {
  const kinds = policyKinds.filter(({ name }) => name.startsWith('vulnerability/')).slice(0, 2);
  const [one, two] = kinds;
  assert.ok(one && two);
  const reports = [
    {
      kind: one,
      report: report({
        affected: [affected({ change: plainChange.mixed }), affected({ change: plainChange.same })],
      }),
    },
    { kind: two, report: report({ affected: [affected({ change: plainChange.weaker })], asked: 1 }) },
  ];
  assert.deepEqual(
    affectedTable(reports).rows.map(({ policy, change }) => [policy, change]),
    [
      [two.name, 'weaker'],
      [one.name, 'mixed'],
      [one.name, 'same action'],
    ],
  );
  assert.equal(
    affectedSummaries(reports, ['No decision changes in x.']),
    `${one.name}: Nothing is affected. Checked: 7 images, which the console lists for 2 rules.\n${two.name}: Nothing is affected. Checked: 7 images, which the console lists for 1 rule.\nNo decision changes in x.\n`,
  );
  const isHidden = (count: number) =>
    affectedTable(reports.slice(0, count)).columns.find(({ key }) => key === 'policy')?.hidden;
  assert.deepEqual([isHidden(1), isHidden(2)], [true, false]);
});
