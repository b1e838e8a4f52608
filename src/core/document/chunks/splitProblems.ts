import { withGitConflicts } from '../parser/gitConflicts.ts';
import { notAList, notAPolicy } from '../parser/problems.ts';
import type { StructureProblem } from '../ruleView.ts';
import { shiftRange } from '../syntaxNode.ts';
import { firstMembers } from './body.ts';
import type { Piece, RuleReading, Skeleton } from './piece.ts';
import type { SkeletonPlaces } from './skeletonPlaces.ts';

/** All problems of a document in pieces, in written order. */
export function problemsOfPieces(
  { root, problems, sound }: Skeleton,
  places: SkeletonPlaces,
  keys: readonly string[],
  flawed: Iterable<Piece>,
): StructureProblem[] {
  const found = problems.map((each) => ({ ...each, range: places.place(each.range) }));
  if (root?.kind === 'object') {
    for (const [key, { value }] of firstMembers(root.members)) {
      if (keys.includes(key) && value.kind !== 'array' && value.kind !== 'null') {
        found.push(notAList(key, places.place(value.range)));
      }
    }
  } else if (sound) {
    found.push(notAPolicy(root?.range ?? { start: 0, end: places.length }, root === undefined));
  }
  for (const piece of flawed) {
    const rule = piece.rule as RuleReading;
    const from = places.start(piece);
    for (const each of rule.slice.problems) {
      found.push({ ...each, range: shiftRange(each.range, from + rule.start) });
    }
    for (const each of rule.problems) {
      found.push({ ...each, range: shiftRange(each.range, from) });
    }
  }
  found.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  return withGitConflicts(found, (start, end) => places.slice(start, end));
}
