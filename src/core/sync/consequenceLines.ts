import { effectWords } from '../order/effect/effectOf.ts';
import { exampleWords } from '../order/exampleWords.ts';
import type { PolicyConsequences, RuleConsequence } from '../order/policyConsequences.ts';
import type { NamedRule } from '../order/orderFindings.ts';
import { writeJson } from '../json/jsonText.ts';

/** Characters of a line. */
const longest = 400;

/** More are counted. */
const mostShown = 20;

/** What gets another deciding rule, as comments of a plan; what becomes milder comes first. */
export function consequenceLines(told: PolicyConsequences): readonly string[] {
  const { consequences, decisionsChange, isComplete } = told;
  if (decisionsChange === undefined) {
    return ['# What changes hands: not known. Not enough is known of what the collections name.'];
  }
  if (!decisionsChange) {
    return ['# What changes hands: no decision changes. Everything keeps the rule that decides for it.'];
  }
  const milder = milderCount(told);
  const more = consequences.length - mostShown;
  return [
    `# What changes hands${milder > 0 ? `, ${milder} of ${consequences.length} to something milder` : ''}:`,
    ...consequences.slice(0, mostShown).flatMap(linesOf),
    ...(more > 0 ? [`#   and ${more} more`] : []),
    ...(isComplete ? [] : ['#   There may be more: not everything is known.']),
  ];
}

export function milderCount({ consequences }: PolicyConsequences): number {
  return consequences.filter(({ change }) => change === 'milder').length;
}

function linesOf({ from, to, before, after, change, example }: RuleConsequence): string[] {
  const [old, now] = [effectWords(before), effectWords(after)];
  const how = change === 'milder' || change === 'stricter' ? ` (${change})` : '';
  return [
    `#   ${onLine(`${named(from)} -> ${named(to)}`)}`,
    `#     ${change === 'same' ? `the same is done: ${now}` : old === now ? `${now}${how}` : `${old} -> ${now}${how}`}`,
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
