import { readDestination } from '../../consoleFile/destination.ts';
import type { JournalEvent, PutAnswer } from './journalEvent.ts';
import type { Restoring, Verdict } from '../outcomes.ts';

type Members = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;
type Form<E> = Readonly<Record<Exclude<keyof E, 'event'>, Check>>;

const verdicts: readonly unknown[] = [
  'applied',
  'not-applied',
  'foreign-change',
  'unknown',
] satisfies Verdict[];
const answers: readonly unknown[] = ['refused', 'done', 'open'] satisfies PutAnswer[];
const restorings: readonly unknown[] = ['undo', 'redo', 'restore'] satisfies Restoring[];

const isVerdict: Check = (value) => verdicts.includes(value);
const isAny: Check = () => true;

/** Every field of every line, with its form. Other fields of a line do not count. */
const forms: { readonly [E in JournalEvent as E['event']]: Form<E> } = {
  opened: {
    version: isAny,
    id: isText,
    at: isTime,
    pid: Number.isSafeInteger,
    console: isText,
    policy: isText,
    author: isOptionalText,
    account: isOptionalText,
    destination: (value) => value === undefined || readDestination(value) !== undefined,
    restores: isOptionalText,
    restoring: (value) => value === undefined || restorings.includes(value),
    base: (value) => value === null || isOptionalText(value),
    lost: areOptionalTexts,
    told: areOptionalTexts,
    confirmed: areOptionalTexts,
    live: isText,
    next: isText,
    body: isText,
    document: isText,
    steps: (value) => Array.isArray(value) && value.every(isStep),
  },
  snapshot: { at: isTime, object: isText },
  sending: { at: isTime },
  answered: { at: isTime, answer: (value) => answers.includes(value), error: isAny },
  'read-back': { at: isTime, object: isText, live: isText },
  verdict: { at: isTime, verdict: isVerdict, reason: isOptionalText, consoleEdits: areOptionalTexts },
  corrected: { at: isTime, verdict: isVerdict, reason: isOptionalText },
  'base-moved': { at: isTime, base: isText },
  closed: { at: isTime },
};

/**
 * Returns the event in a line of a journal; undefined for an invalid line. A journal may come with a
 * repository, and one bad line must not hide the whole history.
 */
export function readJournalEvent(line: string): JournalEvent | undefined {
  const value = membersOf(line) ?? {};
  const { event } = value;
  if (typeof event !== 'string' || !Object.hasOwn(forms, event)) {
    return undefined;
  }
  const form: [string, Check][] = Object.entries(forms[event as JournalEvent['event']]);
  // Only known fields are kept, so that the first line cannot fake a later result.
  const known = form.flatMap(([key]) => (Object.hasOwn(value, key) ? [[key, value[key]]] : []));
  return form.every(([key, isOfForm]) => isOfForm(value[key]))
    ? ({ event, ...Object.fromEntries(known) } as JournalEvent)
    : undefined;
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

function isTime(value: unknown): boolean {
  return isText(value) && !Number.isNaN(Date.parse(value));
}
