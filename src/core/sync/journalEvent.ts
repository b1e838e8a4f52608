import { recordedDestination } from '../consoleFile/destination.ts';
import type { PolicyName } from '../policy/families.ts';
import { fieldsIn } from '../util/plainRecord.ts';
import {
  oneOf,
  optional,
  readFields,
  text,
  texts,
  type FieldReader,
  type Fields,
  type RecordOf,
} from '../util/readFields.ts';
import type { EarlierPush, Restoring, Verdict } from './outcomes.ts';
import { linesOf } from './store/seal.ts';

/**
 * Time in milliseconds during which a request without a conclusive answer may still be applied. HTTP sets no
 * limit; gateways and servers do, usually after one minute, rarely after more than five. Other results can be
 * corrected for the same time.
 */
export const lateArrivalWindowMs = 15 * 60_000;

/**
 * Returns true when `time` is far in the future, because the clock was set back. Then only one fact is
 * certain: the push was sent before now.
 */
export function isAhead(time: string, now: Date): boolean {
  return Date.parse(time) - now.getTime() > lateArrivalWindowMs;
}

const count = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;

const counts = { added: count, removed: count, changed: count, moved: count, renamed: count };

const opened = {
  id: text,
  /** RFC 3339 time, as in all events. */
  at: time,
  console: text,
  policy: text as FieldReader<PolicyName>,
  author: optional(text),
  /** Access key of the push: the first characters of its id. */
  account: optional(text),
  destination: recordedDestination,
  /** Hash of the snapshot that the push restores. */
  restores: optional(text),
  /** Purpose of the restore. */
  restoring: optional(oneOf<Restoring>('undo', 'redo', 'restore')),
  /** Base of a push over changes of someone else: null without a known base. */
  base: optional((value) => (value === null ? null : text(value))),
  /** Names of the lost changes of such a push. */
  lost: optional(texts),
  /** Facts at sending, one per line: changed decisions, tests, skipped checks. */
  facts: optional(texts),
  /** Confirmed needs of the push, each a `NeedKind`. */
  confirmed: optional(texts),
  /** Canonical hashes of the live policy before and of the sent policy, and SHA-256 of the body. */
  live: text,
  next: text,
  body: text,
  /** Store hash of the sent policy, without its secrets. */
  document: text,
  /** Absent in records of earlier versions. */
  counts: optional((value) => readFields(counts, value)),
  /** The planned steps in lines, without values, which may be secret. */
  steps: optional(texts),
} as const satisfies Fields;

/** An unknown word comes from a later version, and proves nothing. */
const verdict = (value: unknown): Verdict | undefined =>
  oneOf<Verdict>('applied', 'not-applied', 'foreign-change')(value) ??
  (typeof value === 'string' ? 'unknown' : undefined);

/** All events of a journal with their fields. Other fields of a line do not count. */
const events = {
  opened,
  /** The PUT may leave. The live policy before it is durable under this hash. */
  sending: { at: time, object: optional(text) },
  /**
   * The answer to the PUT. `refused`: the console did nothing and will do nothing. `done`: success, which proves
   * nothing until the live policy shows a part of it. `open`: no proof; the console may still be working on it.
   */
  answered: {
    at: time,
    answer: oneOf<'refused' | 'done' | 'open'>('refused', 'done', 'open'),
  },
  /** The live policy after the push: its canonical hash, and its store hash as `object`. */
  'read-back': { at: time, live: text, object: text },
  verdict: {
    at: time,
    verdict,
    reason: optional(text),
    /** Edits of the console in the sent policy, one sentence each. */
    consoleEdits: optional(texts),
  },
  /** The live policy disproves this result of a closed push. The new result follows. */
  corrected: { at: time, verdict, reason: optional(text) },
  /** The push is settled, and no work is left. */
  closed: { at: time },
} as const satisfies Readonly<Record<string, Fields>>;

type Events = { readonly [E in keyof typeof events]: { readonly event: E } & RecordOf<(typeof events)[E]> };

type JournalEvent = Events[keyof Events];

/** An event without its time, which the journal adds. */
export type NewEvent = { readonly [E in keyof Events]: Omit<Events[E], 'at'> }[keyof Events];
export type PutAnswer = Events['answered']['answer'];

/** Facts of a push at its opening. */
export type Opening = Omit<Events['opened'], 'event' | 'id' | 'at'>;

