import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { updatePolicyText, writePolicyText } from '../../../../src/core/document/updatedText.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import {
  insertRule,
  moveRules,
  removeMember,
  removeRules,
  setMember,
} from '../../../../src/core/document/ruleEdits.ts';
import { applyEdits, type TextEdit } from '../../../../src/core/document/text.ts';
import type { JsonObject, JsonValue } from '../../../../src/core/json/json.ts';
import { moveIndices } from '../../../../src/core/policy/reorder.ts';
import { commentsOf, rulesOf } from './policyTexts.ts';
import { dear } from '../../dear.ts';

const several = fc.constantFrom('x\ny\n', '- a\n- b\n', 'x\n\n', 'p\nq', '  in\nout\n');

/** Rules of which many end in a text of several lines. */
const rules: fc.Arbitrary<JsonObject> = fc
  .tuple(fc.constantFrom('a', 'b', 'c'), fc.option(several), fc.option(several), fc.boolean())
  .map(
    ([name, deep, notes, last]) =>
      new Map<string, JsonValue>([
        ['name', name],
        ...(deep === null ? [] : [['condition', new Map([['inner', new Map([['text', deep]])]])] as const]),
        ...(notes === null ? [] : [['notes', notes] as const]),
        ...(last ? [['effect', 'alert'] as const] : []),
      ]),
  );

/** Comments of any depth between any lines: below a block scalar some of them are a part of it. */
const texts = fc
  .tuple(
    fc.array(rules, { minLength: 1, maxLength: 4 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(12)), { maxLength: 4 }),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
  )
  .map(([list, comments, lineBreak, more]) => {
    const policy = new Map<string, JsonValue>([['rules', list], ...(more ? [['last', 'z'] as const] : [])]);
    const lines = writePolicyText(policy, 'yaml').trimEnd().split('\n');
    for (const [index, [at, column]] of comments.entries()) {
      lines.splice(1 + (at % lines.length), 0, `${' '.repeat(column)}# <<${index}>>`);
    }
    return lines.join(lineBreak) + (more ? lineBreak : '');
  });

interface Change {
  readonly edits: TextEdit[];
  readonly rules: readonly JsonValue[];
  /** No comment may go. */
  readonly keeps?: boolean;
}

type Make = (
  document: PolicyDocument,
  list: readonly JsonObject[],
  at: number,
  to: number,
  rule: JsonObject,
) => Change;

const place = (index: number) => ({ array: 'rules', index });
const withNotes = (rule: JsonObject, notes: string): JsonObject => new Map([...rule, ['notes', notes]]);

const changes: Readonly<Record<string, Make>> = {
  'a rule is inserted': (document, list, _, to, rule) => ({
    edits: insertRule(document, 'rules', to, rule),
    rules: list.toSpliced(to, 0, rule),
    keeps: true,
  }),
  'a rule is moved': (document, list, at, to) => ({
    edits: moveRules(document, 'rules', [at], to),
    rules: moveIndices(list.length, [at], to).map((index) => list[index]!),
    keeps: true,
  }),
  'a rule is removed': (document, list, at) => ({
    edits: removeRules(document, 'rules', [at]),
    rules: list.toSpliced(at, 1),
  }),
  'a rule is replaced': (document, list, at, _, rule) => ({
    edits: setMember(document, place(at), [], rule),
    rules: list.with(at, rule),
  }),
  'a member is set': (document, list, at) => ({
    edits: setMember(document, place(at), ['notes'], 'k\nl\n'),
    rules: list.with(at, withNotes(list[at]!, 'k\nl\n')),
  }),
  'a member far inside is set': (document, list, at) => ({
    edits: setMember(document, place(at), ['condition', 'inner', 'text'], 'k\nl\n'),
    rules: list.with(
      at,
      new Map([...list[at]!, ['condition', new Map([['inner', new Map([['text', 'k\nl\n']])]])]]),
    ),
  }),
  'a member is removed': (document, list, at) => ({
    edits: removeMember(document, place(at), ['notes']),
    rules: list.with(at, new Map([...list[at]!].filter(([key]) => key !== 'notes'))),
  }),
  'a policy is brought to another state': (document, list, at, to, rule) => {
    const next = list.with(at, withNotes(list[at]!, 'k\nl\n')).toSpliced(to, 0, rule);
    const edits = updatePolicyText(document, new Map([...document.value()!, ['rules', next]]));
    assert.ok(
      edits.every(({ start, end }) => start > 0 || end < document.length),
      'not written anew',
    );
    return { edits, rules: next };
  },
};

for (const [name, make] of Object.entries(changes)) {
  test(`no comment becomes a part of a text when ${name}`, () => {
    let tried = 0;
    fc.assert(
      fc.property(texts, rules, fc.nat(), fc.nat(), (text, rule, some, other) => {
        const document = readPolicyText(text, 'yaml');
        const list = rulesOf(document) as readonly JsonObject[];
        if (document.problems.length > 0 || list.length === 0) {
          return;
        }
        tried++;
        const change = make(document, list, some % list.length, other % (list.length + 1), rule);
        const after = readPolicyText(applyEdits(text, change.edits), 'yaml');
        assert.deepEqual(rulesOf(after), change.rules, `${text}\n=>\n${after.text}`);
        if (change.keeps) {
          assert.deepEqual(commentsOf(after.text).toSorted(), commentsOf(text).toSorted(), after.text);
        }
      }),
      { numRuns: dear(400) },
    );
    assert.ok(tried > 100, `${tried} texts`);
  });
}
