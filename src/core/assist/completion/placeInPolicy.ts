import type { PolicyDocument } from '../../document/policyDocument.ts';
import { documentField, ruleField, type Field } from '../schema/field.ts';
import { isRule, type Piece } from '../../document/reading/pieces.ts';
import { pathAtOffset, type NodePath, type SyntaxNode } from '../../document/syntaxNode.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { kindOf } from '../findings/checkPolicy.ts';
import { cursorPlace, type CursorPlace } from './cursorPlace.ts';
import type { RuleView } from '../../document/ruleView.ts';
import { firstIndex } from '../../util/firstIndex.ts';

export interface PlaceInPolicy {
  /** Offsets count from the start of the document. */
  readonly place: CursorPlace;
  /** The path of the place counts from this field. */
  readonly root: Field;
  /** The value is set where a whole rule can begin; `newItem` means that the `-` is still missing. */
  readonly rule?: { readonly array: string; readonly kind: PolicyKind; readonly newItem: boolean };
}

/** The function reads only the text around the offset again, so the number of rules does not matter. */
export function placeInPolicy(policy: PolicyDocument, offset: number): PlaceInPolicy | undefined {
  const kind = kindOf(policy);
  if (!kind) {
    return undefined;
  }
  const { text, by, dash } = surroundingsOf(policy, offset);
  const found = cursorPlace(text, offset - by, policy.spelling);
  return found && withRule(moved(found, by), kind, dash);
}

/** A small document with the place in it. */
interface PlaceSurroundings {
  readonly text: string;
  /** An offset of the text is less than that of the document by this number. */
  readonly by: number;
  /** The column of the dashes of the list around the place, and its key. */
  readonly dash?: { readonly array: string; readonly column: number };
}

/** The rule at the offset with the next one, or else the text around the lists with their first rules. */
function surroundingsOf(policy: PolicyDocument, offset: number): PlaceSurroundings {
  const pieces = policy.pieces();
  const textOf = (some: readonly Piece[]): string => some.map((piece) => piece.text).join('');
  let start = 0;
  let by = 0;
  for (const [index, piece] of pieces.entries()) {
    const end = start + piece.text.length;
    if (isRule(piece) && start <= offset && offset <= end) {
      const { key, column } = piece.list;
      const [lead, tail] = policy.spelling === 'json' ? [`{"${key}":[`, ']}'] : [`${key}:\n`, ''];
      const text = lead + textOf(pieces.slice(index, index + 2).filter(isRule)) + tail;
      return { text, by: start - lead.length, dash: { array: key, column } };
    }
    const isFirst = !isRule(pieces[index - 1] ?? piece);
    by += offset > end && isRule(piece) && !isFirst ? piece.text.length : 0;
    start = end;
  }
  return { text: textOf(pieces.filter((piece, at) => !isRule(piece) || !isRule(pieces[at - 1]!))), by };
}

/** The rule is set where a whole rule can begin. */
function withRule(place: CursorPlace, kind: PolicyKind, dash: PlaceSurroundings['dash']): PlaceInPolicy {
  const { path, want, present, column, lacks } = place;
  const found = { place, root: documentField(kind.shape) };
  const isKey = want === 'key' && column !== undefined;
  const isAtDash = isKey && (lacks === undefined ? path.length === 0 : path.length === 2);
  if (dash && isAtDash && dash.column + (lacks?.length ?? 0) === column) {
    const { lacks: _, ...own } = place;
    const item = { ...own, path: [dash.array], column: dash.column };
    return { ...found, place: item, rule: { array: dash.array, kind, newItem: true } };
  }
  const [array, index] = path;
  if (!kind.arrays.some(({ key }) => key === array) || typeof array !== 'string' || path.length > 2) {
    return found;
  }
  const isItem = index !== undefined && (want === 'value' || (isKey && present.size === 0));
  return isItem || (index === undefined && isKey)
    ? { ...found, rule: { array, kind, newItem: !isItem } }
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

function moved(place: CursorPlace, by: number): CursorPlace {
  const { commaAt } = place;
  const commas = commaAt === undefined ? {} : { commaAt: commaAt + by };
  return { ...place, ...commas, start: place.start + by, end: place.end + by };
}
