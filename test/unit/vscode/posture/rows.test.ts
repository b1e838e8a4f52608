import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { compareSnapshots } from '../../../../src/core/posture/compareSnapshots.ts';
import { settingMarkdown } from '../../../../src/core/posture/markdown.ts';
import { outcomeLabel, readSettings, type Setting } from '../../../../src/core/posture/setting.ts';
import type { PostureSnapshot } from '../../../../src/core/posture/snapshot.ts';
import type { PostureSource } from '../../../../src/vscode/posture/postureSources.ts';
import { TableState } from '../../../../src/vscode/table/page/tableState.ts';
import {
  fieldRows,
  descriptionOf,
  spokenOf,
  uniqueKeys,
  type PostureRow,
} from '../../../../src/vscode/posture/rows/postureRow.ts';
import {
  controlRow,
  integrationRows,
  categoryRows,
  settingRows,
} from '../../../../src/vscode/posture/rows/settingRows.ts';
import { applicationRows, catalogRows, sourceRow } from '../../../../src/vscode/posture/rows/sourceRows.ts';
import { momentWords, whenWords } from '../../../../src/vscode/workspace/whenWords.ts';
import { below, context, json, labels } from './support.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { settingTable } = await import('../../../../src/vscode/posture/commands/showPages.ts');

const application = { id: 'a', name: 'Mail', type: 'acorn-mail', missingConfigs: [], raw: new Map() };

test('the top has four branches, and none of them is read by showing it', () => {
  const source = {
    id: 'x',
    console: { entry: { name: 'sandbox' } },
    sspmUrl: 'https://h',
    access: 'ready',
  } as PostureSource;
  const row = sourceRow(source, context());
  assert.equal(row.resource, undefined);
  assert.deepEqual(labels(below(row)), ['Applications', 'Catalog', 'Controls', 'Integrations']);
  for (const access of ['signed-out', 'untrusted'] as const) {
    const closed = sourceRow({ ...source, access }, context());
    assert.equal(closed.below, undefined, access);
    assert.match(spokenOf(closed), /signed out|not trusted/);
  }
});

test('an application leads to its details, configuration, settings, tickets and catalog entry', () => {
  const [row] = applicationRows(
    json([{ app_id: 'a', name: 'Mail', type: 'acorn-mail', health_status: 'Down', status: 'Active' }]),
    context(),
  );
  assert.equal(row?.resource, undefined, 'opening an application asks for nothing');
  assert.match(row ? spokenOf(row) : '', /^Application Mail, Down, Active, never scanned$/);
  const parts = below(row);
  assert.deepEqual(
    parts.map(({ label, resource }) => [label, resource?.kind]),
    [
      ['Details', 'application'],
      ['Configuration', 'configuration'],
      ['Settings', 'settings'],
      ['Open tickets', 'configuration'],
      ['Catalog entry acorn-mail', undefined],
    ],
  );
  assert.deepEqual(
    below(parts.at(-1)).map(({ resource }) => resource?.kind),
    ['catalog-entry', 'definitions', 'scopes', 'authentication'],
  );
});

test('times are told as in other views, and nothing else is taken for one', () => {
  const at = '2026-10-01T04:00:00Z';
  const rowsOf = (last_scanned_at: string) =>
    applicationRows(json([{ app_id: 'a', name: 'Mail', last_scanned_at }]), context());
  assert.equal(rowsOf(at).map((row) => descriptionOf(row))[0], `scanned ${whenWords(new Date(at))}`);
  const facts = fieldRows(json({ created_at: at, version: '2026-10', count: 2026 }));
  assert.deepEqual(
    facts.map((row) => [row.label, descriptionOf(row)]),
    [
      ['created_at', momentWords(new Date(at))],
      ['version', '2026-10'],
      ['count', '2026'],
    ],
  );
  assert.equal(facts[0]?.tooltip, at, 'as the service writes it');
});

test('a setting says its outcome in words and leads to its control and its tickets', () => {
  const value = json([
    {
      id: '1',
      config_id: '1',
      name: 'MFA',
      category: 'Access',
      status: 'FAILED',
      current_value: 'off',
      recommended_value: 'on',
      common_control_id: 'cc/1',
      tickets: [
        { ticketKey: 'SEC-1', integrationId: 'i', type: 'JIRA_TICKETING', ticketUrl: 'https://x.example' },
        { ticketKey: 'SEC-2' },
      ],
    },
  ]);
  const [category] = categoryRows(readSettings(value, new Map([['1', 'high']])), application);
  assert.equal(category && spokenOf(category), 'Access, 1 of 1 failed');
  const [setting] = below(category);
  assert.match(setting ? spokenOf(setting) : '', /^MFA, failed, high, off → on, SEC-1, SEC-2$/);
  const rows = below(setting);
  assert.deepEqual(
    rows.filter(({ resource }) => resource).map(({ resource }) => resource),
    [
      { kind: 'control', id: 'cc/1' },
      { kind: 'issue', integration: 'i', ticketing: 'JIRA_TICKETING', key: 'SEC-1' },
    ],
  );
  assert.ok(
    rows.some(({ label }) => label === 'Ticket SEC-2'),
    'a ticket without integration is shown, too',
  );
});

