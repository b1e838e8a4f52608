import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import type { PolicyKind } from '../../../src/core/policy/families.ts';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { sentForm } from '../../../src/core/policy/sentForm.ts';
import type { PushPlan } from '../../../src/core/sync/outcomes.ts';
import type { PlanStep } from '../../../src/core/policy/planStep.ts';
import { reviewText } from '../../../src/core/sync/reviewText.ts';
import { planDocument } from '../../../src/core/sync/planDocument.ts';
import { anyKind, asObject, documentOf } from '../policy/policyArbitraries.ts';
import { kindOf, network } from './workspace.ts';

const compliance = kindOf('compliance/host');
const waas = kindOf('waas/container');

function planOf(kind: PolicyKind, live: JsonObject, working: JsonObject): PushPlan {
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
  };
}

const shown = (kind: PolicyKind, live: object, working: object): string =>
  planDocument(planOf(kind, asObject(fromPlain(live)), asObject(fromPlain(working))))
    .split('\n')
    .filter((line) => !/^# (live|sent|compliance)/.test(line))
    .join('\n');

const aboutCollections =
  '# "collections" below a rule: what it applies to, by name; "All" is everything.\n# The first matching rule applies.';

const rule = (name: string, more: object = {}) => ({
  name,
  collections: [{ name: 'All' }],
  note: name,
  ...more,
});

test('every kind of step, with its places and fields', () => {
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
      rule('d'),
      rule('a', { blockMsg: 'alert', condition: { vulnerabilities: [{ id: 41, block: true }] } }),
      { ...rule('old', { x: 1, y: 2, z: 3 }), name: 'new' },
      rule('added', { collections: [{ name: 'All' }, { name: 'prod "x"' }], effect: 'alert' }),
      rule('c'),
    ],
    extra: { a: [], b: 1 },
  };
  assert.equal(
    shown(compliance, live, working),
    `# 1 added, 1 removed, 2 changed, 1 moved, 1 renamed

${aboutCollections}

~ (document)
    extra: (absent) -> {"a":[],"b":1}

- #1 "gone"
    disabled: true
    effect: "block"
    collections: "All"

> #5 -> #1 "d"
    collections: "All"

~ #2 "a"
    blockMsg: (absent) -> "alert"
    condition: (absent) -> {"vulnerabilities":[{"id":41,"block":true}]}

= #3 "old" -> "new"

+ #4 "added"
    effect: "alert"
    collections: "All", "prod \\"x\\""
`,
  );
});

test('the header says where, and warns when nothing would be left', () => {
  const plan = planOf(
    compliance,
    asObject(fromPlain({ rules: [rule('a')] })),
    asObject(fromPlain({ rules: [] })),
  );
  assert.equal(
    planDocument({ ...plan, restores: 'c'.repeat(64) }),
    `# 1 removed
# compliance/host on production
# This push leaves the policy without any rule.
# live before: ${'a'.repeat(64)}
# sent: ${'b'.repeat(64)} (2 bytes)
# restores snapshot: ${'c'.repeat(64)}

${aboutCollections}

- #1 "a"
    collections: "All"
`,
  );
});

test('a value that is too long for its line says how much is not shown', () => {
  const [live, next] = ['x'.repeat(157), 'y'.repeat(300)].map((notes) =>
    asObject(fromPlain({ rules: [rule('a', { notes })] })),
  );
  assert.ok(live && next);
  const text = planDocument(planOf(compliance, live, next));
  const long = `"${'y'.repeat(159)}… and 142 more characters`;
  assert.ok(text.includes(`    notes: "${'x'.repeat(157)}" -> ${long}\n`), text);
});

