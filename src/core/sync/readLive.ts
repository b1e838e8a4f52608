import { canonicalHash, ruleDigest } from '../policy/canonical.ts';
import { ruleFormOf } from '../policy/comparisonForm.ts';
import { whyNoPolicy } from '../policy/answeredPolicy.ts';
import { policyKindOfIdentity, type PolicyKind } from '../policy/families.ts';
import { arrayAt, isJsonObject, stringAt, type JsonObject } from '../json/json.ts';
import { parseJsonSteps } from '../json/jsonText.ts';
import { ExpectedError } from '../util/errors.ts';
import { inSlices } from '../util/inSlices.ts';

export interface LiveDocument {
  /** Exact text of the console's answer. */
  readonly text: string;
  readonly document: JsonObject;
  /** Canonical hash of the document. */
  readonly hash: string;
}

/**
 * Parses the answer of a console in time slices. `null` means a policy that was never written. Throws
 * ExpectedError.
 */
export function readLive(kind: PolicyKind, text: string): Promise<LiveDocument> {
  return inSlices(readSteps(kind, text));
}

function* readSteps(kind: PolicyKind, text: string): Generator<void, LiveDocument, void> {
  const value = (yield* parseJsonSteps(text)) ?? new Map();
  const why = isJsonObject(value) ? whyNoPolicy(kind, value) : 'it is no object';
  if (!isJsonObject(value) || why !== undefined) {
    throw new ExpectedError(
      'not-a-policy',
      `The answer of the console for ${kind.name} is not a policy: ${why}.`,
      { advice: 'Try again; check the path of this policy in ordinance.yaml.' },
    );
  }
  const identity = stringAt(value, 'policyType') ?? stringAt(value, '_id') ?? '';
  const claimed = policyKindOfIdentity(identity);
  if (claimed && claimed.name !== kind.name) {
    throw new ExpectedError('wrong-policy', `The console sent ${claimed.name} instead of ${kind.name}.`, {
      advice: 'Check the path of this policy in ordinance.yaml.',
    });
  }
  for (const { key } of kind.arrays) {
    for (const rule of arrayAt(value, key)) {
      if (isJsonObject(rule)) {
        ruleDigest(rule, ruleFormOf(kind));
        yield;
      }
    }
  }
  return { text, document: value, hash: canonicalHash(kind, value) };
}
