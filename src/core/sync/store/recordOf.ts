import { defined } from '../../util/defined.ts';
import { countSteps } from '../../policy/ruleDiff.ts';
import { plannedSteps, type JournalEvent, type OpenedEvent, type PushRecord } from './journalEvent.ts';
import { readJournalEvent } from './readJournalEvent.ts';
import { isAhead } from '../lateArrival.ts';
import { linesOf } from './sealedLines.ts';

/** Reads the complete lines of a record; undefined without a first line. */
export function recordOf(text: string): PushRecord | undefined {
  let record: PushRecord | undefined;
  for (const event of events(text)) {
    if (event.event === 'opened') {
      const { event: _event, version: _version, ...opened } = event;
      record = {
        ...opened,
        counts: countSteps(plannedSteps(opened)),
        sent: false,
        baseMoved: false,
        closed: false,
      };
    } else if (record) {
      record = { ...record, ...told(event), ...begunBefore(record, event) };
    }
  }
  return record;
}

function told(event: Exclude<JournalEvent, OpenedEvent>): Partial<PushRecord> {
  switch (event.event) {
    case 'snapshot':
      return { snapshot: event.object };
    case 'sending':
      return { sent: true, openSince: event.at };
    case 'answered':
      return { answer: event.answer, openSince: event.at };
    case 'read-back':
      return { after: event.object, seen: event.live };
    case 'verdict':
      return { verdict: event.verdict, reason: event.reason, consoleEdits: event.consoleEdits };
    case 'base-moved':
      return { baseMoved: true };
    case 'corrected': {
      const { at, verdict, reason } = event;
      // A crash may come before the new result.
      return {
        corrected: defined({ at, verdict, reason }),
        closed: false,
        verdict: undefined,
        reason: undefined,
      };
    }
    case 'closed':
      return { closed: true, closedAt: event.at };
    default:
      return {};
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

function events(text: string): JournalEvent[] {
  return linesOf(text).flatMap((line) => readJournalEvent(line) ?? []);
}
