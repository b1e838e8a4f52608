import { firstLines } from '../util/firstLines.ts';
import { writeJson } from '../json/writeJson.ts';
import { consoleEdits, type ConsoleEdit } from '../policy/consoleEdits.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { JsonObject } from '../json/json.ts';
import type { PlanStep } from '../policy/planStep.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { isWithoutRules } from '../policy/sentForm.ts';
import { defined } from '../util/defined.ts';
import type { BaseMove } from './bases.ts';
import type { Settlement } from './outcomes.ts';
import type { LiveDocument } from './readLive.ts';
import { withoutSeals } from './sealedSecrets.ts';
import type { JournalEntry } from './store/journal.ts';
import { hashOfText } from './store/objectStore.ts';
import type { SyncContext } from './syncContext.ts';

/** `{}` deletes the rules; the console chooses the other fields of the document. */
const wipe = hashOfText('{}');

/** Edits of the console that are listed; more are counted. */
const MAX_LINES = 20;

/** A push with the data for its result, from the sending process or from the journal. */
export interface SentPolicy {
  /**
   * The live policy before the push, for seals of sent secrets. Undefined without such secrets. This field and
   * `next` are undefined when the store lost the document.
   */
  readonly live: JsonObject | undefined;
  readonly liveHash: string;
  /** The sent policy without its secrets; see `withoutSecrets`. */
  readonly next: JsonObject | undefined;
  readonly nextHash: string;
  readonly bodyHash: string;
}

/**
 * Returns the result of a push, by the current live policy. The push is `applied` when the live policy equals the
 * sent one except for edits of the console. `failure` is the error of the PUT: it explains a result, but never
 * makes one. A push of only unknown fields leaves the policy unchanged. It counts as applied only with
 * `mayBeUnchanged`, when something else proves that the console processed it.
 */
export function settle(
  kind: PolicyKind,
  sent: SentPolicy,
  now: LiveDocument,
  failure?: string,
  mayBeUnchanged = false,
): Settlement {
  const { next, nextHash, bodyHash } = sent;
  const steps = stepsSince(kind, sent, now);
  const isSame = now.hash === nextHash || (bodyHash === wipe && isWithoutRules(kind, now.document));
  const edits = (next && steps && consoleEdits(kind, next, now.document, steps)) ?? (isSame ? [] : undefined);
  if (edits && (now.hash === nextHash || now.hash !== sent.liveHash || mayBeUnchanged)) {
    const lines = consoleEditLines(edits);
    return {
      verdict: 'applied',
      ...differenceOf(steps),
      ...(lines.length > 0 ? { consoleEdits: lines } : {}),
    };
  }
  if (now.hash === sent.liveHash) {
    const why = failure ?? 'The console still has the policy from before the push.';
    return { verdict: 'not-applied', reason: why, ...differenceOf(steps) };
  }
  const why = 'The console now has neither the sent policy nor the one from before the push.';
  return { verdict: 'foreign-change', reason: failure ? `${why} ${failure}` : why, ...differenceOf(steps) };
}

/** Returns the steps from the sent policy to the live policy; undefined without the sent policy. */
function stepsSince(
  kind: PolicyKind,
  { live, next, nextHash }: SentPolicy,
  now: LiveDocument,
): readonly PlanStep[] | undefined {
  if (!next || now.hash === nextHash) {
    return next && [];
  }
  return diffPolicies(kind, next, live ? withoutSeals(now.document, next, live) : now.document).steps;
}

function differenceOf(steps: readonly PlanStep[] = []): Pick<Settlement, 'difference'> {
  return steps.length > 0 ? { difference: steps } : {};
}

/** Returns the edits of the console in the sent policy, one sentence each. */
function consoleEditLines(edits: readonly ConsoleEdit[]): readonly string[] {
  return firstLines(edits, MAX_LINES, lineOf, (more) => `The console made ${more} more edits of this kind.`);
}

function lineOf({ kind, rule, path, value = null }: ConsoleEdit): string {
  const where = rule === undefined ? '' : ` of rule "${rule}"`;
  return kind === 'wrote'
    ? `The console changed "${path}"${where} to ${writeJson(value)}.`
    : `The console dropped "${path}"${where}: it does not have this field.`;
}

/**
 * Records a result with the live policy that proves it, and moves the base of an applied push. Returns true
 * when the base moved. The base stays when it changed during the push, or when the file lacks the pushed
 * changes.
 */
export async function conclude(
  context: SyncContext,
  kind: PolicyKind,
  entry: JournalEntry,
  live: LiveDocument,
  settled: Settlement,
  from: BaseMove,
): Promise<boolean> {
  const isApplied = settled.verdict === 'applied';
  await recordLook(context, entry, live, isApplied ? await context.bases.keep(kind, live) : undefined);
  await recordVerdict(entry, settled);
  const isMoved = isApplied && (await context.bases.move(kind, live, from));
  await entry.append({ event: 'closed' });
  return isMoved;
}

/** Records the result of a push that ended before its PUT. */
export async function concludeUnsent(entry: JournalEntry): Promise<Settlement> {
  const unsent = { verdict: 'not-applied', reason: 'The push ended before anything was sent.' } as const;
  await recordVerdict(entry, unsent);
  await entry.append({ event: 'closed' }, true);
  return unsent;
}

/** Adds the live policy to the journal, and stores it unless the store has it as `stored`. */
export async function recordLook(
  { store }: SyncContext,
  entry: JournalEntry,
  live: LiveDocument,
  stored?: string,
): Promise<void> {
  const object = stored ?? (await store.put(live.text));
  await entry.append({ event: 'read-back', live: live.hash, object });
}

export function recordVerdict(
  entry: JournalEntry,
  { verdict, reason, consoleEdits }: Settlement,
): Promise<void> {
  return entry.append(defined({ event: 'verdict', verdict, reason, consoleEdits }), true);
}
