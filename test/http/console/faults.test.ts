import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { HttpError, type HttpErrorCode } from '../../../src/core/console/httpError.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import type { Fault } from '../../sandbox/faults.ts';
import { withinLimits } from '../../unit/console/withinLimits.ts';
import { replaceLive } from '../../unit/console/clientOf.ts';
import { sandboxClient } from './sandboxClient.ts';

const kind = policyKind('waas/host');
const limits = { maxAnswerBytes: 8 * 1024 * 1024 };
/** For what hangs: short, and longer where that was not enough to get there. Nothing else is to run into one. */
const played = (fault: Fault, play: (timeoutMs: number) => Promise<void>): Promise<void> =>
  withinLimits(play, fault.kind === 'hang' ? [1500, 15_000] : [300_000]);
const megabytes = 64 * 1024 * 1024;

/** What a read makes of a fault that meets every attempt: an error, or a whole text. */
const reads: readonly (readonly [Fault, HttpErrorCode | 'fine', attempts: number])[] = [
  [{ kind: 'status', status: 202, when: 'before', body: '{}' }, 'rejected', 1],
  [{ kind: 'status', status: 206, when: 'before', body: '{}' }, 'rejected', 1],
  [{ kind: 'status', status: 400, when: 'before' }, 'rejected', 1],
  [{ kind: 'status', status: 403, when: 'before' }, 'forbidden', 1],
  [{ kind: 'status', status: 404, when: 'before' }, 'not-found', 1],
  [{ kind: 'status', status: 500, when: 'before', body: '<h1>down</h1>' }, 'server-error', 4],
  [{ kind: 'status', status: 502, when: 'after' }, 'server-error', 4],
  [{ kind: 'throttled' }, 'throttled', 4],
  [{ kind: 'throttled', retryAfter: '3' }, 'throttled', 4],
  [{ kind: 'throttled', retryAfter: '3600' }, 'throttled', 1],
  [{ kind: 'reset', when: 'before' }, 'unreachable', 4],
  [{ kind: 'wrong-length' }, 'unreachable', 4],
  [{ kind: 'hang', when: 'before' }, 'timeout', 1],
  [{ kind: 'hang', when: 'after', partial: true }, 'timeout', 1],
  [{ kind: 'delay', milliseconds: 20 }, 'fine', 1],
  [{ kind: 'html', when: 'before' }, 'not-json', 1],
  [{ kind: 'not-applied' }, 'not-json', 1],
  [{ kind: 'redirect', to: 'https://elsewhere.invalid/login' }, 'redirected', 1],
  [{ kind: 'redirect', to: '/loop', status: 302 }, 'redirected', 1],
  [{ kind: 'bad-gzip' }, 'not-json', 1],
  [{ kind: 'gzip-bomb', bytes: megabytes }, 'too-large', 1],
  [{ kind: 'endless', bytes: megabytes }, 'too-large', 1],
  [{ kind: 'echo-credentials' }, 'rejected', 1],
  [{ kind: 'bytes', body: new Uint8Array([0x7b, 0x80, 0x7d]) }, 'not-json', 1],
  [{ kind: 'bytes', body: '\uFEFF{"rules":null}' }, 'fine', 1],
];

for (const [fault, code, attempts] of reads) {
  const play = async (t: TestContext, timeoutMs: number): Promise<void> => {
    const { client, sandbox, logger } = await sandboxClient(t, { ...limits, timeoutMs });
    sandbox.faults.next({ path: '/policies/', count: 10 }, fault);
    const result = await client.policies.readPolicy(kind).catch((error: unknown) => error);
    if (code === 'fine') {
      assert.ok(!(result instanceof Error), String(result));
    } else {
      assert.ok(result instanceof HttpError, String(result));
      assert.equal(result.code, code, result.message);
      assert.ok(result.advice);
      const shown = [result.message, result.detail, ...logger.lines].join('\n');
      assert.ok(!shown.includes(sandbox.accessKey.secret));
      assert.ok(!shown.includes(Buffer.from(sandbox.accessKey.secret).toString('base64').slice(0, 12)));
      assert.ok((result.detail?.length ?? 0) <= 700);
    }
    assert.equal(sandbox.requests.all().length, attempts);
  };
  test(`read: ${JSON.stringify(fault)} -> ${code}`, (t) => played(fault, (timeoutMs) => play(t, timeoutMs)));
}

