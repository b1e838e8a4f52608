import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { Merges, MergeSession } from '../../../../src/vscode/merge/mergeSession.ts';

const kind = policyKind('vulnerability/host');
assert.ok(kind);
const policy = (condition: string): JsonObject =>
  fromPlain({
    rules: Array.from({ length: 3 }, (_, at) => ({
      name: `r${at}`,
      condition,
      collections: [{ name: 'All' }],
    })),
  }) as JsonObject;
const session = (): MergeSession =>
  new MergeSession({
    consoleId: 'c',
    console: 'prod',
    kind,
    base: policy('alert'),
    mine: policy('block'),
    live: policy('ignore'),
    seen: { liveHash: '', mineText: '', baseHash: undefined },
  });

test('many conflicts are settled at once: the merge is made, and told, once', () => {
  const merges = new Merges({ set: () => undefined } as never);
  const merge = session();
  merges.begin(merge);
  const told: number[] = [];
  merges.onDidChange(() => told.push(merge.result.open.length));
  const { conflicts } = merge.result;
  merge.choose(conflicts, 'live');
  assert.deepEqual(told, [0]);
  merge.choose(conflicts.slice(1), undefined);
  assert.deepEqual(told, [0, 2]);
});

test('what was edited as a whole is given up for a choice inside of it, of several, too', () => {
  const merge = session();
  const [first] = merge.result.conflicts;
  assert.ok(first);
  merge.edit(first, undefined);
  merge.choose([first], 'mine');
  assert.equal(merge.choiceOf(first), 'mine');
  assert.equal(merge.result.open.length, 2);
});

test('a merge is over when another one of its policy begins, and when none is left no merge is told', () => {
  const keys = new Map<string, unknown>();
  const merges = new Merges({ set: (key: string, value: unknown) => keys.set(key, value) } as never);
  const [old, next] = [session(), session()];
  merges.begin(old);
  merges.begin(next);
  assert.ok(!merges.has(old));
  merges.end(old);
  assert.ok(merges.has(next), 'not by an end of the old one');
  assert.equal(keys.get('ordinance.isMerging'), true);
  merges.end(next);
  assert.ok(!merges.has(next));
  assert.equal(keys.get('ordinance.isMerging'), false);
});
