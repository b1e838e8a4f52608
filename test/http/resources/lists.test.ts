import assert from 'node:assert/strict';
import { plainLists, type PlainListName } from '../../../src/core/consoleFile/lists.ts';
import { test } from 'node:test';
import { loopbackIdentity } from '../../certificates.ts';
import { TestConsole } from '../../sandbox/testConsole.ts';
import { isExpected } from '../../../src/core/util/errors.ts';
import { clientOf } from '../../unit/console/clientOf.ts';
import { answer, serve } from '../../unit/console/localServer.ts';
import { sandboxClient } from '../console/sandboxClient.ts';
import { mistakes } from './requestShapes.ts';

const isCode =
  (code: string) =>
  (error: unknown): boolean =>
    isExpected(error) && error.code === code;

test('network lists are listed, added, changed one by one, and deleted', async (t) => {
  const { client, sandbox } = await sandboxClient(t);
  const { networkLists } = client.resources;
  const before = await networkLists.list();
  assert.ok(before.some(({ id, subnets }) => id === 'offices' && subnets.includes('192.0.2.0/24')));
  const shown = { id: 'lab & test', description: 'Lab', subnets: ['10.0.0.0/8', '192.0.2.1'] };
  await networkLists.add(shown);
  const labs = { id: 'lab & test', description: 'Labs', subnets: ['10.0.0.0/9', '10.200.0.1'] };
  await networkLists.update(labs, { ...shown, subnets: shown.subnets.toReversed() });
  const added = (await networkLists.list()).find(({ id }) => id === 'lab & test');
  assert.deepEqual([added?.description, added?.subnets], ['Labs', ['10.0.0.0/9', '10.200.0.1']]);
  assert.ok(added);
  await networkLists.remove(added);
  assert.deepEqual(
    (await networkLists.list()).map(({ id }) => id),
    before.map(({ id }) => id),
  );
  assert.deepEqual(
    sandbox.requests.of('DELETE').map(({ path }) => path),
    ['/api/v1/policies/firewall/app/network-list/lab%20%26%20test'],
  );
  await assert.rejects(
    networkLists.update({ id: 'gone', description: '', subnets: [] }, shown),
    isCode('not-found'),
  );
  assert.equal(sandbox.requests.of('PUT').length, 1);
});

test('what a colleague put into a network list after it was shown is not written over', async (t) => {
  const { client, sandbox } = await sandboxClient(t);
  const { networkLists } = client.resources;
  const shown = (await networkLists.list()).find(({ id }) => id === 'offices');
  assert.ok(shown);
  const theirs = { ...shown, subnets: [...shown.subnets, '203.0.113.66'] };
  await networkLists.update(theirs, shown);
  for (const mine of [
    { ...shown, subnets: [...shown.subnets, '192.0.2.77'] },
    { ...shown, description: 'mine' },
  ]) {
    await assert.rejects(networkLists.update(mine, shown), isCode('changed-meanwhile'));
  }
  await assert.rejects(
    networkLists.update(theirs, { ...theirs, description: 'what it was' }),
    isCode('changed-meanwhile'),
  );
  assert.deepEqual((await networkLists.list()).find(({ id }) => id === 'offices')?.subnets, theirs.subnets);
  assert.equal(sandbox.requests.of('PUT').length, 1);
});

test('what a colleague put into a network list or a collection after the question does not go with it', async (t) => {
  const { client, sandbox } = await sandboxClient(t);
  const { networkLists, collections } = client.resources;
  const shown = (await networkLists.list()).find(({ id }) => id === 'offices');
  assert.ok(shown);
  await networkLists.update({ ...shown, subnets: [...shown.subnets, '203.0.113.66'] }, shown);
  await assert.rejects(networkLists.remove(shown), isCode('changed-meanwhile'));
  await collections.add({ name: 'lab', description: '', patterns: { images: ['lab/*'] } });
  const lab = (await collections.list()).find(({ name }) => name === 'lab');
  assert.ok(lab);
  for (const other of [
    { ...lab, description: 'before' },
    { ...lab, color: '#000000' },
    { ...lab, patterns: { ...lab.patterns, images: ['*'] } },
  ]) {
    await assert.rejects(collections.remove(other), isCode('changed-meanwhile'));
  }
  assert.equal(sandbox.requests.of('DELETE').length, 0);
});

