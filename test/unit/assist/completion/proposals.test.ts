import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeInPolicy } from '../../../../src/core/assist/completion/placeInPolicy.ts';
import { proposals } from '../../../../src/core/assist/completion/proposals.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';

/** The fields that may be written into a rule. */
function offered(policy: string, spelling: 'json' | 'yaml'): readonly string[] {
  const marked = spelling === 'json' ? '{"rules": [{"name": "a", |}]}' : 'rules:\n  - name: a\n    |\n';
  const document = readPolicyText(marked.replace('|', ''), spelling, policyKind(policy));
  const found = placeInPolicy(document, marked.indexOf('|'));
  assert.ok(found);
  return proposals(found.place, found.root, spelling).map(({ label }) => label);
}

test('a rule is offered the fields of its family, and none of another that consoles send along', () => {
  const ofVulnerability = ['alertThreshold', 'blockThreshold', 'graceDays', 'onlyFixed', 'cveRules', 'tags'];
  const ofCompliance = ['condition', 'allCompliance'];
  const unused = ['action', 'group', 'principal', 'auditAllowed'];
  for (const spelling of ['json', 'yaml'] as const) {
    const images = offered('vulnerability/images', spelling);
    const containers = offered('compliance/container', spelling);
    for (const [all, own, others] of [
      [images, ofVulnerability, ofCompliance],
      [containers, ofCompliance, ofVulnerability],
    ] as const) {
      assert.deepEqual(
        own.filter((field) => !all.includes(field)),
        [],
      );
      assert.deepEqual(
        [...others, ...unused].filter((field) => all.includes(field)),
        [],
      );
      assert.ok(all.includes('collections') && all.includes('notes'));
    }
  }
});
