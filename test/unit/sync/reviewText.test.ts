import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { plainChange } from '../../../src/core/order/effect/change.ts';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import type { PolicyKind } from '../../../src/core/policy/families.ts';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { sentForm } from '../../../src/core/policy/sentForm.ts';
import type { PlanStep } from '../../../src/core/policy/ruleDiff.ts';
import type { PushPlan } from '../../../src/core/sync/outcomes.ts';
import { reviewText } from '../../../src/core/sync/reviewText.ts';
import { anyKind, asObject, documentOf } from '../policy/policyArbitraries.ts';
import { kindOf, planText } from './workspace.ts';
import { testDestination } from './testDestination.ts';

function planOf(kind: PolicyKind, live: JsonObject, working: JsonObject, more: object = {}): PushPlan {
  const sent = sentForm(kind, live, working);
  return {
    ref: { console: 'production', policy: kind.name },
    ...sent,
    bodyHash: 'b'.repeat(64),
    liveHash: 'a'.repeat(64),
    liveText: writeJson(live),
    live,
    nextHash: canonicalHash(kind, sent.next),
    madeAt: new Date(0),
    destination: testDestination,
    ...more,
  };
}

const rule = (name: string, more: object = {}) => ({ name, collections: [{ name: 'All' }], ...more });
const plain = (value: object): JsonObject => asObject(fromPlain(value));
const compliance = kindOf('compliance/host');