test('what nobody edits of a network list or a collection is sent back in every digit', async (t) => {
  const exact = '"n":12345678901234567890,"v":1.10,"7":1e400,"__proto__":{"deep":[0.0,-0]}';
  const bodies = {
    list: `[{"_id":"n","owner":"x","modified":"y",${exact},"description":"old","subnets":["192.0.2.1"]}]`,
    collection: `[{"name":"c","owner":"x","system":false,${exact},"description":"old","images":["a"]}]`,
  };
  const server = await serve(t, ({ method, url }, response) => {
    if (url.includes('login')) {
      answer(response, 200, { token: 't' });
    } else {
      answer(response, 200, method === 'GET' ? bodies[url.includes('network') ? 'list' : 'collection'] : '');
    }
  });
  const { networkLists, collections } = clientOf(t, server.url, { auth: 'basic' }).client.resources;
  const list = { id: 'n', description: 'old', subnets: ['192.0.2.1'] };
  await networkLists.update({ ...list, description: 'new' }, list);
  const collection = { name: 'c', description: 'old', patterns: { images: ['a'] } };
  await collections.update({ ...collection, description: 'new' }, collection);
  const sent = server.arrived.filter(({ method }) => method === 'PUT').map(({ body }) => body.toString());
  assert.equal(sent[0], `{"_id":"n",${exact},"description":"new","subnets":["192.0.2.1"]}`);
  assert.ok(sent[1]?.startsWith(`{"name":"c",${exact},"description":"new","images":["a"],`), sent[1]);
  // What reading would lose is not written over.
  bodies.list = bodies.list.replace('"v":1.10', '"n":2');
  await assert.rejects(networkLists.update({ ...list, description: 'new' }, list), isCode('not-lossless'));
  bodies.list = '[{"_id":"n","description":"old","subnets":["192.0.2.1",7]}]';
  await assert.rejects(networkLists.update({ ...list, description: 'new' }, list), isCode('not-lossless'));
  assert.equal(server.arrived.filter(({ method }) => method === 'PUT').length, 2);
});

test('what is downloaded as CSV holds no formula, and is otherwise as the console writes it', async (t) => {
  const body =
    'Scope,Image,Found\r\n=HYPERLINK(1),"=cmd|"" /C"",1",-1\r\n,"a,=b\n=c",-x\n" +1",plain,\r@x\n"never, closed\n=1';
  const server = await serve(t, ({ url }, response) =>
    answer(response, 200, url.includes('login') ? { token: 't' } : body),
  );
  const { baseImages } = clientOf(t, server.url, { auth: 'basic' }).client.resources;
  assert.equal(
    await baseImages.csv(),
    'Scope,Image,Found\r\n\'=HYPERLINK(1),"\'=cmd|"" /C"",1",-1\r\n,"a,=b\n\'=c",\'-x\n"\' +1",plain,\r\'@x\n"never, closed\n\'=1',
  );
});

test('base images are listed with digests, added, deleted by an id encoded twice, and downloaded', async (t) => {
  const { client, sandbox } = await sandboxClient(t);
  const { baseImages } = client.resources;
  const [system] = await baseImages.list();
  assert.match(system?.images[0]?.topLayer ?? '', /^sha256:/);
  const id = 'registry.example:5000/base/java:2*';
  await baseImages.add({ id, description: 'Java' });
  assert.ok((await baseImages.list()).some((scope) => scope.id === id && scope.description === 'Java'));
  assert.match(await baseImages.csv(), /registry\.example\/base\/debian/);
  await assert.rejects(baseImages.remove({ id, description: 'Go' }), isCode('changed-meanwhile'));
  await baseImages.remove({ id, description: 'Java' });
  await assert.rejects(baseImages.remove({ id, description: 'Java' }), isCode('not-found'));
  assert.ok(!(await baseImages.list()).some((scope) => scope.id === id));
  assert.deepEqual(
    sandbox.requests.of('DELETE').map(({ path }) => path),
    ['/api/v1/policies/vulnerability/base-images/registry.example%253A5000%252Fbase%252Fjava%253A2*'],
  );
});

test('collections are listed with scopes, added, changed, looked up and deleted', async (t) => {
  const { client } = await sandboxClient(t);
  const { collections } = client.resources;
  const all = await collections.list();
  assert.ok(all.some(({ name, system }) => name === 'All' && system));
  assert.deepEqual((await collections.mine()).toSorted(), all.map(({ name }) => name).toSorted());
  await collections.add({ name: 'lab:one', description: 'Lab', patterns: { images: ['lab/*'] } });
  const color = (await collections.list()).find(({ name }) => name === 'lab:one')?.color;
  const shown = (await collections.list()).find(({ name }) => name === 'lab:one');
  assert.ok(shown);
  const labs = { name: 'lab:one', description: 'Labs', patterns: { hosts: ['lab-*'] } };
  await collections.update(labs, shown);
  await assert.rejects(collections.update(labs, shown), isCode('changed-meanwhile'));
  const changed = (await collections.list()).find(({ name }) => name === 'lab:one');
  assert.equal(changed?.description, 'Labs');
  assert.deepEqual([changed?.patterns['images'], changed?.patterns['hosts']], [['lab/*'], ['lab-*']]);
  assert.equal(changed?.color, color);
  assert.deepEqual(await collections.usages('lab:one'), []);
  assert.ok(changed);
  await assert.rejects(collections.remove(shown), isCode('changed-meanwhile'));
  await collections.remove(changed);
  assert.ok(!(await collections.list()).some(({ name }) => name === 'lab:one'));
  const used = await collections.usages('All');
  assert.ok(used.length > 0 && used.every(({ type }) => type === 'policy'));
  const builtIn = all.find(({ name }) => name === 'All');
  assert.ok(builtIn);
  await assert.rejects(collections.remove(builtIn), isCode('rejected'));
});

