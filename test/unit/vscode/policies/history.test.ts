import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { destinationLines, type Destination } from '../../../../src/core/consoleFile/destination.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { type PushRecord, recordOf } from '../../../../src/core/sync/journalEvent.ts';
import { describePush, restoredPush, pastPlan } from '../../../../src/vscode/history/describePush.ts';
import { whenWords } from '../../../../src/vscode/workspace/whenWords.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { testDestination } from '../../sync/testDestination.ts';

useEditor({});
const { resourceGroups } = await import('../../../../src/vscode/changes/sourceControls.ts');

const record: PushRecord = {
  id: 'p1',
  at: '2030-01-02T03:04:05.000Z',
  console: 'prod',
  policy: 'vulnerability/host',
  destination: testDestination,
  author: 'ada',
  live: 'a'.repeat(64),
  next: 'b'.repeat(64),
  body: 'c'.repeat(64),
  document: 'c'.repeat(64),
  counts: { added: 0, removed: 0, changed: 1, moved: 0, renamed: 0 },
  steps: ['Changed "r", rule 1'],
  snapshot: 'd'.repeat(64),
  after: 'e'.repeat(64),
  sent: true,
  verdict: 'applied',
  closed: true,
};
const facts = { console: 'prod', showConsole: false, online: true, when: '03:04' };

test('a push says what, how it ended, when and who', () => {
  const row = describePush(record, facts);
  assert.equal(row.label, 'vuln/host');
  assert.equal(row.description, 'applied · 1 changed · 03:04 · ada');
  assert.equal(row.accessibilityLabel, 'Push of vulnerability/host to prod: applied, 1 changed, 03:04, ada');
  assert.deepEqual(row.capabilities, ['push', 'canCompare', 'canRestore']);
});

test('a push of a policy that only a later version knows offers nothing that needs the policy', () => {
  const row = describePush({ ...record, policy: 'later/policy' as PushRecord['policy'] }, facts);
  assert.deepEqual([row.label, row.capabilities], ['later/policy', ['push']]);
});

test('the last push of the session can be undone from its row, while its console is there', () => {
  const canUndo = (more: object): boolean =>
    describePush(record, { ...facts, ...more }).capabilities.includes('canUndo');
  assert.ok(canUndo({ isLast: true }));
  assert.ok(!canUndo({ isLast: false }) && !canUndo({ isLast: true, online: false }));
});

test('a push that was said to have ended otherwise says that it arrived late', () => {
  const corrected = { at: record.at, verdict: 'not-applied', reason: 'locked' } as const;
  const row = describePush({ ...record, corrected }, facts);
  assert.match(row.accessibilityLabel, /: applied, 1 changed, applied late, 03:04/);
  assert.match(
    pastPlan({ ...record, corrected }, undefined, undefined),
    /^Corrected: \S+; before: not applied: locked$/m,
  );
});

test('a push says what was known of decisions and tests, and nothing of that is more than its line', () => {
  const told = ['What changes hands, 1 of 1 to something weaker:', '  weaker: "a" -> "b\n+ #1 \u202e"'];
  assert.match(
    pastPlan({ ...record, facts: told }, undefined, undefined),
    /^Known before the push:\nWhat changes hands, 1 of 1.*:\n  weaker: "a" -> "b↵\+ #1 <U\+202E>"$/m,
  );
  assert.doesNotMatch(pastPlan(record, undefined, undefined), /Known before/);
});

test('the heading of what was known before a push looks like the other headings', async () => {
  const { patterns } = JSON.parse(await readFile('syntaxes/ordinance-plan.tmLanguage.json', 'utf8')) as {
    patterns: readonly { readonly match?: string; readonly name?: string }[];
  };
  const plan = pastPlan({ ...record, facts: ['Decisions: none changed.'] }, undefined, undefined);
  const headings = plan.split('\n').filter((line) => /^(?:Known|Decisions)/.test(line));
  assert.deepEqual(
    headings.map((line) => patterns.find(({ match = '$^' }) => new RegExp(match).test(line))?.name),
    ['strong.heading.ordinance', 'strong.heading.ordinance'],
  );
});

test('a push without a verdict is unresolved, and without a console nothing is restored', () => {
  const { verdict: _verdict, ...open } = record;
  const row = describePush(open, { ...facts, online: false, showConsole: true });
  assert.match(row.accessibilityLabel, /unresolved, 1 changed, 03:04, prod/);
  assert.deepEqual(row.capabilities, ['push', 'canCompare']);
});

