import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import {
  changedMember,
  insertRule,
  moveRules,
  removeMember,
  removeRules,
  setMember,
} from '../../../../src/core/document/ruleEdits.ts';
import { duplicateRules, switchRules } from '../../../../src/core/document/ruleListEdits.ts';
import { applyEdits, type TextEdit } from '../../../../src/core/document/text.ts';
import { isJsonObject, type JsonObject, type JsonValue, sameValue } from '../../../../src/core/json/json.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { moveIndices } from '../../../../src/core/policy/reorder.ts';
import { isExpected } from '../../../../src/core/util/errors.ts';
import { numbered, oddYaml } from './oddYaml.ts';
import { policyTexts, rulesOf } from './policyTexts.ts';
import { dear } from '../../dear.ts';

interface Given {
  readonly document: PolicyDocument;
  readonly list: readonly JsonValue[];
  readonly at: number;
  readonly to: number;
  readonly key: string;
  readonly value: JsonValue;
}

interface Change {
  readonly rules: readonly JsonValue[];
  readonly last?: JsonValue;
  /** The rules that stay, before and after; all comments outside of others stay. */
  readonly stays: readonly (readonly [number, number])[];
  /** No comment may go. */
  readonly keeps?: boolean;
  readonly edits: () => TextEdit[];
}

const place = (index: number) => ({ array: 'rules', index });
const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : new Map());
const others = (list: readonly JsonValue[], at: number) =>
  list.flatMap((_, index) => (index === at ? [] : [[index, index] as const]));

const changes: Readonly<Record<string, (given: Given) => Change>> = {
  'a rule is inserted': ({ document, list, to, value }) => ({
    rules: list.toSpliced(to, 0, objectOf(value)),
    stays: list.map((_, index) => [index, index < to ? index : index + 1] as const),
    keeps: true,
    edits: () => insertRule(document, 'rules', to, objectOf(value)),
  }),
  'a rule is removed': ({ document, list, at }) => ({
    rules: list.toSpliced(at, 1),
    stays: others(list, at).map(([index]) => [index, index < at ? index : index - 1] as const),
    edits: () => removeRules(document, 'rules', [at]),
  }),
  'rules are moved': ({ document, list, at, to }) => {
    const order = moveIndices(list.length, [at], to);
    return {
      rules: order.map((index) => list[index] ?? null),
      stays: order.map((index, now) => [index, now] as const),
      keeps: true,
      edits: () => moveRules(document, 'rules', [at], to),
    };
  },
  'a rule is replaced': ({ document, list, at, value }) => ({
    rules: list.with(at, value),
    stays: others(list, at),
    edits: () => setMember(document, place(at), [], value),
  }),
  'a member is set': ({ document, list, at, key, value }) => ({
    rules: list.with(at, new Map([...objectOf(list[at]), [key, value]])),
    stays: others(list, at),
    edits: () => setMember(document, place(at), [key], value),
  }),
  'a member inside another is set': ({ document, list, at, key, value }) => {
    const own = objectOf(list[at]);
    const inner = new Map([...objectOf(own.get(key)), ['i', value]]);
    return {
      rules: list.with(at, new Map([...own, [key, inner]])),
      stays: others(list, at),
      edits: () => setMember(document, place(at), [key, 'i'], value),
    };
  },
  'a member is removed': ({ document, list, at, key }) => {
    const rule = list[at] ?? null;
    return {
      rules: list.with(at, isJsonObject(rule) ? new Map([...rule].filter(([each]) => each !== key)) : rule),
      stays: others(list, at),
      edits: () => removeMember(document, place(at), [key]),
    };
  },
  'a rule is renamed': ({ document, list, at }) => ({
    rules: list.with(at, new Map([...objectOf(list[at]), ['name', 'another name']])),
    stays: others(list, at),
    keeps: typeof objectOf(list[at]).get('name') === 'string',
    edits: () => setMember(document, place(at), ['name'], 'another name'),
  }),
  'rules are switched off': ({ document, list, at, to }) => {
    const chosen = [...new Set([at, to % list.length])];
    const off = chosen.filter((index) => objectOf(list[index]).get('disabled') !== true);
    return {
      rules: list.map((rule, index) =>
        off.includes(index) ? new Map([...objectOf(rule), ['disabled', true]]) : rule,
      ),
      stays: list.flatMap((_, index) => (off.includes(index) ? [] : [[index, index] as const])),
      keeps: list.every((rule) => isJsonObject(rule)),
      edits: () => switchRules(document, 'rules', chosen, false),
    };
  },
  'rules are duplicated': ({ document, list, at, to }) => {
    const chosen = [...new Set([at, to % list.length])].sort((a, b) => a - b);
    const copies = new Map(chosen.map((index) => [index, new Map([['name', `copy ${index}`]])]));
    return {
      rules: list.flatMap((rule, index) => {
        const members = copies.get(index);
        const copy = new Map([...objectOf(rule), ...(members ?? [])]);
        copy.delete('previousName');
        return members ? [rule, copy] : [rule];
      }),
      stays: list.map((_, index) => [index, index + chosen.filter((each) => each < index).length] as const),
      edits: () => duplicateRules(document, 'rules', copies),
    };
  },
  'a member of the document is set': ({ document, list, value }) => ({
    rules: list,
    last: value,
    stays: list.map((_, index) => [index, index] as const),
    edits: () => setMember(document, undefined, ['last'], value),
  }),
};

