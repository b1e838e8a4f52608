import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { fixAllEdits, fixAmongAll, fixEdits, fixesOf } from '../../../../src/core/assist/findings/fixes.ts';
import type { Diagnostic } from '../../../../src/core/document/diagnostic.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { policyKinds } from '../../../../src/core/policy/families.ts';
import { samplePolicy, mistake, type Pick } from './mutations.ts';
import { dear } from '../../dear.ts';

const known = new Set(['All', 'Shop', 'Payments']);
const checker = new PolicyChecker();
const knowing = new PolicyChecker({ known: () => ({ collections: known }) });

const spellings = [
  { spelling: 'json', write: (plain: unknown) => JSON.stringify(plain, null, 1) },
  { spelling: 'yaml', write: (plain: unknown) => stringify(plain, { aliasDuplicateObjects: false }) },
] as const;

for (const kind of policyKinds) {
  for (const { spelling, write } of spellings) {
    test(`${kind.name}: every fix of any mistake settles it and makes no other (${spelling})`, () => {
      const picks = fc.array(fc.nat({ max: 9999 }), { minLength: 12, maxLength: 12 });
      fc.assert(
        fc.property(picks, fc.boolean(), (numbers, isKnown) => {
          let at = 0;
          const pick: Pick = (count) => numbers[at++ % numbers.length]! % count;
          const text = write(mistake(samplePolicy(kind), pick));
          const check = (doc: PolicyDocument): Diagnostic[] => (isKnown ? knowing : checker).check(doc);
          const doc = readPolicyText(text, spelling, kind);
          const found = check(doc);
          for (const code of new Set(found.filter(fixAmongAll).map((each) => each.code))) {
            const all = found.filter((each) => each.code === code && fixAmongAll(each));
            const fixed = readPolicyText(applyEdits(text, fixAllEdits(doc, all)), spelling, kind);
            const left = check(fixed);
            const what = `all ${code}\n${text}\n---\n${fixed.text}`;
            assert.ok(countOf(left, code) <= countOf(found, code) - all.length, what);
            const errors = errorsBeyond(found, left).filter((error) => !isRevealed(all[0]!, error, text));
            assert.deepEqual(errors, [], what);
          }
          for (const diagnostic of found) {
            for (const fix of fixesOf(diagnostic)) {
              const edits = fixEdits(doc, diagnostic, fix);
              const fixed = readPolicyText(applyEdits(text, edits), spelling, kind);
              const what = `${diagnostic.code}: ${diagnostic.message}\n${fix.title}\n${text}\n---\n${fixed.text}`;
              assert.ok(edits.length > 0, what);
              const left = check(fixed);
              assert.ok(countOf(left, diagnostic.code) < countOf(found, diagnostic.code), what);
              const errors = errorsBeyond(found, left).filter(
                (error) => !isRevealed(diagnostic, error, text),
              );
              assert.deepEqual(errors, [], what);
            }
          }
        }),
        { numRuns: dear(50) },
      );
    });
  }
}

function countOf(found: readonly Diagnostic[], code: string): number {
  return found.filter((each) => each.code === code).length;
}

/** Errors that are in `after` and were not in `before`. */
function errorsBeyond(before: readonly Diagnostic[], after: readonly Diagnostic[]): string[] {
  const errors = (found: readonly Diagnostic[]): string[] =>
    found.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`);
  const left = errors(before);
  return errors(after).filter((error) => {
    const index = left.indexOf(error);
    return index < 0 || left.splice(index, 1).length === 0;
  });
}

/** A mistake that was there before, but in what could not be read as what it is. */
function isRevealed({ code }: Diagnostic, error: string, text: string): boolean {
  const name = /^unknown-collection .*? collection "(.*?)":/.exec(error)?.[1];
  return code === 'rules-missing' || (name !== undefined && text.includes(name));
}
