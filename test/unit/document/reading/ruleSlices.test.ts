import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import type { NodePath, SyntaxNode } from '../../../../src/core/document/syntaxNode.ts';
import { writePolicyText } from '../../../../src/core/document/updatedText.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { policies } from '../arbitraries.ts';
import type { RuleSlice } from '../../../../src/core/document/ruleView.ts';

const spellings = ['json', 'yaml'] as const;

const slicesOf = (text: string, spelling: Spelling): readonly RuleSlice[] =>
  readPolicyText(text, spelling)
    .arrays()
    .flatMap(({ rules }) => rules.map(({ slice }) => slice));

function* pathsIn(node: SyntaxNode, path: NodePath = []): Generator<[NodePath, SyntaxNode]> {
  yield [path, node];
  if (node.kind === 'array') {
    for (const [at, item] of node.items.entries()) {
      yield* pathsIn(item, [...path, at]);
    }
  } else if (node.kind === 'object') {
    for (const { key, value } of node.members) {
      yield* pathsIn(value, [...path, key]);
    }
  }
}

test('rules read again say the same, and values stand where their nodes do', () => {
  fc.assert(
    fc.property(policies, fc.constantFrom(...spellings), (policy, spelling) => {
      const text = writePolicyText(policy, spelling);
      const [slices, others] = [slicesOf(text, spelling), slicesOf(text, spelling)];
      for (const [at, slice] of slices.entries()) {
        const other = others[at] as RuleSlice;
        assert.deepEqual(slice.value(), other.value());
        // What asked before was about other rules, or this one.
        for (const [path, { range }] of pathsIn(other.node())) {
          assert.deepEqual(slice.rangeAt(path), range);
          assert.equal(slice.rangeAt([...path, 'no such member']), undefined);
        }
        assert.equal(slice.rangeAt([9]), undefined);
      }
    }),
  );
});
