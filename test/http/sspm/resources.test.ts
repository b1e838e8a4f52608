import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPlain } from '../../../src/core/json/json.ts';
import { readApplications, readCatalog } from '../../../src/core/posture/application.ts';
import {
  readControl,
  readIssue,
  readIssueTypes,
  readProjects,
} from '../../../src/core/posture/linkedRecords.ts';
import type { Resource } from '../../../src/core/posture/resource.ts';
import { readSettings, severitiesIn } from '../../../src/core/posture/setting.ts';
import { objectOf, rowsOf, firstText } from '../../../src/core/posture/tolerant.ts';
import { sspmParts } from './sspmParts.ts';

test('all thirteen operations are read from one application to its issue', async (t) => {
  const { client, asked } = await sspmParts(t);
  const value = async (resource: Resource) => (await client.read(resource)).value;

  const applications = readApplications(await value({ kind: 'applications' }));
  assert.equal(applications.length, 60);
  const settingsByApp = await Promise.all(
    applications.map(async ({ id }) => readSettings(await value({ kind: 'configuration', app: id }))),
  );
  const at = settingsByApp.findIndex((settings) => settings.some(({ tickets }) => tickets.length > 0));
  const app = applications[at]?.id ?? '';
  const setting = settingsByApp[at]?.find(({ tickets }) => tickets.length > 0);
  const [ticket] = setting?.tickets ?? [];
  assert.ok(setting?.control !== undefined && ticket?.integration !== undefined);

  assert.equal(firstText(objectOf(await value({ kind: 'application', app })), 'app_id'), app);
  assert.ok(readSettings(await value({ kind: 'settings', app })).length > 0);

  const catalog = readCatalog(await value({ kind: 'catalog' }));
  assert.equal(catalog.length, 180);
  const type = applications[at]?.type ?? '';
  assert.ok(catalog.some(({ name }) => name === type));
  assert.equal(firstText(objectOf(await value({ kind: 'catalog-entry', app: type })), 'name'), type);
  const severities = severitiesIn(await value({ kind: 'definitions', app: type }));
  assert.notEqual(severities.get(firstText(setting.raw, 'config_id') ?? ''), undefined);
  assert.equal(rowsOf(await value({ kind: 'scopes', app: type })).length, 3);
  assert.ok(firstText(objectOf(await value({ kind: 'authentication', app: type })), 'strategy'));

  assert.ok(readControl(await value({ kind: 'control', id: setting.control })).profiles.length > 0);
  const integration = { integration: ticket.integration, ticketing: ticket.ticketing };
  const [project] = readProjects(await value({ kind: 'projects', ...integration }));
  assert.ok(
    readIssueTypes(await value({ kind: 'project', ...integration, key: project?.key ?? '' })).length > 0,
  );
  const issue = readIssue(await value({ kind: 'issue', ...integration, key: ticket.key }));
  assert.ok(issue.some(([key]) => key === 'status'));

  const kinds = new Set(asked().map((path) => path.replace(/\?.*/, '').split('/').length + path.slice(0, 9)));
  assert.ok(kinds.size >= 5);
});

test('names with any characters reach the service as one segment', async (t) => {
  const { client, sandbox } = await sspmParts(t);
  for (const name of ['a/b', '100%', '...', 'zwei Worte', 'ü–漢', 'a?b#c', '%2F', "it's (ok)!*", 'x\\y']) {
    sandbox.state.posture.catalog.push({ name, display_name: `found ${name}` });
    const { value } = await client.read({ kind: 'catalog-entry', app: name });
    assert.equal((toPlain(value) as { display_name: string }).display_name, `found ${name}`);
    const sent = sandbox.requests.all().at(-1)?.path ?? '';
    assert.match(sent, /^\/sspm\/api\/v1\/catalog\/apps\/[A-Za-z0-9%._~-]+$/, name);
    assert.doesNotMatch(sent, /\/\.{1,2}$/, name);
  }
});

test('a name that a server may take for a step up is never asked for, however it is encoded', async (t) => {
  const { client, sandbox } = await sspmParts(t);
  for (const name of ['..', '.']) {
    await assert.rejects(client.read({ kind: 'catalog-entry', app: name }), /Nothing was sent/, name);
  }
  assert.deepEqual(sandbox.requests.of('GET'), []);
});

test('a name that is empty is never asked for: its path would be another operation', async (t) => {
  const { client, asked } = await sspmParts(t);
  await assert.rejects(client.read({ kind: 'application', app: '' }), RangeError);
  assert.deepEqual(asked(), []);
});
