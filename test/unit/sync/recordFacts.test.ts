import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceOf, recordFacts } from '../../../src/core/sync/recordFacts.ts';
import type { Journal } from '../../../src/core/sync/store/journal.ts';
import type { PushRecord } from '../../../src/core/sync/journalEvent.ts';
import type { ObjectStore } from '../../../src/core/sync/store/objectStore.ts';
import { pastPlan } from '../../../src/vscode/history/describePush.ts';

/** A record with every field that a record can have. */
const record: Required<PushRecord> = {
  id: 'p1',
  at: '2026-11-22T00:00:00.000Z',
  console: 'prod',
  policy: 'vulnerability/images',
  author: 'ada',
  account: 'abcd',
  destination: {
    url: 'https://a.example',
    loginUrl: 'https://a.example',
    apiVersion: '1',
    auth: 'basic',
    authHeader: 'x-service-auth',
  },
  restores: 'hash of restores',
  restoring: 'undo',
  base: null,
  lost: ['rules/r'],
  facts: ['Decisions: none changed.'],
  confirmed: ['weaker'],
  live: 'hash of live',
  next: 'hash of next',
  body: 'hash of body',
  document: 'hash of document',
  counts: { added: 1, removed: 0, changed: 0, moved: 0, renamed: 0 },
  steps: ['Added "r" as rule 1'],
  snapshot: 'hash of snapshot',
  sent: true,
  openSince: '2026-11-22T00:00:01.000Z',
  answer: 'done',
  after: 'hash of after',
  seen: 'hash of seen',
  verdict: 'applied',
  reason: 'so',
  consoleEdits: ['It dropped x.'],
  corrected: { at: '2026-11-22T00:00:02.000Z', verdict: 'unknown', reason: 'no answer' },
  closed: true,
  closedAt: '2026-11-22T00:00:03.000Z',
  foreign: true,
};

test('evidence and the plan of a past push show every fact of a record', async () => {
  const facts = recordFacts(record, 'all');
  assert.ok(facts.length > 20, 'the record has every fact');
  const { markdown } = await evidenceOf(
    {
      journal: { all: async () => [record] } as unknown as Journal,
      store: { get: async () => undefined } as unknown as ObjectStore,
    },
    record.id,
  );
  const past = pastPlan(record, undefined, undefined);
  // These are the first two lines of a plan, in its own words.
  const inWords = new Set(['Policy', 'Console', 'When', 'Planned', 'Purpose']);
  for (const [title, value] of facts) {
    assert.ok(markdown.includes(`| ${title} |`), `evidence leaves out ${title}`);
    assert.ok(inWords.has(title) || past.includes(`${title}: ${value}`), `the plan leaves out ${title}`);
  }
});
