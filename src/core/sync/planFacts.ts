import { clipped, firstLines } from '../util/firstLines.ts';
import { destinationLines } from '../consoleFile/destination.ts';
import { writeJson } from '../json/writeJson.ts';
import { inertLine } from '../util/inertText.ts';
import { decisionLines, decisionSummary, textOf } from './decisionLines.ts';
import type { LostChange, PushPlan } from './outcomes.ts';

/**
 * The part of a plan where a reader finds a fact. Destination and decisions come first, then risks, notes and
 * tests. Warnings follow the steps, and details come last.
 */
type FactPlace = 'destination' | 'decisions' | 'risk' | 'note' | 'test' | 'warning' | 'detail';

interface PlanFact {
  readonly place: FactPlace;
  /** True for a fact that is valid only for a moment or on one computer. A plan on file leaves it out. */
  readonly isPassing?: true;
  /** One sentence or list item each. */
  readonly lines: (plan: PushPlan) => readonly string[];
}

/** Fields of a plan without a line of their own, because steps and counts show them. */
type WithoutLine =
  'ref' | 'steps' | 'counts' | 'body' | 'liveText' | 'live' | 'next' | 'nextHash' | 'madeAt' | 'restoring';

/**
 * All facts of a plan besides its steps, in this order. Editor, terminal, Markdown, JSON and the push record
 * show exactly these lines. A field of a plan without a row here or above is a type error.
 */
const facts = {
  destination: {
    place: 'destination',
    lines: ({ destination }) =>
      destinationLines(destination).map((line, at) => (at === 0 ? `to ${line}` : line)),
  },
  decisionChanges: {
    place: 'decisions',
    isPassing: true,
    lines: ({ decisionChanges }) => (decisionChanges ? [decisionSummary(decisionChanges)] : []),
  },
  emptiesPolicy: {
    place: 'risk',
    lines: ({ emptiesPolicy }) => (emptiesPolicy ? ['This push leaves the policy without any rule.'] : []),
  },
  overrides: { place: 'risk', lines: ({ overrides }) => (overrides?.lost ?? []).map(lossLine) },
  unpulled: { place: 'risk', isPassing: true, lines: unpulledLines },
  restoresForeign: {
    place: 'risk',
    lines: ({ restoresForeign }) =>
      restoresForeign ? ['Restores a snapshot that this computer did not write. It is not verified.'] : [],
  },
  earlier: {
    place: 'note',
    isPassing: true,
    lines: ({ earlier = [] }) =>
      earlier.map(
        ({ pushId, sentAt, until }) =>
          `An earlier push, sent ${sentAt.toISOString()}, may still be applied until ${until.toISOString()} and would overwrite this one (push ${pushId}).`,
      ),
  },
  collectionsUnchecked: {
    place: 'note',
    isPassing: true,
    lines: ({ collectionsUnchecked: why }) =>
      why === undefined
        ? []
        : [
            `Not checked: the collections. The console silently drops rules that use a collection it does not have. ${inertLine(why)}`,
          ],
  },
  collectionsNote: {
    place: 'note',
    isPassing: true,
    lines: ({ collectionsNote }) => (collectionsNote === undefined ? [] : [inertLine(collectionsNote)]),
  },
  tests: { place: 'test', isPassing: true, lines: ({ tests }) => testLines(tests) },
  warnings: { place: 'warning', isPassing: true, lines: warningLines },
  sharedWarnings: {
    place: 'warning',
    isPassing: true,
    lines: ({ sharedWarnings: count = 0 }) =>
      count > 0 ? [`${countedWarnings(count)} that the live policy already has.`] : [],
  },
  liveHash: { place: 'detail', lines: ({ liveHash }) => [`live policy before: ${liveHash}`] },
  bodyHash: {
    place: 'detail',
    lines: ({ bodyHash, body }) => [`body: ${bodyHash} (${Buffer.byteLength(body)} bytes)`],
  },
  restores: {
    place: 'detail',
    lines: ({ restores }) => (restores === undefined ? [] : [`restores snapshot: ${restores}`]),
  },
} as const satisfies Readonly<Record<Exclude<keyof PushPlan, WithoutLine>, PlanFact>>;

/** One fact of a plan, in lines. */
export function factLines(plan: PushPlan, fact: keyof typeof facts): readonly string[] {
  return facts[fact].lines(plan).map((line) => line.replaceAll(/\s+/g, ' '));
}

/** The facts of a plan in these places, a line each. */
export function planFacts(plan: PushPlan, ...places: readonly FactPlace[]): readonly string[] {
  return (Object.keys(facts) as readonly (keyof typeof facts)[])
    .filter((fact) => places.includes(facts[fact].place))
    .flatMap((fact) => factLines(plan, fact));
}

