import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LostChange } from '../../../../src/core/sync/outcomes.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { summarizeLostEdits, describeLostEdits } =
  await import('../../../../src/vscode/workspace/ruleChangeWords.ts');

const of = (change: LostChange['change']): LostChange => ({
  name: 'rules/web',
  rule: 'web',
  change,
});

test('each lost edit has a line', () => {
  const named = (rule: string, change: LostChange['change'], more: Partial<LostChange> = {}): LostChange => ({
    name: `rules/${rule}`,
    rule,
    change,
    ...more,
  });
  assert.deepEqual(
    describeLostEdits([
      named('new', 'add'),
      named('old', 'remove'),
      named('web', 'move'),
      named('shop', 'change'),
      named('web', 'rename', { previousName: 'site' }),
      named('shop', 'rename', { previousName: 'store' }),
      named('shop', 'move'),
      named('till', 'move', { changedPlacesWith: 'desk' }),
      { name: '(document)', change: 'document' },
    ]),
    [
      '',
      'These edits would be lost:',
      '"new": added',
      '"old": removed',
      '"web": moved',
      '"shop": changed',
      '"web": renamed from "site"',
      '"shop": renamed from "store"',
      '"shop": moved',
      '"till": changed places with "desk"',
      'policy-level fields: changed',
    ],
  );
  assert.deepEqual(
    describeLostEdits([of('remove'), of('remove')]).slice(2),
    ['"web": removed', '"web": removed'],
    'two rules of one name',
  );
  assert.deepEqual(describeLostEdits([]), []);
});

test('where it is not known what a file was made from nothing is said to have been done here', () => {
  const [, header, ...lines] = describeLostEdits([of('unknown'), { name: '(document)', change: 'unknown' }]);
  assert.match(header ?? '', /base is unknown/);
  assert.deepEqual(lines, ['"web"', 'policy-level fields']);
});

test('a dialog has space for twelve of them', () => {
  const many = Array.from({ length: 14 }, (_, at) => ({
    name: `rules/${at}`,
    array: 'rules',
    rule: String(at),
    change: 'add' as const,
  }));
  const lines = describeLostEdits(many);
  assert.equal(lines.length, 2 + 13);
  assert.equal(lines.at(-1), 'and 2 more');
  assert.equal(describeLostEdits(many.slice(0, 12)).length, 2 + 12);
});

test('of what cannot be read it is said that all is replaced', () => {
  assert.match(describeLostEdits(undefined).join(), /everything in it is replaced, comments included/);
});

test('of one policy of several the first are named', () => {
  assert.equal(summarizeLostEdits('prod/waas/host', []), 'prod/waas/host');
  assert.equal(
    summarizeLostEdits('prod/waas/host', [of('change'), of('move')]),
    'prod/waas/host: "web": changed; "web": moved',
  );
  const many = Array.from({ length: 5 }, (_, at): LostChange => ({
    ...of('add'),
    name: `rules/${at}`,
    rule: `${at}`,
  }));
  assert.equal(summarizeLostEdits('a', many), 'a: "0": added; "1": added; "2": added; and 2 more');
  assert.match(summarizeLostEdits('a', undefined), /^a: all of it/);
});