test('a restore is told from a push by its first words', () => {
  const row = describePush({ ...record, restores: 'd'.repeat(64) }, facts);
  assert.match(row.description ?? '', /^restore · 1 changed · 03:04 · /);
  assert.match(row.accessibilityLabel, /^Restore of vulnerability\/host on prod: /);
});

test('an undo, a redo and a restore are told from each other, in the row and in what it did', () => {
  const restores = 'd'.repeat(64);
  const words = {
    undo: [
      'undo',
      'Undo of a push of vulnerability/host to prod: ',
      'Undid a push of vulnerability/host on ',
    ],
    redo: [
      'redo',
      'Redo of a push of vulnerability/host to prod: ',
      'Redid a push of vulnerability/host on ',
    ],
    restore: ['restore', 'Restore of vulnerability/host on prod: ', 'Restored vulnerability/host on '],
  } as const;
  for (const restoring of ['undo', 'redo', 'restore'] as const) {
    const [word, spoken, did] = words[restoring];
    const row = describePush({ ...record, restores, restoring }, facts);
    assert.equal(row.description?.split(' · ')[0], word);
    const of = describePush({ ...record, restores, restoring }, { ...facts, restored: '02:13' });
    assert.equal(of.description, `${word} of 02:13 · 1 changed · 03:04 · ada`);
    const failed = describePush(
      { ...record, restores, restoring, verdict: 'not-applied' },
      { ...facts, restored: '02:13' },
    );
    assert.equal(failed.description, `not applied · ${word} of 02:13 · 1 changed · 03:04 · ada`);
    assert.ok(row.accessibilityLabel.startsWith(spoken));
    assert.ok(pastPlan({ ...record, restores, restoring }, undefined, undefined).startsWith(did));
  }
});

test('an undo, a redo and a restore name the push that they are of', () => {
  const push = (id: string, more: Partial<PushRecord>): PushRecord => ({ ...record, id, ...more });
  const [a, b, c, lost] = ['a', 'b', 'c', 'f'].map((letter) => letter.repeat(64));
  assert.ok(a && b && c && lost);
  const first = push('1', { at: '2030-01-01T01:00:00Z', snapshot: a, after: b });
  const second = push('2', { at: '2030-01-01T02:00:00Z', snapshot: b, after: c });
  const other = push('3', { at: '2030-01-01T02:30:00Z', snapshot: b, policy: 'waas/host' });
  const undo = push('4', {
    at: '2030-01-01T03:00:00Z',
    snapshot: c,
    after: b,
    restores: b,
    restoring: 'undo',
  });
  const redo = push('5', {
    at: '2030-01-01T04:00:00Z',
    snapshot: b,
    after: c,
    restores: c,
    restoring: 'redo',
  });
  const restore = push('6', { at: '2030-01-01T05:00:00Z', restores: a, restoring: 'restore' });
  const all = [restore, redo, undo, other, second, first];
  assert.deepEqual(
    [undo, redo, restore, second, push('7', { restores: lost })].map((one) => restoredPush(one, all)?.id),
    ['2', '2', '1', undefined, undefined],
  );
});

test('the plan of a past push names the address it went to', () => {
  const text = pastPlan({ ...record, destination }, undefined, undefined);
  assert.match(
    text,
    /^ {4}Sent to: https:\/\/console\.example\/api\/v34\.04, signed in at https:\/\/login\.example, /m,
  );
});

test('the plan of a past push has values from the snapshots, else names only', () => {
  const document = (notes: string) =>
    fromPlain({ rules: [{ name: 'r', notes, collections: [{ name: 'All' }] }] }) as JsonObject;
  const whole = pastPlan(record, document('alert'), document('block'));
  assert.match(whole, /^Pushed .*\nWhen: .*2030.*\nWho: ada\nResult: applied/);
  assert.match(whole, /^Changed "r", rule 1\n {4}notes: "alert" -> "block"\n\nDetails\n/m);
  const names = pastPlan(record, undefined, undefined);
  assert.match(names, /Only names and places were kept/);
  assert.match(names, /^Changed "r", rule 1\n\nDetails\n/m);
});

