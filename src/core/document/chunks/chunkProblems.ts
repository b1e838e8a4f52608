import { settledProblems } from '../parser/settledProblems.ts';
import { notAList, notAPolicy } from '../parser/problems.ts';
import type { StructureProblem } from '../ruleView.ts';
import { shiftRange } from '../syntaxNode.ts';
import { firstMembers } from './body.ts';
import type { Chunk, ParsedRule, Skeleton } from './chunk.ts';
import type { SkeletonPlaces } from './skeletonPlaces.ts';

/** All problems of a document in chunks, in written order. */
export function problemsOfChunks(
  { root, problems, valid }: Skeleton,
  places: SkeletonPlaces,
  keys: readonly string[],
  withProblems: Iterable<Chunk>,
): readonly StructureProblem[] {
  const found = problems.map((each) => ({ ...each, range: places.place(each.range) }));
  if (root?.kind === 'object') {
    for (const [key, { value }] of firstMembers(root.members)) {
      if (keys.includes(key) && value.kind !== 'array' && value.kind !== 'null') {
        found.push(notAList(key, places.place(value.range)));
      }
    }
  } else if (valid) {
    found.push(notAPolicy(root?.range ?? { start: 0, end: places.length }, root === undefined));
  }
  for (const chunk of withProblems) {
    const rule = chunk.rule as ParsedRule;
    const from = places.start(chunk);
    for (const each of rule.slice.problems) {
      found.push({ ...each, range: shiftRange(each.range, from + rule.start) });
    }
    for (const each of rule.problems) {
      found.push({ ...each, range: shiftRange(each.range, from) });
    }
  }
  found.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  return settledProblems(found, (start, end) => places.slice(start, end));
}

/** Whether a rule has something to look at when problems are asked for; it may also be that it names what stands elsewhere. */
export function hasProblems(rule: ParsedRule | undefined): boolean {
  return (
    rule !== undefined &&
    (!rule.valid || rule.openAliases.length > 0 || rule.problems.length > 0 || rule.slice.problems.length > 0)
  );
}
