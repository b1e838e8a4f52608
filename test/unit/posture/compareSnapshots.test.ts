import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { compareSnapshots } from '../../../src/core/posture/compareSnapshots.ts';
import { comparisonMarkdown, settingMarkdown } from '../../../src/core/posture/markdown.ts';
import { fromPlain } from '../../../src/core/json/json.ts';
import { outcomes, readSettings, severities } from '../../../src/core/posture/setting.ts';
import {
  readSnapshot,
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
  const { changes, unchanged, unread } = compareSnapshots(before, after);
  assert.deepEqual(
    changes.map(
      ({ kind, application, setting = '' }) => `${kind} ${application.slice(-1)}${setting.slice(-1)}`,
    ),
    ['worse b', 'worse a1', 'better a2', 'new d', 'new a6', 'gone c', 'gone a3', 'changed a5'],
  );
  assert.equal(unchanged, 1);
  assert.deepEqual(unread, ['Application e']);
  const document = comparisonMarkdown(before, after, { changes, unchanged, unread });
  assert.match(document, /## Worse \(2\)/);
  assert.match(document, /\| Application a \| Setting 1 \| high \| passed \| failed \(off\) \|/);
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
    assert.deepEqual(compareSnapshots(failed(was), failed(is)), { changes: [], unchanged: 1, unread: [] });
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
      const count = (kind: string, { changes }: typeof forth): number =>
        changes.filter((each) => each.kind === kind).length;
      assert.equal(count('new', forth), count('gone', back));
    }),
  );
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
