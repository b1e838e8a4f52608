import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { fixEdits, fixesOf } from '../../../../src/core/assist/findings/fixes.ts';
import type { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { applyEdits } from '../../../../src/core/document/text.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { sameValue } from '../../../../src/core/json/json.ts';
import { dear } from '../../dear.ts';

const kind = policyKind('vulnerability/images');
const checker = new PolicyChecker();

/** Lines of a rule each, which are right; tabs in texts are no indentation. */
const right = fc.constantFrom(
  '  notes: |\n    one\n    \ttwo # text\n',
  '  notes: "one\n    \ttwo"\n',
  '  notes: x # ~~\n',
  '  # ~~\n  notes: >-\n    \tone\n',
);
const wrong = fc.constantFrom(
  '\tnotes: x # ~~\n',
  '  notes: *web* # ~~\n',
  '  notes: @team # ~~\n',
  '  alertThreshold:\n\tvalue: 4 # ~~\n\tdisabled: false\n',
);

test('a repair changes no rule that could be read, and no comment, or is not offered', () => {
  let made = 0;
  fc.assert(
    fc.property(
      fc.array(right, { maxLength: 2 }),
      wrong,
      fc.array(right, { maxLength: 2 }),
      (above, at, below) => {
        let count = 0;
        const text =
          `rules:\n${[...above, at, ...below].map((own, index) => `- name: r${index}\n${own}`).join('')}`.replaceAll(
            '~~',
            () => `c${count++}.`,
          );
        const doc = readPolicyText(text, 'yaml', kind);
        const fresh = (own: string) => readPolicyText(`rules:\n- name: x\n${own}`, 'yaml', kind);
        for (const diagnostic of checker.check(doc)) {
          for (const fix of fixesOf(diagnostic)) {
            const edits = fixEdits(doc, diagnostic, fix);
            const after = readPolicyText(applyEdits(text, edits), 'yaml', kind);
            if (edits.length === 0 || after.value() === undefined) {
              continue;
            }
            made++;
            const said = `${fix.title}\n${text}\n=>\n${after.text}`;
            for (const [index, own] of [...above, at, ...below].entries()) {
              if (index !== above.length) {
                const notes = (of: PolicyDocument, place: number) =>
                  new Map(of.array('rules')?.rules[place]?.value() as Map<string, never>).get('notes');
                assert.ok(sameValue(notes(after, index), notes(fresh(own), 0)), said);
              }
            }
            assert.deepEqual(after.text.match(/# c\d+\./g), text.match(/# c\d+\./g), said);
          }
        }
      },
    ),
    { numRuns: dear(300) },
  );
  assert.ok(made > 60, `${made} made`);
});
