import { sameValue } from '../../json/sameValue.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import type { ExpectedError } from '../../util/errors.ts';
import type { StructureProblem } from '../parser/problems.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import { rereadPolicy } from '../reading/rereadPolicy.ts';
import { sureRules } from '../sureRules.ts';
import { joinEdits, type TextEdit, type TextRange } from '../text.ts';
import {
  breaksFile,
  changesOthers,
  editFault,
  losesComment,
  missesValue,
  type IntendedDocument,
} from './editFaults.ts';
import { lostComments } from './comments.ts';

/**
 * Every edit of a policy file goes through this function. The intended data comes from the data, and the edit from the
 * text. Each way is tried on a copy. The copy must have the intended data, the text of all other rules, and every
 * comment. The first such way is returned. Throws ExpectedError `unsafe-edit` when every way fails.
 */
export function verifiedEdit(
  document: PolicyDocument,
  intended: IntendedDocument,
  ways: readonly ((closed: boolean) => readonly TextEdit[])[],
): TextEdit[] {
  return firstSound(
    ways.flatMap((way) => closings[document.spelling].map((closed) => () => way(closed))),
    (edits) => editFault(document, rereadPolicy(document, edits), intended),
  );
}

/** The values of `closed` that an edit tries (see `Spot`). */
export const closings: Readonly<Record<Spelling, readonly boolean[]>> = {
  json: [false],
  yaml: [false, true],
};

/**
 * Broken text has no value as a whole, so a repair is verified by its parts. Other readable rules and all comments
 * stay, the problem is gone, and no new problem appears.
 */
export function verifiedRepair(
  document: PolicyDocument,
  repair: Repair,
  ways: Iterable<readonly TextEdit[]>,
): TextEdit[] {
  return firstSound(
    Array.from(ways, (way) => () => way),
    (edits) => repairFault(document, rereadPolicy(document, edits), edits, repair),
  );
}

function firstSound(
  ways: Iterable<() => readonly TextEdit[]>,
  faultOf: (edits: readonly TextEdit[]) => ExpectedError | undefined,
): TextEdit[] {
  let first: ExpectedError | undefined;
  for (const way of ways) {
    const edits = joinEdits(way());
    const fault = faultOf(edits);
    if (!fault) {
      return edits;
    }
    first ??= fault;
  }
  throw first ?? missesValue();
}

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
function repairFault(
  before: PolicyDocument,
  after: PolicyDocument,
  edits: readonly TextEdit[],
  { code, within }: Repair,
): ExpectedError | undefined {
  const isWithin = ({ start, end }: TextRange): boolean =>
    within.some((range) => range.start <= start && end <= range.end);
  if (!edits.every(isWithin)) {
    return missesValue();
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
    return changesOthers(others.map(({ facts, index }) => facts.name ?? `#${index + 1}`));
  }
  const problem = newProblem(before, after, Math.min(...edits.map(({ start }) => start)));
  if (problem) {
    return breaksFile(problem.message);
  }
  const count = ({ problems }: PolicyDocument): number =>
    problems.filter((problem) => problem.code === code).length;
  if (count(after) >= count(before)) {
    return missesValue();
  }
  const [comment] = lostComments(before, after);
  return comment && losesComment(comment.text);
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
