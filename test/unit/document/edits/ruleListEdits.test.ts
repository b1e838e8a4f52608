import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  ruleCopies,
  nameOfCopy,
  duplicateRules,
  switchRules,
} from '../../../../src/core/document/ruleListEdits.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { insertRule, moveRules, removeRules, setMember } from '../../../../src/core/document/ruleEdits.ts';
import { applyEdits, type TextEdit } from '../../../../src/core/document/text.ts';
import type { JsonObject, JsonValue } from '../../../../src/core/json/json.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { isExpected } from '../../../../src/core/util/errors.ts';
import { commentsOf, policyTexts, rulesOf } from './policyTexts.ts';
import { dear } from '../../dear.ts';

type Make = (document: PolicyDocument, indices: readonly number[]) => TextEdit[];

const acts: Readonly<Record<string, Make>> = {
  'switched off': (document, indices) => switchRules(document, 'rules', indices, false),
  'switched on': (document, indices) => switchRules(document, 'rules', indices, true),
  duplicated: (document, indices) =>
    duplicateRules(document, 'rules', ruleCopies(document, 'rules', indices)),
  deleted: (document, indices) => removeRules(document, 'rules', indices),
  renamed: (document, [index = 0]) =>
    setMember(document, { array: 'rules', index }, ['name'], 'another name'),
  'put elsewhere': (document, indices) => moveRules(document, 'rules', indices, 0),
  'given one above': (document, [index = 0]) =>
    insertRule(document, 'rules', index, new Map([['name', 'n']])),
};

function madeOrRefused(make: () => TextEdit[], text: string): TextEdit[] | undefined {
  try {
    return make();
  } catch (error) {
    assert.ok(isExpected(error) && error.code === 'unsafe-edit', String(error));
    assert.match(text, /kept|&|\*/, 'what is written plainly can be edited');
    return undefined;
  }
}

const chosen = fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1, maxLength: 4 });
const nameOf = (rule: JsonValue | undefined): JsonValue | undefined =>
  rule instanceof Map ? (rule as JsonObject).get('name') : undefined;

for (const spelling of ['json', 'yaml'] as const) {
  for (const [act, make] of Object.entries(acts)) {
    test(`when rules are ${act} no other changes a byte, and taking it back restores the file (${spelling})`, () => {
      fc.assert(
        fc.property(policyTexts(spelling), chosen, (text, some) => {
          const document = readPolicyText(text, spelling);
          const rules = document.array('rules')?.rules ?? [];
          const indices = some.filter((index) => index < rules.length);
          fc.pre(indices.length > 0);
          const edits = madeOrRefused(() => make(document, indices), text);
          if (!edits) {
            return;
          }
          const changed = applyEdits(text, edits);
          const after = readPolicyText(changed, spelling);
          const now = (after.array('rules')?.rules ?? []).map(({ slice }) => slice.text);
          for (const { index, slice } of rules) {
            if (!indices.includes(index)) {
              const at = now.indexOf(slice.text);
              assert.ok(at >= 0, `${slice.text}\nin\n${changed}`);
              now.splice(at, 1);
            }
          }
        }),
        { numRuns: dear(150) },
      );
    });
  }

  test(`a switch changes nothing but whether the rules are disabled, and no comment goes (${spelling})`, () => {
    fc.assert(
      fc.property(policyTexts(spelling), chosen, fc.boolean(), (text, some, isOn) => {
        const document = readPolicyText(text, spelling);
        const rules = rulesOf(document) as readonly JsonObject[];
        const indices = some.filter((index) => index < rules.length);
        const edits = madeOrRefused(() => switchRules(document, 'rules', indices, isOn), text);
        if (!edits) {
          return;
        }
        const after = readPolicyText(applyEdits(text, edits), spelling);
        const now = rulesOf(after) as readonly JsonObject[];
        const without = (rule: JsonObject): JsonValue =>
          new Map([...rule].filter(([key]) => key !== 'disabled'));
        assert.deepEqual(now.map(without), rules.map(without));
        for (const [index, rule] of now.entries()) {
          const meant = indices.includes(index) ? !isOn : rules[index]?.get('disabled') === true;
          assert.equal(rule.get('disabled') === true, meant, after.text);
        }
        if (!isOn || rules.some((rule) => rule.get('disabled') === false)) {
          assert.deepEqual(commentsOf(after.text).sort(), commentsOf(text).sort());
        }
      }),
      { numRuns: dear(300) },
    );
  });

  test(`a copy stands below its rule, says the same under a name of its own, and all comments stay (${spelling})`, () => {
    let exact = 0;
    fc.assert(
      fc.property(policyTexts(spelling), chosen, (text, some) => {
        const document = readPolicyText(text, spelling);
        const rules = rulesOf(document);
        const indices = some.filter((index) => index < rules.length).sort((a, b) => a - b);
        const copies = ruleCopies(document, 'rules', indices);
        const edits = madeOrRefused(() => duplicateRules(document, 'rules', copies), text);
        if (!edits) {
          return;
        }
        const after = readPolicyText(applyEdits(text, edits), spelling);
        const now = rulesOf(after) as readonly JsonObject[];
        assert.equal(now.length, rules.length + indices.length);
        const names = now.map(nameOf);
        for (const [count, index] of indices.entries()) {
          const [own, copy] = [now[index + count], now[index + count + 1]];
          assert.deepEqual(own, rules[index]);
          assert.deepEqual(copy, new Map([...(own ?? []), ['name', nameOf(copy) ?? null]]));
          assert.equal(names.filter((name) => name === nameOf(copy)).length, 1, 'a name of its own');
        }
        const left = commentsOf(after.text);
        for (const comment of commentsOf(text)) {
          assert.ok(left.includes(comment), `${comment} in\n${after.text}`);
        }
        const inside = indices.flatMap((index) =>
          commentsOf(document.array('rules')?.rules[index]?.slice.text ?? ''),
        );
        const added = left.filter((comment, at) => left.indexOf(comment) !== at);
        assert.ok(
          added.every((comment) => inside.includes(comment)),
          'only what is said inside a rule is said twice',
        );
        exact += indices.length;
      }),
      { numRuns: dear(300) },
    );
    assert.ok(exact > 100, `${exact} copies`);
  });
}

