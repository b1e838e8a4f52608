import { consoleEdits, type IsKnownField } from '../policy/consoleEdits.ts';
import type { PolicyKind } from '../policy/families.ts';
import { consoleEditLines } from './consoleEditLines.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { isWithoutRules } from '../policy/sentForm.ts';
import type { PushOutcome, PushPlan } from './outcomes.ts';
import { readLiveNow, type LiveDocument } from './readLive.ts';
import { finished } from '../util/finished.ts';
import { hashOfSealed, isSealed } from './sealedSecrets.ts';
import type { PushRecord } from './store/journalEvent.ts';
import { hashOfText } from './store/objectStore.ts';

const wipe = hashOfText('{}');

export type Settled = Pick<PushOutcome, 'verdict' | 'reason' | 'difference' | 'consoleEdits'>;

/**
 * What became of a push, by what the console holds now. `failure` is what went wrong with the PUT, if anything did: it
 * explains a verdict, it never makes one.
 */
export function settle(
  kind: PolicyKind,
  plan: PushPlan,
  now: LiveDocument,
  failure: string | undefined,
  isKnownField: IsKnownField,
): Settled {
  const edited = settleEdited(kind, plan, now, isKnownField);
  if (edited && (now.hash === plan.nextHash || now.hash !== plan.liveHash)) {
    return edited;
  }
  const difference = differenceOf(kind, plan, now);
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

/** `applied` where live is what was sent but for what a console does by itself, whatever live was before. */
export function settleEdited(
  kind: PolicyKind,
  plan: PushPlan,
  now: LiveDocument,
  isKnownField: IsKnownField,
): Settled | undefined {
  const edits = now.document === plan.next ? [] : consoleEdits(kind, plan.next, now.document, isKnownField);
  const lines = consoleEditLines(edits);
  return (
    edits && {
      verdict: 'applied',
      ...differenceOf(kind, plan, now),
      ...(lines.length > 0 ? { consoleEdits: lines } : {}),
    }
  );
}

function differenceOf(kind: PolicyKind, plan: PushPlan, now: LiveDocument): Pick<Settled, 'difference'> {
  const steps = now.hash === plan.nextHash ? [] : diffPolicies(kind, plan.next, now.document).steps;
  return steps.length > 0 ? { difference: steps } : {};
}

/** What of a push is known from its journal. */
export type SentHashes = Pick<PushRecord, 'live' | 'next' | 'body' | 'sealed'>;

/**
 * Whether live is what a push sent, by hashes alone: its plan is gone. `before`: live before the push, which tells seals of
 * old secrets from those of the push.
 */
export function isSent(
  kind: PolicyKind,
  { next, body, sealed }: SentHashes,
  now: LiveDocument,
  before: string | undefined,
): boolean {
  return (
    now.hash === next ||
    (body === wipe && isWithoutRules(kind, now.document)) ||
    (sealed !== undefined &&
      before !== undefined &&
      isSealed(kind, sealed, readLiveNow(kind, before).document, now.document))
  );
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
  if (isSent(kind, record, now, before)) {
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
  return plan.body.is('{}')
    ? isWithoutRules(kind, now.document)
    : isSealed(kind, finished(hashOfSealed(kind, plan.next, plan.body)), plan.live, now.document);
}
