import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { rulePlacement } from '../../../src/core/policy/rulePlacement.ts';

test('a disabled rule is above nothing, and what stands only below disabled rules is first', () => {
  const kind = policyKind('compliance/container');
  assert.ok(kind);
  const document = fromPlain({
    rules: [
      { name: 'off', disabled: true },
      { name: 'first' },
      { name: 'second', disabled: false },
      { name: 'off below', disabled: true },
      { name: 'twice' },
      { name: 'twice', disabled: true },
    ],
  }) as JsonObject;
  const standing = (name: string) => rulePlacement(kind, document, name);
  assert.equal(standing('off'), 'disabled');
  assert.equal(standing('first'), 'first');
  assert.equal(standing('second'), 'below-enabled');
  assert.equal(standing('off below'), 'disabled');
  assert.equal(standing('twice'), undefined);
  assert.equal(standing('none'), undefined);
});
