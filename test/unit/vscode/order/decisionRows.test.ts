import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KnownResource } from '../../../../src/core/order/rulesApplyingTo.ts';
import { decisionsIn } from '../../../../src/core/order/policyDecision.ts';
import { fromPlain, isJsonObject } from '../../../../src/core/json/json.ts';
import type { KnownCollections } from '../../../../src/core/policy/collections.ts';
import { policyKinds } from '../../../../src/core/policy/families.ts';
import {
  decisionRows,
  type DecisionRow,
  type SideDecision,
} from '../../../../src/vscode/order/decisionRows.ts';

const kind = policyKinds.find(({ name }) => name === 'vulnerability/images')!;
const collections: KnownCollections = new Map([
  ['pay', { images: ['registry.example/payments/*'] }],
  ['dev', { namespaces: ['dev'] }],
]);

/** Rules by what they name; one that blocks has a mark. */
function side(resource: KnownResource, ...rules: readonly string[]): SideDecision {
  const document = fromPlain({
    rules: rules.map((text) => {
      const [name = '', mark] = text.split('!');
      return {
        name: `for ${name}`,
        collections: [{ name }],
        ...(mark === undefined ? {} : { blockThreshold: { enabled: true, value: 7 } }),
      };
    }),
  });
  assert.ok(isJsonObject(document));
  return { decisions: decisionsIn(kind, document, collections, resource) };
}

function said(rows: readonly DecisionRow[]): readonly string[] {
  return rows.map(({ description, detail }) => `${description}: ${detail}`);
}

const payments = { images: ['registry.example/payments/api:1'] };

test('a row says which rule decides, what it does, what comes next, and why rules above do not match', () => {
  const working = side({ ...payments, namespaces: ['prod'] }, 'dev', 'pay!', 'All');
  const [row, ...more] = decisionRows([{ kind, sides: { file: working, base: working, live: working } }]);
  assert.deepEqual(more, [], 'the same thrice is said once');
  assert.equal(row?.label, 'vulnerability/images');
  assert.equal(row.description, '"for pay" (#2) applies');
  assert.match(
    row.detail,
    /^blocks from high.* · Next: "for All" \(#3\) · These do not match: "for dev" \(#1\) \(namespace\)$/,
    'what is done begins a line, where nothing cuts it off',
  );
  assert.equal(row.state, 'applies');
  assert.deepEqual(row.rule, { array: 'rules', index: 1, name: 'for pay' });
});

test('what is not known is not guessed, and leads to the rule that may decide', () => {
  const [below] = decisionRows([{ kind, sides: { file: side(payments, 'dev', 'All') } }]);
  assert.equal(below?.description, 'not certain: "for All" (#2) applies, or a rule above');
  assert.equal(below.detail, 'alerts on everything · Unknown: "for dev" (#1)');
  assert.equal(below.state, 'unknown');
  assert.equal(below.rule?.index, 1);
  const [open] = decisionRows([{ kind, sides: { file: side(payments, 'unheard of') } }]);
  assert.equal(open?.description, 'unknown: "for unheard of" (#1) may apply');
  assert.equal(open.state, 'unknown');
  assert.equal(open.rule?.index, 0);
  const [none] = decisionRows([{ kind, sides: { file: side({ images: ['x'] }, 'pay') } }]);
  assert.equal(none?.description, 'no rule applies');
  assert.match(none.detail ?? '', /^alerts on everything/);
  assert.equal(none.state, 'no-rule');
  assert.equal(none.rule, undefined);
});

test('a name stands in front, and leaves space for what its rule does', () => {
  const document = fromPlain({ rules: [{ name: 'long '.repeat(99), collections: [{ name: 'All' }] }] });
  assert.ok(isJsonObject(document));
  const decisions = decisionsIn(kind, document, collections, payments);
  const [row] = decisionRows([{ kind, sides: { file: { decisions } } }]);
  assert.match(row?.description ?? '', /^"(?:long ){8}…" \(#1\) applies$/);
  assert.equal(row?.detail, 'alerts on everything');
});

test('sides that decide otherwise stand beside each other; a changed effect is otherwise, a changed place is not', () => {
  const given = { ...payments, namespaces: ['dev'] };
  const rows = decisionRows([
    {
      kind,
      sides: {
        file: side(given, 'dev', 'pay'),
        base: side(given, 'unheard', 'dev', 'pay'),
        live: side(given, 'dev!', 'pay'),
      },
    },
    { kind, sides: { file: side(given, 'pay', 'dev'), live: side({ ...given }, 'pay') } },
  ]);
  assert.deepEqual(
    rows.map((row) => row.side),
    ['file', 'base', 'live', 'file'],
  );
  assert.match(said(rows)[0] ?? '', /^Policy file: "for dev" \(#1\) applies: alerts on everything/);
  assert.match(
    said(rows)[1] ?? '',
    /^Base: not certain: "for dev" \(#2\) applies, or a rule above: alerts on everything/,
  );
  assert.match(said(rows)[2] ?? '', /^Live: "for dev" \(#1\) applies: blocks from high/);
  assert.match(said(rows)[3] ?? '', /^"for pay" \(#1\) applies: /);
});

test('without a file what there is says so, and what cannot be read says why', () => {
  const rows = decisionRows([
    { kind, sides: { live: side(payments, 'pay') } },
    { kind, sides: { file: { problem: 'broken' }, live: side(payments, 'pay') } },
    { kind, sides: {} },
  ]);
  assert.match(said(rows)[0] ?? '', /^Live: "for pay" \(#1\) applies: alerts on everything/);
  assert.equal(rows[1]?.description, 'Policy file: broken');
  assert.equal(rows[1]?.state, 'problem');
  assert.match(said(rows)[2] ?? '', /^Live: "for pay" \(#1\) applies: alerts on everything/);
  assert.equal(rows.length, 3);
});

test('of many rules three are named', () => {
  const many = ['dev', 'a', 'b', 'c', 'd'];
  const [row] = decisionRows([
    { kind, sides: { file: side({ namespaces: ['prod'], images: ['x'] }, ...many) } },
  ]);
  assert.equal(row?.description, 'unknown: "for a" (#2), "for b" (#3), "for c" (#4) and 1 more may apply');
});