/** Returns the plan with only the facts that stay valid later and elsewhere. */
export function lastingPlan(plan: PushPlan): PushPlan {
  const passing = Object.entries<PlanFact>(facts).flatMap(([key, { isPassing }]) => (isPassing ? [key] : []));
  return Object.fromEntries(
    Object.entries(plan).filter(([key]) => !passing.includes(key)),
  ) as unknown as PushPlan;
}

/** The record of a push names more changed decisions than a plan, because nothing follows with the rest. */
const recorded = { most: 200, rest: 'which are not saved' };

/** Characters of a line in the record. */
const MAX_RECORDED = 1000;

/** The facts that the journal keeps with a push: decisions, risks, notes and warnings. */
export function recordedFacts(plan: PushPlan): readonly string[] {
  const { decisionChanges } = plan;
  const lines = [
    ...planFacts(plan, 'decisions'),
    ...(decisionChanges ? decisionLines(decisionChanges, recorded).map(textOf) : []),
    ...planFacts(plan, 'risk', 'note', 'test', 'warning'),
  ];
  return lines.map((line) => clipped(line, MAX_RECORDED));
}

function unpulledLines({ unpulled, steps }: PushPlan): readonly string[] {
  if (unpulled === undefined) {
    return [];
  }
  const back = new Set(unpulled.flatMap(({ change, name }) => (change === 'remove' ? [name] : [])));
  const isUnsure = steps.some((step) => step.kind === 'add' && !back.has(`${step.array}/${step.rule}`));
  return [
    'This computer never pulled this policy. The base comes from ordinance.lock.json, which anyone can change who may write to the repository.',
    ...unpulled.map(lossLine),
    ...(isUnsure
      ? [
          'Some added rules may have been removed on the console. This computer knows only the rules that it pulled or pushed before.',
        ]
      : []),
  ];
}

/** Characters of one name or value. */
const MAX_VALUE = 160;

export function clippedValue(text: string): string {
  const more = text.length - MAX_VALUE;
  return more > 0 ? `${text.slice(0, MAX_VALUE)}… and ${more} more characters` : text;
}

export function quoted(rule: string): string {
  return clippedValue(writeJson(rule));
}

export function lossLine({ rule, change, changedPlacesWith: other }: LostChange): string {
  if (rule !== undefined && other !== undefined) {
    return `Undoes a change of someone else: ${quoted(rule)} and ${quoted(other)} changed places.`;
  }
  const what = rule === undefined ? 'the policy' : quoted(rule);
  switch (change) {
    case 'add':
      return `Undoes a change of someone else: ${what} was added.`;
    case 'change':
      return `Undoes a change of someone else: ${what} was changed.`;
    case 'move':
      return `Undoes a change of someone else: ${what} was moved.`;
    case 'rename':
      return `Undoes a change of someone else: ${what} was renamed.`;
    case 'document':
      return 'Undoes a change of someone else: policy-level fields were changed.';
    case 'unknown':
      return `This push removes, changes or moves ${what}. If someone else changed it on the console, the push undoes that change.`;
    case 'perhaps-removed':
      return `Adds ${what}, which someone else may have removed on the console.`;
    case 'remove':
      return `Adds again: ${what}, which was removed on the console.`;
  }
}

/**
 * Returns the note of a plan that reads collections from a file, or from an old answer of the console. `at` is the time
 * of writing, or of the answer; `why` is the failure of the console.
 */
export function keptCollectionsNote(
  at: Date | undefined,
  why: string | undefined,
  source: 'file' | 'console' = 'file',
): string {
  const date = at?.toISOString() ?? '';
  const written = date && `, written ${date.slice(0, 10)}`;
  const from = source === 'file' ? `collections.yaml${written}` : `the console, read at ${date}`;
  const reason = why === undefined ? 'The console was not queried.' : `The console could not be read: ${why}`;
  return `Collections: from ${from}. ${reason.replace(/\.?$/, '.')}`;
}

/** Tests that have a line; more are counted. */
const shownTests = 10;

/** The results of tests, with the first of those that fail. */
export function testLines(tests: PushPlan['tests']): readonly string[] {
  if (!tests) {
    return [];
  }
  const { count, failing } = tests;
  if (failing.length === 0) {
    return [count === 1 ? 'The test of the policy passes.' : `All ${count} tests of the policy pass.`];
  }
  return [
    `Failed tests of the policy (${failing.length} of ${count}):`,
    ...firstLines(failing, shownTests, ({ name, why }) => `- ${inertLine(`${name}: ${why}`)}`, moreLine),
  ];
}

function warningLines({ warnings }: PushPlan): readonly string[] {
  if (!warnings) {
    return [];
  }
  const { count, first } = warnings;
  return [
    `${countedWarnings(count)} that this push adds:`,
    ...first.map((warning) => `- ${warning}`),
    ...(count > first.length ? [moreLine(count - first.length)] : []),
  ];
}

function moreLine(more: number): string {
  return `- and ${more} more`;
}

function countedWarnings(count: number): string {
  return count === 1 ? '1 warning' : `${count} warnings`;
}
