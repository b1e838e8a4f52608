import { arrayAt, isJsonObject, stringAt, type JsonObject, type JsonValue } from '../json/json.ts';
import { canonicalHash, knownDigest, ruleDigest } from '../policy/canonical.ts';
import { ruleFormOf, type Form } from '../policy/comparisonForm.ts';
import type { PolicyKind } from '../policy/families.ts';
import { runToEnd } from '../util/runToEnd.ts';
import type { PolicyDocument, RuleSlice } from './policyDocument.ts';
import { valueOfNode } from './syntaxNode.ts';

/** The cache keeps only the name and digest of each rule, because whole rules would take too much memory. */
const standIns = new WeakMap<RuleSlice, JsonObject>();

/** The result is true when the members alone give the whole value, without duplicates and merge keys. */
export function isPlain(document: PolicyDocument): boolean {
  const members = document.members();
  const keys = new Set(members.map(({ key }) => key));
  return document.range !== undefined && keys.size === members.length && !keys.has('<<');
}

/**
 * The outline is sufficient for the canonical hash. Each step reads one rule, and only new rules are read. The outline
 * is undefined when the document has no single meaning.
 */
export function* outlineSteps(
  document: PolicyDocument,
  kind: PolicyKind,
): Generator<void, JsonObject | undefined, void> {
  const form = ruleFormOf(kind);
  if (isReadByRule(document)) {
    for (const { slice } of document.arrays().flatMap(({ rules }) => rules)) {
      standIn(slice, form);
      yield;
    }
  }
  return valueByRule(document, (slice) => standIn(slice, form));
}

/** The hash is the canonical one of the document's data. */
export function saidHash(document: PolicyDocument, kind: PolicyKind): string | undefined {
  const outline = runToEnd(outlineSteps(document, kind));
  return outline && canonicalHash(kind, outline);
}

/**
 * The value reuses equal rules of `like`, so only rules that differ are read. It is undefined when the document has no
 * single meaning.
 */
export function valueSharingRules(
  document: PolicyDocument,
  kind: PolicyKind,
  like: JsonObject,
): JsonObject | undefined {
  const form = ruleFormOf(kind);
  const known = new Map<string, JsonObject>();
  for (const rule of kind.arrays.flatMap(({ key }) => arrayAt(like, key))) {
    if (isJsonObject(rule)) {
      known.set(ruleDigest(rule, form), rule);
    }
  }
  return valueByRule(document, (slice) => {
    const one = standIn(slice, form);
    const digest = isJsonObject(one) ? knownDigest(one, form) : undefined;
    const same = digest === undefined ? undefined : known.get(digest);
    if (same) {
      return same;
    }
    const value = slice.value();
    if (digest !== undefined && isJsonObject(value)) {
      ruleDigest(value, form, digest);
    }
    return value;
  });
}

/** The value of a rule of the document was read: its digest is known from now on, of other readings of the same text as well. */
export function noteRule(slice: RuleSlice, rule: JsonObject, form: Form): void {
  const known = standIns.get(slice);
  const digest = ruleDigest(rule, form, known && knownDigest(known, form));
  if (!known) {
    const name = stringAt(rule, 'name');
    standIns.set(slice, new Map(name === undefined ? [] : [['name', name]]));
  }
  ruleDigest(standIns.get(slice) as JsonObject, form, digest);
}

function standIn(slice: RuleSlice, form: Form): JsonValue {
  const known = standIns.get(slice);
  if (known && knownDigest(known, form) !== undefined) {
    return known;
  }
  const value = slice.value();
  if (!isJsonObject(value)) {
    return value;
  }
  noteRule(slice, value, form);
  return standIns.get(slice) as JsonObject;
}

function isReadByRule(document: PolicyDocument): boolean {
  return !document.problems.some(({ fatal }) => fatal) && isPlain(document);
}

function valueByRule(
  document: PolicyDocument,
  ruleOf: (slice: RuleSlice) => JsonValue,
): JsonObject | undefined {
  if (!isReadByRule(document)) {
    return document.value();
  }
  const value = new Map<string, JsonValue>();
  for (const member of document.members()) {
    const rules = member.array?.rules.map(({ slice }) => ruleOf(slice));
    value.set(member.key, rules ?? valueOfNode(member.node()));
  }
  return value;
}
