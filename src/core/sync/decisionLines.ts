import { clipped, firstLines } from '../util/firstLines.ts';
import { changeCounts, changeWords, plainChange } from '../order/effect/change.ts';
import { wayWords } from '../order/effect/effectChange.ts';
import { unknownReasonWords } from '../order/orderedRule.ts';
import { outsideWords } from '../order/decisionDifferences.ts';
import { exampleWords } from '../order/example.ts';
import type { ChangedDecision, PolicyDecisionChanges } from '../order/policyDecisionChanges.ts';
import { namesOf, type NamedRule } from '../order/ruleFindings.ts';
import { writeJson } from '../json/writeJson.ts';

/** Characters of a line of the details. */
const MAX_LINE = 400;

/** Characters of a name, a difference or an example in the line of a changed decision. */
const MAX_PART = 80;

/** Changed decisions that have a line in a plan; more are counted. */
export const MAX_SHOWN = 15;

/** Changed decisions in the details; a person who confirms weaker decisions has to see all of them. */
const MAX_DETAILED = 2000;

/** A line, and the changed decision it is about. */
export type DecisionLine = string | { readonly text: string; readonly of: ChangedDecision };

export function textOf(line: DecisionLine): string {
  return typeof line === 'string' ? line : line.text;
}

/** `Decisions: 29 changed: 2 weaker, 27 mixed.` */
export function decisionSummary({
  decisions,
  actions,
  decisionsChange,
  isComplete,
  outside,
}: PolicyDecisionChanges): string {
  const all = [...decisions, ...actions];
  if (all.length === 0) {
    return decisionsChange === undefined || outside ? 'Decisions: unknown.' : 'Decisions: none changed.';
  }
  const counts = changeCounts(all);
  const parts = (['weaker', 'mixed', 'unknown', 'stricter', 'same'] as const).flatMap((word) =>
    counts[word] > 0 ? [`${counts[word]} ${changeWords(plainChange[word])}`] : [],
  );
  const more = isComplete && !outside ? '' : ' There may be more.';
  return `Decisions: ${counts.all} changed: ${parts.join(', ')}.${more}`;
}

/** The number of changed decisions with a line, and the place of the others. */
interface LineLimit {
  readonly most: number;
  readonly rest: string;
}

/** One line for each changed decision, weaker ones first, and the reasons why there may be more. */
export function decisionLines(
  changes: PolicyDecisionChanges,
  shown: LineLimit = { most: MAX_SHOWN, rest: 'in the details' },
): readonly DecisionLine[] {
  return [...sections(changes, shown, (of) => [shortLine(of)]), ...unknownLines(changes)];
}

/** All known facts of each changed decision, for the details of a plan. */
export function decisionDetails(changes: PolicyDecisionChanges): readonly DecisionLine[] {
  return sections(changes, { most: MAX_DETAILED, rest: 'too many for a plan' }, detailLines);
}

function sections(
  { decisions, actions }: PolicyDecisionChanges,
  { most, rest }: LineLimit,
  lines: (of: ChangedDecision) => readonly DecisionLine[],
): readonly DecisionLine[] {
  const section = (title: string, all: readonly ChangedDecision[]): readonly DecisionLine[] =>
    all.length === 0
      ? []
      : [title, ...firstLines(all, most, lines, (more) => [`  and ${more} more, ${rest}`]).flat()];
  return [
    ...section('Another rule applies:', decisions),
    ...section('The same rule acts differently:', actions),
  ];
}

/** Reasons why decisions are unknown, or why more decisions may change. */
function unknownLines(changes: PolicyDecisionChanges): readonly string[] {
  const { isComplete, unknownReasons = [], outside = [] } = changes;
  const notAnalyzed = notAnalyzedLines(changes);
  const reasons = isComplete || notAnalyzed.length > 0 ? [] : unknownReasonWords(unknownReasons);
  return [
    ...(reasons.length > 0 ? [`  ${reasons.join(' ')}`] : []),
    ...notAnalyzed,
    ...firstLines(
      outside,
      MAX_SHOWN,
      (path) => onLine(outsideWords(path)),
      (more) => `  The impact of ${more} more fields is unknown.`,
    ),
  ];
}

/** The analysis of a complex policy stops at a limit, so the plan names the rules that are not analyzed. */
function notAnalyzedLines({ notAnalyzed }: PolicyDecisionChanges): readonly string[] {
  if (!notAnalyzed) {
    return [];
  }
  const whose = notAnalyzed.length > 0 ? onLine(namesOf(notAnalyzed)) : 'some rules';
  return [`  Not analyzed: ${whose}. The collections overlap too much.`];
}

/** `weaker: "a" -> "b": blocks from high -> ignores. Example: image x`. */
export function decisionLine(of: ChangedDecision): string {
  return textOf(shortLine(of)).trimStart();
}

function shortLine(of: ChangedDecision): DecisionLine {
  const parts = [
    `  ${changeWords(of.change)}: ${rulesOf(of, (rule) => named(rule, MAX_PART))}`,
    onLine(mainDifference(of), 2 * MAX_PART),
  ];
  const example = of.example ? `. Example: ${onLine(exampleWords(of.example), MAX_PART)}` : '';
  return { text: `${parts.join(': ')}${example}`, of };
}

/**
 * The line always names the weaker part of a mixed change, which may lie outside severities and checks. A part that is mixed itself
 * has space only where it is the only one.
 */
export function mainDifference({ before, after, change, ways }: ChangedDecision): string {
  const isSeen = before !== after;
  const mixed = ways && ways.weaker.length === 0 ? ways.mixed : [];
  const weakerPart = ways && change.someStricter ? { ...ways, mixed, stricter: [], unknown: [] } : undefined;
  const shownWays = isSeen ? weakerPart : ways;
  const parts = [isSeen ? effectsWords(before, after) : '', shownWays ? wayWords(shownWays, 1) : ''];
  return parts.filter((part) => part !== '').join('; ') || after;
}

function detailLines(of: ChangedDecision): readonly DecisionLine[] {
  return [
    `  ${changeWords(of.change)}: ${rulesOf(of, (rule) => named(rule, MAX_LINE))}`,
    `    ${onLine(effectsWords(of.before, of.after))}`,
    ...(of.ways ? [`    ${onLine(wayWords(of.ways))}`] : []),
  ].map((text) => ({ text, of }));
}

function rulesOf(of: ChangedDecision, name: (rule: NamedRule | undefined) => string): string {
  return 'rule' in of ? name(of.rule) : `${name(of.from)} -> ${name(of.to)}`;
}

function effectsWords(before: string, after: string): string {
  return before === after ? after : `${before} -> ${after}`;
}

/** Names and patterns come from others, so their line breaks must not add lines. */
function onLine(text: string, most = MAX_LINE): string {
  return clipped(text.replaceAll(/\s+/g, ' '), most);
}

function named(rule: NamedRule | undefined, most: number): string {
  return rule ? onLine(writeJson(rule.name), most) : '(no rule)';
}
