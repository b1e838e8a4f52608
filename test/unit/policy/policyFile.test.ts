import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { policyNameOfPath, spellingOf, testSpellingOf } from '../../../src/core/policy/policyFile.ts';

const places = {
  'a drive': [path.win32, 'C:\\work'],
  'a share': [path.win32, '\\\\server\\share'],
  'a Mac': [path.posix, '/Users/eve'],
  'an address of the editor': [path.posix, '/c:/work'],
} as const;

for (const [what, [rules, root]] of Object.entries(places)) {
  test(`the place of a file says which policy it is: on ${what}`, () => {
    for (const [ending, spelling] of [
      ['yaml', 'yaml'],
      ['yml', 'yaml'],
      ['json', 'json'],
    ] as const) {
      const file = rules.join(root, 'policies', 'prod', 'vulnerability', `ci-images.policy.${ending}`);
      assert.equal(policyNameOfPath(file), 'vulnerability/ci-images');
      assert.equal(spellingOf(file), spelling);
      assert.equal(testSpellingOf(rules.join(root, 'policies', `a.policy-test.${ending}`)), spelling);
      assert.equal(policyNameOfPath(rules.join(root, 'Vulnerability', `images.policy.${ending}`)), undefined);
    }
  });
}
