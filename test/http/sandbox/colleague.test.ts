import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fromPlain } from '../../../src/core/json/json.ts';
import { ExpectedError } from '../../../src/core/util/errors.ts';
import { requestRemoteEdit } from '../../../src/sandbox/remoteEdit.ts';
import { isCode } from '../../unit/sync/workspace.ts';
import { startSandbox } from './sandboxClient.ts';

const policy = 'vulnerability/images';

test('a colleague of every sandbox is asked with the access key, and signs what was edit', async (t) => {
  const { sandbox, read } = await startSandbox(t);
  const before = (await read(policy)).rules;
  const edit = await requestRemoteEdit(sandbox.url, sandbox.accessKey, { policy, kind: 'edit' });
  assert.deepEqual(edit, { kind: 'edit', policy, rule: before[0]?.['name'], detail: 'notes' });
  const [after] = (await read(policy)).rules;
  assert.equal(after?.['notes'], 'Changed by a colleague');
  assert.equal(after?.['owner'], 'colleague');
});

test('a member keeps away from what somebody else made of it, over the wire', async (t) => {
  const { sandbox, read } = await startSandbox(t);
  const member = ['alertThreshold', 'value'];
  const excluded = fromPlain(9);
  await requestRemoteEdit(sandbox.url, sandbox.accessKey, { policy, kind: 'edit', member, excluded });
  const threshold = (await read(policy)).rules[0]?.['alertThreshold'] as { value: number } | undefined;
  assert.equal(threshold?.value, 7);
});

test('nobody is a colleague without the key, of another machine, or of what is not there', async (t) => {
  const { sandbox } = await startSandbox(t);
  const wrong = { ...sandbox.accessKey, secret: 'wrong' };
  for (const [url, key, rule, why] of [
    [sandbox.url, wrong, undefined, /invalid credentials/],
    ['http://console.example:1', sandbox.accessKey, undefined, /Only a sandbox on this computer/],
    [sandbox.url.replace('http:', 'https:'), sandbox.accessKey, undefined, /Only a sandbox on this computer/],
    ['http://127.0.0.1:9', sandbox.accessKey, undefined, /does not answer/],
    [sandbox.url, sandbox.accessKey, 'nobody', /no rule named "nobody"/],
  ] as const) {
    await assert.rejects(
      requestRemoteEdit(url, key, { policy, kind: 'move', ...(rule === undefined ? {} : { rule }) }),
      (error) => error instanceof ExpectedError && why.test(error.message),
    );
  }
  await assert.rejects(
    requestRemoteEdit(sandbox.url, sandbox.accessKey, { policy: 'no/policy', kind: 'move' }),
    /no policy is named no\/policy/,
  );
  assert.equal(sandbox.state.policies.get(policy).get('owner'), undefined);
});

test('what runs where a sandbox was, and answers something else or without end, is no sandbox', async (t) => {
  const { sandbox } = await startSandbox(t);
  let answer: (response: ServerResponse) => unknown = (response) => response.end('<html>');
  const other = createServer((_, response) => void answer(response)).listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const ask = (): Promise<unknown> =>
    requestRemoteEdit(`http://127.0.0.1:${(other.address() as AddressInfo).port}`, sandbox.accessKey, {
      policy,
      kind: 'edit',
    });
  await assert.rejects(ask(), isCode('colleague-refused'));
  answer = (response) => {
    const more = (): unknown =>
      response.destroyed || (response.write('x'.repeat(10_000)), setImmediate(more));
    more();
  };
  await assert.rejects(ask(), isCode('unreachable'));
});