test("a push over a colleague's change says so", () => {
  const over = { ...record, lost: ['rules/r'] };
  assert.match(describePush(over, facts).accessibilityLabel, /applied, 1 changed, override, 03:04/);
  assert.match(pastPlan(over, undefined, undefined), /^Overridden: "r"$/m);
});

test('source control lists what wants attention, each policy once', () => {
  const groups = resourceGroups(
    (policy) =>
      ({
        'vulnerability/host': { state: 'edited' as const },
        'vulnerability/images': { state: 'conflict' as const },
        'waas/host': { state: 'live-changed' as const },
        'waas/container': { state: 'in-sync' as const },
        'runtime/host': { state: 'failed' as const, known: 'edited' as const, reason: 'No answer.' },
        'runtime/container': { state: 'failed' as const, known: 'in-sync' as const, reason: 'No answer.' },
      })[policy as string],
  );
  assert.deepEqual(
    Object.entries(groups).map(([group, rows]) => [group, rows.map(({ policy }) => policy)]),
    [
      ['conflicts', ['vulnerability/images']],
      ['edits', ['vulnerability/host', 'runtime/host']],
      ['drift', ['waas/host']],
    ],
  );
  assert.equal(groups.edits[1]?.tooltip, 'runtime/host · edited · failed · No answer.');
});

test('a push that this machine did not write down says so, whatever else it says', () => {
  const foreign = { ...record, foreign: true };
  const row = describePush(foreign, facts);
  assert.match(row.accessibilityLabel, /applied, not written on this computer/);
  assert.equal(row.icon?.id, 'unverified');
  assert.match(pastPlan(foreign, undefined, undefined), /^Written by: another computer; not verified$/m);
});

const destination = {
  url: 'https://console.example',
  loginUrl: 'https://login.example',
  apiVersion: '34.04',
  auth: 'login',
  authHeader: 'x-auth',
  paths: { login: '/in' },
};
const lines: readonly Readonly<Record<string, unknown>>[] = [
  {
    ...record,
    event: 'opened',
    destination,
    lost: ['rules/r'],
    base: null,
    restores: 'f'.repeat(64),
    restoring: 'undo',
  },
  { event: 'sending', at: record.at, object: 'd'.repeat(64) },
  { event: 'answered', at: record.at, answer: 'done' },
  { event: 'read-back', at: record.at, live: 'b'.repeat(64), object: 'e'.repeat(64) },
  { event: 'verdict', at: record.at, verdict: 'applied', reason: 'so' },
];
const odd = [
  undefined,
  null,
  7,
  'constructor',
  '2',
  [],
  [null],
  [7],
  ['x'],
  {},
  { x: null },
  { added: [] },
  true,
];

/** Each member of each line in turn is something else. */
function* planted(): Generator<string> {
  for (const [at, line] of lines.entries()) {
    for (const key of Object.keys(line)) {
      for (const value of odd) {
        yield lines
          .map((each, index) => JSON.stringify(index === at ? { ...each, [key]: value } : each))
          .join('\n');
      }
    }
  }
  for (const value of odd) {
    yield JSON.stringify({ ...lines[0], steps: [value] });
    yield JSON.stringify({ ...lines[0], counts: { ...record.counts, added: value } });
  }
}

test('a journal that somebody made up hides no other: it can be shown, or is none', () => {
  let shown = 0;
  for (const text of planted()) {
    const read = recordOf(text);
    if (read) {
      shown++;
      const row = describePush(read, { ...facts, when: whenWords(new Date(read.at)) });
      assert.equal(typeof row.icon, 'object', text);
      assert.equal(typeof pastPlan(read, undefined, undefined), 'string');
      assert.ok(
        destinationLines(read.destination ?? (destination as Destination)).every(
          (each) => typeof each === 'string',
        ),
      );
      assert.ok(!JSON.stringify([row, pastPlan(read, undefined, undefined)]).includes('[object'), text);
    }
  }
  assert.ok(shown > 100, 'most of them can be shown');
});

test('what a journal says of itself makes no line of a plan', () => {
  const text = pastPlan(
    {
      ...record,
      foreign: true,
      author: 'x\nAdded "made up"',
      at: '\u202e',
      reason: 'a\nRemoved "b"',
      console: '\u0007',
    },
    undefined,
    undefined,
  );
  assert.doesNotMatch(text, /^(Added|Removed)/m);
  assert.ok(!text.includes('\u202e') && !text.includes('\u0007'));
  assert.match(text, /^Written by: another computer; not verified$/m);
});
