import type { Destination } from '../../consoles/destination.ts';
import type { PlanCounts } from '../../policy/planStep.ts';
import type { JournalEvent, OpenedEvent, PutAnswer } from './journalEvent.ts';
import type { Restoring, Verdict } from '../outcomes.ts';

type Members = Readonly<Record<string, unknown>>;

const verdicts: readonly unknown[] = [
  'applied',
  'not-applied',
  'foreign-change',
  'unknown',
] satisfies Verdict[];
const answers: readonly unknown[] = ['refused', 'done', 'open'] satisfies PutAnswer[];
const restorings: readonly unknown[] = ['undo', 'redo', 'restore'] satisfies Restoring[];
const openedMembers: Readonly<Record<Exclude<keyof OpenedEvent, 'event' | 'counts'>, true>> = {
  version: true,
  id: true,
  at: true,
  pid: true,
  console: true,
  policy: true,
  author: true,
  account: true,
  destination: true,
  restores: true,
  restoring: true,
  base: true,
  lost: true,
  told: true,
  confirmed: true,
  live: true,
  next: true,
  body: true,
  document: true,
  steps: true,
};
const counted = ['added', 'removed', 'changed', 'moved', 'renamed'] as const;

type Later = Exclude<JournalEvent['event'], 'opened'>;

/** Form checks for the lines of each event. */
const forms: Readonly<Record<Later, (line: Members) => boolean>> = {
  snapshot: ({ object }) => isText(object),
  sending: () => true,
  // Earlier versions wrote no answer.
  answered: ({ answer }) => answer === undefined || answers.includes(answer),
  'read-back': ({ object, live }) => isText(object) && isText(live),
  verdict: isVerdict,
  corrected: isVerdict,
  'base-moved': () => true,
  closed: () => true,
};

/**
 * Returns the event in a line of a journal; undefined for an invalid line. A journal may come with a
 * repository, and one bad line must not hide the whole history.
 */
export function readJournalEvent(line: string): JournalEvent | undefined {
  const value = membersOf(line);
  if (value === undefined || !isTime(value['at'])) {
    return undefined;
  }
  const { event } = value;
  if (event === 'opened') {
    return openedOf(value);
  }
  const isOf = typeof event === 'string' && Object.hasOwn(forms, event) ? forms[event as Later] : undefined;
  return isOf?.(value) ? (value as unknown as JournalEvent) : undefined;
}

function openedOf(value: Members): OpenedEvent | undefined {
  const { counts, steps, destination, lost, told, confirmed, base } = value;
  const texts = ['id', 'console', 'policy', 'live', 'next', 'body', 'document'];
  if (
    !texts.every((key) => isText(value[key])) ||
    !Number.isSafeInteger(value['pid']) ||
    !isOptionalText(value['author']) ||
    !isOptionalText(value['account']) ||
    !isOptionalText(value['restores']) ||
    !(value['restoring'] === undefined || restorings.includes(value['restoring'])) ||
    !(base === undefined || base === null || isText(base)) ||
    !areOptionalTexts(lost) ||
    !areOptionalTexts(told) ||
    !areOptionalTexts(confirmed) ||
    !(destination === undefined || isDestination(destination)) ||
    !isRecord(counts) ||
    !Array.isArray(steps) ||
    !steps.every(isStep)
  ) {
    return undefined;
  }
  // Only known fields are kept, so that the first line cannot fake a later result.
  const given = Object.fromEntries(
    Object.keys(openedMembers).flatMap((key) => (key in value ? [[key, value[key]]] : [])),
  );
  return { ...(given as unknown as OpenedEvent), event: 'opened', counts: countsOf(counts) };
}

/** A missing or invalid count means zero. */
function countsOf(counts: Members): PlanCounts {
  const of = (key: (typeof counted)[number]): number => {
    const count = counts[key];
    return Number.isSafeInteger(count) ? Math.max(0, Number(count)) : 0;
  };
  const [added, removed, changed, moved, renamed] = counted.map(of) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { added, removed, changed, moved, renamed };
}

function isStep(step: unknown): boolean {
  if (!isRecord(step) || !isText(step['kind'])) {
    return false;
  }
  const { kind, array, rule, previousName, from = 0, to = 0, changedPlacesWith: other } = step;
  // Only a move has this field, and readers of steps trust it.
  const isOther =
    other === undefined ||
    (kind === 'move' && isRecord(other) && isText(other['rule']) && Number.isSafeInteger(other['to']));
  return (
    isOther &&
    (kind === 'document' ||
      (isText(array) &&
        isText(rule) &&
        Number.isSafeInteger(from) &&
        Number.isSafeInteger(to) &&
        (kind !== 'rename' || isText(previousName))))
  );
}

function isDestination(value: unknown): value is Destination {
  if (!isRecord(value)) {
    return false;
  }
  const { paths = {} } = value;
  return (
    ['url', 'loginUrl', 'apiVersion', 'auth', 'authHeader'].every((key) => isText(value[key])) &&
    ['project', 'authority'].every((key) => isOptionalText(value[key])) &&
    isRecord(paths) &&
    Object.values(paths).every(isText)
  );
}

function membersOf(line: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}

function areOptionalTexts(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isText));
}

function isVerdict({ verdict, reason, consoleEdits }: Members): boolean {
  return verdicts.includes(verdict) && isOptionalText(reason) && areOptionalTexts(consoleEdits);
}

function isTime(value: unknown): boolean {
  return isText(value) && !Number.isNaN(Date.parse(value));
}