const yaml = `rules:
  # about a
  - name: a # first
    # why
    effect: "alert"   # so
    previousName: z
    collections: [{name: All}]

  - name: b
    disabled: true # for now
    effect: alert
`;

test('a copy is written as its rule is, without the comments that stand around it', () => {
  const document = readPolicyText(yaml, 'yaml');
  const edits = duplicateRules(document, 'rules', ruleCopies(document, 'rules', [0]));
  assert.equal(
    applyEdits(yaml, edits),
    yaml.replace(
      '\n\n  - name: b',
      `

  - name: a (copy) # first
    # why
    effect: "alert"   # so
    collections: [{name: All}]

  - name: b`,
    ),
  );
});

test('a rule is switched on as the other rules of its file say it', () => {
  const on = (text: string): string => {
    const document = readPolicyText(text, 'yaml');
    return applyEdits(text, switchRules(document, 'rules', [1], true));
  };
  assert.equal(on(yaml), yaml.replace('    disabled: true # for now\n', ''));
  const said = yaml.replace('effect: "alert" ', 'disabled: false\n    effect: "alert" ');
  assert.equal(on(said), said.replace('disabled: true # for now', 'disabled: false # for now'));
});

test('rules that are so already are left alone', () => {
  const document = readPolicyText(yaml, 'yaml');
  assert.deepEqual(switchRules(document, 'rules', [1], false), []);
  assert.deepEqual(switchRules(document, 'rules', [0], true), []);
});

test('a copy of a rule with an anchor has none, so that what refers to it stays what it is', () => {
  const text =
    'rules:\n  - name: a\n    collections: &all [{name: All}]\n  - name: b\n    collections: *all\n';
  const document = readPolicyText(text, 'yaml');
  const after = applyEdits(text, duplicateRules(document, 'rules', ruleCopies(document, 'rules', [0])));
  assert.equal(after.match(/&all/g)?.length, 1, after);
  assert.match(after, /name: a \(copy\)/);
});

test('copies of network rules have numbers of their own', () => {
  const text =
    '{"_id": "networkFirewall", "containerRules": [{"id": 7, "name": "a", "src": 1, "dst": 2}, {"id": 3, "name": "b"}]}';
  const document = readPolicyText(text, 'json', policyKind('cnns/network'));
  const copies = ruleCopies(document, 'containerRules', [0, 1]);
  const after = readPolicyText(applyEdits(text, duplicateRules(document, 'containerRules', copies)), 'json');
  const list = after.value()?.get('containerRules') as readonly JsonObject[];
  assert.deepEqual(
    list.map((rule) => (rule.get('id') as { lexeme: string }).lexeme),
    ['7', '8', '3', '9'],
  );
});

test('a number that nobody can count on from is no number, and a list may be long', () => {
  const rules = [
    { id: 7, name: 'a' },
    { id: 1e300, name: 'b' },
    ...Array.from({ length: 150_000 }, () => ({ id: 1 })),
  ];
  const text = JSON.stringify({ _id: 'networkFirewall', containerRules: rules });
  const document = readPolicyText(text, 'json', policyKind('cnns/network'));
  const copies = ruleCopies(document, 'containerRules', [0, 1]);
  assert.deepEqual(
    [...copies.values()].map((copy) => writeJson(copy)),
    ['{"name":"a (copy)","id":8}', '{"name":"b (copy)","id":9}'],
  );
});

test('a copy of a copy has the next free name', () => {
  assert.equal(nameOfCopy('a', new Set(['a'])), 'a (copy)');
  assert.equal(nameOfCopy('a (copy)', new Set(['a', 'a (copy)'])), 'a (copy 2)');
  assert.equal(nameOfCopy('a', new Set(['a', 'a (copy)', 'a (copy 2)'])), 'a (copy 3)');
});
