import { sameValue } from '../../json/sameValue.ts';
import { valueWith } from '../../document/edit/intendedValue.ts';
import { memberOf, valueOfNode, type NodePath, type SyntaxNode } from '../../document/syntaxNode.ts';
import { applyEdits, type TextEdit } from '../../document/text.ts';
import { quoted, yamlFlowString } from '../../document/yaml/yamlString.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { readTestFile } from './readTestFile.ts';

/** The edits of a test file after a rule was renamed. */
export interface RenamedTests {
  /** The count is the number of tests that name the rule. */
  readonly count: number;
  readonly edits: readonly TextEdit[];
}

interface WrittenName {
  readonly path: NodePath;
  readonly node: SyntaxNode;
}

/**
 * The edits update the old name of a rule in a test file: in expectations and in an order. They change only these
 * names. A name behind a YAML alias gets no edit, so the author has to change it.
 */
export function renameInTests(text: string, spelling: Spelling, before: string, after: string): RenamedTests {
  const none = { count: 0, edits: [] };
  const { root, kind } = readTestFile(text, spelling);
  // The policy of an incomplete text is unknown.
  const names = root && kind ? namesIn(root, before) : [];
  if (!root || names.length === 0 || before === after) {
    return none;
  }
  const written = spelling === 'json' ? quoted(after) : yamlFlowString(after);
  const places = new Map(
    names.filter(({ node }) => !node.alias).map(({ node }) => [node.range.start, node.range]),
  );
  const edits = [...places.values()].map(({ start, end }) => ({ start, end, text: written }));
  const result = readTestFile(applyEdits(text, edits), spelling).root;
  let intended = valueOfNode(root);
  for (const { path } of names) {
    intended = valueWith(intended, path, after);
  }
  return result && sameValue(valueOfNode(result), intended)
    ? { count: new Set(names.map(({ path }) => path[1])).size, edits }
    : none;
}

function namesIn(root: SyntaxNode, name: string): readonly WrittenName[] {
  const tests = memberOf(root, 'tests')?.value;
  return tests?.kind === 'array'
    ? tests.items.flatMap((test, index) => {
        const expect = memberOf(test, 'expect')?.value;
        return [
          ...textsOf(memberOf(test, 'order')?.value, ['tests', index, 'order']),
          ...(['rule', 'notRule'] as const).flatMap((key) =>
            textsOf(memberOf(expect, key)?.value, ['tests', index, 'expect', key]),
          ),
        ].filter(({ node }) => node.kind === 'string' && node.value === name);
      })
    : [];
}

/** The texts are a name, or the names of a list. */
function textsOf(node: SyntaxNode | undefined, path: NodePath): readonly WrittenName[] {
  if (!node) {
    return [];
  }
  return node.kind === 'array'
    ? node.items.map((item, index) => ({ path: [...path, index], node: item }))
    : [{ path, node }];
}
