import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { arrayAt, isJsonObject } from '../../../src/core/json/json.ts';
import type { JsonObject } from '../../../src/core/json/json.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { pulledForm } from '../../../src/core/policy/pulledForm.ts';
import { startSandbox } from './sandboxClient.ts';

test('what a pull writes and a push sends back reads as the same policy, dates and owners included', async (t) => {
  const { send, basic } = await startSandbox(t);
  for (const kind of policyKinds) {
    const path = `/api/v1${kind.path}`;
    const before = parseJson((await send('GET', path, basic)).text) as JsonObject;
    const sent = writeJson(pulledForm(kind, before));
    assert.equal((await send('PUT', path, basic, sent)).status, 200, kind.name);
    const after = parseJson((await send('GET', path, basic)).text) as JsonObject;
    assert.equal(canonicalHash(kind, after), canonicalHash(kind, before), kind.name);
    for (const { key } of kind.arrays) {
      const stamps = (document: JsonObject): unknown[] =>
        arrayAt(document, key).map((rule) => isJsonObject(rule) && [rule.get('modified'), rule.get('owner')]);
      assert.deepEqual(stamps(after), stamps(before), kind.name);
    }
  }
});