test('what is sent has the members and types of the published shapes, and nothing the server manages', async (t) => {
  const current = {
    _id: 'n',
    name: 'n',
    owner: 'someone',
    modified: '2026-01-01T00:00:00Z',
    previousName: '',
    notes: 'kept',
    disabled: true,
  };
  const collection = {
    name: 'c',
    color: '#112233',
    owner: 'someone',
    modified: 'x',
    system: false,
    images: ['a'],
  };
  const server = await serve(t, ({ method, url }, response) => {
    if (url.includes('login')) {
      answer(response, 200, { token: 't' });
    } else if (method !== 'GET') {
      answer(response, 200, '');
    } else {
      answer(response, 200, url.includes('network-list') ? [current] : [collection]);
    }
  });
  const { networkLists, baseImages, collections } = clientOf(t, server.url, { auth: 'basic' }).client
    .resources;
  await networkLists.add({ id: 'a', description: 'd', subnets: ['192.0.2.1'] });
  const shown = { id: 'n', description: '', subnets: [] };
  await networkLists.update({ ...shown, description: 'd' }, shown);
  await baseImages.add({ id: 'r/i:*', description: '' });
  await collections.add({ name: 'x', description: '', patterns: {} });
  await collections.update(
    { name: 'c', description: 'new', patterns: { labels: ['l'] } },
    { name: 'c', description: '', patterns: { images: ['a'] } },
  );
  const sent = server.arrived.filter(({ method, url }) => method !== 'GET' && !url.includes('login'));
  const bodies = sent.map(({ body }) => JSON.parse(body.toString()) as Record<string, unknown>);
  const shapes = [
    'waas.NetworkList',
    'waas.NetworkList',
    'types.BaseImagesRule',
    'collection.Collection',
    'collection.Collection',
  ];
  assert.equal(bodies.length, shapes.length);
  for (const [index, body] of bodies.entries()) {
    assert.deepEqual(mistakes(shapes[index] ?? '', body), []);
    assert.ok(!('owner' in body) && !('modified' in body) && !('system' in body));
  }
  assert.deepEqual(bodies[0], { _id: 'a', name: 'a', description: 'd', subnets: ['192.0.2.1'] });
  assert.deepEqual(bodies[1], {
    _id: 'n',
    name: 'n',
    previousName: '',
    notes: 'kept',
    disabled: true,
    description: 'd',
    subnets: [],
  });
  assert.deepEqual(bodies[2], { _id: 'r/i:*', description: '' });
  const any = ['*'];
  const lists = {
    hosts: any,
    containers: any,
    functions: any,
    namespaces: any,
    appIDs: any,
    accountIDs: any,
    clusters: any,
  };
  assert.deepEqual(bodies[3], { name: 'x', description: '', ...lists, images: any, labels: any });
  assert.deepEqual(bodies[4], {
    name: 'c',
    description: 'new',
    color: '#112233',
    ...lists,
    images: ['a'],
    labels: ['l'],
  });
  for (const { headers } of sent) {
    assert.equal(headers['content-type'], 'application/json');
  }
});

test('a POST whose answer is lost is not sent again: the console is read', async (t) => {
  const { client, sandbox } = await sandboxClient(t);
  const { networkLists, baseImages, collections } = client.resources;
  const posts = (path: string): number => sandbox.requests.of('POST', path).length;
  const lost = (path: string): void =>
    sandbox.faults.next({ method: 'POST', path }, { kind: 'reset', when: 'after' });
  lost('network-list');
  await networkLists.add({ id: 'lost', description: '', subnets: ['192.0.2.9'] });
  lost('base-images');
  await baseImages.add({ id: 'registry.example/x:*', description: 'x' });
  await collections.list();
  lost('/collections');
  await collections.add({ name: 'lost', description: 'x', patterns: {} });
  assert.deepEqual([posts('network-list'), posts('base-images'), posts('/collections')], [1, 1, 1]);
});

test('a collection of the name that names something else is not the one that was sent', async (t) => {
  const { client, sandbox } = await sandboxClient(t);
  const { collections } = client.resources;
  await collections.add({ name: 'theirs', description: '', patterns: { images: ['a/*'] } });
  sandbox.faults.next(
    { method: 'POST', path: '/collections' },
    { kind: 'status', status: 503, when: 'before' },
  );
  const adding = collections.add({ name: 'theirs', description: '', patterns: { images: ['b/*'] } });
  await assert.rejects(adding, isCode('server-error'));
});

