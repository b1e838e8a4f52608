import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolicyChecker, type CheckerOptions } from '../../../../src/core/assist/findings/policyChecker.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { beginWell } from './beginsWell.ts';
import { plantedMistakes } from './plantedMistakes.ts';

const known = new Set(['All', 'Payments', 'Clusters']);
const options: CheckerOptions = {
  limit: 10_000,
  known: () => ({ collections: known }),
  now: () => Date.parse('2030-12-31'),
};
const count = 1000;

for (const { code, policy, rule, text } of plantedMistakes) {
  test(`a thousand planted ${code} are found where they are`, () => {
    const kind = policyKind(policy)!;
    const rules = Array.from({ length: count }, (_, mark) => ({ name: `rule ${mark}`, ...rule(mark + 1) }));
    const policyValue = fromPlain({
      [kind.identity.field]: kind.identity.value,
      [kind.arrays[0]!.key]: rules,
    }) as JsonObject;
    for (const spelling of ['json', 'yaml'] as const) {
      const doc = readPolicyText(writePolicyText(policyValue, spelling), spelling, kind);
      const found = new PolicyChecker(options).check(doc).filter((each) => each.code === code);
      assert.equal(found.length, count, spelling);
      beginWell(found);
      for (const [mark, { range }] of found.entries()) {
        const view = doc.arrays()[0]!.rules[mark]!;
        assert.ok(view.range.start <= range.start && range.end <= view.range.end, 'inside its rule');
        const marked = doc.text.slice(range.start, range.end);
        assert.equal(marked.replaceAll(/^["']|["']$/g, ''), text(mark + 1), spelling);
      }
    }
  });
}
