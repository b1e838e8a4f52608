import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import { policyKinds } from '../../../../src/core/policy/families.ts';
import { fromPlain, isJsonObject } from '../../../../src/core/json/json.ts';
import { publishedDocuments } from './published/documents.ts';

for (const kind of policyKinds) {
  test(`${kind.name}: what the published shape allows is no error, in both spellings`, () => {
    const checker = new PolicyChecker();
    fc.assert(
      fc.property(publishedDocuments(kind), (plain) => {
        const value = fromPlain(plain);
        assert.ok(isJsonObject(value));
        for (const spelling of ['json', 'yaml'] as const) {
          const document = readPolicyText(writePolicyText(value, spelling), spelling, kind);
          const errors = checker.check(document).filter(({ severity }) => severity === 'error');
          assert.deepEqual(errors, []);
        }
      }),
      { numRuns: 100, seed: 34_04 },
    );
  });
}
