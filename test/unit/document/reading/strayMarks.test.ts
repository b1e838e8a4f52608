import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../../../src/core/document/reading/rereadPolicy.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import type { JsonObject, JsonValue } from '../../../../src/core/json/json.ts';

const count = 40;
const rules = Array.from(
  { length: count },
  (_, index): JsonObject =>
    new Map<string, JsonValue>([
      ['name', `rule ${index}`],
      ['effect', 'alert'],
      ['collections', [new Map([['name', 'All']])]],
    ]),
);
const text = writePolicyText(
  new Map<string, JsonValue>([
    ['policyType', 'x'],
    ['rules', rules],
    ['last', true],
  ]),
  'yaml',
);

/** What was typed, where, and the code of the problem. */
const strays: readonly (readonly [string, string, string])[] = [
  ['*', 'alert\n    collections', 'unresolved-alias'],
  ['*', 'effect: alert\n    collections', 'syntax'],
  ['*x ', 'effect: alert\n    collections', 'syntax'],
  ['*evil*', 'alert\n    collections', 'unresolved-alias'],
  ['---\n', '  - name: rule 20', 'several-documents'],
  ['...\n', '  - name: rule 20', 'several-documents'],
  ['--- # a\n', '  - name: rule 20', 'several-documents'],
  ['%x\n', '  - name: rule 20', 'syntax'],
  ['---x\n', '  - name: rule 20', 'syntax'],
  ['---\n', 'last', 'several-documents'],
  ['...\n', 'last', 'several-documents'],
  ['x\n', 'last', 'syntax'],
  ['x: *\n', 'last', 'unresolved-alias'],
  ['x: *a\n', 'policyType', 'unresolved-alias'],
];

for (const [typed, before, code] of strays) {
  const name = JSON.stringify(typed).slice(1, -1);
  test(`a stray ${name} in front of ${before.trim().split('\n')[0]} makes nobody read the other rules again`, () => {
    let document = readPolicyText(text, 'yaml');
    const slices = document.array('rules')!.rules.map(({ slice }) => slice);
    const at = text.indexOf(before, before.startsWith('policy') ? 0 : text.length / 2);
    const kept = (): number =>
      document.array('rules')!.rules.filter(({ slice }) => slices.includes(slice)).length;
    document = rereadPolicy(document, [{ start: at, end: at, text: typed }]);
    assert.ok(
      document.problems.some((problem) => problem.code === code),
      JSON.stringify(document.problems),
    );
    assert.equal(document.value(), undefined);
    assert.ok(kept() >= count - 2, `${kept()} rules known`);
    const other = document.text.indexOf('rule 2\n');
    document = rereadPolicy(document, [{ start: other, end: other, text: 'a ' }]);
    assert.ok(kept() >= count - 3, `${kept()} rules known`);
    const now = at + (at > other ? 2 : 0);
    document = rereadPolicy(document, [{ start: now, end: now + typed.length, text: '' }]);
    assert.equal(document.text, text.replace('rule 2\n', 'a rule 2\n'));
    assert.deepEqual(document.value(), readPolicyText(document.text, 'yaml').value());
    assert.ok(kept() >= count - 3, `${kept()} rules known`);
  });
}

test('an alias becomes right when its anchor is written, above or around the rules', () => {
  for (const anchor of ['  - name: rule 3', 'policyType']) {
    let document = readPolicyText(text, 'yaml');
    const alias = text.indexOf('alert', text.indexOf('rule 20'));
    document = rereadPolicy(document, [{ start: alias, end: alias + 5, text: '*shared' }]);
    assert.equal(document.problems[0]?.code, 'unresolved-alias');
    const at = text.indexOf(' x', 0);
    const name = text.indexOf('rule 3\n');
    const place = anchor === 'policyType' ? at + 1 : name;
    document = rereadPolicy(document, [{ start: place, end: place, text: '&shared ' }]);
    assert.deepEqual(document.problems, []);
    assert.equal(
      (document.array('rules')!.rules[20]!.value() as JsonObject).get('effect'),
      anchor === 'policyType' ? 'x' : 'rule 3',
    );
  }
});

const tags: readonly (readonly [string, string])[] = [
  ['!!timestamp 2001-12-14', 'timestamp'],
  ['!!binary aGk=', 'binary'],
  ['!!omap [a: 1]', 'omap'],
  ['!!pairs [a: 1]', 'pairs'],
  ['!!set {a, b}', 'set'],
  ['!!merge x', 'merge'],
  ['!!int x', 'int'],
  ['!!str {a: 1}', 'str'],
  ['!!map [a]', 'map'],
  ['!local x', 'local'],
  ['!<tag:example.org,2020:x> x', 'by its address'],
];

for (const [written, what] of tags) {
  test(`a tag that no policy knows is a problem, never a null: ${what}`, () => {
    for (const file of [
      `rules:\n  - name: a\n    notes: ${written}\n`,
      `rules:\n  - name: a\nx: ${written}\n`,
      `{rules: [{name: a, notes: ${written}}]}\n`,
    ]) {
      const document = readPolicyText(file, 'yaml');
      assert.deepEqual(
        document.problems.map(({ code, fatal }) => [code, fatal]),
        [['unsupported-tag', true]],
        file,
      );
      assert.equal(document.value(), undefined);
    }
  });
}

test('tags that say what is there anyway are read', () => {
  const file =
    'rules: !!seq\n  - !!map\n    name: !!str 5\n    on: !!bool true\n    n: !!int 3\n    f: !!float 1.5\n    z: !!null ~\n    s: ! 7\n';
  const document = readPolicyText(file, 'yaml');
  assert.deepEqual(document.problems, []);
  assert.deepEqual(
    JSON.stringify([...(document.array('rules')!.rules[0]!.value() as JsonObject)]),
    '[["name","5"],["on",true],["n",{"lexeme":"3"}],["f",{"lexeme":"1.5"}],["z",null],["s","7"]]',
  );
});
