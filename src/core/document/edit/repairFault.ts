import { sameValue } from '../../json/sameValue.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import type { TextEdit, TextRange } from '../text.ts';
import type { Fault } from './editFaults.ts';
import { lostComments } from './lostComment.ts';
import { sureRules } from '../sureRules.ts';
import type { StructureProblem } from '../parser/problems.ts';

/** A repair describes its effect, because a broken file has no value for a comparison. */
export interface Repair {
  /** The kind of problem that it settles. */
  readonly code: string;
  /** The repair may write only in these ranges. */
  readonly within: readonly TextRange[];
}

/**
 * A repair fails when a readable rule changes, a comment is lost, or the problem remains. A new problem is also a
 * fault, unless the old problem could have hidden it.
 */
export function repairFault(
  before: PolicyDocument,
  after: PolicyDocument,
  edits: readonly TextEdit[],
  { code, within }: Repair,
): Fault | undefined {
  const isWithin = ({ start, end }: TextRange): boolean =>
    within.some((range) => range.start <= start && end <= range.end);
  if (!edits.every(isWithin)) {
    return { kind: 'value' };
  }
  const isSure = sureRules(before);
  const others = before.arrays().flatMap(({ key, rules }) => {
    const now = after.array(key)?.rules ?? [];
    let next = 0;
    return rules.filter(isSure).filter((rule) => {
      const place = now.findIndex((other, at) => at >= next && sameValue(other.value(), rule.value()));
      next = place < 0 ? next : place + 1;
      return place < 0;
    });
  });
  if (others.length > 0) {
    return { kind: 'others', names: others.map(({ facts, index }) => facts.name ?? `#${index + 1}`) };
  }
  const problem = newProblem(before, after, Math.min(...edits.map(({ start }) => start)));
  if (problem) {
    return { kind: 'broken', message: problem.message };
  }
  const count = ({ problems }: PolicyDocument): number =>
    problems.filter((problem) => problem.code === code).length;
  if (count(after) >= count(before)) {
    return { kind: 'value' };
  }
  const [comment] = lostComments(before, after);
  return comment && { kind: 'comments', comment: comment.text };
}

/** A fatal problem is new before the touched text, or anywhere without an old problem behind it. */
function newProblem(
  before: PolicyDocument,
  after: PolicyDocument,
  touched: number,
): StructureProblem | undefined {
  const fatal = (document: PolicyDocument) => document.problems.filter((problem) => problem.fatal);
  const [old, now] = [fatal(before), fatal(after)];
  const known = new Set(old.map(({ code, message }) => `${code} ${message}`));
  return now.find(
    ({ code, message, range }) =>
      !known.has(`${code} ${message}`) && (range.start < touched || now.length >= old.length),
  );
}
