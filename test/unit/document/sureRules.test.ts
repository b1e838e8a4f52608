import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../../src/core/document/reading/rereadPolicy.ts';
import { sureRules } from '../../../src/core/document/sureRules.ts';
import { policyKind } from '../../../src/core/policy/families.ts';

const kind = policyKind('vulnerability/images');
const yamlRule = (name: string): string =>
  `  - name: ${name}\n    collections:\n      - name: All\n    blockThreshold:\n      enabled: true\n      value: 7\n`;
const yaml = `policyType: containerVulnerability\nrules:\n${yamlRule('a')}${yamlRule('b')}`;
const json = JSON.stringify(
  {
    rules: ['a', 'b'].map((name) => ({
      name,
      collections: [{ name: 'All' }],
      blockThreshold: { enabled: true, value: 7 },
    })),
  },
  undefined,
  2,
);

/** The first place of each is in the first rule. */
const breaks: Readonly<Record<'yaml' | 'json', readonly (readonly [from: string, to: string])[]>> = {
  yaml: [
    ['    blockThreshold:\n', '    blockThreshold\n'],
    ['    collections:\n', '    x\n    collections:\n'],
    ['    collections:\n', '    foo: [\n    collections:\n'],
    ['    collections:\n', '    foo: "x\n    collections:\n'],
    ['    collections:\n', '   collections:\n'],
    ['    collections:\n', '  collections:\n'],
    ['    collections:\n', 'collections:\n'],
    ['    collections:\n', '      collections:\n'],
    ['  - name: a\n', '  - name: a\n  x\n'],
    ['    collections:\n', '\tcollections:\n'],
  ],
  json: [
    ['"collections": [', '"collections": '],
    ['"name": "All"', '"name": "All'],
    ['"blockThreshold": {', '"blockThreshold" {'],
    ['"enabled": true,', '"enabled": tru,'],
  ],
};

for (const spelling of ['yaml', 'json'] as const) {
  const good = spelling === 'yaml' ? yaml : json;
  for (const [from, to] of breaks[spelling]) {
    for (const how of ['read', 'typed'] as const) {
      test(`of a rule with ${JSON.stringify(to)} nothing is sure; of the other all that is said is (${spelling}, ${how})`, () => {
        const at = good.indexOf(from);
        assert.ok(at > 0);
        const broken = good.slice(0, at) + to + good.slice(at + from.length);
        let doc = readPolicyText(how === 'read' ? broken : good, spelling, kind);
        if (how === 'typed') {
          doc = rereadPolicy(doc, [{ start: at, end: at + from.length, text: to }]);
        }
        const isSure = sureRules(doc);
        const rules = doc.array('rules')?.rules ?? [];
        assert.ok(rules.length === 0 || !isSure(rules[0] as (typeof rules)[0]));
        for (const rule of rules.filter(isSure)) {
          assert.deepEqual([rule.facts.name, rule.facts.collections], ['b', ['All']]);
        }
      });
    }
  }

  test(`every rule of a whole text is sure (${spelling})`, () => {
    const doc = readPolicyText(good, spelling, kind);
    const isSure = sureRules(doc);
    assert.deepEqual(doc.array('rules')?.rules.map(isSure), [true, true]);
  });
}