/** One push, as its journal records it. */
export interface PushRecord extends Omit<Events['opened'], 'event'> {
  /** Hash of the document before the push. */
  readonly snapshot?: string;
  readonly sent: boolean;
  /** Time when sending began or the answer came, which may be much later. */
  readonly openSince?: string;
  /** Meaning of the answer; absent before the answer. */
  readonly answer?: PutAnswer;
  /** Store hash of the live policy after the push; `seen` is its canonical hash. */
  readonly after?: string;
  readonly seen?: string;
  readonly verdict?: Verdict;
  readonly reason?: string;
  readonly consoleEdits?: readonly string[];
  /** The result before a correction, and the time of the correction. */
  readonly corrected?: Omit<Events['corrected'], 'event'>;
  readonly closed: boolean;
  readonly closedAt?: string;
  /** True when this computer did not write the whole record. */
  readonly foreign?: boolean;
}

/** Reads the complete lines of a record; undefined without a first line. */
export function recordOf(lines: string): PushRecord | undefined {
  let record: PushRecord | undefined;
  for (const event of linesOf(lines).flatMap((line) => readEvent(line) ?? [])) {
    if (event.event === 'opened') {
      const { event: _event, ...rest } = event;
      record = { ...rest, sent: false, closed: false };
    } else if (record) {
      record = { ...record, ...changesBy(event), ...begunBefore(record, event) };
    }
  }
  return record;
}

function changesBy(event: Exclude<JournalEvent, Events['opened']>): Partial<PushRecord> {
  switch (event.event) {
    case 'sending':
      return { sent: true, openSince: event.at, snapshot: event.object };
    case 'answered':
      return { answer: event.answer, openSince: event.at };
    case 'read-back':
      return { after: event.object, seen: event.live };
    case 'verdict':
      return { verdict: event.verdict, reason: event.reason, consoleEdits: event.consoleEdits };
    case 'corrected': {
      const { event: _event, ...corrected } = event;
      // A crash may come before the new result.
      return { corrected, closed: false, verdict: undefined, reason: undefined };
    }
    case 'closed':
      return { closed: true, closedAt: event.at };
  }
}

/**
 * Corrects the start time after the clock was set back: a later line then has a much earlier time. Otherwise
 * the push would stay unresolved until the clock reaches the old time.
 */
function begunBefore({ openSince }: PushRecord, { event, at }: JournalEvent): Partial<PushRecord> {
  const isLate = openSince !== undefined && isAhead(openSince, new Date(at));
  return isLate && event !== 'sending' && event !== 'answered' ? { openSince: at } : {};
}

/**
 * Returns the event in a line of a journal; undefined for an unknown event, and without a necessary field. A
 * journal may come with a repository or from a later version, and one bad line must not hide the whole history.
 */
function readEvent(line: string): JournalEvent | undefined {
  const value = fieldsIn(line);
  const { event } = value;
  const read =
    typeof event === 'string' && Object.hasOwn(events, event)
      ? readFields<Fields>(events[event as keyof typeof events], value)
      : undefined;
  return read && ({ event, ...read } as JournalEvent);
}

function time(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/** Returns the time until which the console may still apply the PUT of a push; undefined when it cannot. */
export function mayArriveUntil(
  { closed, openSince, answer }: Pick<PushRecord, 'closed' | 'openSince' | 'answer'>,
  now: Date,
): Date | undefined {
  if (closed || openSince === undefined || answer === 'refused') {
    return undefined;
  }
  const since = isAhead(openSince, now) ? now.getTime() : Date.parse(openSince);
  const until = new Date(since + lateArrivalWindowMs);
  return until > now ? until : undefined;
}

/**
 * Returns the time until which a finished push may be corrected to applied; undefined when it cannot. A
 * console may apply a push late, even one that it refused.
 */
export function correctableUntil(
  { closed, closedAt, sent, verdict, next, seen }: PushRecord,
  now: Date,
): Date | undefined {
  // Only an earlier read proves that the live policy was different before.
  if (
    !closed ||
    !sent ||
    closedAt === undefined ||
    verdict === undefined ||
    verdict === 'applied' ||
    seen === undefined ||
    seen === next
  ) {
    return undefined;
  }
  const until = new Date(Date.parse(closedAt) + lateArrivalWindowMs);
  return until > now ? until : undefined;
}

/**
 * Returns the unresolved pushes of the policy that would overwrite a push of `nextHash`. A push of the same
 * content overwrites nothing.
 */
export function earlierPushes(
  records: readonly PushRecord[],
  policy: PolicyName,
  nextHash: string,
  now: Date,
): EarlierPush[] {
  return records.flatMap((record) => {
    const until = record.policy === policy && record.next !== nextHash && mayArriveUntil(record, now);
    return until ? [{ pushId: record.id, sentAt: new Date(record.openSince ?? record.at), until }] : [];
  });
}
