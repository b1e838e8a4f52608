import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from './sandboxClient.ts';
import type { SandboxClient } from './sandboxClient.ts';

type Row = Readonly<Record<string, unknown>>;

const impactedPaths = [
  'compliance/container',
  'compliance/vms',
  'vulnerability/host',
  'vulnerability/images',
  'runtime/container',
  'firewall/app/container',
  'firewall/app/host',
  'firewall/app/out-of-band',
  'firewall/app/agentless',
];

async function impacted(client: SandboxClient, path: string, query: string): Promise<[Row[] | null, number]> {
  const reply = await client.send('GET', `/api/v1/policies/${path}/impacted?${query}`, client.basic);
  assert.equal(reply.status, 200, path);
  return [JSON.parse(reply.text) as Row[] | null, Number(reply.headers.get('total-count'))];
}

async function pages(client: SandboxClient, path: string, rule: string): Promise<Row[]> {
  const found: Row[] = [];
  for (;;) {
    const [rows, total] = await impacted(
      client,
      path,
      `ruleName=${encodeURIComponent(rule)}&limit=50&offset=${found.length}`,
    );
    found.push(...(rows ?? []));
    if (!rows || found.length >= total) {
      return found;
    }
  }
}

test('all nine policies with impacted resources answer in pages; an unknown rule has none', async (t) => {
  const client = await startSandbox(t);
  for (const path of impactedPaths) {
    assert.deepEqual(await impacted(client, path, 'ruleName=nobody'), [null, 0], path);
  }
  const [rows, total] = await impacted(
    client,
    'vulnerability/host',
    'ruleName=Default%20-%20alert%20all%20components',
  );
  assert.equal(rows?.length, 50);
  assert.ok(total > 50);
  const everything = await pages(client, 'vulnerability/host', 'Default - alert all components');
  assert.equal(new Set(everything.map((row) => row['_id'])).size, total);
});

