import { kindOfDocument, type PolicyDocument } from '../../document/policyDocument.ts';
import { schemaField, type Field } from '../schema/field.ts';
import { readTolerantly } from '../../document/json/tolerantJson.ts';
import { isRule, type Piece } from '../../document/reading/pieces.ts';
import { pathAtOffset, type NodePath, type SyntaxNode } from '../../document/syntaxNode.ts';
import { readWithLibrary } from '../../document/yaml/libraryYaml.ts';
import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { cursorPlace, type CursorPlace } from './cursorPlace.ts';
import type { RuleView } from '../../document/ruleView.ts';
import { ruleAt } from '../../document/rulesAtOffset.ts';

interface PlaceInPolicy {
  /** Offsets count from the start of the document. */
  readonly place: CursorPlace;
  /** The path of the place counts from this field. */
  readonly root: Field;
  /** The value is set where a whole rule can begin; `newItem` means that the `-` is still missing. */
  readonly rule?: { readonly array: string; readonly kind: PolicyKind; readonly newItem: boolean };
}

/** The function reads only the text around the offset again, so the number of rules does not matter. */
export function placeInPolicy(policy: PolicyDocument, offset: number): PlaceInPolicy | undefined {
  const kind = kindOfDocument(policy);
  if (!kind) {
    return undefined;
  }
  const { text, shift, dash } = surroundingsOf(policy, offset);
  const place = cursorPlace(text, offset - shift, policy.spelling);
  if (!place) {
    return undefined;
  }
  const { start, end, commaAt } = place;
  const moved = { start: start + shift, end: end + shift, commaAt: commaAt && commaAt + shift };
  return withRule({ ...place, ...moved }, kind, dash);
}

/** A small document with the place in it. */
interface PlaceSurroundings {
  readonly text: string;
  /** The offset of the place in the document, less its offset in the text. */
  readonly shift: number;
  /** The key of the list around the place, and the column of its dashes. */
  readonly dash?: { readonly array: string; readonly column: number };
}

/** The rule at the offset with the next one, or else the text around the lists with their first rules. */
function surroundingsOf(policy: PolicyDocument, offset: number): PlaceSurroundings {
  const pieces = policy.pieces;
  const textOf = (some: readonly Piece[]): string => some.map((piece) => piece.text).join('');
  const around: Piece[] = [];
  let start = 0;
  let shift = 0;
  for (const [index, piece] of pieces.entries()) {
    const end = start + piece.text.length;
    if (isRule(piece) && start <= offset && offset <= end) {
      const { key, column } = piece.list;
      const [lead, tail] = policy.spelling === 'json' ? [`{"${key}":[`, ']}'] : [`${key}:\n`, ''];
      const text = lead + textOf(pieces.slice(index, index + 2).filter(isRule)) + tail;
      return { text, shift: start - lead.length, dash: { array: key, column } };
    }
    const previous = pieces[index - 1];
    if (!isRule(piece) || !previous || !isRule(previous)) {
      around.push(piece);
    } else if (offset > end) {
      shift += piece.text.length;
    }
    start = end;
  }
  return { text: textOf(around), shift };
}

/** Adds the list where a whole rule can begin at the place. */
function withRule(place: CursorPlace, kind: PolicyKind, dash: PlaceSurroundings['dash']): PlaceInPolicy {
  const { path, want, present, column, lacks } = place;
  const root = schemaField(kind.shape);
  const isKey = want === 'key' && column !== undefined;
  // In the column of the dashes, a new item begins instead of a key of the document.
  const isAtDash = isKey && (lacks === undefined ? path.length === 0 : path.length === 2);
  if (dash && isAtDash && dash.column + (lacks?.length ?? 0) === column) {
    const { lacks: _, ...own } = place;
    const item = { ...own, path: [dash.array], column: dash.column };
    return { place: item, root, rule: { array: dash.array, kind, newItem: true } };
  }
  const [array, index] = path;
  if (!kind.arrays.some(({ key }) => key === array) || typeof array !== 'string' || path.length > 2) {
    return { place, root };
  }
  const isItem = index !== undefined && (want === 'value' || (isKey && present.size === 0));
  return isItem || (index === undefined && isKey)
    ? { place, root, rule: { array, kind, newItem: !isItem } }
    : { place, root };
}

/** A field with its key. */
interface FieldPlace {
  readonly key: string;
  readonly field: Field;
}

/** The field whose key or value is at an offset of a policy. */
export function fieldAt(policy: PolicyDocument, offset: number): FieldPlace | undefined {
  const kind = kindOfDocument(policy);
  const inRule = kind && ruleNodeAt(policy, offset);
  if (!kind || inRule) {
    return kind && inRule && named(inRule.path, schemaField(kind.shape, 'rule'));
  }
  const member = policy
    .members()
    .find(
      ({ keyRange, value }) => keyRange.start <= offset && offset <= Math.max(keyRange.end, value.range.end),
    );
  if (!member) {
    return undefined;
  }
  const inner = member.array || offset <= member.keyRange.end ? [] : pathAtOffset(member.value, offset).path;
  return named([member.key, ...inner], schemaField(kind.shape));
}

/** The field whose key or value is at an offset of a file that is no policy. */
export function fieldInText(
  text: string,
  offset: number,
  root: Field,
  spelling: Spelling,
): FieldPlace | undefined {
  const node = spelling === 'json' ? readTolerantly(text) : readWithLibrary(text).root;
  return node && named(pathAtOffset(node, offset).path, root);
}

function named(path: NodePath, root: Field): FieldPlace | undefined {
  const last = path.findLastIndex((step) => typeof step === 'string');
  const key = path[last];
  const field = root.at(path.slice(0, last + 1));
  return typeof key === 'string' && field ? { key, field } : undefined;
}

/** The value of a rule at an offset, with its field and its path in the rule. */
export function ruleNodeAt(policy: PolicyDocument, offset: number): RuleNode | undefined {
  const rule = ruleAt(policy, offset);
  if (!rule) {
    return undefined;
  }
  const { path, node } = pathAtOffset(rule.node(), offset - rule.range.start);
  const kind = kindOfDocument(policy);
  return { rule, path, node, field: kind && schemaField(kind.shape, 'rule').at(path) };
}

interface RuleNode {
  readonly rule: RuleView;
  readonly path: NodePath;
  readonly node: SyntaxNode;
  readonly field: Field | undefined;
}
