import type { Change } from '../order/effect/change.ts';
import { effectWords, type Effect } from '../order/effect/effectOf.ts';
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

/** What becomes of what is done, in front of the two rules. */
const marks: Readonly<Record<Change, string>> = {
  milder: 'milder',
  stricter: 'stricter',
  same: 'the same is done',
  mixed: 'milder in one way, stricter in another',
  'not known': 'not known whether milder',
};

/**
 * What gets another deciding rule, and which rules do something else to what they keep, as comments of a plan; what becomes
 * milder comes first.
 */
export function consequenceLines(told: PolicyConsequences): readonly string[] {
  return [
    ...handedLines(told),
    ...effectLines(told),
    ...(told.outside ?? []).slice(0, mostShown).map((path) => `# ${onLine(outsideWords(path))}`),
  ];
}

function handedLines(told: PolicyConsequences): readonly string[] {
  const { consequences, decisionsChange, effectChanges, isComplete } = told;
  const notAnalysed = notAnalysedLines(told);
  if (decisionsChange === undefined) {
    return notAnalysed.length > 0
      ? ['# What changes hands: not known.', ...notAnalysed]
      : ['# What changes hands: not known. Not enough is known of what the collections name.'];
  }
  if (!decisionsChange) {
    const what = effectChanges.length > 0 || told.outside ? 'nothing' : 'no decision changes';
    return [`# What changes hands: ${what}. Everything keeps the rule that decides for it.`];
  }
  const more = consequences.length - mostShown;
  return [
    `# What changes hands${countWords(consequences)}:`,
    ...consequences.slice(0, mostShown).flatMap(linesOf),
    ...(more > 0 ? [`#   and ${more} more`] : []),
    ...(isComplete || notAnalysed.length > 0 ? [] : ['#   There may be more: not everything is known.']),
    ...notAnalysed,
  ];
}

function effectLines({ effectChanges }: PolicyConsequences): readonly string[] {
  if (effectChanges.length === 0) {
    return [];
  }
  const more = effectChanges.length - mostShown;
  return [
    `# What rules do changes${countWords(effectChanges)}:`,
    ...effectChanges.slice(0, mostShown).flatMap(effectLinesOf),
    ...(more > 0 ? [`#   and ${more} more`] : []),
  ];
}

type Changes = readonly { readonly change: Change }[];

export function milderCount(changes: Changes): number {
  return changes.filter(({ change }) => change === 'milder').length;
}

/** Of which it cannot be said that they do not become milder. */
export function unclearCount(changes: Changes): number {
  return changes.filter(({ change }) => change === 'mixed' || change === 'not known').length;
}

function countWords(changes: Changes): string {
  const [milder, unclear, all] = [milderCount(changes), unclearCount(changes), changes.length];
  const parts = [
    milder > 0 && `${milder} of ${all} to something milder`,
    unclear > 0 && `${unclear} of ${all} ${milder > 0 ? 'perhaps' : 'perhaps to something milder'}`,
  ].filter((part) => part !== false);
  return parts.map((part) => `, ${part}`).join('');
}

/** A question that is too hard ends within a budget: whoever reads the plan has to know which. */
function notAnalysedLines({ notAnalysed }: PolicyConsequences): readonly string[] {
  if (!notAnalysed) {
    return [];
  }
  const whose = notAnalysed.length > 0 ? `what ${onLine(namesOf(notAnalysed))} may take or give` : 'the rest';
  return [`#   Not analysed: ${whose}. Too much of what the collections name overlaps.`];
}

function linesOf({ from, to, before, after, change, example }: RuleConsequence): string[] {
  return [
    `#   ${marks[change]}: ${onLine(`${named(from)} -> ${named(to)}`)}`,
    `#     ${changeWords(before, after)}`,
    `#     such as ${onLine(exampleWords(example))}`,
  ];
}

/** What one line cannot say stands with the rule below, member by member. */
function effectLinesOf({ rule, before, after, change }: RuleEffectChange): string[] {
  return [`#   ${marks[change]}: ${onLine(named(rule))}`, `#     ${changeWords(before, after)}`];
}

function changeWords(before: Effect, after: Effect): string {
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