test('one entry for each rule, in words, and nothing of it in signs', () => {
  const live = {
    rules: [
      rule('gone', { disabled: true, effect: 'block' }),
      rule('a'),
      rule('old', { x: 1, y: 2, z: 3 }),
      rule('c'),
      rule('d'),
    ],
  };
  const working = {
    rules: [
      rule('d', { blockMsg: 'alert' }),
      rule('a', { blockMsg: 'alert' }),
      { ...rule('old', { x: 1, y: 2, z: 3 }), name: 'new' },
      rule('added', { effect: 'alert' }),
      rule('c'),
    ],
    extra: 1,
  };
  const { lines, entries, details } = reviewText(
    planOf(compliance, plain(live), plain(working)),
    'Push compliance/host to production',
  );
  assert.equal(
    lines.slice(0, details).join('\n'),
    `Push compliance/host to production: 1 added, 1 removed, 2 changed, 1 moved and changed, 1 renamed
To https://console.example:8083/api/v1

Changed policy-level fields
    extra: (absent) -> 1

Removed "gone", which was rule 1
    disabled: true
    effect: "block"
    collections: "All"

Moved and changed "d", from 5 to 1
    blockMsg: (absent) -> "alert"
    collections: "All"

Changed "a", rule 2
    blockMsg: (absent) -> "alert"

Renamed "old" -> "new", rule 3

Added "added" as rule 4
    effect: "alert"
    collections: "All"
`,
  );
  assert.deepEqual(
    entries.map(({ line, steps }) => [/^\w+/.exec(lines[line] ?? '')?.[0], steps.map(({ kind }) => kind)]),
    [
      ['Changed', ['document']],
      ['Removed', ['remove']],
      ['Moved', ['move', 'change']],
      ['Changed', ['change']],
      ['Renamed', ['rename']],
      ['Added', ['add']],
    ],
  );
  assert.match(lines.slice(details).join('\n'), /^Details\n {4}live policy before: a{64}\n {4}body: b{64} /);
  assert.doesNotMatch(lines.join('\n'), /^[#~>=+-] /m);
});

test('of two rules that changed places none is told as the one that was moved', () => {
  const entryOf = (...names: object[]): string => {
    const live = { rules: ['a', 'b', 'c'].map((name) => rule(name)) };
    const plan = planOf(compliance, plain(live), plain({ rules: names }));
    const { lines, entries, details } = reviewText(plan, 'Push');
    return lines.slice(entries[0]?.line, details).join('\n');
  };
  assert.equal(
    entryOf(rule('a'), rule('c'), rule('b')),
    `Changed places: "c" and "b", now rules 2 and 3
    collections of "c": "All"
    collections of "b": "All"
`,
  );
  assert.equal(
    entryOf(rule('a'), rule('c', { x: 1 }), rule('b', { x: 1 })),
    `Changed "c", rule 2
    x: (absent) -> 1
    changed places with: "b", now rule 3
    collections of "c": "All"
    collections of "b": "All"

Changed "b", rule 3
    x: (absent) -> 1
`,
  );
});

test('risks and tests come before the rules, and those before changed decisions and warnings', () => {
  const plan = planOf(compliance, plain({ rules: [rule('a')] }), plain({ rules: [rule('b', { z: 1 })] }), {
    emptiesPolicy: true,
    overrides: { base: undefined, lost: [{ name: 'rules/a', array: 'rules', rule: 'a', change: 'add' }] },
    decisionChanges: {
      decisions: [],
      decisionsChange: false,
      actions: [
        {
          rule: { index: 0, name: 'b' },
          before: 'does nothing',
          after: 'allowed',
          change: plainChange.weaker,
        },
      ],
      isComplete: true,
    },
    warnings: { count: 1, first: ['line 3: odd\nAdded "x" as rule 1'] },
    tests: { count: 2, failing: [{ name: 't', why: 'w' }], mustHold: false },
  });
  const { lines } = reviewText(plan, 'Push');
  const at = (begin: RegExp): number => lines.findIndex((line) => begin.test(line));
  const order = [
    /^Push: /,
    /^Decisions: 1 changed: 1 weaker/,
    /^This push leaves/,
    /^Undoes .*"a"/,
    /^Failed tests of the policy \(1 of 2\):/,
    /^(Added|Removed) /,
    /^ {2}weaker: "b"/,
    /^1 warning/,
    /^Details/,
  ];
  assert.deepEqual(
    order.map(at),
    order.map(at).toSorted((a, b) => a - b),
  );
  assert.ok(
    order.every((begin) => at(begin) >= 0),
    lines.join('\n'),
  );
  assert.ok(lines.includes('- line 3: odd Added "x" as rule 1'), 'what is quoted makes no line of ours');
});

test('lists of a policy that has several are named, and each rule is under its own', () => {
  const network = kindOf('cnns/network');
  const [first = '', second = ''] = network.arrays.map(({ key }) => key);
  const { lines } = reviewText(
    planOf(
      network,
      plain({ [first]: [rule('a')], [second]: [] }),
      plain({ [first]: [], [second]: [rule('b')] }),
    ),
    'Push',
  );
  const titles = network.arrays.map(({ title }) => `In ${title}`);
  assert.deepEqual(
    lines.filter((line) => /^(In|Added|Removed) /.test(line)).map((line) => line.replace(/(,| as) .*/, '')),
    [titles[0], 'Removed "a"', titles[1], 'Added "b"'],
  );
});

test('every step is in exactly one entry, whatever names and members say', () => {
  fc.assert(
    fc.property(
      anyKind.chain((kind) => fc.tuple(fc.constant(kind), documentOf(kind), documentOf(kind))),
      ([kind, before, after]) => {
        const plan = planOf(kind, before, after);
        const { lines, entries } = reviewText(plan, 'Push');
        assert.deepEqual(new Set(entries.flatMap(({ steps }) => steps)), new Set(plan.steps));
        assert.equal(entries.flatMap(({ steps }) => steps).length, plan.steps.length);
        assert.ok(lines.every((line) => !line.includes('\n')));
        const begin = /^(Added|Removed|Changed|Moved|Renamed)\b/;
        assert.ok(entries.every(({ line }) => begin.test(lines[line] ?? '')));
        assert.equal(
          lines.filter((line) => begin.test(line)).length,
          entries.length,
          'no other line looks like one',
        );
      },
    ),
  );
});

test('a plan of very many rules, and a rule with very many members that change, are written', () => {
  const names = Array.from({ length: 150_000 }, (_, at) => `r${at}`);
  const live = plain({ rules: names.map((name) => ({ name })) });
  const removes = names.map((name, from) => ({ kind: 'remove', array: 'rules', rule: name, from }) as const);
  const plan = { ...planOf(compliance, plain({}), plain({})), live, steps: removes };
  assert.equal(reviewText(plan, 'Push').entries.length, names.length);
  const fields = names.map((path) => ({ path, before: undefined, after: true }));
  const change = { kind: 'change', array: 'rules', rule: 'r0', from: 0, to: 0, fields } as const;
  assert.ok(reviewText({ ...plan, steps: [change] }, 'Push').lines.length > names.length);
});

test('a plan says where it goes, and warns when nothing would be left', () => {
  const plan = planOf(compliance, plain({ rules: [rule('a')] }), plain({ rules: [] }));
  const text = planText({ ...plan, restores: 'c'.repeat(64) });
  assert.match(
    text,
    /^compliance\/host on production: 1 removed\nTo https:\/\/console\.example:8083\/api\/v1\n\nThis push leaves the policy without any rule\.\n\nRemoved "a"/,
  );
  assert.match(text, / {4}body: b{64} \(2 bytes\)\n {4}restores snapshot: c{64}\n/);
});

test('a value that is too long for its line says how much is not shown', () => {
  const [live, next] = ['x'.repeat(157), 'y'.repeat(300)].map((notes) =>
    plain({ rules: [rule('a', { notes })] }),
  );
  assert.ok(live && next);
  const text = planText(planOf(compliance, live, next));
  const long = `"${'y'.repeat(159)}… and 142 more characters`;
  assert.ok(text.includes(`    notes: "${'x'.repeat(157)}" -> ${long}\n`), text);
});

test('warnings of the file are counted, and the first are named', () => {
  const plan = planOf(compliance, plain({ rules: [rule('a')] }), plain({ rules: [rule('b')] }));
  assert.match(
    planText({ ...plan, warnings: { count: 1, first: ['line 3: Odd.'] } }),
    /\n\n1 warning that this push adds:\n- line 3: Odd\.\n/,
  );
  const many = planText({ ...plan, warnings: { count: 3, first: ['line 3: Odd.'] } });
  assert.match(many, /^3 warnings that this push adds:\n- line 3: Odd\.\n- and 2 more$/m);
});

test('secrets are not shown, long values are cut, nothing turns the direction of writing', () => {
  const text = planText(
    planOf(
      kindOf('waas/container'),
      plain({ rules: [rule('a', { applicationsSpec: [{ certificate: { plain: 'x', encrypted: 'e' } }] })] }),
      plain({
        rules: [
          rule('a', {
            applicationsSpec: [{ certificate: { plain: 'SECRET', encrypted: 'e' } }],
            notes: `\u202E${'n'.repeat(1e6)}`,
          }),
          rule('b', { more: { plain: 'SECRET' } }),
        ],
        members: { plain: 'SECRET' },
      }),
    ),
  );
  assert.doesNotMatch(text, /SECRET|\u202E/);
  assert.match(text, /certificate\.plain: \(secret\)/);
  assert.match(text, /\\u202e/);
  assert.ok(text.length < 2000);
});

test('a move to the same number says what it means', () => {
  const list = (...names: string[]) => plain({ rules: names.map((each) => rule(each)) });
  const plan = planOf(compliance, list('a', 'm', 'b', 'c'), list('b', 'm', 'a', 'c'));
  const steps = plan.steps.map((step) => {
    const { changedPlacesWith: _, ...alone } = step as PlanStep & { readonly changedPlacesWith?: unknown };
    return alone;
  });
  const text = planText({ ...plan, steps });
  assert.match(text, /, below other rules, still rule \d$/m);
  assert.doesNotMatch(text, /from (\d) to \1/);
});

test('two rules that changed places are both named where this would be undone', () => {
  const plan = planOf(compliance, plain({ rules: [rule('a')] }), plain({ rules: [rule('b')] }));
  const lost = {
    name: 'rules/c',
    array: 'rules',
    rule: 'c',
    change: 'move',
    changedPlacesWith: 'b',
  } as const;
  assert.match(
    planText({ ...plan, overrides: { base: undefined, lost: [lost] } }),
    /^Undoes a change of someone else: "c" and "b" changed places\.$/m,
  );
});
