import { firstMembers } from '../chunks/body.ts';
import type { Skeleton } from '../chunks/chunk.ts';
import { problemsOfNode } from '../parser/problems.ts';
import type { SyntaxNode } from '../syntaxNode.ts';
import { readYamlDocument } from './yamlDocument.ts';

/** What stands around the rules is read with every change of it, so the library gets less than for a whole document. */
const largestText = 256 * 1024;

/** Reads a document of which `lists` were taken out; their rules stood at `marks`. */
export function readYamlSkeleton(
  text: string,
  lists: readonly string[],
  marks: readonly number[],
  keys: readonly string[],
): Skeleton {
  const { root, problems, fatal, openAliases } = readYamlDocument(text, largestText);
  const found = [...problems];
  if (root) {
    problemsOfNode(root, (each) => found.push(each));
  }
  return {
    root,
    problems: found,
    valid: !fatal,
    alwaysInvalid: fatal,
    listsInPlace: isMatched(root, lists, marks, keys),
    openAliases,
  };
}

function isMatched(
  root: SyntaxNode | undefined,
  lists: readonly string[],
  marks: readonly number[],
  keys: readonly string[],
): boolean {
  const members = root?.kind === 'object' ? root.members : [];
  const first = firstMembers(members);
  return keys.every((key) => {
    const member = first.get(key);
    const place = lists.indexOf(key);
    if (place < 0) {
      return member?.value.kind !== 'array' || member.value.items.length === 0;
    }
    const mark = marks[place] ?? 0;
    const next = member && members[members.indexOf(member) + 1];
    const empty = member?.value.kind === 'null' && member.value.range.start === member.value.range.end;
    return empty && member.keyRange.end < mark && (!next || next.keyRange.start >= mark);
  });
}
