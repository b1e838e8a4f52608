import type { Change } from '../order/effect/change.ts';
import { effectWords } from '../order/effect/effectOf.ts';
import { exampleWords } from '../order/exampleWords.ts';
import type { PolicyConsequences, RuleConsequence } from '../order/policyConsequences.ts';
import type { NamedRule } from '../order/orderFindings.ts';
import { namesOf } from '../order/orderWords.ts';
import { writeJson } from '../json/jsonText.ts';

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

/** What gets another deciding rule, as comments of a plan; what becomes milder comes first. */
export function consequenceLines(told: PolicyConsequences): readonly string[] {
  const { consequences, decisionsChange, isComplete } = told;
  const notAnalysed = notAnalysedLines(told);
  if (decisionsChange === undefined) {
    return notAnalysed.length > 0
      ? ['# What changes hands: not known.', ...notAnalysed]
      : ['# What changes hands: not known. Not enough is known of what the collections name.'];
  }
  if (!decisionsChange) {
    return ['# What changes hands: no decision changes. Everything keeps the rule that decides for it.'];
  }
  const more = consequences.length - mostShown;
  return [
    `# What changes hands${countWords(told)}:`,
    ...consequences.slice(0, mostShown).flatMap(linesOf),
    ...(more > 0 ? [`#   and ${more} more`] : []),
    ...(isComplete || notAnalysed.length > 0 ? [] : ['#   There may be more: not everything is known.']),
    ...notAnalysed,
  ];
}

export function milderCount({ consequences }: PolicyConsequences): number {
  return consequences.filter(({ change }) => change === 'milder').length;
}

/** Of which it cannot be said that they do not become milder. */
export function unclearCount({ consequences }: PolicyConsequences): number {
  return consequences.filter(({ change }) => change === 'mixed' || change === 'not known').length;
}

function countWords(told: PolicyConsequences): string {
  const [milder, unclear, all] = [milderCount(told), unclearCount(told), told.consequences.length];
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
  const [old, now] = [effectWords(before), effectWords(after)];
  return [
    `#   ${marks[change]}: ${onLine(`${named(from)} -> ${named(to)}`)}`,
    `#     ${old === now ? now : `${old} -> ${now}`}`,
    `#     such as ${onLine(exampleWords(example))}`,
  ];
}

/** Names and patterns that are not ours stay on their line. */
function onLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

function named(rule: NamedRule | undefined): string {
  return rule ? writeJson(rule.name) : '(no rule)';
}
