import type { PolicyDocument, RuleView } from '../language/policyDocument.ts';
import { documentField, ruleField, type Field } from '../language/schema/field.ts';
import { pathAtOffset, type NodePath } from '../language/syntaxNode.ts';
import { policyKindOfIdentity, type PolicyKind } from '../model/families.ts';
import type { CompletionPlace } from './completionPlace.ts';
import { jsonPlace } from './jsonPlace.ts';
import { yamlPlace } from './yamlPlace.ts';

/** Outside the rules the whole text is looked at, which is worth it in texts of this length (characters). */
const longestWhole = 1_000_000;

export interface PlaceInPolicy {
  /** Offsets count from the start of the document. */
  readonly place: CompletionPlace;
  /** What the path of the place counts from. */
  readonly root: Field;
}

/** What may be written at an offset. Only the rule there is looked at, so it does not matter how long the policy is. */
export function placeInPolicy(policy: PolicyDocument, offset: number): PlaceInPolicy | undefined {
  const kind = kindOf(policy);
  if (!kind) {
    return undefined;
  }
  const rule = ruleBefore(policy, offset);
  const { text } = policy;
  if (policy.spelling === 'json') {
    if (rule && rule.range.start < offset && offset < rule.range.end) {
      const place = jsonPlace(text.slice(rule.range.start, rule.range.end), offset - rule.range.start);
      return place && { place: moved(place, rule.range.start), root: ruleField(kind.shape) };
    }
    const place = text.length <= longestWhole ? jsonPlace(text, offset) : undefined;
    return place && { place, root: documentField(kind.shape) };
  }
  const from = rule ? text.lastIndexOf('\n', rule.range.start - 1) + 1 : 0;
  const to = Math.max(rule?.range.end ?? 0, Math.min(text.length, offset + 2000));
  if (!rule && text.length > longestWhole) {
    return undefined;
  }
  const place = yamlPlace(text.slice(from, to), offset - from);
  if (!place) {
    return undefined;
  }
  const [first, ...rest] = place.path;
  return rule && typeof first === 'number'
    ? { place: { ...moved(place, from), path: rest }, root: ruleField(kind.shape) }
    : { place: moved(place, from), root: documentField(kind.shape) };
}

/** The field whose key or value stands at an offset, and where it does. */
export function fieldAt(
  policy: PolicyDocument,
  offset: number,
): { readonly key: string; readonly field: Field; readonly path: NodePath } | undefined {
  const kind = kindOf(policy);
  const rule = kind && ruleBefore(policy, offset);
  if (!kind) {
    return undefined;
  }
  if (rule && offset <= rule.range.end) {
    return named(pathAtOffset(rule.node(), offset - rule.range.start).path, ruleField(kind.shape));
  }
  const member = policy
    .members()
    .find(({ keyRange, range }) => keyRange.start <= offset && offset <= Math.max(keyRange.end, range.end));
  if (!member) {
    return undefined;
  }
  const inner = member.array || offset <= member.keyRange.end ? [] : pathAtOffset(member.node(), offset).path;
  return named([member.key, ...inner], documentField(kind.shape));
}

function named(path: NodePath, root: Field): { key: string; field: Field; path: NodePath } | undefined {
  const last = path.findLastIndex((step) => typeof step === 'string');
  const key = path[last];
  const field = root.at(path.slice(0, last + 1));
  return typeof key === 'string' && field ? { key, field, path: path.slice(0, last + 1) } : undefined;
}

/** The last rule that begins at or above an offset, in the array the offset may still belong to. */
function ruleBefore(policy: PolicyDocument, offset: number): RuleView | undefined {
  let found: RuleView | undefined;
  for (const { rules } of policy.arrays()) {
    let low = 0;
    let high = rules.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rules[middle]?.range.start ?? 0) <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const rule = rules[low - 1];
    if (rule && rule.range.start > (found?.range.start ?? -1)) {
      found = rule;
    }
  }
  return found;
}

function moved(place: CompletionPlace, by: number): CompletionPlace {
  return { ...place, start: place.start + by, end: place.end + by };
}

function kindOf(policy: PolicyDocument): PolicyKind | undefined {
  return policy.kind ?? policyKindOfIdentity(policy.identity() ?? '');
}
