import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { mergeSteps } from '../../../src/core/policy/merge/mergePolicies.ts';
import { pulledFormSteps } from '../../../src/core/policy/pulledForm.ts';
import { diffSteps } from '../../../src/core/policy/ruleDiff.ts';
import { sentFormSteps } from '../../../src/core/policy/sentForm.ts';

const kind = policyKind('vulnerability/images')!;
const count = 300;

const policy = (word: string): JsonObject =>
  fromPlain({
    policyType: 'containerVulnerability',
    rules: Array.from({ length: count }, (_, n) => ({
      name: `rule ${n}`,
      notes: word,
      collections: [{ name: 'All' }],
    })),
  }) as JsonObject;

const [base, mine, live] = ['base', 'mine', 'base'].map(policy) as [JsonObject, JsonObject, JsonObject];

/** What a host does with a long policy, which other things wait for unless it is taken in steps. */
const works: Readonly<Record<string, () => Generator<unknown, unknown, void>>> = {
  'the difference': () => diffSteps(kind, base, mine),
  'a merge': () => mergeSteps(kind, base, mine, live),
  'a merge without a base': () => mergeSteps(kind, undefined, mine, live),
  'what a pull writes': () => pulledFormSteps(kind, live),
  'what a push sends': () => sentFormSteps(kind, live, mine),
};

for (const [name, work] of Object.entries(works)) {
  test(`${name}: no step does more than a rule or two`, () => {
    let steps = 0;
    for (const _ of work()) {
      steps++;
    }
    assert.ok(steps >= count - 1, `${steps} steps for ${count} rules`);
  });
}
