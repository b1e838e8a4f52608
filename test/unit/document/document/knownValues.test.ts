import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { KnownValues } from '../../../../src/core/json/knownValues.ts';
import { PolicyDocument } from '../../../../src/core/document/policyDocument.ts';
import type { RuleSlice } from '../../../../src/core/document/ruleView.ts';
import type { NodePath, SyntaxNode } from '../../../../src/core/document/syntaxNode.ts';
import { writePolicyText } from '../../../../src/core/document/writePolicy.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';
import { policies } from '../arbitraries.ts';

const spellings = ['json', 'yaml'] as const;

const slicesOf = (text: string, spelling: Spelling): readonly RuleSlice[] =>
  PolicyDocument.read(text, spelling)
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

test('rules read beside others say the same, and values stand where their nodes do', () => {
  fc.assert(
    fc.property(policies, fc.constantFrom(...spellings), (policy, spelling) => {
      const known = new KnownValues();
      const text = writePolicyText(policy, spelling);
      const [slices, others] = [slicesOf(text, spelling), slicesOf(text, spelling)];
      for (const [at, slice] of slices.entries()) {
        const other = others[at] as RuleSlice;
        assert.deepEqual(slice.value(known), other.value());
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

test('what is written the same is the same data; in YAML by its column', () => {
  const same = `rules:
  - name: a
    tags: [{ name: x }]
    notes: {}
    condition:
      device: |-
        y
         z
  - name: b
    tags: [{ name: x }]
    condition:
      device: |-
        y
         z
  -   name: c
      condition:
        device: |-
          y
           z
`;
  const known = new KnownValues();
  const values = slicesOf(same, 'yaml').map((slice) => slice.value(known) as ReadonlyMap<string, unknown>);
  const [a, b, c] = values;
  assert.equal(a?.get('tags'), b?.get('tags'));
  assert.equal(a?.get('condition'), b?.get('condition'));
  assert.deepEqual(c?.get('condition'), new Map([['device', 'y\n z']]));
});
