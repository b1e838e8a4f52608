import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import {
  insertRule,
  moveField,
  removeMember,
  removeRules,
  setMember,
} from '../../../../src/core/document/ruleEdits.ts';
import { applyEdits, type TextEdit } from '../../../../src/core/document/text.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  toPlain,
} from '../../../../src/core/json/json.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import { isExpected } from '../../../../src/core/util/errors.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { jsonValues, rules, strings } from '../arbitraries.ts';
import { policyTexts, rulesOf } from './policyTexts.ts';
import { dear } from '../../dear.ts';

function edited(document: PolicyDocument, edits: readonly TextEdit[]): PolicyDocument {
  const text = applyEdits(document.text, edits);
  const read = readPolicyText(text, document.spelling);
  assert.deepEqual(
    read.problems.filter((problem) => problem.fatal),
    [],
    `${document.text}\n=>\n${text}`,
  );
  return read;
}

/** A list of rules may be refused only where a block scalar keeps the line breaks at its end. */
function arranged(document: PolicyDocument, arrange: () => TextEdit[]): PolicyDocument {
  try {
    return edited(document, arrange());
  } catch (error) {
    if (!isExpected(error) || !document.text.includes('|+')) {
      throw error;
    }
    return fc.pre(false) as never;
  }
}

/** The value with the member at `path` replaced, made or (undefined) removed. */
function changed(
  whole: JsonValue,
  path: readonly (string | number)[],
  value: JsonValue | undefined,
): JsonValue {
  const [step, ...rest] = path;
  if (typeof step === 'string' && isJsonObject(whole)) {
    const inner = rest.length > 0 ? changed(whole.get(step) ?? new Map(), rest, value) : value;
    const copy = new Map(whole);
    if (inner === undefined) {
      copy.delete(step);
    } else {
      copy.set(step, inner);
    }
    return copy;
  }
  if (typeof step === 'number' && isJsonArray(whole)) {
    const copy = [...whole];
    if (rest.length === 0 && value === undefined) {
      copy.splice(step, 1);
    } else {
      copy[step] = (rest.length > 0 ? changed(whole[step] ?? null, rest, value) : value) ?? null;
    }
    return copy;
  }
  return whole;
}

function paths(value: JsonValue): (string | number)[][] {
  const found: (string | number)[][] = [];
  const walk = (node: JsonValue, path: (string | number)[]): void => {
    if (path.length > 0) {
      found.push(path);
    }
    if (isJsonArray(node)) {
      node.forEach((item, index) => walk(item, [...path, index]));
    } else if (isJsonObject(node)) {
      for (const [key, member] of node) {
        walk(member, [...path, key]);
      }
    }
  };
  walk(value, []);
  return found;
}

const spellings: readonly Spelling[] = ['json', 'yaml'];

