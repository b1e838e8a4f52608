import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { compareSnapshots, type PostureChange } from '../../../src/core/posture/compareSnapshots.ts';
import { comparisonMarkdown, settingMarkdown } from '../../../src/core/posture/markdown.ts';
import { fromPlain } from '../../../src/core/json/json.ts';
import { outcomes, readSettings, severities } from '../../../src/core/posture/setting.ts';
import {
  readSnapshot,
  SnapshotReader,
  snapshotFileName,
  snapshotTime,
  writeSnapshot,
  type PostureSnapshot,
  type SnapshotApplication,
  type SnapshotSetting,
} from '../../../src/core/posture/snapshot.ts';

const setting = (id: string, more: Partial<SnapshotSetting> = {}): SnapshotSetting => ({
  id,
  name: `Setting ${id}`,
  category: 'Access',
  outcome: 'passed',
  severity: 'high',
  ...more,
});
const application = (
  id: string,
  settings: readonly SnapshotSetting[],
  more: Partial<SnapshotApplication> = {},
) => ({
  id,
  name: `Application ${id}`,
  settings,
  ...more,
});
const snapshot = (...applications: readonly SnapshotApplication[]): PostureSnapshot => ({
  console: 'sandbox',
  takenAt: '2026-01-02T03:04:05.000Z',
  applications,
});

