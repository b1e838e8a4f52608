import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fromPlain, type JsonValue } from '../../../src/core/json/json.ts';
import { readApplications, readCatalog } from '../../../src/core/posture/application.ts';
import {
  readControl,
  readIssue,
  readIssueTypes,
  readProjects,
} from '../../../src/core/posture/linkedRecords.ts';
import { readSettings, severitiesIn } from '../../../src/core/posture/setting.ts';
import { rowsOf } from '../../../src/core/posture/tolerant.ts';

const keys = fc.constantFrom(
  'items',
  'app_id',
  'id',
  'name',
  'config_id',
  'category',
  'status',
  'monitored',
  'tickets',
  'ticketKey',
  'profiles',
  'categories',
  'controls',
  'projects',
  'key',
  'issueTypes',
  'fields',
  'severity',
  'operator',
  'remediation',
  'last_scanned_at',
  'owner',
  'missing_configs',
  'features',
  '__proto__',
);
const anyShape = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constant(null),
    fc.boolean(),
    fc.integer().map((number) => fromPlain(number)),
    fc.oneof(
      fc.string(),
      fc.constantFrom('[]', '{"id": 1}', '[{"id": "a"}]', '', '0001-01-01T00:00:00Z', 'FAILED'),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie('value')), { maxLength: 6 }).map((members): JsonValue => new Map(members)),
  ),
})).value;

test('no shape makes a reader fail, and whatever it reads can be shown', () => {
  fc.assert(
    fc.property(anyShape, (value) => {
      for (const { id, name } of readApplications(value)) {
        assert.ok(id !== '' && name !== '');
      }
      for (const { name, title } of readCatalog(value)) {
        assert.ok(name !== '' && title !== '');
      }
      const settings = readSettings(value);
      assert.equal(new Set(settings.map(({ id }) => id)).size, settings.length, 'ids are unique');
      for (const { name, tickets } of settings) {
        assert.ok(name !== '' && tickets.every(({ key }) => key !== ''));
      }
      severitiesIn(value);
      readControl(value);
      readProjects(value);
      readIssueTypes(value);
      readIssue(value);
    }),
    { numRuns: 2000 },
  );
});

test('lists are found where a service puts them', () => {
  const row = { id: 'a' };
  for (const [given, count] of [
    [[row, row], 2],
    [{ items: [row] }, 1],
    [{ data: [row], total: 1 }, 1],
    [{ items: null }, 0],
    [{ items: '[{"id":"a"}]' }, 1],
    [JSON.stringify([row]), 1],
    ['a text', 0],
    ['[broken', 0],
    [row, 1],
    [{}, 0],
    [null, 0],
    [7, 0],
    [[null, 'x', row, [row]], 1],
  ] as const) {
    assert.equal(rowsOf(fromPlain(given)).length, count, JSON.stringify(given));
  }
});

test('projects are found in any shape', () => {
  for (const [given, found] of [
    [{ projects: [{ key: 'A', name: 'First' }] }, ['A']],
    [{ whatever: [{ id: 7 }], total: 1 }, ['7']],
    [{ A: { name: 'First' }, B: { name: 'Second' } }, ['A', 'B']],
    [{ projects: { A: { name: 'First' } } }, ['A']],
    [
      ['A', 'B'],
      ['A', 'B'],
    ],
    [{}, []],
    [null, []],
    ['none', []],
  ] as const) {
    assert.deepEqual(
      readProjects(fromPlain(given)).map(({ key }) => key),
      found,
      JSON.stringify(given),
    );
  }
});
