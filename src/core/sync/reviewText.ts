import { policyKind } from '../policy/families.ts';
import type { OtherPlace, PlanCounts, PlanStep } from '../policy/ruleDiff.ts';
import { joinedWords } from '../util/firstLines.ts';
import { escapedInJson } from '../util/inertText.ts';
import { sentence } from '../util/sentence.ts';
import {
  decisionDetails,
  decisionLines,
  decisionSummary,
  textOf,
  type DecisionLine,
} from './decisionLines.ts';
import type { PushPlan } from './outcomes.ts';
import { fieldLines, ruleFacts } from './fieldLines.ts';
import { planFacts, quoted } from './planFacts.ts';
import type { ChangedDecision, PolicyDecisionChanges } from '../order/policyDecisionChanges.ts';

/** Steps and the documents they lead from and to. */
type StepsOfPolicy = Pick<PushPlan, 'ref' | 'steps' | 'live' | 'next'>;

/** All steps of a plan for one rule, or for the policy-level fields. */
export interface ReviewEntry {
  /** Zero-based number of the first line. */
  readonly line: number;
  /** Zero-based number of the last line. */
  readonly end: number;
  readonly steps: readonly PlanStep[];
}

interface ReviewText {
  readonly lines: readonly string[];
  readonly entries: readonly ReviewEntry[];
  /** Changed decisions by zero-based line. */
  readonly decisions: ReadonlyMap<number, ChangedDecision>;
  /** Zero-based line where the optional details begin: hashes and explanations. */
  readonly details: number;
}

/**
 * Returns a plan as a person reads it: editor, terminal and a plan on file have the same text. Destination, number of changed decisions, risks and
 * tests come first. One entry for each rule and one line for each changed decision follow; long details come
 * last. The text depends only on the plan, so two plans with the same text do the same there.
 *
 * @param headline names the pushed policy and its console; the counts follow it
 */
export function reviewText(
  plan: PushPlan,
  headline = `${plan.ref.policy} on ${plan.ref.console}`,
): ReviewText {
  const lines: string[] = [];
  const entries: ReviewEntry[] = [];
  const decisions = new Map<number, ChangedDecision>();
  const put = (block: readonly DecisionLine[]): void => {
    if (lines.length > 0 && block.length > 0) {
      lines.push('');
    }
    for (const line of block) {
      if (typeof line === 'object') {
        decisions.set(lines.length, line.of);
      }
      lines.push(oneLine(textOf(line)));
    }
  };
  put([
    `${headline}: ${reviewCounts(plan.steps)}`.replaceAll(/\s+/g, ' '),
    ...planFacts(plan, 'destination').map(sentence),
    ...planFacts(plan, 'decisions'),
  ]);
  put(planFacts(plan, 'risk'));
  put(planFacts(plan, 'note', 'test'));
  for (const { steps, lines: block } of ruleBlocks(plan)) {
    put(block);
    if (steps.length > 0) {
      entries.push({ line: lines.length - block.length, end: lines.length - 1, steps });
    }
  }
  put(plan.decisionChanges ? decisionLines(plan.decisionChanges) : []);
  put(planFacts(plan, 'warning'));
  const details = detailLines(plan);
  put(details);
  return { lines, entries, decisions, details: lines.length - details.length };
}

/** Returns the first lines of several plans together: their counts and the number of their changed decisions. */
export function totalLines(plans: readonly PushPlan[], headline: string): readonly string[] {
  const changes = plans.flatMap(({ decisionChanges }) => decisionChanges ?? []);
  const isKnown = changes.length === plans.length;
  const outside = changes.flatMap((change) => change.outside ?? []);
  const total: PolicyDecisionChanges = {
    decisions: changes.flatMap(({ decisions }) => decisions),
    actions: changes.flatMap(({ actions }) => actions),
    decisionsChange:
      isKnown && changes.every(({ decisionsChange }) => decisionsChange === false) ? false : undefined,
    isComplete: isKnown && changes.every(({ isComplete }) => isComplete),
    ...(outside.length > 0 && { outside }),
  };
  return [
    `${headline}: ${reviewCounts(...plans.map(({ steps }) => steps))}`,
    ...(changes.length > 0 ? [decisionSummary(total)] : []),
  ].map((line) => line.replaceAll(/\s+/g, ' '));
}

/** Returns the number of blocks that the steps make: one per rule, and one for policy-level fields. */
export function countBlocks(steps: readonly PlanStep[]): number {
  return placesOf(steps).length;
}

/**
 * Returns one block for each rule, below its list name in a policy with several lists. `most` limits the
 * rules.
 */
export function ruleBlocks(
  plan: StepsOfPolicy,
  most?: number,
): readonly { readonly steps: readonly PlanStep[]; readonly lines: readonly string[] }[] {
  const places = placesOf(plan.steps).slice(0, most);
  const arrays = policyKind(plan.ref.policy)?.arrays ?? [];
  return [{ key: undefined, title: '' }, ...arrays].flatMap(({ key, title }) => {
    const those = places.filter(([step]) => (step?.kind === 'document' ? undefined : step?.array) === key);
    const isNamed = those.length > 0 && arrays.length > 1 && key !== undefined;
    return [
      ...(isNamed ? [{ steps: [], lines: [`In ${title}`] }] : []),
      ...those.map((steps) => ({ steps, lines: entryLines(plan, steps).map(oneLine) })),
    ];
  });
}

/** Returns the lines of the steps without values, which may be secret. */
export function stepLines({ ref, steps }: Pick<PushPlan, 'ref' | 'steps'>): readonly string[] {
  const bare = steps.map((step) => ('fields' in step ? { ...step, fields: [] } : step));
  const nothing = new Map();
  return ruleBlocks({ ref, steps: bare, live: nothing, next: nothing }).flatMap(({ lines }) => lines);
}

