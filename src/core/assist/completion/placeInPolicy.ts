import type { PolicyDocument } from '../../document/policyDocument.ts';
import { documentField, ruleField, type Field } from '../schema/field.ts';
import { pathAtOffset, type NodePath, type SyntaxNode } from '../../document/syntaxNode.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { kindOf } from '../findings/checkPolicy.ts';
import type { CompletionPlace } from './completionPlace.ts';
import { lineBefore } from '../../document/edit/source.ts';
import { jsonCommas, jsonPlace } from './jsonPlace.ts';
import { yamlFlowPlace } from './yamlFlowPlace.ts';
import { yamlPlace } from './yamlPlace.ts';
import type { RuleView } from '../../document/ruleView.ts';
import { firstIndex } from '../../util/firstIndex.ts';

/** A place outside the rules needs a parse of the whole text, which is fast up to this length (characters). */
const MAX_WHOLE_LENGTH = 1_000_000;

export interface PlaceInPolicy {
  /** Offsets count from the start of the document. */
  readonly place: CompletionPlace;
  /** The path of the place counts from this field. */
  readonly root: Field;
  /** The value is set where a whole rule can begin; `newItem` means that the `-` is still missing. */
  readonly rule?: { readonly array: string; readonly kind: PolicyKind; readonly newItem: boolean };
}

/** The function parses only the rule at the offset, so the length of the policy does not matter. */
export function placeInPolicy(policy: PolicyDocument, offset: number): PlaceInPolicy | undefined {
  const kind = kindOf(policy);
  if (!kind) {
    return undefined;
  }
  const rule = ruleBefore(policy, offset);
  const found =
    policy.spelling === 'json' ? inJson(policy, kind, rule, offset) : inYaml(policy, kind, rule, offset);
  return found && withRule(found, kind, rule);
}

function inJson(
  policy: PolicyDocument,
  kind: PolicyKind,
  rule: RuleView | undefined,
  offset: number,
): PlaceInPolicy | undefined {
  if (rule && rule.range.start < offset && offset < rule.range.end) {
    const { start, end } = rule.range;
    const place = jsonPlace(policy.slice(start, end), offset - start);
    return place && { place: moved(place, start), root: ruleField(kind.shape) };
  }
  // The list is too long to be parsed, and the place lies between two of its rules.
  if (policy.length > MAX_WHOLE_LENGTH) {
    const array = policy.arrays().find(({ range }) => range.start < offset && offset < range.end);
    if (!array) {
      return undefined;
    }
    const index = rule?.array === array.key ? rule.index + 1 : 0;
    // The stretch begins at the bracket in front of the place and ends at the bracket behind it.
    const from = (array.rules[index - 1]?.range.end ?? array.range.start + 1) - 1;
    const to = (array.rules[index]?.range.start ?? array.range.end - 1) + 1;
    const commas = jsonCommas(policy.slice(from, to), offset - from, offset - from);
    const at = { want: 'value', start: offset, end: offset, present: new Set<string>() } as const;
    const place = { ...at, path: [array.key, index], ...movedComma(commas, from) };
    return { place, root: documentField(kind.shape) };
  }
  const place = jsonPlace(policy.text, offset);
  return place && { place, root: documentField(kind.shape) };
}

function inYaml(
  policy: PolicyDocument,
  kind: PolicyKind,
  rule: RuleView | undefined,
  offset: number,
): PlaceInPolicy | undefined {
  if (!rule && policy.length > MAX_WHOLE_LENGTH) {
    return undefined;
  }
  const before = rule ? lineBefore(policy, rule.range.start) : '';
  const from = rule ? rule.range.start - before.length : 0;
  const text = policy.slice(from, Math.max(rule?.range.end ?? 0, Math.min(policy.length, offset + 2000)));
  const place = yamlFlowPlace(text, offset - from) ?? yamlPlace(text, offset - from);
  if (!place) {
    return undefined;
  }
  const [first, ...rest] = place.path;
  if (rule && typeof first === 'number') {
    return { place: { ...moved(place, from), path: rest }, root: ruleField(kind.shape) };
  }
  const belongs = rule && first === undefined && place.want === 'key' && place.column === before.indexOf('-');
  return belongs && before.trim() === '-' && offset > rule.range.start
    ? { place: { ...moved(place, from), path: [rule.array] }, root: documentField(kind.shape) }
    : { place: moved(place, from), root: documentField(kind.shape) };
}

/** The rule is set where a whole rule can begin. */
function withRule(found: PlaceInPolicy, kind: PolicyKind, rule: RuleView | undefined): PlaceInPolicy {
  const { path, want, present, flow, column } = found.place;
  if (found.root === ruleField(kind.shape)) {
    return rule && path.length === 0 && want === 'key' && present.size === 0 && column !== undefined && !flow
      ? { ...found, rule: { array: rule.array, kind, newItem: false } }
      : found;
  }
  const [array, index] = path;
  if (!kind.arrays.some(({ key }) => key === array) || typeof array !== 'string' || path.length > 2) {
    return found;
  }
  if (typeof index === 'number') {
    const fits = want === 'value' || (present.size === 0 && !flow);
    return fits ? { ...found, rule: { array, kind, newItem: false } } : found;
  }
  return want === 'key' && column !== undefined && !flow
    ? { ...found, rule: { array, kind, newItem: true } }
    : found;
}

/** The result names the field whose key or value is at an offset, and its path. */
export function fieldAt(
  policy: PolicyDocument,
  offset: number,
): { readonly key: string; readonly field: Field; readonly path: NodePath } | undefined {
  const kind = kindOf(policy);
  const inRule = kind && ruleNodeAt(policy, offset);
  if (!kind || inRule) {
    return kind && inRule && named(inRule.path, ruleField(kind.shape));
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

/** The value of a rule at an offset, and its path in the rule. */
export function ruleNodeAt(
  policy: PolicyDocument,
  offset: number,
): { readonly rule: RuleView; readonly path: NodePath; readonly node: SyntaxNode } | undefined {
  const rule = ruleBefore(policy, offset);
  return rule && offset <= rule.range.end
    ? { rule, ...pathAtOffset(rule.node(), offset - rule.range.start) }
    : undefined;
}

/** The last rule that begins at or above an offset, in the array the offset may still belong to. */
export function ruleBefore(policy: PolicyDocument, offset: number): RuleView | undefined {
  let found: RuleView | undefined;
  for (const { rules } of policy.arrays()) {
    const rule = rules[firstIndex(rules.length, (index) => rules[index]!.range.start > offset) - 1];
    if (rule && rule.range.start > (found?.range.start ?? -1)) {
      found = rule;
    }
  }
  return found;
}

function moved(place: CompletionPlace, by: number): CompletionPlace {
  return { ...movedComma(place, by), start: place.start + by, end: place.end + by };
}

function movedComma<Commas extends Pick<CompletionPlace, 'commaAt'>>(commas: Commas, by: number): Commas {
  return commas.commaAt === undefined ? commas : { ...commas, commaAt: commas.commaAt + by };
}