test('warnings of the file are counted, and the first are named', () => {
  const plan = planOf(
    compliance,
    asObject(fromPlain({ rules: [rule('a')] })),
    asObject(fromPlain({ rules: [rule('b')] })),
  );
  assert.match(
    planDocument({ ...plan, warnings: ['line 3: Odd.'] }),
    /\n\n# 1 warning that this push brings:\n# - line 3: Odd\.\n$/,
  );
  const many = planDocument({ ...plan, warnings: Array.from({ length: 7 }, (_, at) => `line ${at}: Odd.`) });
  assert.match(many, /^# 7 warnings that this push brings:\n(# - line \d: Odd\.\n){5}# - and 2 more\n$/m);
});

test('the two arrays of the network policy have headings', () => {
  const text = planDocument(
    planOf(
      network,
      asObject(parseJson('{"hostRules":[{"name":"h","id":1}],"containerRules":[]}')),
      asObject(parseJson('{"hostRules":[{"name":"h","id":2}],"containerRules":[{"name":"c"}]}')),
    ),
  );
  assert.match(text, /\n@ Container rules\n\n\+ #1 "c"\n\n@ Host rules\n\n~ #1 "h"\n {4}id: 1 -> 2\n$/);
});

test('secrets are not shown, long values are cut, nothing turns the direction of writing', () => {
  const text = shown(
    waas,
    { rules: [rule('a', { applicationsSpec: [{ certificate: { plain: 'x', encrypted: 'e' } }] })] },
    {
      rules: [
        rule('a', {
          applicationsSpec: [{ certificate: { plain: 'SECRET', encrypted: 'e' } }],
          notes: `\u202E${'n'.repeat(1e6)}`,
        }),
        rule('b', { more: { plain: 'SECRET' } }),
      ],
      members: { plain: 'SECRET' },
    },
  );
  assert.doesNotMatch(text, /SECRET|\u202E/);
  assert.match(text, /certificate\.plain: \(secret\)/);
  assert.match(text, /\\u202e/);
  assert.ok(text.length < 2000);
});

test('every line is one of the format, and the same plan is the same text', () => {
  const step = /^(?:[+-] #\d+ ".*|> #\d+ -> #\d+ ".*|= #\d+ ".*" -> ".*|~ #\d+ ".*|~ \(document\))$/;
  const other = /^(?:# .*|@ .*| {4}\S.*: .+|)$/;
  fc.assert(
    fc.property(
      anyKind.chain((kind) => fc.tuple(fc.constant(kind), documentOf(kind), documentOf(kind))),
      ([kind, live, working]) => {
        const plan = planOf(kind, live, working);
        const text = planDocument(plan);
        assert.equal(planDocument(plan), text);
        const lines = text.split('\n');
        assert.ok(
          lines.every((line) => step.test(line) || other.test(line)),
          text,
        );
        assert.equal(lines.filter((line) => step.test(line)).length, plan.steps.length);
      },
    ),
  );
});

test('a move to the same number says what it means', () => {
  const list = (...names: string[]) => asObject(fromPlain({ rules: names.map((each) => rule(each)) }));
  const plan = planOf(compliance, list('a', 'm', 'b', 'c'), list('b', 'm', 'a', 'c'));
  const text = planDocument(plan);
  const steps = plan.steps.map((step) => {
    const { changedPlacesWith: _, ...alone } = step as PlanStep & { readonly changedPlacesWith?: unknown };
    return alone;
  });
  const review = reviewText({ ...plan, steps }, 'Push').lines.join('\n');
  assert.match(review, /, behind other rules, still rule \d$/m);
  assert.doesNotMatch(review, /from (\d) to \1/);
  const moved = text.match(/^> #(\d) -> #\1 .*\n.*$/m)?.[0] ?? '';
  assert.match(moved, /place: the same number, behind other rules than before$/, text);
  assert.doesNotMatch(planDocument(planOf(compliance, list('a', 'b'), list('b', 'a'))), /same number/);
});

test('two rules that changed places are told as that, in a plan and where it would be undone', () => {
  const list = (...names: string[]) => asObject(fromPlain({ rules: names.map((each) => rule(each)) }));
  const plan = planOf(compliance, list('a', 'b', 'c'), list('a', 'c', 'b'));
  assert.match(
    planDocument(plan),
    /^# 1 moved\n[^]*\n> #3 -> #2 "c"\n {4}changed places with: #3 "b"\n {4}collections: "All"\n$/,
  );
  const lost = {
    name: 'rules/c',
    array: 'rules',
    rule: 'c',
    change: 'move',
    changedPlacesWith: 'b',
  } as const;
  assert.match(
    planDocument({ ...plan, overrides: { base: undefined, lost: [lost] } }),
    /^# Undoes a change of someone else: "c" and "b" \(changed places\)\.$/m,
  );
});
