import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKind, policyKinds, type PolicyKind } from '../../../src/core/policy/families.ts';
import type { Rows } from '../../../src/core/console/consoleRequests.ts';
import type { ListedResource } from '../../../src/core/console/resources/impacted.ts';
import type { ResourceRow } from '../../../src/core/consoleFile/resources.ts';
import { isCanceled, isExpected } from '../../../src/core/util/errors.ts';
import { clientOf } from '../../unit/console/clientOf.ts';
import { answer, serve } from '../../unit/console/localServer.ts';
import { sandboxClient } from '../console/sandboxClient.ts';

function kindOf(name: string): PolicyKind {
  const kind = policyKind(name);
  assert.ok(kind, name);
  return kind;
}

const images = kindOf('vulnerability/images');

async function all(pages: AsyncIterable<Rows<ListedResource>>): Promise<ResourceRow[]> {
  const rows: ResourceRow[] = [];
  for await (const page of pages) {
    rows.push(...page.rows.map(({ row }) => row));
  }
  return rows;
}

test('nine policies, and no other, list the resources of a rule', async (t) => {
  const { client, sandbox } = await sandboxClient(t);
  const { impacted } = client.resources;
  const withRows = policyKinds.filter(({ impacted: shape }) => shape);
  assert.deepEqual(withRows.map(({ name }) => name).sort(), [
    'compliance/container',
    'compliance/host',
    'runtime/container',
    'vulnerability/host',
    'vulnerability/images',
    'waas/agentless',
    'waas/container',
    'waas/host',
    'waas/out-of-band',
  ]);
  for (const kind of withRows) {
    const document = sandbox.state.policies.get(kind.name);
    const text = JSON.stringify(document, (_, value: unknown) =>
      value instanceof Map ? Object.fromEntries(value) : value,
    );
    const { rules } = JSON.parse(text) as { rules: { name: string }[] };
    const found: ResourceRow[] = [];
    for (const { name } of rules) {
      found.push(...(await all(impacted.resources(kind, name))));
    }
    assert.ok(found.length > 0, kind.name);
    for (const row of found) {
      assert.ok(typeof row['name'] === 'string' && row['name'] !== '', JSON.stringify(row));
    }
  }
});

test('rows are read page by page to the end, with the number there will be', async (t) => {
  const records = Array.from({ length: 120 }, (_, index) => ({ _id: `i${index}`, hostname: `h${index}` }));
  const server = await serve(t, ({ url }, response) => {
    const query = new URL(url, 'http://x').searchParams;
    const offset = Number(query.get('offset'));
    answer(response, 200, records.slice(offset, offset + Number(query.get('limit'))), {
      'total-count': '120',
    });
  });
  const { client } = clientOf(t, server.url);
  const seen: [number, number | undefined][] = [];
  for await (const { rows, total } of client.resources.impacted.resources(images, 'Default - all & more')) {
    seen.push([rows.length, total]);
  }
  assert.deepEqual(seen, [
    [50, 120],
    [50, 120],
    [20, 120],
  ]);
  assert.deepEqual(
    server.arrived.map(({ url }) => url),
    [0, 50, 100].map(
      (offset) =>
        `/api/v1/policies/vulnerability/images/impacted?ruleName=Default%20-%20all%20%26%20more&offset=${offset}&limit=50`,
    ),
  );
});

for (const [what, body, headers] of [
  ['null', null, {}],
  ['{}', {}, {}],
  ['an empty list', [], {}],
  ['a list of nulls', [null, null], {}],
  ['a list that is not one', 'text', {}],
  ['no total', [{ _id: 'a' }], {}],
  ['a total that is wrong', [{ _id: 'a' }], { 'total-count': '9000' }],
  ['a total that is no number', [{ _id: 'a' }], { 'total-count': 'many' }],
] as const) {
  test(`a list may be ${what}`, async (t) => {
    const server = await serve(t, (_, response) => answer(response, 200, JSON.stringify(body), headers));
    const { client } = clientOf(t, server.url);
    const rows = await all(client.resources.impacted.resources(images, 'r'));
    assert.equal(rows.length, Array.isArray(body) && body[0] ? 1 : 0);
    assert.ok(server.arrived.length <= 2);
  });
}

