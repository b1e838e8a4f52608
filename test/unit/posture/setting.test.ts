import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPlain } from '../../../src/core/json/json.ts';
import {
  failuresOf,
  readSettings,
  severitiesIn,
  type Setting,
  passedShare,
  summarize,
} from '../../../src/core/posture/setting.ts';

const read = (...rows: readonly object[]): readonly Setting[] => readSettings(fromPlain(rows));

test('outcomes are read from free words', () => {
  for (const [outcome, ...statuses] of [
    ['passed', 'PASSED', 'pass', 'Compliant', 'OK', 'secure', 'SUCCESS'],
    [
      'failed',
      'FAILED',
      'fail',
      'Non-Compliant',
      'not compliant',
      'NOT_PASSED',
      'violation',
      'insecure',
      'Misconfigured',
    ],
    ['unmonitored', 'NOT_MONITORED', 'unmonitored', 'Disabled', 'ignored'],
    ['unknown', '', 'SCANNING', 'pending', 'quux'],
  ] as const) {
    for (const status of statuses) {
      assert.equal(read({ name: 'a', status })[0]?.outcome, outcome, status);
    }
  }
  assert.equal(read({ status: 'FAILED', monitored: false })[0]?.outcome, 'unmonitored');
  assert.equal(read({ status: 'FAILED', monitored: 'false' })[0]?.outcome, 'unmonitored');
});

test('the severity comes from the definition, unless the setting has one of its own', () => {
  const severities = severitiesIn(
    fromPlain([
      { id: 'd1', severity: 'HIGH' },
      { id: 'd2', severity: 'odd' },
    ]),
  );
  const settings = readSettings(
    fromPlain([
      { config_id: 'd1' },
      { config_id: 'd1', severity: 'critical' },
      { config_id: 'd2' },
      { config_id: 'd3' },
      {},
    ]),
    severities,
  );
  assert.deepEqual(
    settings.map(({ severity }) => severity),
    ['high', 'critical', 'unrated', 'unrated', 'unrated'],
  );
});

test('what failed comes worst first', () => {
  const settings = read(
    { name: 'b', category: 'x', status: 'failed', severity: 'low' },
    { name: 'a', category: 'x', status: 'failed', severity: 'high' },
    { name: 'c', category: 'x', status: 'passed', severity: 'critical' },
    { name: 'd', category: 'a', status: 'failed', severity: 'high' },
  );
  assert.deepEqual(
    failuresOf(settings).map(({ name }) => name),
    ['d', 'a', 'b'],
  );
});

test('sums add up in every direction', () => {
  const { total, counts, categories, severities } = summarize(
    read(
      { category: 'x', status: 'failed', severity: 'low' },
      { category: 'x', status: 'passed', severity: 'high' },
      { category: 'y', status: 'passed', severity: 'high' },
      { category: 'y', monitored: false },
    ),
  );
  assert.equal(total, 4);
  assert.deepEqual(counts, { failed: 1, passed: 2, unmonitored: 1, unknown: 0 });
  assert.deepEqual(
    categories.map(({ name, counts }) => [name, counts.failed, counts.passed]),
    [
      ['x', 1, 1],
      ['y', 0, 1],
    ],
  );
  assert.deepEqual(
    severities.map(({ name }) => name),
    ['high', 'low', 'unrated'],
  );
  assert.equal(passedShare(counts), 2 / 3);
  assert.equal(passedShare(summarize([]).counts), undefined);
});
