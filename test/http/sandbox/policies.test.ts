import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { pathOf, startSandbox } from './sandboxClient.ts';

test('all policies are read and written under v1 and under a release', async (t) => {
  const { send, basic } = await startSandbox(t);
  for (const kind of policyKinds) {
    const read = await send('GET', `/api/v34.04${kind.path}?project=blue`, basic);
    assert.equal(read.status, 200, kind.name);
    const document = JSON.parse(read.text) as Record<string, unknown>;
    assert.equal(document[kind.identity.field], kind.identity.value);
    const write = await send('PUT', `/api/v1${kind.path}`, basic, read.text);
    assert.deepEqual([write.status, write.text], [200, ''], `${kind.name} ${write.text}`);
    assert.equal((await send('GET', `/api/v1${kind.path}`, basic)).text.length > 0, true);
  }
});

test('what was read and is written back unchanged reads the same, dates and owners included', async (t) => {
  const { send, basic } = await startSandbox(t);
  for (const kind of policyKinds.filter(({ shape }) => shape !== 'cnns' && shape !== 'runtime-host')) {
    const before = (await send('GET', `/api/v1${kind.path}`, basic)).text;
    await send('PUT', `/api/v1${kind.path}`, basic, before);
    assert.equal((await send('GET', `/api/v1${kind.path}`, basic)).text, before, kind.name);
  }
});

test('a rule with collections by name reads back with whole collections and what the server fills in', async (t) => {
  const { read, put, sandbox } = await startSandbox(t);
  const rule = {
    name: 'first',
    effect: 'alert',
    collections: [{ name: 'payments' }],
    cveRules: [{ id: 'CVE-2030-1' }],
  };
  assert.equal((await put('vulnerability/images', { rules: [rule] })).status, 200);
  const { rules, _id, policyType } = await read('vulnerability/images');
  assert.deepEqual([_id, policyType], ['containerVulnerability', 'containerVulnerability']);
  const [filled] = rules;
  assert.equal(filled?.owner, sandbox.accessKey.id);
  assert.equal(filled.previousName, '');
  assert.ok(Date.parse(String(filled.modified)) > Date.parse('2024-01-01'));
  assert.deepEqual(filled.action, ['*']);
  assert.deepEqual(filled.group, ['*']);
  assert.deepEqual(filled.condition, { readonly: false, device: '', vulnerabilities: [] });
  assert.deepEqual(filled.alertThreshold, { disabled: false, value: 0 });
  assert.deepEqual(filled.blockThreshold, { enabled: false, value: 0 });
  assert.deepEqual(filled.cveRules, [
    { id: 'CVE-2030-1', expiration: { enabled: false, date: '0001-01-01T00:00:00Z' } },
  ]);
  const [collection] = filled.collections as Record<string, unknown>[];
  assert.deepEqual(collection?.images, ['registry.example/payments/*', '*/pay-gateway:*']);
  assert.deepEqual(collection.hosts, ['*']);
});

test('numbers keep their spelling, unknown members stay, minSeverity goes', async (t) => {
  const { send, basic, put } = await startSandbox(t);
  const body =
    '{"rules":[{"name":"r","collections":[{"name":"All"}],"graceDays":7.0,"order":12345678901234567890,' +
    '"alertThreshold":{"disabled":false,"value":4.00e0},' +
    '"condition":{"vulnerabilities":[{"id":41,"block":false,"minSeverity":1,"seen":1}]}}],"policyContext":"x"}';
  assert.equal((await put('compliance/container', body)).status, 200);
  const { text } = await send('GET', `/api/v1${pathOf('compliance/container')}`, basic);
  for (const kept of [
    '"graceDays":7.0,',
    '"order":12345678901234567890',
    '"value":4.00e0',
    '"policyContext":"x"',
  ]) {
    assert.ok(text.includes(kept), `${kept} in ${text}`);
  }
  assert.ok(text.includes('"vulnerabilities":[{"id":41,"block":false,"seen":1}]'));
});

