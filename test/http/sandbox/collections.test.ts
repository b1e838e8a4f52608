import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from './sandboxClient.ts';

interface Row {
  readonly name: string;
  readonly [member: string]: unknown;
}

const arrayOf = (value: unknown): Row[] => value as Row[];
const rowsOf = (text: string): Row[] => JSON.parse(text) as Row[];

test('collections are listed whole, paged on request, with their number', async (t) => {
  const { send, login } = await startSandbox(t);
  const token = await login();
  const all = await send('GET', '/api/v1/collections', token);
  const rows = rowsOf(all.text);
  assert.equal(all.headers.get('total-count'), String(rows.length));
  assert.ok(rows.length > 300, `${rows.length}`);
  assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length);
  const page = await send('GET', '/api/v1/collections?limit=5&offset=40', token);
  assert.deepEqual(rowsOf(page.text), rows.slice(40, 45));
  const mine = rowsOf((await send('GET', '/api/v1/current/collections', token)).text);
  assert.deepEqual(Object.keys(mine[0] ?? {}), ['name', 'color']);
  assert.equal(mine.length, rows.length);
});

test('a collection is added with wildcards, changed, used, and deleted when no rule uses it', async (t) => {
  const { send, login, put, read } = await startSandbox(t);
  const token = await login();
  const one = async (): Promise<Row | undefined> =>
    rowsOf((await send('GET', '/api/v1/collections', token)).text).find(({ name }) => name === 'new:one');
  const address = `/api/v1/collections/${encodeURIComponent('new:one')}`;

  const added = await send(
    'POST',
    '/api/v1/collections',
    token,
    '{"name":"new:one","images":["x/*"],"codeRepos":["*"]}',
  );
  assert.deepEqual([added.status, added.text], [200, '']);
  const first = await one();
  assert.deepEqual([first?.images, first?.hosts, first?.codeRepos], [['x/*'], ['*'], ['*']]);
  assert.match(String(first?.color), /^#[0-9A-F]{6}$/);

  await send('PUT', address, token, '{"name":"new:one","hosts":["h-*"]}');
  const second = await one();
  assert.deepEqual([second?.images, second?.hosts, second?.description], [['*'], ['h-*'], '']);

  await put('vulnerability/host', { rules: [{ name: 'r', collections: [{ name: 'new:one' }] }] });
  const [rule] = (await read('vulnerability/host')).rules;
  const [scope] = arrayOf(rule?.collections);
  assert.deepEqual(scope?.hosts, ['h-*']);
  const usages = await send('GET', `${address}/usages`, token);
  assert.deepEqual(JSON.parse(usages.text), [{ name: 'vulnerability/host', type: 'policy' }]);
  assert.equal((await send('DELETE', address, token)).status, 400);
  await put('vulnerability/host', '{}');
  assert.equal((await send('DELETE', address, token)).status, 200);
  assert.equal(await one(), undefined);
  assert.equal((await send('DELETE', address, token)).status, 404);
});

test('bad collections are refused', async (t) => {
  const { send, login } = await startSandbox(t);
  const token = await login();
  for (const body of ['{}', '[]', '{"name":"with space"}', '{"name":"All"}', '{"name":']) {
    assert.equal((await send('POST', '/api/v1/collections', token, body)).status, 400, body);
  }
  assert.equal((await send('PUT', '/api/v1/collections/All', token, '{"name":"All"}')).status, 400);
  assert.equal((await send('DELETE', '/api/v1/collections/All', token)).status, 400);
  assert.equal((await send('PUT', '/api/v1/collections/none', token, '{"name":"none"}')).status, 404);
});

test('a changed collection shows in every rule that uses it', async (t) => {
  const { send, login, put, read } = await startSandbox(t);
  const scope = { name: 'payments', images: ['other/*'] };
  await put('vulnerability/images', {
    rules: ['a', 'b', 'c'].map((name) => ({ name, collections: [{ name: 'payments' }, { name: 'search' }] })),
  });
  await send('PUT', '/api/v1/collections/payments', await login(), JSON.stringify(scope));
  const { rules } = await read('vulnerability/images');
  const used = rules.flatMap((rule) => rule.collections as Row[]).filter(({ name }) => name === 'payments');
  assert.equal(used.length, 3);
  assert.ok(used.every(({ images }) => JSON.stringify(images) === '["other/*"]'));
});
