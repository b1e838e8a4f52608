import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain } from '../../../../src/core/json/json.ts';
import type { Resource } from '../../../../src/core/posture/resource.ts';
import { CanceledError, ExpectedError } from '../../../../src/core/util/errors.ts';
import { PostureLinks } from '../../../../src/vscode/posture/postureLinks.ts';
import {
  PostureReadings,
  type PostureReader,
  readTenant,
  requestsInFlight,
} from '../../../../src/vscode/posture/postureReadings.ts';

const catalog = { kind: 'catalog' } as const;

function readingsOf(read: PostureReader['read']): PostureReadings {
  return new PostureReadings(
    async () => ({ read }),
    (_, error) => assert.fail(String(error)),
  );
}

test('what was read is kept; callers that come meanwhile share the request', async () => {
  let requests = 0;
  const readings = readingsOf(async () => ({ value: fromPlain([++requests]) }));
  const busy: boolean[] = [];
  readings.onDidChangeBusy((now) => busy.push(now));
  const [one, other] = await Promise.all([readings.get('s', catalog), readings.get('s', catalog)]);
  assert.equal(one, other);
  await readings.get('s', catalog);
  assert.equal(requests, 1);
  assert.deepEqual(busy, [true, false]);
  readings.forget('s', catalog);
  assert.equal(readings.peek('s', catalog), undefined);
  await readings.get('s', catalog);
  await readings.get('t', catalog);
  assert.equal(requests, 3);
});

test('a failure stays on its resource until it is asked for again', async () => {
  let fail = true;
  const readings = readingsOf(async (resource) => {
    if (fail && resource.kind === 'catalog') {
      throw new ExpectedError('forbidden', 'not permitted', { advice: 'ask' });
    }
    return { value: null };
  });
  const failure = { code: 'forbidden', message: 'not permitted', advice: 'ask' };
  await assert.rejects(readings.get('s', catalog), failure);
  assert.equal((await readings.get('s', { kind: 'applications' })).value, null);
  fail = false;
  await assert.rejects(readings.get('s', catalog), failure);
  assert.equal(readings.peek('s', catalog), undefined);
  const { signal } = new AbortController();
  assert.equal((await readings.known('s', catalog, signal)).value, null, 'a command asks again');
  readings.forget('s', catalog);
  assert.equal((await readings.get('s', catalog)).value, null);
});

test('stop cancels what is being read, and it can be read again', async () => {
  let hang = true;
  const readings = readingsOf((_, signal) =>
    hang
      ? new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(new CanceledError())),
        )
      : Promise.resolve({ value: null }),
  );
  const reading = readings.get('s', catalog);
  // The reader is asked for first.
  await Promise.resolve();
  await Promise.resolve();
  readings.stop();
  await assert.rejects(reading, CanceledError);
  hang = false;
  readings.forget('s');
  assert.equal((await readings.get('s', catalog)).value, null);
});

test('a whole tenant keeps to the stated number of requests and outlives what cannot be read', async () => {
  let running = 0;
  let most = 0;
  const answers: Record<string, (resource: Resource) => unknown> = {
    applications: () =>
      Array.from({ length: 30 }, (_, index) => ({ app_id: `a${index}`, type: `t${index % 3}` })),
    definitions: () => [{ id: 'd', severity: 'High' }],
    configuration: () => [{ id: 'x', config_id: 'd', name: 'X', category: 'C', status: 'FAILED' }],
  };
  const readings = readingsOf(async (resource) => {
    running++;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if ('app' in resource && (resource.app === 'a7' || resource.app === 't1')) {
      throw new ExpectedError('forbidden', 'not permitted');
    }
    return { value: fromPlain(answers[resource.kind]?.(resource)) };
  });
  const progress: number[] = [];
  await readings.get('s', { kind: 'configuration', app: 'a2' });
  const { applications } = await readTenant(
    readings,
    { id: 's', name: 'sandbox' },
    new AbortController().signal,
    (done) => progress.push(done),
  );
  assert.equal(most, requestsInFlight);
  assert.equal(applications.length, 30);
  assert.equal(applications[7]?.problem, 'not permitted');
  assert.deepEqual(
    applications.slice(0, 3).map(({ settings }) => settings[0]?.severity),
    ['high', 'unrated', 'high'],
  );
  assert.equal(progress.at(-1), 33);
  const kept = (app: string) => readings.peek('s', { kind: 'configuration', app });
  assert.equal(kept('a3'), undefined, 'all answers of a tenant need much memory');
  assert.ok(kept('a2'), 'what a row shows is kept');
});

test('controls that were read and integrations that tickets name are remembered', async () => {
  const store = new Map<string, readonly unknown[]>();
  const memory = {
    remembered: (name: string) => store.get(name) ?? [],
    remember: async (name: string, values: readonly unknown[]) => void store.set(name, values),
  };
  const ticket = { ticketKey: 'SEC-1', integrationId: 'i', type: 'T' };
  const readings = readingsOf(async (resource) => ({
    value: fromPlain(
      resource.kind === 'control' ? { id: 'c', name: 'Sharing' } : [{ tickets: [ticket, ticket] }],
    ),
  }));
  const links = new PostureLinks(memory, readings);
  await readings.get('s', { kind: 'control', id: 'c' });
  await readings.get('s', { kind: 'configuration', app: 'a' });
  const control = { kind: 'control', id: 'c', name: 'Sharing' } as const;
  const integration = { kind: 'projects', integration: 'i', ticketing: 'T' } as const;
  const issue = { kind: 'issue', integration: 'i', ticketing: 'T', key: 'SEC-1' } as const;
  assert.deepEqual(links.of('s'), [control, integration, issue]);
  assert.deepEqual(links.of('other'), []);
  const other = { ...issue, ticketing: 'U' };
  links.add('s', { key: 'SEC-1', ticketing: 'T', integration: 'i', kind: 'issue' }, other);
  assert.deepEqual(links.of('s'), [control, integration, issue, other], 'the same link is kept once');
  await readings.freshOnce('u', { kind: 'configuration', app: 'a' }, new AbortController().signal);
  assert.deepEqual(links.of('u'), [integration, issue], 'an answer that is not kept');
  const renamed = { ...control, name: 'Sharing of files' };
  links.add('s', renamed);
  assert.deepEqual(
    links.of('s'),
    [renamed, integration, issue, other],
    'a control has one row, with its new name',
  );
  links.add('s', control);
  links.remove('s', integration);
  assert.deepEqual(links.of('s'), [control, other]);
  links.remove('s', other);
  store.set('links s', ['nonsense', null, { kind: 'control', id: 7 }, { kind: 'toString', id: 'x' }]);
  assert.deepEqual(links.of('s'), []);
});
