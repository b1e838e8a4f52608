import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import type { JsonObject, JsonValue } from '../../../../src/core/json/json.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { rules } from '../arbitraries.ts';
import { dear } from '../../dear.ts';

const runs = dear(1500);

const policies: fc.Arbitrary<JsonObject> = fc
  .tuple(fc.array(rules, { minLength: 1, maxLength: 5 }), fc.boolean())
  .map(
    ([list, tail]) =>
      new Map<string, JsonValue>([
        ['policyType', 'x'],
        ['rules', list],
        ...(tail ? [['last', 'z'] as const] : []),
      ]),
  );

/** As people and consoles lay them out: a line for each member. */
const texts: Readonly<Record<Spelling, fc.Arbitrary<string>>> = {
  yaml: policies.map((policy) => writePolicyText(policy, 'yaml')),
  json: fc
    .tuple(policies, fc.constantFrom(1, 2, 4, '\t'))
    .map(([policy, indent]) => JSON.stringify(JSON.parse(writeJson(policy)), undefined, indent)),
};

/** What is found, and what stands there afterwards. */
const mistakes: Readonly<Record<Spelling, readonly (readonly [RegExp, string])[]>> = {
  yaml: [': a: ', ': "', ': [', ': {', ': *x ', ': @', ': - ', ':', ': "a" '].map((to) => [/: (?=\w)/g, to]),
  json: [
    [/\btrue\b|\bfalse\b/g, 'tru'],
    [/:\s*(?=["\dtfn])/g, ' '],
    [/\d+/g, '1.x'],
    [/:\s*"/g, ': x"'],
    [/,(?=\s*")/g, ' '],
    [/"(?=\s*[:,])/g, ''],
    [/[}\]](?=\s*[,}\]])/g, ''],
    [/\{/g, ''],
  ],
};

for (const spelling of ['json', 'yaml'] as const) {
  test(`what is wrong in one rule is said in that rule, in ${spelling}`, () => {
    let planted = 0;
    fc.assert(
      fc.property(texts[spelling], fc.nat(), fc.nat(), fc.nat(), (text, which, where, what) => {
        const before = readPolicyText(text, spelling);
        const list = before.arrays()[0]?.rules ?? [];
        const rule = list[which % list.length];
        assert.ok(rule);
        if (before.problems.length > 0) {
          return;
        }
        const [from, to] = mistakes[spelling][what % mistakes[spelling].length]!;
        const found = [...rule.slice.text.matchAll(from)];
        const place = found[where % found.length];
        if (!place) {
          return;
        }
        planted++;
        const at = rule.range.start + place.index;
        const broken = text.slice(0, at) + to + text.slice(at + place[0].length);
        const end = rule.range.end + to.length - place[0].length;
        for (const { range, message } of readPolicyText(broken, spelling).problems) {
          // One may stand at the comma, the bracket or the line behind.
          assert.ok(
            range.start >= rule.range.start && range.start <= end + 2,
            `${message} at ${range.start}: ${broken}`,
          );
        }
      }),
      { numRuns: runs },
    );
    assert.ok(planted > runs / 3, `${planted} planted`);
  });
}

test('a broken last rule leaves the end of its list alone, whatever the indentation', () => {
  // The problem stands at the mark.
  for (const marked of [
    '{"rules":[\n{"name":"a"},\n{"name":^tru}]}',
    '{"rules":[\n{"name":"a"},\n{"name":^tru\n]\n}',
    '{"rules":[\n^x]}',
    '{"rules":[\n^x\n]\n}',
    '{"rules":[{"name":"a"},{"name":^tru}]}',
    '{\n  "rules": [\n    {"name":"a"},\n    {"name":^tru}\n  ]\n}',
  ]) {
    const { problems } = readPolicyText(marked.replace('^', ''), 'json');
    assert.deepEqual(
      problems.map(({ range }) => range.start),
      [marked.indexOf('^')],
      marked,
    );
  }
});

test('one wrong indentation in a list of checks is one problem, wherever it is', () => {
  const check = (id: number, space: string): string => `${space}- id: ${id}\n          block: false\n`;
  for (const wrong of [0, 5, 9]) {
    for (const space of ['      ', '       ', '         ', '          ']) {
      const checks = Array.from({ length: 10 }, (_, id) => check(id, id === wrong ? space : '        '));
      const text = `rules:\n  - name: a\n    condition:\n      vulnerabilities:\n${checks.join('')}  - name: b\n`;
      assert.deepEqual(
        readPolicyText(text, 'yaml').problems.map(({ code }) => code),
        ['syntax'],
        text,
      );
    }
  }
});
