import { changeCounts, isWeaker as isWeakerChange } from '../../core/order/effect/change.ts';
import { mostWays } from '../../core/order/effect/changeWays.ts';
import type { PolicyConsequences } from '../../core/order/policyConsequences.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import type { L10n } from '../platform/l10n.ts';
import { weakerWords } from '../workspace/weakerWords.ts';
import {
  effectChangeWords,
  handOverWords,
  moveCounts,
  type ChangeRow,
  type RowSpace,
} from '../workspace/moveWords.ts';

/** Changes that a question has space for. */
const mostNamed = 3;

/** Characters of one of them: names and patterns are as long as somebody made them. */
const longest = 160;

/** The same of a change, which may be so in several ways, and of a name in it. */
const longestChange = 240;
const longestName = 40;

/** Policies whose changes a question counts. */
const mostPolicies = 8;

/** Whether the plan says that something is decided or done more mildly than before, be it only in one way. */
export function isWeaker(plan: PushPlan): boolean {
  return changesOf(plan).some(isWeakerChange);
}

/** Whether nothing becomes weaker that does not become stricter in another way. */
export function isWeakerInOneWay(plans: readonly PushPlan[]): boolean {
  return plans.every((plan) => isWeaker(plan) && changeCounts(changesOf(plan)).weaker === 0);
}

/** Of several policies each is counted, what becomes weaker most first, and the first change of the first of them is named. */
export function weakerOfSeveral(plans: readonly PushPlan[], l10n: L10n): readonly string[] {
  const worst = plans
    .map((plan) => ({ plan, lines: weakerNamed(plan, l10n) }))
    .toSorted((one, other) => other.lines.length - one.lines.length);
  const more = worst.length - mostPolicies;
  return [
    ...worst.slice(0, mostPolicies).map(({ plan }) => `${plan.ref.policy}: ${countsOf(plan, l10n)}`),
    ...(more > 0 ? [l10n.t('and {0} more policies: see the plan', more)] : []),
    '',
    ...worst
      .slice(0, mostNamed)
      .flatMap(({ plan, lines: [line] }) => (line === undefined ? [] : [`- ${plan.ref.policy}: ${line}`])),
    l10n.t('All of it is in the plan.'),
  ];
}

function countsOf(plan: PushPlan, l10n: L10n): string {
  const { consequences: told, tests } = plan;
  const counted = weakerWords(changeCounts(changesOf(plan)), l10n);
  return [
    told?.isComplete === true && !told.outside ? counted : l10n.t('{0}, and there may be more', counted),
    ...(tests && tests.failing.length > 0
      ? [
          tests.failing.length === 1
            ? l10n.t('1 of {0} tests does not hold', tests.count)
            : l10n.t('{0} of {1} tests do not hold', tests.failing.length, tests.count),
        ]
      : []),
  ].join('; ');
}

/** What becomes weaker, a line each: what gets another deciding rule first. */
function weakerNamed({ consequences }: PushPlan, l10n: L10n): readonly string[] {
  return [
    ...(consequences?.consequences ?? [])
      .filter(isWeakerChange)
      .map((one) => lineOf((space) => handOverWords(one, l10n, space))),
    ...(consequences?.effectChanges ?? [])
      .filter(isWeakerChange)
      .map((one) => lineOf((space) => effectChangeWords(one, l10n, space))),
  ];
}

/** What becomes weaker is counted and named where it is agreed to; nothing is said where nobody worked it out. */
export function weakerLines({ consequences }: PushPlan, l10n: L10n): readonly string[] {
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
      failing.map(({ name, why }) => shortly(`${name}: ${why}`)),
      l10n,
    ),
  ];
}

function changesOf({ consequences }: PushPlan): readonly Parameters<typeof isWeakerChange>[0][] {
  return consequences ? [...consequences.consequences, ...consequences.effectChanges] : [];
}

function handedLines(told: PolicyConsequences, l10n: L10n): readonly string[] {
  const { consequences, decisionsChange, effectChanges, isComplete, notAnalyzed, outside } = told;
  if (decisionsChange === undefined) {
    return [
      notAnalyzed
        ? l10n.t('Not analyzed: whether something gets another deciding rule.')
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
  const weaker = consequences
    .filter(isWeakerChange)
    .map((one) => lineOf((space) => handOverWords(one, l10n, space)));
  return [
    `${sentence(moveCounts(told, l10n))}${weaker.length > 0 ? ':' : '.'}`,
    ...firstOf(weaker, l10n),
    ...(isComplete
      ? []
      : [
          notAnalyzed
            ? l10n.t('There may be more: not everything was analyzed.')
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
  const counted = weakerWords(changeCounts(effectChanges), l10n);
  if (counted === '') {
    return [
      length === 1
        ? l10n.t('1 rule does something stricter.')
        : l10n.t('{0} rules do something stricter.', length),
    ];
  }
  const weaker = effectChanges
    .filter(isWeakerChange)
    .map((one) => lineOf((space) => effectChangeWords(one, l10n, space)));
  const count =
    length === 1
      ? weaker.length === 1
        ? l10n.t('1 rule acts differently on what it still decides')
        : l10n.t('1 rule acts differently on what it still decides, and may become weaker')
      : l10n.t('{0} rules act differently on what they still decide, {1}', length, counted);
  return [`${count}${weaker.length > 0 ? ':' : '.'}`, ...firstOf(weaker, l10n)];
}

/** As much of a change as a question has space for: in how many ways, then what else is told of it, each whole or not at all. */
function lineOf(wordsIn: (space: RowSpace) => ChangeRow, ways = mostWays): string {
  const { label, description, details } = wordsIn({ longestName, mostWays: ways });
  const [first = '', ...others] = details;
  const line = `${label} (${description}): ${first}`;
  if (line.length > longestChange && ways > 1) {
    return lineOf(wordsIn, ways - 1);
  }
  const told = others.findLastIndex(
    (_, at) => wholeOf(line, others.slice(0, at + 1)).length <= longestChange,
  );
  return wholeOf(line, [...others.slice(0, told + 1), ...(told + 1 < others.length ? ['…'] : [])]);
}

function wholeOf(line: string, more: readonly string[]): string {
  return [line, ...more].join(' · ');
}

function firstOf(lines: readonly string[], l10n: L10n): readonly string[] {
  const more = lines.length - mostNamed;
  return [
    ...lines.slice(0, mostNamed).map((line) => `- ${line}`),
    ...(more > 0 ? [l10n.t('- and {0} more: see the plan', more)] : []),
  ];
}

/** What a question has space for. */
export function shortly(line: string): string {
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** What is a part of a line elsewhere, at the beginning of one. */
function sentence(words: string): string {
  return `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}`;
}
