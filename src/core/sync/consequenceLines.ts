import { changeCounts, changeWords, plainChange, type Change } from '../order/effect/change.ts';
import { wayWords, type ChangeWays } from '../order/effect/changeWays.ts';
import { effectWords, type Effect } from '../order/effect/effectOf.ts';
import { notKnownWords } from '../order/notKnown.ts';
import { outsideWords } from '../order/outsideMembers.ts';
import { exampleWords } from '../order/exampleWords.ts';
import type { PolicyConsequences, RuleConsequence, RuleEffectChange } from '../order/policyConsequences.ts';
import type { NamedRule } from '../order/orderFindings.ts';
import { namesOf } from '../order/orderWords.ts';
import { writeJson } from '../json/writeJson.ts';

/** Characters of a line. */
const longest = 400;

/** More are counted. */
const mostShown = 20;

/** Of the rest as many stand at the end of a plan: who is to agree to something weaker has to be able to read all of it. */
const mostAtEnd = 2000;

/**
 * What gets another deciding rule, and which rules do something else to what they keep, as comments of a plan; what becomes
 * weaker comes first.
 */
export function consequenceLines(told: PolicyConsequences, shown = inPlan): readonly string[] {
  return toldLines(told, shown).map(textOf);
}

/** `Decisions: 29 changed: 2 weaker, 27 mixed.` */
export function decisionSummary({
  consequences,
  effectChanges,
  decisionsChange,
  isComplete,
  outside,
}: PolicyConsequences): string {
  const all = [...consequences, ...effectChanges];
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

/** A line, and what it tells of where that is one change. */
export type ToldLine = string | { readonly text: string; readonly of: RuleConsequence | RuleEffectChange };

export function textOf(line: ToldLine): string {
  return typeof line === 'string' ? line : line.text;
}

/** The same lines, each with what it is about. */
export function toldLines(told: PolicyConsequences, shown = inPlan): readonly ToldLine[] {
  return [...handedLines(told, shown), ...effectLines(told, shown), ...outsideLines(told.outside ?? [])];
}

/** In front of an example. */
export const exampleMark = '#     such as ';

const atEnd = 'named at the end of the plan';

/** How many are named, and what is said of the rest. */
export interface Shown {
  readonly most: number;
  readonly rest: string;
}

const inPlan: Shown = { most: mostShown, rest: atEnd };

/** What there was no space for above: the end of a plan. */
export function furtherLines(told: PolicyConsequences): readonly string[] {
  return furtherToldLines(told).map(textOf);
}

export function furtherToldLines({ consequences, effectChanges }: PolicyConsequences): readonly ToldLine[] {
  return [
    ...furtherOf('# What else changes hands:', consequences, linesOf),
    ...furtherOf('# What other rules do changes:', effectChanges, effectLinesOf),
  ];
}

function furtherOf<T>(
  title: string,
  all: readonly T[],
  lines: (one: T) => readonly ToldLine[],
): readonly ToldLine[] {
  const rest = all.slice(mostShown);
  const more = rest.length - mostAtEnd;
  return rest.length === 0
    ? []
    : [
        title,
        ...rest.slice(0, mostAtEnd).flatMap(lines),
        ...(more > 0 ? [`#   and ${more} more, which no plan has space for`] : []),
      ];
}

function outsideLines(outside: readonly string[]): readonly string[] {
  const more = outside.length - mostShown;
  return [
    ...outside.slice(0, mostShown).map((path) => `# ${onLine(outsideWords(path))}`),
    ...(more > 0 ? [`#   and of ${more} more`] : []),
  ];
}

function handedLines(told: PolicyConsequences, { most, rest }: Shown): readonly ToldLine[] {
  const { consequences, decisionsChange, effectChanges, isComplete, notKnown = [] } = told;
  const notAnalyzed = notAnalyzedLines(told);
  if (decisionsChange === undefined) {
    return notAnalyzed.length > 0
      ? ['# What changes hands: not known.', ...notAnalyzed]
      : [['# What changes hands: not known.', ...notKnownWords(notKnown)].join(' ')];
  }
  if (!decisionsChange) {
    const what = effectChanges.length > 0 ? 'nothing' : 'no decision changes';
    return [
      told.outside
        ? '# What changes hands: nothing by the rules.'
        : `# What changes hands: ${what}. Everything keeps the rule that decides for it.`,
    ];
  }
  const more = consequences.length - most;
  return [
    `# What changes hands${countWords(consequences)}:`,
    ...consequences.slice(0, most).flatMap(linesOf),
    ...(more > 0 ? [`#   and ${more} more, ${rest}`] : []),
    ...(isComplete || notAnalyzed.length > 0
      ? []
      : [['#   There may be more: not everything is known.', ...notKnownWords(notKnown)].join(' ')]),
    ...notAnalyzed,
  ];
}

function effectLines({ effectChanges }: PolicyConsequences, { most, rest }: Shown): readonly ToldLine[] {
  if (effectChanges.length === 0) {
    return [];
  }
  const more = effectChanges.length - most;
  return [
    `# What rules do changes${countWords(effectChanges)}:`,
    ...effectChanges.slice(0, most).flatMap(effectLinesOf),
    ...(more > 0 ? [`#   and ${more} more, ${rest}`] : []),
  ];
}

function countWords(changes: readonly { readonly change: Change }[]): string {
  const { all, weaker, mixed, unknown } = changeCounts(changes);
  const parts = [
    weaker > 0 && `${weaker} of ${all} weaker`,
    mixed > 0 && `${mixed} of ${all} mixed`,
    unknown > 0 && `${unknown} of ${all} unknown`,
  ].filter((part) => part !== false);
  return parts.map((part) => `, ${part}`).join('');
}

/** A question that is too hard ends within a budget: whoever reads the plan has to know which. */
function notAnalyzedLines({ notAnalyzed }: PolicyConsequences): readonly string[] {
  if (!notAnalyzed) {
    return [];
  }
  const whose = notAnalyzed.length > 0 ? `what ${onLine(namesOf(notAnalyzed))} may take or give` : 'the rest';
  return [`#   Not analyzed: ${whose}. Too much of what the collections name overlaps.`];
}

function linesOf(of: RuleConsequence): ToldLine[] {
  const { from, to, before, after, change, ways, example } = of;
  return [
    `#   ${changeWords(change)}: ${onLine(`${named(from)} -> ${named(to)}`)}`,
    `#     ${onLine(effectsWords(before, after))}`,
    ...wayLines(ways),
    `${exampleMark}${onLine(exampleWords(example))}`,
  ].map((text) => ({ text, of }));
}

/** What one line cannot say stands with the rule below, member by member. */
function effectLinesOf(of: RuleEffectChange): ToldLine[] {
  const { rule, before, after, change, ways } = of;
  return [
    `#   ${changeWords(change)}: ${onLine(named(rule))}`,
    `#     ${onLine(effectsWords(before, after))}`,
    ...wayLines(ways),
  ].map((text) => ({ text, of }));
}

function wayLines(ways: ChangeWays | undefined): readonly string[] {
  return ways ? [`#     ${onLine(wayWords(ways))}`] : [];
}

function effectsWords(before: Effect, after: Effect): string {
  const [old, now] = [effectWords(before), effectWords(after)];
  return old === now ? now : `${old} -> ${now}`;
}

/** Names and patterns that are not ours stay on their line. */
function onLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

function named(rule: NamedRule | undefined): string {
  return rule ? writeJson(rule.name) : '(no rule)';
}
