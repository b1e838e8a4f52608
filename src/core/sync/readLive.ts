import { canonicalHash } from '../policy/canonical.ts';
import { policyKindOfIdentity, type PolicyKind } from '../policy/families.ts';
import { isJsonObject, stringAt, type JsonObject } from '../json/json.ts';
import { parseJson } from '../json/jsonText.ts';
import { SharedRules, type RuleSources } from '../policy/sharedRules.ts';
import { ExpectedError } from '../util/errors.ts';

export interface LiveDocument {
  /** As the console answered. */
  readonly text: string;
  readonly document: JsonObject;
  /** Canonical. */
  readonly hash: string;
  /** Undefined where the text was not read rule by rule. */
  readonly sources?: RuleSources;
}

/**
 * Reads the answer of a console; `null` stands for a policy nobody has written yet. Rules that are written as in `before`,
 * an earlier answer, become the same objects. Throws ExpectedError.
 */
export function readLive(kind: PolicyKind, text: string, before?: LiveDocument): LiveDocument {
  const shared = new SharedRules(before?.sources);
  const value = parseJson(text, {}, shared) ?? new Map();
  if (!isJsonObject(value)) {
    throw new ExpectedError(
      'not-a-policy',
      `The console answered something that is not a policy for ${kind.name}.`,
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
  return { text, document: value, hash: canonicalHash(kind, value), sources: shared.sources(text) };
}
