import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readApplications } from '../../../src/core/posture/application.ts';
import { readSettings } from '../../../src/core/posture/setting.ts';
import type { ListShape } from '../../sandbox/oddPosture.ts';
import { CanceledError } from '../../../src/core/util/errors.ts';
import { sspmParts } from './sspmParts.ts';

const rowsShown: Readonly<Record<ListShape, 'all' | 'one' | 'none'>> = {
  usual: 'all',
  wrapped: 'all',
  text: 'all',
  strings: 'all',
  object: 'one',
  word: 'none',
  null: 'none',
  empty: 'none',
};

for (const [shape, shown] of Object.entries(rowsShown)) {
  test(`a list answered as ${shape} shows ${shown} of its rows`, async (t) => {
    const { client, sandbox } = await sspmParts(t);
    const { posture } = sandbox.state;
    sandbox.posture.shape = shape as ListShape;
    const id = String(posture.applications[0]?.['app_id']);
    const all = posture.configs.get(id)?.length ?? 0;
    const settings = readSettings((await client.read({ kind: 'configuration', app: id })).value);
    assert.equal(settings.length, shown === 'all' ? all : shown === 'one' ? 1 : 0);
    const applications = readApplications((await client.read({ kind: 'applications' })).value);
    // One per page: there are three pages. A page without rows is the end.
    assert.equal(applications.length, shown === 'all' ? 60 : shown === 'one' ? 3 : 0);
  });
}

test('a page that repeats for ever is read twice', async (t) => {
  const { client, sandbox, asked } = await sspmParts(t);
  sandbox.posture.paging = 'repeating';
  const { value, incompleteReason } = await client.read({ kind: 'applications' });
  assert.equal(readApplications(value).length, 25);
  assert.equal(incompleteReason, 'repeated-page');
  assert.equal(asked().length, 2);
});

test('a list without end stops at ten thousand and says so', async (t) => {
  const { client, sandbox, asked } = await sspmParts(t);
  sandbox.posture.paging = 'endless';
  sandbox.state.posture.applications = bigTenant(500);
  sandbox.state.posture.pageSize = 500;
  const { value, incompleteReason } = await client.read({ kind: 'applications' });
  assert.equal(readApplications(value).length, 10_000);
  assert.equal(incompleteReason, 'too-many');
  assert.ok(asked().length <= 21);
});

test('ten thousand applications are read whole', async (t) => {
  const { client, sandbox } = await sspmParts(t);
  sandbox.state.posture.applications = bigTenant(10_000);
  sandbox.state.posture.pageSize = 1000;
  const { value, incompleteReason } = await client.read({ kind: 'applications' });
  assert.equal(readApplications(value).length, 10_000);
  assert.equal(incompleteReason, undefined);
});

test('canceling ends reading between and during requests', async (t) => {
  const { client, sandbox, asked } = await sspmParts(t);
  sandbox.posture.paging = 'endless';
  const stop = new AbortController();
  const reading = client.read({ kind: 'applications' }, stop.signal);
  while (asked().length < 3) {
    await setImmediate();
  }
  stop.abort();
  await assert.rejects(reading, CanceledError);
  assert.ok(asked().length < 10);
  sandbox.faults.next({ path: '/catalog' }, { kind: 'hang', when: 'before' });
  const second = new AbortController();
  const hanging = client.read({ kind: 'catalog' }, second.signal);
  void setImmediate().then(() => second.abort());
  await assert.rejects(hanging, CanceledError);
});

for (const body of ['', '<html></html>', '{"items": [', 'nope', '[1'.repeat(1000)]) {
  test(`an answer of ${JSON.stringify(body.slice(0, 20))} is an error that says so`, async (t) => {
    const { client, sandbox } = await sspmParts(t);
    sandbox.faults.next({ path: '/catalog/apps' }, { kind: 'bytes', body });
    await assert.rejects(client.read({ kind: 'catalog' }), { code: 'not-json' });
  });
}

test('a next page elsewhere is not followed: only its token is used', async (t) => {
  const { client, sandbox, asked } = await sspmParts(t);
  sandbox.faults.next(
    { path: '/apps' },
    {
      kind: 'bytes',
      body: JSON.stringify({
        items: [{ app_id: 'one' }],
        next_path: 'https://elsewhere.example/x?page_token=cGFnZTo1OQ%3D%3D',
      }),
    },
  );
  const { value } = await client.read({ kind: 'applications' });
  assert.equal(readApplications(value).length, 2);
  assert.deepEqual(asked(), ['/apps', '/apps?page_token=cGFnZTo1OQ%3D%3D']);
});

function bigTenant(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({
    app_id: `app-${index}`,
    name: `Application ${index}`,
  }));
}