const page = {
  kind: 'status',
  when: 'before',
  body: '<html></html>',
  headers: { 'content-type': 'text/html' },
} as const;

/** What a PUT makes of a fault, and whether the outcome is open. One request always, whatever happens. */
const writes: readonly (readonly [Fault, HttpErrorCode | 'fine', open: boolean])[] = [
  [{ kind: 'status', status: 400, when: 'before' }, 'rejected', false],
  [{ kind: 'status', status: 500, when: 'before' }, 'server-error', true],
  [{ kind: 'status', status: 500, when: 'after' }, 'server-error', true],
  [{ kind: 'status', status: 504, when: 'after' }, 'server-error', true],
  [{ kind: 'status', status: 202, when: 'after' }, 'fine', false],
  [{ kind: 'throttled', retryAfter: '1' }, 'throttled', false],
  [{ kind: 'reset', when: 'before', uploadBytes: 1000 }, 'unreachable', true],
  [{ kind: 'reset', when: 'after' }, 'unreachable', true],
  [{ kind: 'hang', when: 'before' }, 'timeout', true],
  [{ kind: 'hang', when: 'after' }, 'timeout', true],
  [{ kind: 'html', when: 'before' }, 'not-json', true],
  [{ kind: 'redirect', to: 'https://elsewhere.invalid/' }, 'redirected', false],
  [{ kind: 'redirect', to: 'https://elsewhere.invalid/', status: 302 }, 'redirected', true],
  [{ kind: 'late' }, 'server-error', true],
  [{ kind: 'late', answer: 'reset' }, 'unreachable', true],
  [{ kind: 'status', status: 422, when: 'before' }, 'rejected', false],
  [{ kind: 'status', status: 408, when: 'before' }, 'timeout', true],
  [{ kind: 'status', status: 403, when: 'before' }, 'forbidden', false],
  [{ ...page, status: 403 }, 'forbidden', true],
  [{ ...page, status: 413 }, 'rejected', false],
  [{ kind: 'status', status: 460, when: 'before' }, 'rejected', true],
  [{ kind: 'not-applied' }, 'fine', false],
  [{ kind: 'partly-applied', rules: 1 }, 'fine', false],
  [{ kind: 'body-on-204' }, 'fine', false],
];

for (const [fault, code, open] of writes) {
  const play = async (t: TestContext, timeoutMs: number): Promise<void> => {
    const { client, sandbox } = await sandboxClient(t, { ...limits, timeoutMs });
    const { text } = await client.policies.readPolicy(kind);
    sandbox.faults.next({ method: 'PUT', count: 10 }, fault);
    const result = await replaceLive(client, kind, text).catch((error: unknown) => error);
    if (code === 'fine') {
      const isAccepted = fault.kind === 'status' && fault.status === 202;
      assert.equal(result, isAccepted ? 'accepted' : undefined, String(result));
    } else {
      assert.ok(result instanceof HttpError, String(result));
      assert.equal(result.code, code, result.message);
      assert.equal(result.mayHaveArrived, open);
    }
    assert.equal(sandbox.requests.of('PUT', '/policies/').length, 1);
    sandbox.faults.clear();
    // The connections are fit for use afterwards.
    assert.equal(typeof (await client.policies.readPolicy(kind)).text, 'string');
  };
  test(`PUT: ${JSON.stringify(fault)} -> ${code}, sent once`, (t) =>
    played(fault, (timeoutMs) => play(t, timeoutMs)));
}

test('a read recovers from a fault that passes', async (t) => {
  const { client, sandbox } = await sandboxClient(t, limits);
  const { text } = await client.policies.readPolicy(kind);
  for (const fault of [
    { kind: 'reset', when: 'before' },
    { kind: 'throttled', retryAfter: '2' },
    { kind: 'wrong-length' },
  ] satisfies Fault[]) {
    sandbox.faults.next({ count: 2 }, fault);
    assert.equal((await client.policies.readPolicy(kind)).text, text);
  }
});
