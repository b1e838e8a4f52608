import type { PolicyDocument } from '../../document/policyDocument.ts';
import {
  memberOf,
  nodeAtPath,
  pathAtOffset,
  shiftRange,
  type SyntaxNode,
} from '../../document/syntaxNode.ts';
import type { TextRange } from '../../document/text.ts';

/** The ranges grow from a word to the value, its field, the object, the rule, the list and the document. */
export function selectionRanges(policy: PolicyDocument, offset: number): readonly TextRange[] {
  const ranges: TextRange[] = [{ start: 0, end: policy.length }];
  const add = (range: TextRange): void => {
    const { start, end } = ranges.at(-1)!;
    const isInside = start <= range.start && range.end <= end && range.end - range.start < end - start;
    if (isInside && range.start < range.end && contains(range, offset)) {
      ranges.push(range);
    }
  };
  rangesOutsideIn(policy, offset).forEach(add);
  const { start, end } = ranges.at(-1)!;
  if (/^(["'])(?:\\.|(?!\1)[^\\])*\1$/.test(policy.slice(start, end))) {
    add({ start: start + 1, end: end - 1 });
  }
  return ranges.toReversed();
}

/** Each range comes before those inside of it. Some do not contain the offset. */
function rangesOutsideIn(policy: PolicyDocument, offset: number): readonly TextRange[] {
  const member = policy
    .members()
    .find(({ keyRange, value }) => contains({ start: keyRange.start, end: value.range.end }, offset));
  const rule = member?.array?.rules.find(({ range }) => contains(range, offset));
  const node = rule?.node() ?? (member?.array ? undefined : member?.value);
  const start = rule?.range.start ?? 0;
  return [
    ...(policy.range ? [policy.range] : []),
    ...(member ? rangesOfMember(member.keyRange, member.value.range) : []),
    ...(node ? rangesInNode(node, offset - start).map((range) => shiftRange(range, start)) : []),
  ];
}

function rangesInNode(root: SyntaxNode, offset: number): readonly TextRange[] {
  const { path } = pathAtOffset(root, offset);
  const inner = path.flatMap((step, index): readonly TextRange[] => {
    const value = nodeAtPath(root, path.slice(0, index + 1))!;
    const member = memberOf(nodeAtPath(root, path.slice(0, index)), String(step));
    return member ? rangesOfMember(member.keyRange, value.range) : [value.range];
  });
  return [root.range, ...inner];
}

function rangesOfMember(key: TextRange, value: TextRange): readonly TextRange[] {
  return [{ start: key.start, end: Math.max(key.end, value.end) }, key, value];
}

function contains({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}