test('says what got better, worse, new and gone', () => {
  const before = snapshot(
    application('a', [
      setting('1'),
      setting('2', { outcome: 'failed' }),
      setting('3'),
      setting('4'),
      setting('5', { current: 'x' }),
    ]),
    application('b', [], { health: 'Up' }),
    application('c', []),
    application('e', [setting('1')]),
  );
  const after = snapshot(
    application('a', [
      setting('1', { outcome: 'failed', current: 'off' }),
      setting('2'),
      setting('4'),
      setting('5', { current: 'y' }),
      setting('6', { outcome: 'failed' }),
    ]),
    application('b', [], { health: 'Down' }),
    application('d', []),
    application('e', [], { problem: 'forbidden' }),
  );
  const comparison = compareSnapshots(before, after);
  const { changes, unchanged, unread } = comparison;
  assert.deepEqual(
    changes.map(
      ({ kind, application, setting = '' }) => `${kind} ${application.slice(-1)}${setting.slice(-1)}`,
    ),
    ['worse b', 'worse a1', 'worse a6', 'better a2', 'new d', 'gone c', 'gone a3', 'changed a5'],
  );
  assert.equal(unchanged, 1);
  assert.deepEqual(unread, ['Application e']);
  const document = comparisonMarkdown(before, after, comparison);
  assert.match(document, /## Worse \(3\)/);
  assert.match(document, /\| Application a \| Setting 1 \| high \| passed \| failed \(off\) \|/);
  const alignments = document.split('\n').filter((line) => /^\|[-:|]+\|$/.test(line));
  assert.ok(alignments.length > 1);
  for (const line of alignments) {
    assert.match(line, /^\|(?:(?::-+|-+:)\|)+$/, 'a renderer would center what has no alignment of its own');
  }
});

test('a setting with another severity is not as it was; one of which it is not known may be', () => {
  const failed = (severity: SnapshotSetting['severity']) =>
    snapshot(application('a', [setting('1', { outcome: 'failed', current: 'off', severity })]));
  const { changes, unchanged } = compareSnapshots(failed('low'), failed('critical'));
  assert.deepEqual(
    changes.map(({ kind, before, after }) => [kind, before, after]),
    [['changed', 'failed (off), low', 'failed (off), critical']],
  );
  assert.equal(unchanged, 0);
  for (const [was, is] of [
    ['unrated', 'high'],
    ['high', 'unrated'],
  ] as const) {
    const same = compareSnapshots(failed(was), failed(is));
    assert.deepEqual([same.changes, same.unchanged, same.unread], [[], 1, []]);
  }
});

const anySetting = fc.record({
  name: fc.string(),
  category: fc.string(),
  outcome: fc.constantFrom(...outcomes),
  severity: fc.constantFrom(...severities),
});
const anySnapshot = fc
  .uniqueArray(
    fc.tuple(
      fc.string({ minLength: 1 }).filter((id) => id.trim() !== ''),
      fc.array(anySetting, { maxLength: 4 }),
    ),
    {
      selector: ([id]) => id,
      maxLength: 4,
    },
  )
  .map((apps) =>
    snapshot(
      ...apps.map(([id, settings]) =>
        application(
          id,
          settings.map((each, index) => ({ ...each, id: String(index) })),
        ),
      ),
    ),
  );

test('a snapshot compared with itself, also by way of a file, has no change', () => {
  fc.assert(
    fc.property(anySnapshot, (one) => {
      const again = readSnapshot(writeSnapshot(one));
      assert.ok(typeof again === 'object');
      assert.deepEqual(compareSnapshots(one, again).changes, []);
      assert.equal(writeSnapshot(again), writeSnapshot(again), 'the same text');
    }),
  );
});

test('every change forth is one back', () => {
  fc.assert(
    fc.property(anySnapshot, anySnapshot, (one, other) => {
      const forth = compareSnapshots(one, other);
      const back = compareSnapshots(other, one);
      assert.equal(forth.changes.length, back.changes.length);
      assert.equal(forth.unchanged, back.unchanged);
      const isNew = ({ setting, kind, before }: PostureChange): boolean =>
        setting === undefined ? kind === 'new' : before === undefined;
      assert.equal(
        forth.changes.filter(isNew).length,
        back.changes.filter(({ kind }) => kind === 'gone').length,
      );
      assert.deepEqual(
        forth.totals.map(({ before, after, ...row }) => ({ ...row, before: after, after: before })),
        back.totals,
      );
    }),
  );
});

test('names the settings of a new and of a removed application, and counts all of them', () => {
  const settings = [setting('1', { outcome: 'failed', severity: 'critical' }), setting('2')];
  const [none, some] = [snapshot(), snapshot(application('a', settings))];
  const added = compareSnapshots(none, some);
  assert.deepEqual(
    added.changes.map(({ kind, setting: name = '' }) => `${kind} ${name}`.trim()),
    ['worse Setting 1', 'new', 'new Setting 2'],
  );
  assert.deepEqual(added.totals, [
    { outcome: 'failed', before: 0, after: 1 },
    { outcome: 'passed', before: 0, after: 1 },
    { outcome: 'unmonitored', before: 0, after: 0 },
    { outcome: 'unknown', before: 0, after: 0 },
    { outcome: 'failed', severity: 'critical', before: 0, after: 1 },
  ]);
  const removed = compareSnapshots(some, none);
  assert.deepEqual(
    removed.changes.map(({ kind }) => kind),
    ['gone', 'gone', 'gone'],
  );
});

test('a snapshot keeps the operator, the control and the tickets of a setting', () => {
  const settings = fromPlain([
    {
      id: '1',
      operator_display_value: 'is',
      common_control_id: 'c',
      tickets: [{ key: 'A-1' }, { key: 'A-2' }],
    },
  ]);
  const kept = new SnapshotReader().read(
    { id: 'a', name: 'A', missingConfigs: [], raw: new Map() },
    settings,
  );
  const again = readSnapshot(writeSnapshot(snapshot(kept)));
  assert.ok(typeof again === 'object');
  assert.deepEqual(again.applications[0]?.settings, kept.settings);
  const { operator, control, tickets } = kept.settings[0] ?? {};
  assert.deepEqual([operator, control, tickets], ['is', 'c', ['A-1', 'A-2']]);
});

test('a web address in Markdown stays a link, and nothing else becomes one', () => {
  const where = (console_url: string): string | undefined => {
    const [one] = readSettings(fromPlain([{ id: '1', console_url }]));
    return one && /Where:\*\* (.*)/.exec(settingMarkdown(one))?.[1];
  };
  assert.equal(where('https://saas.example/settings?a=1_2&b=*'), '<https://saas.example/settings?a=1_2&b=*>');
  assert.equal(where('https://saas.example/> [x](y)'), '<https://saas.example/%3E%20[x](y)>');
  assert.doesNotMatch(where('javascript:alert(1)') ?? '', /</);
});

test('what is no snapshot is not taken for one', () => {
  for (const text of ['', '{}', '[]', '{"kind":"other"}', 'nope']) {
    assert.equal(readSnapshot(text), undefined, text);
  }
});

test('a snapshot of another version is not read as if it were of this one', () => {
  const text = writeSnapshot(snapshot());
  for (const version of ['2', '"1"', '1.5', 'null']) {
    assert.equal(readSnapshot(text.replace('"version": 1', `"version": ${version}`)), 'unknown-version');
  }
  assert.equal(readSnapshot('{"kind":"ordinance-posture"}'), 'unknown-version');
});

test('of several with the same id each one counts', () => {
  const both = snapshot(application('a', []), application('a', []));
  const { changes } = compareSnapshots(both, snapshot(application('a', [])));
  assert.deepEqual(
    changes.map(({ kind, applicationId }) => [kind, applicationId]),
    [['gone', 'a']],
  );
  assert.deepEqual(compareSnapshots(both, both).changes, []);
});

test('nothing of the service is read as Markdown', () => {
  const [hostile] = readSettings(
    fromPlain([
      { name: '# <img src=x> [a](b)\n# two', status: 'FAILED', remediation_steps: '1. *Do* it\n2. <b>x</b>' },
    ]),
  );
  assert.ok(hostile);
  const text = settingMarkdown(hostile);
  assert.doesNotMatch(text, /(?<!\\)<(?:img|b)|(?<!\\)\[a/);
  assert.match(text, /^## \\# \\<img/);
  assert.match(text, /^1\. \\\*Do\\\* it\n2\. /m);
});

test('the name of a snapshot tells its time', () => {
  const at = new Date('2026-02-03T04:05:06Z');
  assert.deepEqual(snapshotTime(snapshotFileName(at)), at);
  for (const name of ['before the audit.posture.json', '2026-99-03T04-05-06Z.posture.json', '']) {
    assert.equal(snapshotTime(name), undefined, name);
  }
});
