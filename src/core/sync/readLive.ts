import { canonicalHashSteps } from '../policy/canonical.ts';
import { whyNoPolicy } from '../policy/answeredPolicy.ts';
import { policyKindOfIdentity, type PolicyKind } from '../policy/families.ts';
import { isJsonObject, stringAt, type JsonObject } from '../json/json.ts';
import { parseJsonSteps } from '../json/jsonText.ts';
import { SharedRules, type RuleSources } from '../policy/sharedRules.ts';
import { ExpectedError } from '../util/errors.ts';
import { finished } from '../util/finished.ts';
import { inSlices } from '../util/inSlices.ts';

export interface LiveDocument {
  /** As the console answered. */
  readonly text: string;
  readonly document: JsonObject;
  /** Canonical. */
  readonly hash: string;
  readonly sources: RuleSources;
}

/**
 * Reads the answer of a console; `null` stands for a policy nobody has written yet. Rules that are written as in `before`,
 * an earlier answer, become the same objects. In slices. Throws ExpectedError.
 */
export function readLive(kind: PolicyKind, text: string, before?: LiveDocument): Promise<LiveDocument> {
  return inSlices(readSteps(kind, text, before));
}

/** The same at once. */
export function readLiveNow(kind: PolicyKind, text: string): LiveDocument {
  return finished(readSteps(kind, text));
}

function* readSteps(
  kind: PolicyKind,
  text: string,
  before?: LiveDocument,
): Generator<void, LiveDocument, void> {
  const shared = new SharedRules(before?.sources);
  const value = (yield* parseJsonSteps(text, {}, shared)) ?? new Map();
  const why = isJsonObject(value) ? whyNoPolicy(kind, value) : 'it is no object';
  if (!isJsonObject(value) || why !== undefined) {
    throw new ExpectedError(
      'not-a-policy',
      `What the console answered for ${kind.name} is not a policy: ${why}.`,
      { advice: 'Try again; check the path of this policy in ordinance.yaml.' },
    );
  }
  const identity = stringAt(value, 'policyType') ?? stringAt(value, '_id') ?? '';
  const claimed = policyKindOfIdentity(identity);
  if (claimed && claimed.name !== kind.name) {
    throw new ExpectedError(
      'wrong-policy',
      `The console answered ${claimed.name} where ${kind.name} was asked for.`,
      {
        advice: 'Check the path of this policy in ordinance.yaml.',
      },
    );
  }
  const hash = yield* canonicalHashSteps(kind, value);
  return { text, document: value, hash, sources: shared.sources(text) };
}