test('a server that answers the same page for ever is left after the second', async (t) => {
  const page = Array.from({ length: 50 }, (_, index) => ({ _id: `same-${index}` }));
  const server = await serve(t, (_, response) => answer(response, 200, page));
  const { client } = clientOf(t, server.url);
  assert.equal((await all(client.resources.impacted.resources(images, 'r'))).length, 50);
  assert.equal(server.arrived.length, 2);
});

test('a server that always has more is stopped, and says so', async (t) => {
  const server = await serve(t, ({ url }, response) => {
    const offset = Number(new URL(url, 'http://x').searchParams.get('offset'));
    answer(
      response,
      200,
      Array.from({ length: 50 }, (_, index) => ({ _id: `row-${offset + index}` })),
    );
  });
  const { client } = clientOf(t, server.url);
  let count = 0;
  await assert.rejects(
    async () => {
      for await (const { rows } of client.resources.impacted.resources(images, 'r')) {
        count += rows.length;
      }
    },
    (error) => isExpected(error) && error.code === 'too-large',
  );
  assert.equal(count, 100_000);
});

test('reading stops when it is canceled, and asks for nothing more', async (t) => {
  const { client, sandbox } = await sandboxClient(t);
  const controller = new AbortController();
  sandbox.faults.next({ path: '/impacted' }, { kind: 'hang', when: 'before' });
  const reading = all(
    client.resources.impacted.resources(images, 'Default - alert all components', controller.signal),
  );
  setImmediate(() => controller.abort());
  await assert.rejects(reading, isCanceled);
});

test('large records are cut down to what a table shows', async (t) => {
  const record = {
    _id: 'sha256:1',
    type: 'image',
    repoTag: { registry: 'r.example', repo: 'shop/web', tag: '1.2' },
    collections: ['All', 'prod'],
    namespaces: null,
    hosts: { a: {}, b: {} },
    scanTime: '2026-10-01T04:00:00Z',
    vulnerabilityDistribution: { critical: 1, high: 2, medium: 0, low: 4, total: 7 },
    packages: Array.from({ length: 500 }, (_, index) => ({ name: `p${index}` })),
  };
  const server = await serve(t, (_, response) => answer(response, 200, [record]));
  const { client } = clientOf(t, server.url);
  const [row] = await all(client.resources.impacted.resources(images, 'r'));
  assert.deepEqual(row, {
    name: 'r.example/shop/web:1.2',
    type: 'image',
    'vulnerabilities.critical': 1,
    'vulnerabilities.high': 2,
    'vulnerabilities.medium': 0,
    'vulnerabilities.low': 4,
    'vulnerabilities.total': 7,
    'compliance.critical': null,
    'compliance.high': null,
    'compliance.medium': null,
    'compliance.low': null,
    'compliance.total': null,
    hosts: 2,
    clusters: '',
    namespaces: '',
    collections: 'All, prod',
    account: '',
    system: '',
    scanned: '2026-10-01T04:00:00Z',
    error: '',
    id: 'sha256:1',
  });
});

test('a place has what the record says of it, and an id is no name', async (t) => {
  const hosts = { a: { namespaces: ['dev'], accountID: '7' } };
  const labels = ['team:x'];
  const records = [
    { _id: 'i1', type: 'image', repoTag: { repo: 'web', tag: '1' }, hosts, labels },
    { _id: 'i2', type: 'image', hosts },
    { _id: 'i3', type: 'agentlessHost', hostname: 'h' },
    { _id: 'i4', type: 'vm', hostname: 'v' },
  ];
  const server = await serve(t, (_, response) => answer(response, 200, records));
  const { client } = clientOf(t, server.url);
  for await (const { rows } of client.resources.impacted.resources(images, 'r')) {
    const where = { hosts: ['a'], namespaces: ['dev'], accountIDs: ['7'] };
    assert.deepEqual(
      rows.map(({ name, kind, places }) => ({ name, kind, places })),
      [
        { name: 'web:1', kind: 'image', places: [{ ...where, images: ['web:1'], labels }] },
        { name: 'i2', kind: 'image', places: [where] },
        { name: 'h', kind: 'host', places: [{ hosts: ['h'] }] },
        { name: 'v', kind: 'other', places: [] },
      ],
    );
  }
});
