import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolicyChecker } from '../../../src/core/assist/findings/policyChecker.ts';
import type { ConsoleKnowledge } from '../../../src/core/consoleFile/resources.ts';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../../src/core/document/updatedText.ts';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { toPlain } from '../../../src/core/json/json.ts';
import { pulledForm } from '../../../src/core/policy/pulledForm.ts';
import { sampleState } from '../../../src/sandbox/sandboxState.ts';

type Scopes = ConsoleKnowledge['scopes'];
type Checks = ConsoleKnowledge['checks'];

const spellings = ['yaml', 'json'] as const;

test('pulled documents of the sandbox have no diagnostics, in both spellings, short and in full', () => {
  const state = sampleState(() => 0);
  const scopes = new Map(
    state.collections.all().map((one) => [one.get('name'), toPlain(one)]),
  ) as NonNullable<Scopes>;
  const names = new Set(scopes.keys());
  const checks = new Map(
    state.complianceChecks
      .map((check) => toPlain(check) as { id: number; title: string })
      .map((check) => [check.id, check]),
  ) as Checks;
  const checker = new PolicyChecker({
    known: () => ({ collections: names, scopes, checks }),
  });
  for (const kind of policyKinds) {
    const live = state.policies.read(kind.name);
    const bad = spellings.flatMap((spelling) =>
      [false, true].flatMap((full) => {
        const document = readPolicyText(
          writePolicyText(pulledForm(kind, live, { full }), spelling),
          spelling,
          kind,
        );
        assert.equal(document.arrays().length, kind.arrays.length, kind.name);
        return checker.check(document);
      }),
    );
    assert.deepEqual(bad, [], kind.name);
  }
});
