import { isMilder as isMilderChange, milderCounts } from '../../core/order/effect/change.ts';
import type { PolicyConsequences } from '../../core/order/policyConsequences.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import type { L10n } from '../platform/l10n.ts';
import { milderWords } from '../workspace/milderWords.ts';
import { effectChangeWords, handOverWords, moveCounts, type ChangeRow } from '../workspace/moveWords.ts';

/** Changes that a question has space for. */
const mostNamed = 3;

/** Characters of one of them: names and patterns are as long as somebody made them. */
const longest = 300;

/** Whether the plan says that something is decided or done more mildly than before, be it only in one way. */
export function isMilder(plan: PushPlan): boolean {
  return changesOf(plan).some(isMilderChange);
}

/** Whether nothing becomes milder that does not become stricter in another way. */
export function isMilderInOneWay(plans: readonly PushPlan[]): boolean {
  return plans.every((plan) => isMilder(plan) && milderCounts(changesOf(plan)).milder === 0);
}

/** What becomes milder is counted and named where it is agreed to; nothing is said where nobody worked it out. */
export function milderLines({ consequences }: PushPlan, l10n: L10n): readonly string[] {
  return consequences
    ? [
        ...handedLines(consequences, l10n),
        ...effectLines(consequences, l10n),
        ...(consequences.outside
          ? [l10n.t('Not known: what the members outside the rules do that change.')]
          : []),
      ]
    : [];
}

/** What tests of the policy say of what would be sent, with the first of those that do not hold. */
export function failingLines({ tests }: PushPlan, l10n: L10n): readonly string[] {
  if (!tests || tests.failing.length === 0) {
    return [];
  }
  const { count, failing } = tests;
  return [
    failing.length === 1
      ? l10n.t('1 of {0} tests of the policy does not hold:', count)
      : l10n.t('{0} of {1} tests of the policy do not hold:', failing.length, count),
    ...firstOf(
      failing.map(({ name, why }) => `${name}: ${why}`),
      l10n,
    ),
  ];
}

function changesOf({ consequences }: PushPlan): readonly Parameters<typeof isMilderChange>[0][] {
  return consequences ? [...consequences.consequences, ...consequences.effectChanges] : [];
}

function handedLines(told: PolicyConsequences, l10n: L10n): readonly string[] {
  const { consequences, decisionsChange, effectChanges, isComplete, notAnalysed, outside } = told;
  if (decisionsChange === undefined) {
    return [
      notAnalysed
        ? l10n.t('Not analysed: whether something gets another deciding rule.')
        : l10n.t('Not known: whether something gets another deciding rule.'),
    ];
  }
  if (consequences.length === 0) {
    return [
      outside
        ? l10n.t('By the rules nothing changes hands.')
        : effectChanges.length > 0
          ? l10n.t('Nothing changes hands.')
          : l10n.t('No decision changes.'),
    ];
  }
  const milder = consequences.filter(isMilderChange).map((one) => lineOf(handOverWords(one, l10n)));
  return [
    `${sentence(moveCounts(told, l10n))}${milder.length > 0 ? ':' : '.'}`,
    ...firstOf(milder, l10n),
    ...(isComplete
      ? []
      : [
          notAnalysed
            ? l10n.t('There may be more: not everything was analysed.')
            : l10n.t('There may be more: not everything is known.'),
        ]),
  ];
}

/** Rules that keep what they decide for and do something else to it. */
function effectLines({ effectChanges }: PolicyConsequences, l10n: L10n): readonly string[] {
  const { length } = effectChanges;
  if (length === 0) {
    return [];
  }
  const counted = milderWords(milderCounts(effectChanges), l10n);
  if (counted === '') {
    return [
      length === 1
        ? l10n.t('1 rule does something stricter.')
        : l10n.t('{0} rules do something stricter.', length),
    ];
  }
  const milder = effectChanges.filter(isMilderChange).map((one) => lineOf(effectChangeWords(one, l10n)));
  const count =
    length === 1
      ? milder.length === 1
        ? l10n.t('1 rule acts differently on what it still decides')
        : l10n.t('1 rule acts differently on what it still decides, and may become milder')
      : l10n.t('{0} rules act differently on what they still decide, {1}', length, counted);
  return [`${count}${milder.length > 0 ? ':' : '.'}`, ...firstOf(milder, l10n)];
}

function lineOf({ label, description, detail }: ChangeRow): string {
  return `${label} (${description}): ${detail}`;
}

function firstOf(lines: readonly string[], l10n: L10n): readonly string[] {
  const more = lines.length - mostNamed;
  return [
    ...lines.slice(0, mostNamed).map((line) => `- ${shortly(line)}`),
    ...(more > 0 ? [l10n.t('- and {0} more: see the plan', more)] : []),
  ];
}

function shortly(line: string): string {
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** What is a part of a line elsewhere, at the beginning of one. */
function sentence(words: string): string {
  return `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}`;
}
