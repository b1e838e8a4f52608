import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { formatPolicy } from '../../../../src/core/assist/format/formatPolicy.ts';
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
import { duplicateRules, switchRules, ruleCopies } from '../../../../src/core/document/ruleListEdits.ts';
import { applyEdits, type TextEdit } from '../../../../src/core/document/text.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { mergePolicies } from '../../../../src/core/policy/merge/mergePolicies.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { isExpected } from '../../../../src/core/util/errors.ts';
import { runToEnd } from '../../../../src/core/util/inSlices.ts';
import { policies } from '../arbitraries.ts';
import { policyTexts, rulesOf } from './policyTexts.ts';
import { dear } from '../../dear.ts';

const added = fromPlain({
  name: 'added',
  notes: 'one\ntwo',
  collections: [{ name: 'All' }, { name: 'shop' }],
  blockThreshold: { enabled: true, value: 7 },
}) as JsonObject;

type Edit = (document: PolicyDocument, at: number, next: JsonObject) => TextEdit[];

const edits: Readonly<Record<string, Edit>> = {
  move: (document, at) => moveRules(document, 'rules', [at], at === 0 ? 2 : 0),
  remove: (document, at) => removeRules(document, 'rules', [at]),
  insert: (document, at) => insertRule(document, 'rules', at, added),
  duplicate: (document, at) => duplicateRules(document, 'rules', ruleCopies(document, 'rules', [at])),
  disable: (document, at) => switchRules(document, 'rules', [at], false),
  enable: (document, at) => switchRules(document, 'rules', [at], true),
  rename: (document, at) => setMember(document, { array: 'rules', index: at }, ['name'], 'n'),
  replace: (document, at) => setMember(document, { array: 'rules', index: at }, [], added),
  set: (document, at) => setMember(document, { array: 'rules', index: at }, ['effect', 'deep'], added),
  'remove a member': (document, at) => removeMember(document, { array: 'rules', index: at }, ['collections']),
  format: (document) => runToEnd(formatPolicy(document, { tabSize: 2, insertSpaces: true })),
  pull: (document, _, next) => updatePolicyText(document, next),
  merge: (document, _, next) => {
    const kind = policyKind('vulnerability/images');
    const mine = document.value();
    assert.ok(kind && mine);
    const choices = new Map(
      mergePolicies(kind, new Map(), mine, next).conflicts.map(({ id }) => [id, 'live'] as const),
    );
    return updatePolicyText(document, mergePolicies(kind, new Map(), mine, next, choices).merged);
  },
};

const withCrlf = (text: string): string => text.replaceAll('\n', '\r\n');

for (const spelling of ['json', 'yaml'] as const) {
  const after = (text: string, edit: (document: PolicyDocument) => TextEdit[]): string => {
    try {
      return applyEdits(text, edit(readPolicyText(text, spelling)));
    } catch (error) {
      assert.ok(isExpected(error), String(error));
      return error.code;
    }
  };
  const texts = policyTexts(spelling)
    .map((text) => text.replaceAll('\r\n', '\n'))
    .filter((text) => text.includes('\n') && rulesOf(readPolicyText(text, spelling)).length > 1);

  for (const [what, edit] of Object.entries(edits)) {
    test(`a file with the line ends of Windows keeps them, and becomes the same: ${what} (${spelling})`, () => {
      fc.assert(
        fc.property(texts, fc.nat({ max: 1 }), policies, (text, at, next) => {
          const usual = after(text, (document) => edit(document, at, next));
          const ofWindows = after(withCrlf(text), (document) => edit(document, at, next));
          assert.equal(ofWindows, withCrlf(usual));
        }),
        { numRuns: dear(60) },
      );
    });
  }

  test(`a file says the same with either line end (${spelling})`, () => {
    fc.assert(
      fc.property(policies, (policy) => {
        const text = writePolicyText(policy, spelling);
        const [usual, ofWindows] = [text, withCrlf(text)].map((each) =>
          readPolicyText(each, spelling).value(),
        );
        assert.deepEqual(ofWindows, usual);
        assert.deepEqual(usual, policy);
      }),
      { numRuns: dear(60) },
    );
  });
}
