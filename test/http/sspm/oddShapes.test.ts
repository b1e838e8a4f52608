import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sspmParts } from './sspmParts.ts';

test('odd shapes and pages are switched on over HTTP, for another process', async (t) => {
  const { client, sandbox } = await sspmParts(t, {}, { control: true });
  const { id, secret } = sandbox.accessKey;
  const answer = await fetch(`${sandbox.url}/sandbox/posture`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: JSON.stringify({ shape: 'wrapped', paging: 'repeating', pageSize: 7 }),
  });
  assert.equal(answer.status, 200);
  const { value } = await client.read({ kind: 'catalog' });
  assert.ok(value instanceof Map && value.has('items'));
  const { stopped } = await client.read({ kind: 'applications' });
  assert.equal(stopped, 'repeated-page');
});