for (const spelling of spellings) {
  const texts = fc.oneof(
    policyTexts(spelling),
    fc
      .tuple(fc.array(rules, { minLength: 1, maxLength: 3 }), jsonValues)
      .map(([list, more]) =>
        writePolicyText(
          new Map([['rules', list.map((rule) => new Map([...rule, ['more', more]]))]]),
          spelling,
        ),
      ),
  );

  test(`setMember replaces a value anywhere (${spelling})`, () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), jsonValues, (text, at, where, value) => {
        const document = readPolicyText(text, spelling);
        const list = rulesOf(document);
        fc.pre(list.length > 0);
        const index = at % list.length;
        const all = paths(list[index] ?? null);
        const path = all[where % all.length] ?? [];
        const read = edited(document, setMember(document, { array: 'rules', index }, path, value));
        assert.deepEqual(
          rulesOf(read),
          list.map((rule, place) => (place === index ? changed(rule, path, value) : rule)),
          `${path.join('/')}\n${text}\n=>\n${read.text}`,
        );
      }),
      { numRuns: dear(250) },
    );
  });

  test(`setMember makes what is missing (${spelling})`, () => {
    fc.assert(
      fc.property(texts, strings, strings, jsonValues, fc.boolean(), (text, key, inner, value, deep) => {
        const document = readPolicyText(text, spelling);
        const list = rulesOf(document);
        const [first] = list;
        fc.pre(isJsonObject(first) && !first.has(key));
        const path = deep ? [key, inner] : [key];
        const read = edited(document, setMember(document, { array: 'rules', index: 0 }, path, value));
        assert.deepEqual(rulesOf(read)[0], changed(first ?? null, path, value), `${text}\n=>\n${read.text}`);
        assert.deepEqual(rulesOf(read).slice(1), list.slice(1));
        const top = edited(document, setMember(document, undefined, ['made', ...path], value));
        assert.deepEqual(top.value(), changed(document.value() ?? null, ['made', ...path], value));
      }),
      { numRuns: dear(150) },
    );
  });

  test(`removeMember removes it and nothing else (${spelling})`, () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, where) => {
        const document = readPolicyText(text, spelling);
        const list = rulesOf(document);
        const all = paths(list[0] ?? null);
        fc.pre(all.length > 0);
        const path = all[where % all.length] ?? [];
        const read = edited(document, removeMember(document, { array: 'rules', index: 0 }, path));
        assert.deepEqual(
          rulesOf(read)[0],
          changed(list[0] ?? null, path, undefined),
          `${path.join('/')}\n${text}\n=>\n${read.text}`,
        );
        assert.deepEqual(rulesOf(read).slice(1), list.slice(1), `${text}\n=>\n${read.text}`);
      }),
      { numRuns: dear(250) },
    );
  });

  test(`rules are inserted, replaced and removed (${spelling})`, () => {
    fc.assert(
      fc.property(texts, rules, fc.nat(), fc.uniqueArray(fc.nat({ max: 5 })), (text, rule, at, gone) => {
        const document = readPolicyText(text, spelling);
        const list = rulesOf(document);
        const index = at % (list.length + 1);
        const inserted = arranged(document, () => insertRule(document, 'rules', index, rule));
        assert.deepEqual(rulesOf(inserted), list.toSpliced(index, 0, rule), `${text}\n=>\n${inserted.text}`);
        if (index < list.length) {
          const replaced = edited(document, setMember(document, { array: 'rules', index }, [], rule));
          assert.deepEqual(rulesOf(replaced), list.with(index, rule));
        }
        const known = gone.filter((each) => each < list.length);
        const removed = arranged(document, () => removeRules(document, 'rules', known));
        assert.deepEqual(
          rulesOf(removed),
          list.filter((_, each) => !known.includes(each)),
          `${text}\n=>\n${removed.text}`,
        );
        const back = arranged(removed, () => insertRule(removed, 'rules', 0, rule));
        assert.deepEqual(rulesOf(back)[0], rule);
      }),
      { numRuns: dear(200) },
    );
  });
}

function edit(text: string, spelling: Spelling, make: (document: PolicyDocument) => TextEdit[]): string {
  const document = readPolicyText(text, spelling);
  return applyEdits(text, make(document));
}

test('members are added in the style of their neighbors', () => {
  const place = { array: 'rules', index: 0 };
  assert.equal(
    edit('rules:\n  - name: a # first\n    on: true\n# end\n', 'yaml', (document) =>
      setMember(document, place, ['collections'], [new Map([['name', 'All']])]),
    ),
    'rules:\n  - name: a # first\n    on: true\n    collections:\n      - name: All\n# end\n',
  );
  assert.equal(
    edit('{\n  "rules": [\n    {\n      "name": "a" // first\n    }\n  ]\n}\n', 'json', (document) =>
      setMember(document, place, ['collections'], [new Map([['name', 'All']])]),
    ),
    '{\n  "rules": [\n    {\n      "name": "a", // first\n      "collections": [\n        {\n          "name": "All"\n        }\n      ]\n    }\n  ]\n}\n',
  );
  assert.equal(
    edit('rules:\n- name: a # first\n', 'yaml', (document) => setMember(document, place, ['name'], 'yes')),
    'rules:\n- name: "yes" # first\n',
  );
  assert.equal(
    edit('rules:\n- name: b # first\n', 'yaml', (document) =>
      setMember(document, place, ['previousName'], 'a'),
    ),
    'rules:\n- name: b # first\n  previousName: a\n',
  );
  assert.equal(
    edit('rules: # none yet\npolicyType: x\n', 'yaml', (document) =>
      insertRule(document, 'rules', 0, new Map([['name', 'a']])),
    ),
    'rules: # none yet\n  - name: a\npolicyType: x\n',
  );
});

test('a list of rules is made where there is none', () => {
  const rule: JsonObject = new Map([['name', 'a']]);
  for (const spelling of spellings) {
    for (const text of [
      '',
      '{}',
      'x: 1',
      'rules:',
      'rules: null',
      'rules: []',
      '# nothing\n',
      '{"rules": null}',
      '{"rules": [\n]}',
      '{\n}\n',
    ]) {
      const document = readPolicyText(text, spelling);
      if (text === '' || !document.problems.some((problem) => problem.fatal)) {
        const read = edited(document, insertRule(document, 'rules', 0, rule));
        assert.equal(
          writeJson(rulesOf(read)),
          '[{"name":"a"}]',
          `${spelling} ${JSON.stringify(text)} => ${read.text}`,
        );
      }
    }
  }
});

