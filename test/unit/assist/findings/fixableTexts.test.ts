import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { fixEdits, fixesOf } from '../../../../src/core/assist/findings/fixes.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { fixableTexts } from './fixableTexts.ts';

for (const { code, spelling, text, fixed } of fixableTexts) {
  test(`${code} is one finding, and its fix changes nothing else: ${fixed.slice(60, 110)}`, () => {
    const doc = readPolicyText(text, spelling, policyKind('vulnerability/images'));
    const errors = new PolicyChecker().check(doc).filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      errors.map((each) => each.code),
      [code],
    );
    const [fix] = fixesOf(errors[0]!);
    assert.equal(fix && applyEdits(text, fixEdits(doc, errors[0]!, fix)), fixed);
  });
}