test('a rule that names an unknown collection is silently not added, the others keep their order', async (t) => {
  const { put, read } = await startSandbox(t);
  const rules = ['c', 'a', 'b'].map((name) => ({
    name,
    collections: [{ name: 'All' }, ...(name === 'a' ? [{ name: 'nowhere' }] : [])],
  }));
  assert.deepEqual((await put('runtime/host', { rules })).status, 200);
  assert.deepEqual(
    (await read('runtime/host')).rules.map((rule) => rule.name),
    ['c', 'b'],
  );
});

test('{} deletes all rules; an empty body, broken JSON and wrong shapes are refused and change nothing', async (t) => {
  const { put, read } = await startSandbox(t);
  const count = (await read('vulnerability/host')).rules.length;
  const refused = [
    '',
    '{"rules": [',
    '[]',
    'null',
    '7',
    { rules: {} },
    { rules: ['text'] },
    { rules: [{ name: 7 }] },
    { rules: [{ name: 'r', collections: 'All' }] },
    { rules: [{ name: 'r', disabled: 'yes' }] },
    { policyType: 'hostCompliance', rules: [] },
  ];
  for (const body of refused) {
    const reply = await put('vulnerability/host', body);
    assert.equal(reply.status, 400, JSON.stringify(body));
    assert.equal(typeof (JSON.parse(reply.text) as { err: unknown }).err, 'string');
  }
  assert.equal((await read('vulnerability/host')).rules.length, count);
  assert.equal((await put('vulnerability/host', '{}')).status, 200);
  assert.deepEqual((await read('vulnerability/host')).rules, []);
  assert.equal((await put('vulnerability/host', { rules: null })).status, 200);
});

test('a container sensor without its default effect is refused, as in documents of older releases', async (t) => {
  const { put } = await startSandbox(t);
  const rule = { name: 'old', collections: [{ name: 'All' }], processes: { effect: 'alert', blacklist: [] } };
  const reply = await put('runtime/container', { rules: [rule] });
  assert.equal(reply.status, 400);
  assert.match(reply.text, /rules\[0\]\.processes\.defaultEffect/);
});

test('a rule that did not change keeps its date and owner when others do', async (t) => {
  let time = Date.parse('2027-01-01T00:00:00Z');
  const { read, put } = await startSandbox(t, { now: () => time });
  const policy = await read('vulnerability/serverless');
  const before = structuredClone(policy.rules);
  time += 3_600_000;
  (policy.rules[1] as Record<string, unknown>).notes = 'changed';
  await put('vulnerability/serverless', policy);
  const { rules: after } = await read('vulnerability/serverless');
  assert.deepEqual(after[0], before[0]);
  assert.equal(after[1]?.modified, '2027-01-01T01:00:00.000Z');
});

test('a secret is written in clear and read back only sealed', async (t) => {
  const { read, put } = await startSandbox(t);
  const plain = 'in-the-clear-7';
  const rules = [
    {
      name: 'w',
      collections: [{ name: 'payments' }],
      applicationsSpec: [{ appID: 'a', certificate: { plain } }],
    },
  ];
  await put('waas/container', { rules });
  const text = JSON.stringify(await read('waas/container'));
  assert.ok(!text.includes(plain));
  assert.match(text, /"certificate":\{"encrypted":"[^"]{40,}"\}/);
});

test('unknown addresses and methods are answered like a web server does', async (t) => {
  const { send, basic } = await startSandbox(t);
  assert.equal((await send('GET', '/api/v1/policies/nothing', basic)).status, 404);
  assert.equal((await send('GET', '/policies/vulnerability/host', basic)).status, 404);
  assert.equal((await send('DELETE', '/api/v1/policies/vulnerability/host', basic)).status, 405);
  assert.equal((await send('GET', '/api/v1/collections/%E0%A4%A', basic)).status, 400);
});
