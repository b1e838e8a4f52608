import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceOf } from '../../../src/core/sync/recordFacts.ts';
import type { Journal } from '../../../src/core/sync/store/journal.ts';
import type { PushRecord } from '../../../src/core/sync/journalEvent.ts';
import type { ObjectStore } from '../../../src/core/sync/store/objectStore.ts';
import { testDestination } from './testDestination.ts';

const hostile = '![x](https://e.example/a) | <img src=x> ```\n# second\u202e\u001b[2J';

const record: PushRecord = {
  id: '20261122-1',
  at: '2026-11-22T00:00:00.000Z',
  console: hostile,
  policy: 'vulnerability/images',
  destination: testDestination,
  author: hostile,
  account: hostile,
  live: 'a',
  next: 'b',
  body: 'c',
  document: 'c',
  facts: [hostile],
  counts: { added: 1, removed: 0, changed: 0, moved: 0, renamed: 0 },
  steps: [`Added ${hostile}`],
  sent: true,
  verdict: 'applied',
  reason: hostile,
  closed: true,
};

test('a report has only the Markdown that is ours', async () => {
  const journal = { all: async () => [record] } as unknown as Journal;
  const store = { get: async () => undefined } as unknown as ObjectStore;
  const { markdown, json } = await evidenceOf({ journal, store }, record.id);
  const [before = '', told = '', block = ''] = markdown.split(/^````text$/m);
  assert.match(told, /^.*```↵# second/m);
  assert.doesNotMatch(before, /(?<!\\)[<>`]|(?<!\\)\[|(?<!\\):\/\/|^# second/m);
  // eslint-disable-next-line no-control-regex
  assert.doesNotMatch(markdown + json, /[\u0000-\u0009\u000b-\u001f\u202e]/);
  assert.equal(before.match(/^\| Console \|.*\|$/gm)?.length, 1);
  assert.match(block, /^Added .*```↵# second<U\+202E><U\+001B>\[2J$/m);
  assert.equal((JSON.parse(json) as { author: string }).author, hostile);
});
