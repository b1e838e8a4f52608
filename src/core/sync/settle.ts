import { canonicalHash } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { isWithoutRules } from '../policy/sentForm.ts';
import type { PushOutcome, PushPlan } from './outcomes.ts';
import type { LiveDocument } from './readLive.ts';
import type { PushRecord } from './store/journalEvent.ts';
import { hashOfText } from './store/objectStore.ts';

const wipe = hashOfText('{}');

export type Settled = Pick<PushOutcome, 'verdict' | 'reason' | 'difference'>;

/**
 * What became of a push, by what the console holds now. `failure` is what went wrong with the PUT, if anything did: it
 * explains a verdict, it never makes one.
 */
export function settle(
  kind: PolicyKind,
  plan: PushPlan,
  now: LiveDocument,
  failure: string | undefined,
): Settled {
  if (now.hash === plan.nextHash) {
    return { verdict: 'applied' };
  }
  const steps = diffPolicies(kind, plan.next, now.document).steps;
  const difference = steps.length > 0 ? { difference: steps } : {};
  if (isAsSent(kind, plan, now)) {
    return { verdict: 'applied', ...difference };
  }
  if (now.hash === plan.liveHash) {
    const why =
      failure ?? 'The console answered with success, but it still holds the policy as it was before.';
    return { verdict: 'not-applied', reason: why, ...difference };
  }
  const why = 'The console now holds neither what was sent nor what it held before.';
  return { verdict: 'foreign-change', reason: failure ? `${why} ${failure}` : why, ...difference };
}

/** What of a push is known from its journal. */
export type SentHashes = Pick<PushRecord, 'live' | 'next' | 'body'>;

/** Whether live is what a push sent, by hashes alone: its plan is gone. */
export function isSent(kind: PolicyKind, { next, body }: SentHashes, now: LiveDocument): boolean {
  return now.hash === next || (body === wipe && isWithoutRules(kind, now.document));
}

/**
 * The same as `settle` from hashes alone. `before`: live before the push, as the console answered it. A console that holds
 * the same, but answers it in other words than before, was written to meanwhile: perhaps by this push, which was undone.
 */
export function settleByHash(
  kind: PolicyKind,
  record: SentHashes,
  now: LiveDocument,
  before: string | undefined,
): Settled {
  if (isSent(kind, record, now)) {
    return { verdict: 'applied' };
  }
  if (now.hash !== record.live) {
    return {
      verdict: 'foreign-change',
      reason: 'The console holds neither what was sent nor what it held before.',
    };
  }
  return now.text === before
    ? { verdict: 'not-applied', reason: 'The console still holds the policy as it was before the push.' }
    : {
        verdict: 'unknown',
        reason:
          'The console holds the policy as it was before the push, but it was written to since: the push may have been applied and undone.',
      };
}

function isAsSent(kind: PolicyKind, plan: PushPlan, now: LiveDocument): boolean {
  // `{}` deletes the rules; what it does to other members of the document is up to the console.
  if (plan.body === '{}') {
    return isWithoutRules(kind, now.document);
  }
  const sealed = withSeals(plan.next, now.document);
  return sealed !== plan.next && canonicalHash(kind, sealed) === now.hash;
}

/** A secret is sent as `plain` and read back as `encrypted`: what was sealed is taken over from `now`. */
function withSeals<T extends JsonValue>(sent: T, now: JsonValue | undefined): T;
function withSeals(sent: JsonValue, now: JsonValue | undefined): JsonValue {
  if (isJsonArray(sent)) {
    const items = sent.map((item, at) => withSeals(item, isJsonArray(now) ? now[at] : undefined));
    return items.some((item, at) => item !== sent[at]) ? items : sent;
  }
  if (!isJsonObject(sent) || !isJsonObject(now)) {
    return sent;
  }
  if (isSecret(sent) && sent.get('plain') && now.get('encrypted') && !now.get('plain')) {
    return now;
  }
  let result: JsonObject = sent;
  for (const [key, member] of sent) {
    const sealed = withSeals(member, now.get(key));
    if (sealed !== member) {
      result = new Map(result).set(key, sealed);
    }
  }
  return result;
}

function isSecret(object: JsonObject): boolean {
  return object.has('plain') && [...object.keys()].every((key) => key === 'plain' || key === 'encrypted');
}
