import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { updatePolicyText } from '../../../../src/core/document/updatedText.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { canonicalHash } from '../../../../src/core/policy/canonical.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { jsonObjects, jsonValues, policies, rules } from '../arbitraries.ts';
import { commentsOf, policyTexts, rulesOf } from '../edits/policyTexts.ts';
import { dear } from '../../dear.ts';

const kind = policyKind('compliance/host');

function updated(text: string, spelling: Spelling, next: JsonObject): string {
  const document = readPolicyText(text, spelling, kind);
  return applyEdits(text, updatePolicyText(document, next));
}

for (const spelling of ['json', 'yaml'] as const) {
  test(`any file becomes any policy (${spelling})`, () => {
    fc.assert(
      fc.property(policyTexts(spelling), fc.oneof(policies, jsonObjects), (text, next) => {
        const document = readPolicyText(text, spelling);
        const after = applyEdits(text, updatePolicyText(document, next));
        assert.deepEqual(readPolicyText(after, spelling).value(), next, `${text}\n=>\n${after}`);
      }),
      { numRuns: dear(200) },
    );
  });

  test(`rules that stay keep their comments, whatever is moved, added, removed or changed (${spelling})`, () => {
    const change = fc.record({
      order: fc.array(fc.nat({ max: 5 }), { maxLength: 8 }),
      fresh: fc.array(rules, { maxLength: 2 }),
      key: fc.constantFrom('effect', 'notes', 'condition'),
      value: jsonValues,
      at: fc.nat({ max: 5 }),
    });
    fc.assert(
      fc.property(policyTexts(spelling), change, (text, { order, fresh, key, value, at }) => {
        const document = readPolicyText(text, spelling);
        const list = rulesOf(document);
        const kept = [...new Set(order)].filter((index) => index < list.length);
        const next = kept.map((index, place) => {
          const rule = list[index] as JsonObject;
          return place === at ? new Map([...rule, [key, value]]) : rule;
        });
        next.splice(at, 0, ...fresh);
        const policy = new Map([...(document.value() as JsonObject), ['rules', next]]) as JsonObject;
        const after = applyEdits(text, updatePolicyText(document, policy));
        assert.deepEqual(readPolicyText(after, spelling).value(), policy, `${text}\n=>\n${after}`);
        if (kept.length === list.length && !/kept/.test(text)) {
          assert.deepEqual(
            commentsOf(text).filter((comment) => !commentsOf(after).includes(comment)),
            [],
            `${text}\n=>\n${after}`,
          );
        }
      }),
      { numRuns: dear(400) },
    );
  });

  test(`what compares equal keeps its bytes (${spelling})`, () => {
    fc.assert(
      fc.property(policyTexts(spelling), (text) => {
        const document = readPolicyText(text, spelling, kind);
        const value = document.value() as JsonObject;
        const full = rulesOf(document).map(
          (rule) =>
            new Map([
              ...(rule as JsonObject),
              ['owner', 'admin'],
              ['modified', '2024-01-01T00:00:00Z'],
              ['previousName', ''],
            ]),
        );
        assert.equal(updated(text, spelling, new Map([...value, ['rules', full]])), text);
      }),
      { numRuns: dear(100) },
    );
  });

  test(`the result says what was asked for, in the comparison of the console (${spelling})`, () => {
    fc.assert(
      fc.property(policyTexts(spelling), policies, (text, next) => {
        assert.ok(kind);
        const after = readPolicyText(updated(text, spelling, next), spelling, kind).value();
        assert.equal(canonicalHash(kind, after ?? null), canonicalHash(kind, next));
      }),
      { numRuns: dear(200) },
    );
  });
}

test('a changed rule is edited member by member, a moved one moves with its comments', () => {
  const text = `# our policy
policyType: hostCompliance
rules:
  # first
  - name: a
    effect: alert # because
    collections:
      - name: All
  # second
  - name: b # bee
    effect: "block"
`;
  const next = fromPlain({
    policyType: 'hostCompliance',
    rules: [
      { name: 'b', effect: 'block' },
      { name: 'a', effect: 'block', collections: [{ name: 'All' }, { name: 'Prod' }], graceDays: 3 },
    ],
  }) as JsonObject;
  assert.equal(
    updated(text, 'yaml', next),
    `# our policy
policyType: hostCompliance
rules:
  # second
  - name: b # bee
    effect: "block"
  # first
  - name: a
    effect: block # because
    collections:
      - name: All
      - name: Prod
    graceDays: 3
`,
  );
});

test('a broken file is written anew', () => {
  const next: JsonObject = new Map([['rules', []]]);
  assert.equal(updated('{"rules": [', 'json', next), '{\n  "rules": []\n}\n');
  assert.equal(updated('', 'yaml', next), 'rules: []\n');
  assert.equal(updated('rules: []', 'yaml', next), 'rules: []');
});

const replaced = {
  json: `{
  "note": { // about the note
    "x": 1
  },
  "rules": [
    // first
    {
      "name": "a",
      "condition": {
        // why b
        "b": [1, /* not two */ 2]
      }
    }
  ]
}
`,
  yaml: `note: # about the note
  x: 1
rules:
  # first
  - name: a
    condition:
      # why b
      b:
        - 1
        - 2 # not two
`,
};

for (const spelling of ['json', 'yaml'] as const) {
  test(`comments in what is replaced stay (${spelling})`, () => {
    const next = fromPlain({ note: 'short', rules: [{ name: 'a', condition: 'c' }] }) as JsonObject;
    const after = updated(replaced[spelling], spelling, next);
    assert.deepEqual(readPolicyText(after, spelling).value(), next, after);
    for (const comment of ['about the note', 'first', 'why b', 'not two']) {
      assert.equal(after.split(comment).length, 2, after);
    }
  });

  test(`a broken file that is written anew keeps its comments on top (${spelling})`, () => {
    const next = fromPlain({ rules: [{ name: 'b' }] }) as JsonObject;
    const broken = { json: replaced.json.replace('"x": 1', '"x": 1,, '), yaml: `${replaced.yaml}  x` };
    const after = updated(broken[spelling], spelling, next);
    assert.deepEqual(readPolicyText(after, spelling).value(), next, after);
    assert.match(after, /^\S+ about the note\n\S+ first\n\S+ why b\n\S+ not two/);
  });
}
