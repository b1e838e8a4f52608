import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findingOf, findingsSteps } from '../../../src/cli/findings/findingsSteps.ts';
import { PolicyChecker } from '../../../src/core/assist/findings/policyChecker.ts';
import { DocumentOrder } from '../../../src/core/assist/order/documentOrder.ts';
import { orderFindings } from '../../../src/core/assist/order/orderFindings.ts';
import { shownDiagnostics } from '../../../src/core/assist/findings/shownDiagnostics.ts';
import { LineIndex } from '../../../src/core/document/text.ts';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import type { PolicyKind } from '../../../src/core/policy/families.ts';
import type { Spelling } from '../../../src/core/policy/policyFile.ts';
import { runToEnd } from '../../../src/core/util/inSlices.ts';
import { collections, drawnRules, kinds, policyOf, spellings } from '../assist/order/orderedPolicies.ts';

/** As the editor finds them, which reads each rule again whenever it needs one. */
function shownIn(file: string, text: string, spelling: Spelling, kind: PolicyKind): readonly object[] {
  const document = readPolicyText(text, spelling, kind);
  const lists = runToEnd(new DocumentOrder(kind, collections).update(document));
  const order = shownDiagnostics(orderFindings(document, lists), {}, Infinity);
  const lines = new LineIndex(text);
  return [...new PolicyChecker().check(document), ...order]
    .toSorted((a, b) => a.range.start - b.range.start)
    .map((diagnostic) => findingOf(file, diagnostic, lines));
}

/** Some break the text, some only what it says. */
const flaws = fc.constantFrom(
  '"',
  '}',
  ']',
  ',',
  ': ',
  '\n',
  '  ',
  '- ',
  '1e400',
  '-0',
  '//',
  '&a ',
  '*a',
  '\ufeff',
  '\ud800',
  '\\u0041',
  '\r\n',
  '"name": "twice", ',
  '"name": ',
  'name: twice\n',
  '"graceDays": "", ',
  '"__proto__": 1, ',
  '"disabled": "yes", ',
);
const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(20),
    put: fc.oneof(flaws, fc.constant('')),
  }),
  { maxLength: 3 },
);

test('the command line finds in flawed texts what the editor finds, at the same places, in the same order', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      drawnRules(8),
      fc.constantFrom(...spellings),
      edits,
      (kind, rules, { spelling, write }, changes) => {
        const file = `${kind.name}.policy.${spelling}`;
        const text = changes.reduce(
          (all, { at, cut, put }) => {
            const place = Math.floor(at * all.length);
            return all.slice(0, place) + put + all.slice(place + cut);
          },
          write(policyOf(kind, rules)),
        );
        const { findings } = runToEnd(findingsSteps(file, text, collections, new PolicyChecker()));
        assert.deepEqual(findings, shownIn(file, text, spelling, kind));
      },
    ),
    { numRuns: 300 },
  );
});