test('rows, tables, comparisons and copied settings call an outcome the same, and a filter finds it', () => {
  for (const [outcome, status] of [
    ['unmonitored', 'Disabled'],
    ['unknown', 'hm'],
    ['failed', 'FAILED'],
  ] as const) {
    const value = json([{ config_id: '1', name: 'Age', status }]);
    const [setting] = readSettings(value);
    assert.equal(setting?.outcome, outcome);
    const words = outcomeLabel(outcome);
    const table = settingTable([setting], true);
    const state = new TableState(table.columns, undefined);
    state.rows.push(...table.rows.map((row) => table.columns.map(({ key }) => row[key] ?? null)));
    const [place] = table.columns.flatMap(({ key }, at) => (key === 'outcome' ? [at] : []));
    assert.equal(state.textAt(0, place ?? -1), words);
    for (const filter of [`outcome:"${words}"`, `"${words}"`]) {
      state.choices.filter = filter;
      state.update();
      assert.deepEqual(state.shown, [0], filter);
    }
    assert.ok(settingMarkdown(setting).includes(`**Outcome:** ${words}\n`), words);
    const snapshot = (...settings: readonly Setting[]): PostureSnapshot =>
      ({
        applications: [{ id: 'a', name: 'Mail', settings }],
      }) as unknown as PostureSnapshot;
    const { changes } = compareSnapshots(snapshot(), snapshot(setting));
    assert.deepEqual(
      changes.map(({ after }) => after),
      [words],
    );
  }
});

test('the table, the rows and the copied text of a setting have its operator', () => {
  const [setting] = readSettings(json([{ id: '1', name: 'Age', operator_display_value: 'at least' }]));
  assert.ok(setting);
  assert.equal(settingTable([setting], true).rows[0]?.['operator'], 'at least');
  const [row] = settingRows([setting], application);
  assert.deepEqual(below(row).find(({ key }) => key === 'operator')?.details, ['at least']);
  assert.match(settingMarkdown(setting), /^\* \*\*Operator:\*\* at least$/m);
});

test('a definition of the catalog shows no outcome', () => {
  const value = json([
    { id: '1', name: 'MFA', category: 'Access', severity: 'High', common_control: 'cc-1' },
  ]);
  const [category] = categoryRows(readSettings(value));
  const [definition] = below(category);
  assert.equal(definition && spokenOf(definition), 'MFA, high');
  assert.ok(labels(below(definition)).includes('Control cc-1'));
});

test('a control leads to profiles, categories and requirements', () => {
  const [profile] = below(controlRow('c'), {
    profiles: [
      { name: 'Baseline', categories: [{ name: 'Protect', controls: [{ id: 'PR-1', description: 'Do.' }] }] },
    ],
  });
  const [category] = below(profile);
  assert.deepEqual(
    [profile?.label, category?.label, below(category)[0]?.label],
    ['Baseline', 'Protect', 'PR-1'],
  );
});

test('integrations lead to projects and their issues; issues of no project stand beside them', () => {
  const integration = { kind: 'projects', integration: 'i', ticketing: 'T' } as const;
  const [row] = integrationRows([
    integration,
    ...['SEC-1', 'OPS-2'].map((key) => ({ ...integration, kind: 'issue' as const, key })),
  ]);
  const rows = below(row, { projects: [{ key: 'SEC', name: 'Security' }] });
  assert.deepEqual(labels(rows), ['SEC', 'Issue OPS-2']);
  assert.deepEqual(labels(below(rows[0], { issueTypes: [{ id: '1', name: 'Task' }] })), [
    'Issue SEC-1',
    'Task',
  ]);
});

test('lists are filtered and say so', () => {
  const entries = json([
    { name: 'a-mail', display_name: 'Mail' },
    { name: 'b-drive', display_name: 'Drive' },
  ]);
  assert.deepEqual(labels(catalogRows(entries, context({ filter: () => 'MAIL' }))), [
    '1 of 2 match "mail"',
    'Mail',
  ]);
});

test('ten thousand applications are parts of five hundred', () => {
  const rows = applicationRows(
    json(Array.from({ length: 10_000 }, (_, index) => ({ app_id: String(index) }))),
    context(),
  );
  assert.equal(rows.length, 20);
  assert.equal(rows.flatMap((row) => below(row)).length, 10_000);
});

test('what a service names twice is shown twice', () => {
  const twice = catalogRows(json([{ name: 'a' }, { name: 'a' }]), context());
  const tickets = [{ ticketKey: 'SEC-1' }, { ticketKey: 'SEC-1' }];
  const [category] = categoryRows(readSettings(json([{ id: '1', tickets }])), application);
  for (const rows of [twice, below(below(category)[0])]) {
    const unique = uniqueKeys(rows);
    assert.equal(unique.length, rows.length);
    assert.equal(new Set(unique.map(({ key }) => key)).size, rows.length);
    assert.ok(new Set(rows.map(({ key }) => key)).size < rows.length, 'they are named alike');
  }
});

test('every row of any answer has a label and a key of its own', () => {
  const check = (given: readonly PostureRow[], depth: number): void => {
    const rows = uniqueKeys(given);
    assert.equal(
      new Set(rows.map(({ key }) => key)).size,
      rows.length,
      JSON.stringify(rows.map(({ key }) => key)),
    );
    for (const row of rows) {
      assert.notEqual(row.label, undefined);
      if (depth < 4 && row.below && !row.resource) {
        check(row.below(null), depth + 1);
      }
    }
  };
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (plain) => {
      const value = json(plain);
      check(applicationRows(value, context()), 0);
      check(catalogRows(value, context()), 0);
      check(categoryRows(readSettings(value), application), 0);
      check(fieldRows(value), 0);
    }),
    { numRuns: 300 },
  );
});
