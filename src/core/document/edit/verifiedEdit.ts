import { sameValue, isJsonArray, type JsonValue } from '../../json/json.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { ExpectedError } from '../../util/errors.ts';
import { clipped, firstOf } from '../../util/firstLines.ts';
import type { StructureProblem } from '../reading/problems.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import { rereadPolicy } from '../reading/rereadPolicy.ts';
import { sureRules } from '../sureRules.ts';
import { joinEdits, type TextEdit, type TextRange } from '../text.ts';
import { lostComments, lostComment } from './comments.ts';
import { valueOfNode } from '../syntaxNode.ts';
import type { RuleView } from '../ruleView.ts';

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

/** A rule that stays as it is, byte for byte, by its index before the edit; or the value of another one. */
export type IntendedRule = number | JsonValue;

/** The intended value describes the document after an edit. Unnamed parts stay unchanged. */
export interface IntendedDocument {
  /** Lists of rules, by their keys. */
  readonly lists?: ReadonlyMap<string, readonly IntendedRule[]>;
  /** Keys are fields of the document besides its lists; undefined means that the field is absent. */
  readonly members?: ReadonlyMap<string, JsonValue | undefined>;
  /** The unchanged parts keep their data, but their spelling may change. */
  readonly respelled?: boolean;
  /** These stretches of the old text may lose their comments together with their content. */
  readonly loses?: readonly TextRange[];
  /** These stretches of the old text may have their comments repeated. */
  readonly gains?: readonly TextRange[];
}

/** The reason against an edited document is undefined when the document has the intended data. */
function editFault(
  before: PolicyDocument,
  after: PolicyDocument,
  intended: IntendedDocument,
): ExpectedError | undefined {
  const others: string[] = [];
  let isIntended = true;
  const keys = [...before.arrays(), ...after.arrays()].map(({ key }) => key);
  for (const key of new Set([...keys, ...(intended.lists?.keys() ?? [])])) {
    const old = before.array(key)?.rules;
    const now = after.array(key)?.rules;
    const unchanged = intended.members?.has(key) ? undefined : old && [...old.keys()];
    const rules = intended.lists?.get(key) ?? listAmong(intended.members, key) ?? unchanged;
    isIntended &&= rules?.length === now?.length;
    for (const [place, intendedRule] of rules?.entries() ?? []) {
      const rule = now?.[place];
      if (typeof intendedRule !== 'number') {
        isIntended &&= rule !== undefined && sameValue(rule.value(), intendedRule);
      } else if (!isSameRule(old?.[intendedRule], rule, intended.respelled)) {
        others.push(old?.[intendedRule]?.facts.name ?? `#${intendedRule + 1}`);
      }
    }
  }
  const hasIntendedRules = isIntended;
  const [old, now] = [membersOf(before), membersOf(after)];
  for (const key of new Set([...old.keys(), ...now.keys(), ...(intended.members?.keys() ?? [])])) {
    if (intended.members?.has(key)) {
      isIntended &&= after.array(key) !== undefined || sameValue(now.get(key), intended.members.get(key));
    } else if (!sameValue(old.get(key), now.get(key))) {
      others.push(key);
    }
  }
  if (hasIntendedRules && others.length > 0) {
    return changesOthers(others);
  }
  const broken = brokenNow(before, after);
  if (broken || others.length > 0 || !isIntended) {
    return broken ? breaksFile(broken) : missesValue();
  }
  const comment = lostComment(before, after, intended.loses ?? [], intended.gains);
  return comment === undefined ? undefined : losesComment(comment);
}

/** The edit can create a list of rules in `members`; the result is undefined for other values. */
function listAmong(members: IntendedDocument['members'], key: string): readonly IntendedRule[] | undefined {
  const value = members?.get(key);
  return value === null ? [] : isJsonArray(value) ? value : undefined;
}

function isSameRule(old: RuleView | undefined, rule: RuleView | undefined, respelled = false): boolean {
  return (
    old !== undefined &&
    rule !== undefined &&
    (old.slice === rule.slice ||
      ((respelled || old.slice.text === rule.slice.text) && sameValue(old.value(), rule.value())))
  );
}

function membersOf(document: PolicyDocument): Map<string, JsonValue> {
  return new Map(
    document
      .members()
      .filter(({ array }) => !array)
      .map((member) => [member.key, valueOfNode(member.value)]),
  );
}

/** A problem that the edit made. */
function brokenNow(before: PolicyDocument, after: PolicyDocument): StructureProblem | undefined {
  const old = new Map<string, number>();
  const keyOf = ({ code, message }: StructureProblem): string => `${code} ${message}`;
  for (const problem of before.problems) {
    old.set(keyOf(problem), (old.get(keyOf(problem)) ?? 0) + 1);
  }
  for (const problem of after.problems) {
    const left = old.get(keyOf(problem)) ?? 0;
    if (problem.fatal && left === 0) {
      return problem;
    }
    old.set(keyOf(problem), left - 1);
  }
  return undefined;
}

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

/** A repair describes its effect, because a broken file has no value for a comparison. */
interface Repair {
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
    return breaksFile(problem);
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

function unsafe(message: string, advice: string): ExpectedError {
  return new ExpectedError('unsafe-edit', message, { advice });
}

/** The edit would change these rules or fields, which are outside of it. */
function changesOthers(names: readonly string[]): ExpectedError {
  return unsafe(
    `This edit would change ${firstOf(names.map((name) => `"${clipped(name, 80)}"`))} as well.`,
    'An anchor, an alias or a merge key (<<) connects these values with the edited ones. First write plain values there.',
  );
}

function missesValue(): ExpectedError {
  return unsafe(
    'Could not make this edit because the result would differ from the intended value.',
    'The edited value comes from an anchor, a merge key (<<) or a block scalar with `+`. First write plain values there, or make the edit by hand.',
  );
}

function breaksFile({ message }: StructureProblem): ExpectedError {
  return unsafe(`This edit would break the file: ${message}.`, 'Make the edit by hand.');
}

function losesComment(comment: string): ExpectedError {
  const advice = 'Make the edit by hand, or move the comment first.';
  return unsafe(`This edit would lose a comment: ${clipped(comment, 80)}`, advice);
}
