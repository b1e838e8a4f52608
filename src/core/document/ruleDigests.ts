import { arrayAt, isJsonObject, stringAt, type JsonObject, type JsonValue } from '../json/json.ts';
import { canonicalHash, knownDigest, ruleDigest } from '../policy/canonical.ts';
import { ruleFormOf } from '../policy/comparisonForm.ts';
import type { PolicyKind } from '../policy/families.ts';
import { runToEnd } from '../util/inSlices.ts';
import type { PolicyDocument } from './policyDocument.ts';
import type { RuleSlice } from './ruleView.ts';
import type { Form } from '../policy/fieldTypes.ts';

/** The cache keeps only the name and digest of each rule, because whole rules would take too much memory. */
const standIns = new WeakMap<RuleSlice, JsonObject>();

/**
 * The outline is sufficient for the canonical hash. Each step reads one rule, and only new rules are read. The outline
 * is undefined when the document has no single meaning, like the values below.
 */
export function outlineSteps(
  document: PolicyDocument,
  kind: PolicyKind,
): Generator<void, JsonObject | undefined, void> {
  const form = ruleFormOf(kind);
  return document.valueByRule((slice) => standIn(slice, form));
}

/** The hash is the canonical one of the document's data. */
export function documentHash(document: PolicyDocument, kind: PolicyKind): string | undefined {
  const outline = runToEnd(outlineSteps(document, kind));
  return outline && canonicalHash(kind, outline);
}

/** The value is exact. Parts of a rule that are equal in the rule of that name in `like` are taken from `like`. */
export function valueSteps(
  document: PolicyDocument,
  kind: PolicyKind,
  like: JsonObject = new Map(),
): Generator<void, JsonObject | undefined, void> {
  const form = ruleFormOf(kind);
  const named = new Map(rulesOf(like, kind).map((rule) => [stringAt(rule, 'name'), rule]));
  return document.valueByRule((slice) => valueOf(slice, form, named.get(slice.facts.name)));
}

/** The value has the rule objects of `like` where the document has equal rules, so only other rules are read. */
export function valueSharingRules(
  document: PolicyDocument,
  kind: PolicyKind,
  like: JsonObject,
): JsonObject | undefined {
  const form = ruleFormOf(kind);
  const known = new Map<string | undefined, JsonObject>(
    rulesOf(like, kind).map((rule) => [ruleDigest(rule, form), rule]),
  );
  return runToEnd(
    document.valueByRule((slice) => {
      const outline = standIn(slice, form);
      const digest = isJsonObject(outline) ? knownDigest(outline, form) : undefined;
      return known.get(digest) ?? valueOf(slice, form);
    }),
  );
}

function rulesOf(policy: JsonObject, kind: PolicyKind): readonly JsonObject[] {
  return kind.arrays.flatMap(({ key }) => arrayAt(policy, key)).filter(isJsonObject);
}

/** The digest of the rule is known from now on, of other readings of the same text as well. */
function valueOf(slice: RuleSlice, form: Form, like?: JsonObject): JsonValue {
  const rule = slice.value(like);
  if (isJsonObject(rule)) {
    const known = standIns.get(slice);
    const digest = ruleDigest(rule, form, known && knownDigest(known, form));
    const name = stringAt(rule, 'name');
    const outline = known ?? new Map(name === undefined ? [] : [['name', name]]);
    ruleDigest(outline, form, digest);
    standIns.set(slice, outline);
  }
  return rule;
}

function standIn(slice: RuleSlice, form: Form): JsonValue {
  const known = standIns.get(slice);
  if (known && knownDigest(known, form) !== undefined) {
    return known;
  }
  const value = valueOf(slice, form);
  return standIns.get(slice) ?? value;
}