const values = fc.constantFrom<JsonValue>(
  'plain',
  'two\nlines\n',
  '# no comment',
  true,
  null,
  [],
  ['x', 'y'],
  new Map(),
  new Map<string, JsonValue>([
    ['name', 'fresh'],
    ['i', [new Map([['j', 'k']])]],
  ]),
);
const keys = fc.constantFrom('name', 'effect', 'notes', 'condition', 'collections', 'k');
const runs = Number(process.env['RUNS'] ?? dear(300));
/** What makes rules depend on each other, or on where they stand. */
const delicate = /[&*!?]|<<|\|\+/;

for (const [spelling, texts] of [
  ['yaml', fc.oneof({ weight: 4, arbitrary: oddYaml }, { weight: 1, arbitrary: policyTexts('yaml') })],
  ['json', policyTexts('json').map((text) => text.replaceAll('<<', 'c').replaceAll('>>', '.'))],
] as const satisfies readonly (readonly [Spelling, fc.Arbitrary<string>])[]) {
  for (const [name, make] of Object.entries(changes)) {
    test(`the file says what was meant and keeps the rest, or nothing happens, when ${name} (${spelling})`, () => {
      let made = 0;
      let refused = 0;
      fc.assert(
        fc.property(texts, fc.nat(), fc.nat(), keys, values, (text, some, other, key, value) => {
          const document = readPolicyText(text, spelling);
          const list = rulesOf(document);
          const whole = document.value();
          if (!whole || list.length === 0) {
            return;
          }
          const change = make({
            document,
            list,
            at: some % list.length,
            to: other % (list.length + 1),
            key,
            value,
          });
          let edits: TextEdit[];
          try {
            edits = change.edits();
          } catch (error) {
            assert.ok(isExpected(error) && error.code === 'unsafe-edit', String(error));
            assert.match(text, delicate, `${error.message}\n${text}`);
            assert.equal(document.text, text);
            refused++;
            return;
          }
          made++;
          const after = readPolicyText(applyEdits(text, edits), spelling);
          const said = `${text}\n=>\n${after.text}`;
          const meant = new Map([...whole, ['rules', change.rules]]);
          if (change.last !== undefined) {
            meant.set('last', change.last);
          }
          assert.ok(sameValue(after.value(), meant), said);
          for (const [old, now] of change.stays) {
            assert.equal(
              after.array('rules')?.rules[now]?.slice.text,
              document.array('rules')?.rules[old]?.slice.text,
              said,
            );
          }
          if (change.keeps) {
            assert.deepEqual(numbered(after.text), numbered(text), said);
          }
        }),
        { numRuns: runs },
      );
      assert.ok(made > runs / 3 && made > refused, `${made} made, ${refused} refused`);
      if (process.env['SHOW_COUNTS']) {
        console.log(name, spelling, made, refused);
      }
    });
  }
}

test('an edit of the whole document that would lose a comment is refused', () => {
  const document = readPolicyText('# why\nrules: [] # and how\n', 'yaml');
  const meant = new Map<string, JsonValue>([
    ['rules', []],
    ['more', 'x'],
  ]);
  const write = (text: string): TextEdit[] =>
    changedMember(document, undefined, [], () => meant, [{ start: 0, end: document.length, text }]);
  assert.throws(
    () => write('rules: []\nmore: x\n'),
    (error) => isExpected(error) && error.code === 'unsafe-edit',
  );
  assert.ok(write('# why\nrules: [] # and how\nmore: x\n'));
});
