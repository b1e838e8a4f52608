import { canonicalHash, knownDigest, ruleDigest } from '../policy/canonical.ts';
import { ruleFormOf } from '../policy/comparisonForm.ts';
import { policyAnswerProblem } from '../policy/policyAnswerProblem.ts';
import { policyKindOfIdentity, type PolicyKind } from '../policy/families.ts';
import { arrayAt, isJsonObject, stringAt, type JsonObject } from '../json/json.ts';
import { parseJsonSteps, SharedItems } from '../json/jsonText.ts';
import { ExpectedError } from '../util/errors.ts';
import { inSlices } from '../util/inSlices.ts';

export interface LiveDocument {
  /** Exact text of the console's answer. */
  readonly text: string;
  readonly document: JsonObject;
  /** Canonical hash of the document. */
  readonly hash: string;
  readonly items: SharedItems;
}

/**
 * Parses the answer of a console in time slices. Rules with the same text as in the earlier answer `before` are the
 * same objects. `null` means a policy that was never written. Throws ExpectedError.
 */
export function readLive(kind: PolicyKind, text: string, before?: LiveDocument): Promise<LiveDocument> {
  return inSlices(readSteps(kind, text, before));
}

function* readSteps(
  kind: PolicyKind,
  text: string,
  before: LiveDocument | undefined,
): Generator<void, LiveDocument, void> {
  const items = new SharedItems(before?.items);
  const value = (yield* parseJsonSteps(text, items)) ?? new Map();
  const why = isJsonObject(value) ? policyAnswerProblem(kind, value) : 'it is no object';
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
      if (isJsonObject(rule) && knownDigest(rule, ruleFormOf(kind)) === undefined) {
        ruleDigest(rule, ruleFormOf(kind));
        yield;
      }
    }
  }
  return { text, document: value, hash: canonicalHash(kind, value), items };
}