test('impacted rows follow rules and collections', async (t) => {
  const client = await startSandbox(t);
  const scope = { name: 'payments' };
  await client.put('vulnerability/images', { rules: [{ name: 'mine', collections: [scope] }] });
  const rows = await pages(client, 'vulnerability/images', 'mine');
  assert.ok(rows.length >= 3);
  for (const row of rows) {
    const { repo } = row['repoTag'] as { repo: string };
    assert.match(repo, /^payments\//);
    assert.deepEqual(row['collections'], ['payments']);
  }
  const narrow = JSON.stringify({ ...scope, images: ['registry.example/payments/api:*'] });
  await client.send('PUT', '/api/v1/collections/payments', await client.login(), narrow);
  assert.ok((await pages(client, 'vulnerability/images', 'mine')).length <= 1);
});

test('clusters reach the images that run in them', async (t) => {
  const client = await startSandbox(t);
  await client.put('runtime/container', {
    rules: [{ name: 'prod', collections: [{ name: 'prod-clusters' }] }],
  });
  const rows = await pages(client, 'runtime/container', 'prod');
  assert.ok(rows.length > 10);
  assert.ok(rows.every((row) => (row['info'] as { cluster: string }).cluster.startsWith('prod-')));
  await client.put('compliance/container', {
    rules: [{ name: 'prod', collections: [{ name: 'prod-clusters' }] }],
  });
  assert.ok((await pages(client, 'compliance/container', 'prod')).length > 10);
});

test('network lists are written one by one; none left reads as null', async (t) => {
  const { send, basic } = await startSandbox(t);
  const path = '/api/v1/policies/firewall/app/network-list';
  const list = async (): Promise<Row[] | null> =>
    JSON.parse((await send('GET', path, basic)).text) as Row[] | null;
  const seeded = (await list())?.map((one) => String(one['_id'])) ?? [];
  assert.ok(seeded.includes('offices'));
  const body = '{"_id":"lab net","subnets":["192.0.2.77"]}';
  assert.equal((await send('PUT', path, basic, body)).status, 404);
  assert.equal((await send('POST', path, basic, body)).status, 200);
  assert.equal((await send('POST', path, basic, body)).status, 400);
  assert.equal((await send('PUT', path, basic, body.replace('77', '78'))).status, 200);
  const added = (await list())?.find((one) => one['_id'] === 'lab net');
  assert.deepEqual(
    [added?.['subnets'], added?.['disabled'], added?.['previousName']],
    [['192.0.2.78'], false, ''],
  );
  assert.equal((await send('POST', path, basic, '{"_id":"x","subnets":["not an address"]}')).status, 400);
  for (const id of [...seeded, 'lab net']) {
    assert.equal((await send('DELETE', `${path}/${encodeURIComponent(id)}`, basic)).status, 200, id);
  }
  assert.equal(await list(), null);
  assert.equal((await send('DELETE', `${path}/offices`, basic)).status, 404);
});

test('base images: images are filled in, ids are doubly encoded, CSV quotes, nothing left is "no data"', async (t) => {
  const { send, basic } = await startSandbox(t);
  const path = '/api/v1/policies/vulnerability/base-images';
  const list = async (): Promise<Row[] | null> =>
    JSON.parse((await send('GET', path, basic)).text) as Row[] | null;
  const seeded = (await list()) ?? [];
  assert.deepEqual(
    seeded.map((scope) => (scope['images'] as Row[]).length),
    [2, 1],
  );
  assert.equal((await send('POST', path, basic, '{"_id":"registry.example/base/java:*"}')).status, 200);
  for (const bad of [
    '{}',
    '{"_id":"no-slash"}',
    '{"_id":"a/*:1"}',
    '{"_id":"registry.example/base/java:*"}',
  ]) {
    assert.equal((await send('POST', path, basic, bad)).status, 400, bad);
  }
  const csv = await send('GET', `${path}/download`, basic);
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
  const lines = csv.text.trimEnd().split('\n');
  assert.equal(lines.length, 5);
  assert.match(lines[4] ?? '', /^registry\.example\/base\/java:\*,registry\.example\/base\/java:25,sha256:/);
  const twice = (id: unknown): string => encodeURIComponent(encodeURIComponent(String(id)));
  assert.equal((await send('DELETE', `${path}/a%25`, basic)).status, 400);
  for (const scope of (await list()) ?? []) {
    assert.equal((await send('DELETE', `${path}/${twice(scope['_id'])}`, basic)).status, 200);
  }
  assert.equal(await list(), null);
  assert.equal((await send('GET', `${path}/download`, basic)).text, 'no data');
});

test('agentless deployments follow the rules with some delay', async (t) => {
  const { send, basic, read, put } = await startSandbox(t);
  const path = '/api/v1/policies/firewall/app/agentless';
  const state = async (): Promise<Record<string, Row[]>> =>
    JSON.parse((await send('GET', `${path}/state`, basic)).text) as Record<string, Row[]>;
  const statusOf = async (config: string): Promise<unknown> =>
    (await state())['states']?.find((one) => one['configID'] === config)?.['status'];
  const policy = await read('waas/agentless');
  const [first] = policy.rules;
  assert.equal(await statusOf('vpc-config-1'), 'ready');

  const resources = await send('GET', `${path}/resources?configID=vpc-config-1`, basic);
  assert.deepEqual(Object.keys((JSON.parse(resources.text) as Row[])[0] ?? {}), ['id', 'name', 'type']);

  await put('waas/agentless', { ...policy, rules: policy.rules.slice(1) });
  const during = await state();
  assert.equal(
    during['states']?.find((one) => one['configID'] === 'vpc-config-1')?.['status'],
    'deletionInProgress',
  );
  assert.deepEqual(
    during['deletedRules']?.map((rule) => rule['name']),
    [first?.name],
  );
  assert.equal(await statusOf('vpc-config-1'), 'deleted');
  assert.equal(await statusOf('vpc-config-1'), undefined);

  await put('waas/agentless', policy);
  assert.equal(await statusOf('vpc-config-1'), 'inProcess');
  assert.equal(await statusOf('vpc-config-1'), 'ready');
});

test('an agentless console without rules has an empty state', async (t) => {
  const { send, basic } = await startSandbox(t, { empty: true });
  assert.equal((await send('GET', '/api/v1/policies/firewall/app/agentless/state', basic)).text, '{}');
});

const openApi = `
openapi: 3.0.3
info: { title: Shop }
servers: [{ url: 'https://api.shop.example:8443/v2' }]
paths:
  /orders/{id}:
    parameters:
      - $ref: '#/components/parameters/Id'
    get:
      parameters:
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: page, in: query, schema: { type: integer, minimum: 1, maximum: 9 } }
    delete: {}
components:
  parameters:
    Id: { name: id, in: path, required: true, schema: { type: string } }
`;

test('a service description becomes endpoints and paths', async (t) => {
  const { send, basic } = await startSandbox(t);
  const path = '/api/v1/policies/firewall/app/apispec';
  const spec = JSON.parse((await send('POST', path, basic, openApi)).text) as {
    endpoints: Row[];
    paths: { path: string; methods: { method: string; parameters: Row[] }[] }[];
  };
  assert.deepEqual(
    spec.endpoints.map(({ host, basePath, internalPort, tls }) => [host, basePath, internalPort, tls]),
    [['api.shop.example', '/v2', 8443, true]],
  );
  const [orders] = spec.paths;
  assert.deepEqual(
    orders?.methods.map(({ method, parameters }) => [method, parameters.map(({ name }) => name)]),
    [
      ['GET', ['id', 'tags', 'page']],
      ['DELETE', ['id']],
    ],
  );
  const [, tags, page] = orders?.methods[0]?.parameters ?? [];
  assert.deepEqual([tags?.['array'], tags?.['type']], [true, 'string']);
  assert.deepEqual([page?.['min'], page?.['max'], page?.['style']], [1, 9, 'form']);

  const swagger =
    '{"swagger":"2.0","host":"old.example:81","basePath":"/x","schemes":["http","https"],"paths":{}}';
  const old = JSON.parse((await send('POST', path, basic, swagger)).text) as { endpoints: Row[] };
  assert.deepEqual(
    old.endpoints.map(({ host, internalPort, tls }) => [host, internalPort, tls]),
    [
      ['old.example', 81, false],
      ['old.example', 81, true],
    ],
  );
  for (const body of ['', '{}', 'text', '[1', 'a: b: c']) {
    assert.equal((await send('POST', path, basic, body)).status, 400, body);
  }
});
