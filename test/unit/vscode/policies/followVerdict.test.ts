import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecoveredPush, Verdict } from '../../../../src/core/sync/outcomes.ts';
import { Emitter } from '../../../../src/core/util/emitter.ts';
import { useEditor } from '../../../mocks/vscode.ts';
import { images } from '../../sync/workspace.ts';

useEditor({});
const { followVerdict } = await import('../../../../src/vscode/push/planViews.ts');

const settledAs = (verdict: Verdict, pushId = 'mine'): RecoveredPush => ({
  ref: { console: 'test', policy: images.name },
  pushId,
  verdict,
  isOpen: false,
});

/** What is told of a push that ended as `first`, when looks find these, one after the other. */
function told(first: Verdict, ...looks: readonly RecoveredPush[]): Verdict[] {
  const settled = new Emitter<readonly RecoveredPush[]>();
  const verdicts: Verdict[] = [];
  followVerdict({ onDidSettle: settled.event }, { verdict: first, pushId: 'mine' }, ({ verdict }) =>
    verdicts.push(verdict),
  );
  looks.forEach((look) => settled.fire([settledAs('applied', 'another'), look]));
  return verdicts;
}

test('a verdict that a later look corrects is told, also after one that had settled it', () => {
  assert.deepEqual(told('not-applied', settledAs('applied')), ['applied']);
  assert.deepEqual(told('foreign-change', settledAs('applied')), ['applied']);
  assert.deepEqual(told('unknown', settledAs('not-applied'), settledAs('applied')), [
    'not-applied',
    'applied',
  ]);
});

test('what was applied is followed no further, and nothing is told of other pushes', () => {
  assert.deepEqual(told('applied', settledAs('not-applied')), []);
  assert.deepEqual(told('unknown', settledAs('applied'), settledAs('not-applied')), ['applied']);
  assert.deepEqual(told('not-applied', settledAs('applied', 'third')), []);
});