test('what comes through an alias or a merge key is not changed at its source', () => {
  const text = 'rules:\n  - &base {name: a, condition: {x: 1}}\n  - <<: *base\n    name: b\n  - *base\n';
  const document = readPolicyText(text, 'yaml');
  const first = rulesOf(document)[0];
  for (const index of [1, 2]) {
    const read = edited(document, setMember(document, { array: 'rules', index }, ['condition', 'x'], 'new'));
    assert.deepEqual(rulesOf(read)[0], first);
    assert.equal(writeJson(rulesOf(read)[index] ?? null).includes('"x":"new"'), true, read.text);
  }
});

test('a new name takes the place of the old one only, whatever stands around it', () => {
  const text = "rules:\n- name:    'old'   # why\n  effect: alert\n";
  const document = readPolicyText(text, 'yaml');
  const start = text.indexOf("'old'");
  assert.deepEqual(setMember(document, { array: 'rules', index: 0 }, ['name'], 'new'), [
    { start, end: start + 5, text: 'new' },
  ]);
});

test('comments between brackets that are filled stay', () => {
  for (const [spelling, text, expected] of [
    ['json', '{"rules": [{"a": [ /* x */ ]}]}', '{"rules": [{"a": [{"name":"All"} /* x */ ]}]}'],
    ['json', '{"rules": [{"a": [ // x\n]}]}', '{"rules": [{"a": [{"name":"All"} // x\n]}]}'],
    ['yaml', 'rules:\n- a: [ # x\n    ]\n', 'rules:\n- a: [{name: All} # x\n    ]\n'],
  ] as const) {
    const document = readPolicyText(text, spelling);
    const edits = setMember(document, { array: 'rules', index: 0 }, ['a'], [new Map([['name', 'All']])]);
    assert.equal(applyEdits(text, edits), expected);
  }
});

test('a member of a file that holds only comments goes below them, or nothing is edited', () => {
  const cases: readonly [Spelling, string, string][] = [
    ['yaml', '# one\n\n# two\n', '# one\n\n# two\npolicyType: x\n'],
    ['yaml', '---\r\n# one', '---\r\n# one\r\npolicyType: x\r\n'],
    ['json', '// one\n', '// one\n{\n  "policyType": "x"\n}\n'],
  ];
  for (const [spelling, before, after] of cases) {
    const document = readPolicyText(before, spelling);
    assert.equal(applyEdits(before, setMember(document, undefined, ['policyType'], 'x')), after);
  }
  for (const text of ['# one\n...\n', 'plain # one\n', '// plain # one\n']) {
    const document = readPolicyText(text, 'yaml');
    assert.throws(() => setMember(document, undefined, ['policyType'], 'x'), /lose a comment: # one/);
  }
});

for (const [spelling, text] of [
  ['yaml', 'rules:\n  - name: a\n    effect: block # one\n    effect: alert # two\n    notes: x\n'],
  ['json', '{"rules": [{"name": "a", "effect": "block", /* one */ "effect": "alert", "notes": "x"}]}'],
] as const) {
  test(`a field that is written twice is edited where its value is: ${spelling}`, () => {
    const document = readPolicyText(text, spelling);
    const after = (edits: readonly TextEdit[]): string => applyEdits(text, edits);
    const place = { array: 'rules', index: 0 };
    const other = text.replace('alert', 'other');
    assert.equal(after(setMember(document, place, ['effect'], 'other')), other);
    assert.equal(after(setMember(document, undefined, ['rules', 0, 'effect'], 'other')), other);
    assert.equal(after(setMember(document, place, ['name'], 'b')), text.replace(/a(?="?,?\s+"?effect)/, 'b'));
  });
}

test('a field that moves into itself or stays where it is, is not lost', () => {
  for (const rest of ['', ', "name": "a"']) {
    const text = `{"rules": [{"sqli": {"effect": "alert"}${rest}}]}`;
    for (const spelling of ['json', 'yaml'] as const) {
      const document = readPolicyText(text, spelling);
      const moved = (...path: readonly string[]): unknown => {
        const edits = moveField(document, { array: 'rules', index: 0 }, 'sqli', path);
        return toPlain(edited(document, edits).value() ?? null);
      };
      const more = rest === '' ? {} : { name: 'a' };
      const sqli = { effect: 'alert' };
      assert.deepEqual(moved(), { rules: [{ sqli, ...more }] });
      assert.deepEqual(moved('sqli'), { rules: [{ sqli: { sqli }, ...more }] });
    }
  }
});