test('a POST that did not arrive is an error, and is not sent again either', async (t) => {
  const { client, sandbox } = await sandboxClient(t);
  sandbox.faults.next({ method: 'POST', path: 'network-list' }, { kind: 'reset', when: 'before' });
  const adding = client.resources.networkLists.add({ id: 'x', description: '', subnets: [] });
  await assert.rejects(adding, isCode('unreachable'));
  sandbox.faults.next(
    { method: 'POST', path: 'base-images' },
    { kind: 'status', status: 503, when: 'before' },
  );
  await assert.rejects(
    client.resources.baseImages.add({ id: 'r/x:*', description: '' }),
    isCode('server-error'),
  );
  assert.equal(sandbox.requests.of('POST', 'network-list').length, 1);
  assert.equal(sandbox.requests.of('POST', 'base-images').length, 1);
});

test('every list tolerates null and {}', async (t) => {
  for (const empty of ['null', '{}', '[]', '[null]']) {
    const server = await serve(t, ({ url }, response) =>
      answer(response, 200, url.includes('/login') ? { token: 't' } : empty),
    );
    const { networkLists, baseImages, collections, lookups, agentless } = clientOf(t, server.url).client
      .resources;
    assert.deepEqual(await networkLists.list(), []);
    assert.deepEqual(await baseImages.list(), []);
    assert.deepEqual(await collections.list(), []);
    assert.deepEqual(await collections.mine(), []);
    assert.deepEqual(await collections.usages('a'), []);
    assert.deepEqual(await lookups.checks(), []);
    for (const list of Object.keys(plainLists) as PlainListName[]) {
      assert.deepEqual(await lookups.rows(list), []);
    }
    assert.deepEqual(await agentless.state(), { states: [], deletedRules: [] });
  }
});

test('lookups are read, and a console without a catalog of checks has none', async (t) => {
  const { client, sandbox } = await sandboxClient(t, { apiVersion: '34.04' });
  const { lookups } = client.resources;
  const checks = await lookups.checks();
  assert.ok(checks?.some(({ id, title, type }) => id === 41 && title !== '' && type === 'image'));
  assert.equal(sandbox.requests.of('GET', '/static').at(-1)?.path, '/api/v1/static/vulnerabilities');
  for (const list of Object.keys(plainLists) as PlainListName[]) {
    const rows = await lookups.rows(list);
    assert.ok(rows.length > 0 && rows.every(({ name }) => typeof name === 'string' && name !== ''));
  }
  for (const status of [403, 404]) {
    sandbox.faults.next({ path: '/static' }, { kind: 'status', status, when: 'before' });
    assert.equal(await lookups.checks(), undefined);
  }
});

test('agentless deployments have a state and resources', async (t) => {
  const { client } = await sandboxClient(t);
  const { agentless } = client.resources;
  const { states } = await agentless.state();
  const [first] = states;
  assert.ok(first && first.status === 'ready' && first.lastUpdate !== '');
  const rows: unknown[] = [];
  for await (const page of agentless.resources(first.configId)) {
    rows.push(...page.rows);
  }
  assert.equal(rows.length, 4);
});

test('a service description is resolved as it is written, and stored nowhere', async (t) => {
  const { client, sandbox } = await sandboxClient(t);
  const text = 'openapi: 3.1.0\ninfo: { title: Shop }\npaths:\n  /orders:\n    get: {}\n';
  const specification = await client.resources.apiSpecification.resolve(text);
  assert.equal(specification.get('description'), 'Shop');
  assert.equal(sandbox.requests.of('POST', 'apispec').at(-1)?.bodyBytes, text.length);
  await assert.rejects(client.resources.apiSpecification.resolve('a: 1'), isCode('rejected'));
});

test('lists are read and written over TLS with an authority of its own', async (t) => {
  const { ca, ...tls } = await loopbackIdentity();
  const sandbox = await TestConsole.start({ tls });
  t.after(() => sandbox.close());
  const { client, keys } = clientOf(t, sandbox.url, { ca });
  for (const origin of keys.keys()) {
    keys.set(origin, sandbox.accessKey);
  }
  const { networkLists, baseImages, collections } = client.resources;
  await networkLists.add({ id: 'tls', description: '', subnets: ['192.0.2.7'] });
  assert.ok((await networkLists.list()).some(({ id }) => id === 'tls'));
  assert.ok((await baseImages.list()).length > 0);
  assert.ok((await collections.list()).length > 0);
  const stranger = clientOf(t, sandbox.url);
  stranger.keys.set(sandbox.url, sandbox.accessKey);
  await assert.rejects(stranger.client.resources.networkLists.list(), isCode('tls'));
});
