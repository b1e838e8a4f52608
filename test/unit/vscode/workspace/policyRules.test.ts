import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Uri } from 'vscode';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import type { RuleMark } from '../../../../src/core/policy/ruleMark.ts';
import { noRuleChanges } from '../../../../src/core/sync/ruleChanges.ts';
import type { PolicyDocuments } from '../../../../src/vscode/workspace/policyDocuments.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { PolicyRules } = await import('../../../../src/vscode/workspace/policyDocuments.ts');

test('the changes of a policy are looked up once for all of its rules', async () => {
  const policy = readPolicyText('rules:\n  - name: a\n  - name: b\n', 'yaml');
  const mark: RuleMark = { here: { changed: true }, isConflict: false };
  let times = 0;
  const rules = new PolicyRules({ read: async () => policy } as unknown as PolicyDocuments, {
    orders: { look: async () => undefined, found: () => new Map() },
    whenRead: async () => undefined,
    ruleChangesAt: () => {
      times++;
      return { ...noRuleChanges, marks: new Map([['rules', new Map([['0:b', mark]])]]) };
    },
  });
  const list = await rules.list({ path: '/prod/vulnerability/images.policy.yaml' } as Uri);
  assert.deepEqual(
    list?.arrays[0]?.rules.map((rule) => rule.mark()),
    [undefined, mark],
  );
  assert.equal(times, 1);
});

test('rules are listed once their order and their changes are known', async () => {
  const policy = readPolicyText('rules:\n  - name: a\n', 'yaml');
  const known: string[] = [];
  const work = (what: string) => async (): Promise<void> => {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    known.push(what);
  };
  const rules = new PolicyRules({ read: async () => policy } as unknown as PolicyDocuments, {
    orders: { look: work('order'), found: () => new Map() },
    whenRead: work('changes'),
    ruleChangesAt: () => noRuleChanges,
  });
  await rules.list({ path: '/prod/vulnerability/images.policy.yaml' } as Uri);
  assert.deepEqual(known, ['order', 'changes']);
});
