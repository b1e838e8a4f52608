import type { JsonObject } from '../json/json.ts';
import { parseJsonSteps } from '../json/jsonText.ts';
import { inSlices } from '../util/inSlices.ts';
import type { SentPolicy } from './settle.ts';
import type { PushRecord } from './store/journalEvent.ts';
import type { SyncContext } from './syncContext.ts';

/** A push with its documents from the journal and the store. */
export interface RecordedPush extends SentPolicy {
  /** The live policy before it, as the console answered it. */
  readonly liveText: string | undefined;
}

export async function recordedPush({ store }: SyncContext, record: PushRecord): Promise<RecordedPush> {
  const liveText = await store.get(record.snapshot ?? '');
  return {
    live: await objectIn(liveText),
    liveText,
    liveHash: record.live,
    next: await objectIn(await store.get(record.document)),
    nextHash: record.next,
    bodyHash: record.body,
  };
}

async function objectIn(text: string | undefined): Promise<JsonObject | undefined> {
  // A console answers `null` for a policy that was never written.
  return text === undefined
    ? undefined
    : (((await inSlices(parseJsonSteps(text))) ?? new Map()) as JsonObject);
}