/** `1 added, 1 moved and changed`: each rule of each policy counts once, with all its changes. */
export function reviewCounts(...policies: readonly (readonly PlanStep[])[]): string {
  const counts = new Map<string, number>();
  for (const place of policies.flatMap(placesOf)) {
    const verb = place[0]?.kind === 'document' ? 'changed' : verbsOf(place);
    counts.set(verb, (counts.get(verb) ?? 0) + 1);
  }
  return (
    [...counts]
      .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
      .map(([verb, count]) => `${count} ${verb}`)
      .join(', ') || 'no changes'
  );
}

/** Order of the verbs, as in all counts of changes. */
const verbOrder: readonly string[] = [
  'added',
  'removed',
  'changed',
  'moved',
  'renamed',
] satisfies (keyof PlanCounts)[];

/** A combined verb sorts after its first verb. */
function rankOf(verb: string): number {
  const [first = ''] = verb.split(/, | and /);
  return verbOrder.indexOf(first) + (first === verb ? 0 : 0.5);
}

/**
 * Groups the steps of each rule, in the order of the steps. Removed rules of a list come first, then the
 * rules in their new order.
 */
function placesOf(steps: readonly PlanStep[]): readonly (readonly PlanStep[])[] {
  const places = Map.groupBy(steps, (step) =>
    step.kind === 'document'
      ? ''
      : `${step.array} ${step.kind === 'remove' ? `was ${step.from}` : `is ${step.to}`}`,
  );
  return [...places.values()];
}

const verbs = {
  add: 'added',
  remove: 'removed',
  rename: 'renamed',
  move: 'moved',
  change: 'changed',
} as const;

function verbsOf(steps: readonly PlanStep[]): string {
  const kinds = new Set(steps.map(({ kind }) => kind));
  return joinedWords(
    Object.entries(verbs).flatMap(([kind, verb]) => (kinds.has(kind as PlanStep['kind']) ? [verb] : [])),
  );
}

function entryLines(plan: StepsOfPolicy, steps: readonly PlanStep[]): string[] {
  const [first] = steps;
  if (!first || first.kind === 'document') {
    return ['Changed policy-level fields', ...(first?.fields ?? []).flatMap(fieldLines)];
  }
  const begin = sentence(verbsOf(steps));
  if (first.kind === 'add') {
    const facts = ruleFacts(plan.next, first.array, first.to);
    return [`${begin} ${quoted(first.rule)} as rule ${first.to + 1}`, ...facts];
  }
  if (first.kind === 'remove') {
    const facts = ruleFacts(plan.live, first.array, first.from);
    return [`${begin} ${quoted(first.rule)}, which was rule ${first.from + 1}`, ...facts];
  }
  const renamed = steps.find((step) => step.kind === 'rename');
  const moved = steps.find((step) => step.kind === 'move');
  const named = renamed ? `${quoted(renamed.previousName)} -> ${quoted(renamed.rule)}` : quoted(first.rule);
  if (moved?.changedPlacesWith) {
    return changedPlacesLines(plan, moved, moved.changedPlacesWith, steps, named);
  }
  return [
    moved && moved.from !== moved.to
      ? `${begin} ${named}, from ${moved.from + 1} to ${moved.to + 1}`
      : `${begin} ${named}, ${moved ? 'below other rules, still ' : ''}rule ${first.to + 1}`,
    ...steps.flatMap((step) => (step.kind === 'change' ? step.fields.flatMap(fieldLines) : [])),
    ...(moved ? ruleFacts(plan.next, moved.array, moved.to, ['collections']) : []),
  ];
}

/** Either of two swapped rules may have moved, so the text calls neither of them moved. */
function changedPlacesLines(
  plan: StepsOfPolicy,
  { array, rule, to }: Extract<PlanStep, { kind: 'move' }>,
  other: OtherPlace,
  steps: readonly PlanStep[],
  named: string,
): string[] {
  const rest = steps.filter((step) => step.kind !== 'move');
  const verb = verbsOf(rest);
  const collections = (of: string, at: number): string[] =>
    ruleFacts(plan.next, array, at, ['collections']).map(
      (line) => `    collections of ${quoted(of)}${line.slice(line.indexOf(':'))}`,
    );
  return [
    verb === ''
      ? `Changed places: ${named} and ${quoted(other.rule)}, now rules ${to + 1} and ${other.to + 1}`
      : `${sentence(verb)} ${named}, rule ${to + 1}`,
    ...rest.flatMap((step) => (step.kind === 'change' ? step.fields.flatMap(fieldLines) : [])),
    ...(verb === '' ? [] : [`    changed places with: ${quoted(other.rule)}, now rule ${other.to + 1}`]),
    ...collections(rule, to),
    ...collections(other.rule, other.to),
  ];
}

function detailLines(plan: PushPlan): readonly DecisionLine[] {
  return [
    'Details',
    ...planFacts(plan, 'detail').map((line) => `    ${line}`),
    '    Rules name collections. The collection "All" contains everything.',
    '    The first matching rule applies.',
    ...(plan.decisionChanges ? decisionDetails(plan.decisionChanges).map(indented) : []),
  ];
}

/** The indent folds the line with the details. */
function indented(line: DecisionLine): DecisionLine {
  return typeof line === 'string' ? `    ${line}` : { ...line, text: `    ${line.text}` };
}

/** Field names may contain line breaks, which must not add lines. */
function oneLine(line: string): string {
  return escapedInJson(line).replaceAll('\n', String.raw`\n`);
}
