import { fromPlain } from '../../json/json.ts';
import { isExpected } from '../../util/errors.ts';
import type { Diagnostic } from '../../document/diagnostic.ts';
import { valueChanged, valueRenamed } from '../../document/edit/intendedValue.ts';
import { verifiedRepair } from '../../document/edit/verifiedEdit.ts';
import { PolicyDocument } from '../../document/policyDocument.ts';
import {
  changedMember,
  moveRules,
  removeMember,
  removeRules,
  setMember,
  type RulePlace,
} from '../../document/ruleEdits.ts';
import { memberOf, nodeAtPath, type NodePath, type SyntaxNode } from '../../document/syntaxNode.ts';
import { joinEdits, type TextEdit, type TextRange } from '../../document/text.ts';
import { textChange } from '../../document/textChange.ts';
import { quoted, yamlFlowString } from '../../document/yaml/yamlString.ts';
import { firstMember, listed, untabbed, wholeEdits } from './fixWhole.ts';
import type { DiagnosticData, FixData, FixStep } from './finding.ts';

/** The quick fixes of a diagnostic, the most likely one first. */
export function fixesOf(diagnostic: Diagnostic): readonly FixData[] {
  return (diagnostic.data as DiagnosticData | undefined)?.fixes ?? [];
}

/** Edits that apply one fix. Empty when the document has changed so that there is nothing left to fix. */
export function fixEdits(doc: PolicyDocument, diagnostic: Diagnostic, fix: FixData): TextEdit[] {
  const steps = fix.kind === 'several' ? fix.steps : [fix];
  const [only] = steps;
  if (only && steps.length === 1) {
    return stepEdits(doc, diagnostic, only);
  }
  const working = PolicyDocument.read(doc.text, doc.spelling, doc.kind);
  for (const step of steps) {
    working.apply(stepEdits(working, diagnostic, step));
  }
  return joinEdits([textChange(doc.text, working.text)]);
}

/** The fix is part of "fix all". It is undefined where a person has to choose or to check each fix. */
export function fixAmongAll(diagnostic: Diagnostic): FixData | undefined {
  const [fix] = fixesOf(diagnostic);
  return fix?.isChoice || fix?.isAlone ? undefined : fix;
}

/** Edits that apply the first fix of each diagnostic, all of them found in the document as it is. */
export function fixAllEdits(doc: PolicyDocument, diagnostics: readonly Diagnostic[]): TextEdit[] {
  const working = PolicyDocument.read(doc.text, doc.spelling, doc.kind);
  // The fixes run from the end, because removed items would move the places below them.
  for (const diagnostic of diagnostics.toSorted((a, b) => b.range.start - a.range.start)) {
    const fix = fixAmongAll(diagnostic);
    if (fix) {
      working.apply(fixEdits(working, diagnostic, fix));
    }
  }
  return joinEdits([textChange(doc.text, working.text)]);
}

function placeOf(diagnostic: Diagnostic): RulePlace | undefined {
  const { array, index } = (diagnostic.data ?? {}) as DiagnosticData;
  return array === undefined || index === undefined ? undefined : { array, index };
}

function stepEdits(doc: PolicyDocument, diagnostic: Diagnostic, step: FixStep): TextEdit[] {
  try {
    return verifiedStep(doc, diagnostic, step);
  } catch (error) {
    if (isExpected(error)) {
      return [];
    }
    throw error;
  }
}

function verifiedStep(doc: PolicyDocument, diagnostic: Diagnostic, step: FixStep): TextEdit[] {
  const { code, range } = diagnostic;
  if (step.kind === 'delete-marked') {
    const isThere = doc.slice(range.start, range.end) === step.text;
    return isThere
      ? verifiedRepair(doc, { code, at: range, within: [range] }, [[{ ...range, text: '' }]])
      : [];
  }
  if (step.kind === 'quote-marked') {
    const edits = inQuotes(doc, range);
    return edits.length === 0 ? [] : verifiedRepair(doc, { code, at: range, within: [range] }, [edits]);
  }
  if (step.kind === 'untab') {
    return untabbed(doc, code, range);
  }
  if (step.kind === 'wrap' || step.kind === 'unwrap') {
    return wholeEdits(doc, step);
  }
  const place = placeOf(diagnostic);
  if (place && !doc.array(place.array)?.rules[place.index]) {
    return [];
  }
  switch (step.kind) {
    case 'set':
      if (step.isFirst && typeof step.path[0] === 'string' && typeof step.value === 'string') {
        return firstMember(doc, step.path[0], step.value);
      }
      return setMember(doc, place, step.path, fromPlain(step.value));
    case 'remove':
      return removeOf(doc, place && { ...place, index: step.rule ?? place.index }, step.path);
    case 'move-rule':
      return place ? moveRules(doc, place.array, [place.index], step.to) : [];
    case 'remove-rule':
      return place ? removeRules(doc, place.array, [place.index]) : [];
    case 'list': {
      const edits = listed(doc, rangeAt(doc, place, step.path));
      return edits.length === 0
        ? []
        : changedMember(
            doc,
            place,
            step.path,
            (whole) => valueChanged(whole, step.path, (value) => [value]),
            edits,
          );
    }
    case 'name':
      return place ? setMember(doc, place, ['name'], freeName(doc, place)) : [];
    case 'rename-key':
    default:
      return renameKey(doc, place, step.path, step.key);
  }
}

function removeOf(doc: PolicyDocument, place: RulePlace | undefined, path: NodePath): TextEdit[] {
  return place && !doc.array(place.array)?.rules[place.index] ? [] : removeMember(doc, place, path);
}

/** A text of YAML that begins as something else; nothing when quotes would not make it a text. */
function inQuotes(doc: PolicyDocument, { start, end }: { start: number; end: number }): TextEdit[] {
  const text = doc.slice(start, end);
  return /^\S(?:[^\r\n"\\]*\S)?$/.test(text) ? [{ start, end, text: quoted(text) }] : [];
}

/** The range is that of the written value; it is undefined for a value behind an alias. */
function rangeAt(doc: PolicyDocument, place: RulePlace | undefined, path: NodePath): TextRange | undefined {
  const rule = place && doc.array(place.array)!.rules[place.index]!;
  const [top, ...rest] = path;
  const root = rule
    ? rule.node()
    : doc
        .members()
        .findLast(({ key }) => key === top)
        ?.node();
  const steps = rule ? path : rest;
  const nodes = steps.map((_, length) => root && nodeAtPath(root, steps.slice(0, length)));
  const node = root && nodeAtPath(root, steps);
  return node && [...nodes, node].every((each) => each?.alias === undefined)
    ? shifted(node.range, rule?.range.start ?? 0)
    : undefined;
}

/** The default name includes the rule's place in the list. */
function freeName(doc: PolicyDocument, { array, index }: RulePlace): string {
  const taken = new Set(doc.array(array)?.rules.map(({ facts }) => facts.name));
  let number = index + 1;
  while (taken.has(`Rule ${number}`)) {
    number += 1;
  }
  return `Rule ${number}`;
}

function renameKey(
  doc: PolicyDocument,
  place: RulePlace | undefined,
  path: readonly (string | number)[],
  key: string,
): TextEdit[] {
  const [last] = path.slice(-1);
  const found = keyRange(doc, place, path.slice(0, -1), String(last));
  if (!found) {
    return [];
  }
  const quote = doc.text[found.start];
  const plain = doc.spelling === 'yaml' && quote !== '"' && quote !== "'";
  return changedMember(doc, place, path, (whole) => valueRenamed(whole, path, key), [
    { ...found, text: plain ? yamlFlowString(key) : quoted(key) },
  ]);
}

function keyRange(
  doc: PolicyDocument,
  place: RulePlace | undefined,
  path: readonly (string | number)[],
  key: string,
): { start: number; end: number } | undefined {
  if (place) {
    const rule = doc.array(place.array)!.rules[place.index]!;
    return shifted(ownMember(rule.node(), path, key), rule.range.start);
  }
  const [top, ...rest] = path;
  if (top === undefined) {
    return doc.members().findLast((member) => member.key === key)?.keyRange;
  }
  const member = doc.members().findLast((each) => each.key === top);
  return member && shifted(ownMember(member.node(), rest, key), 0);
}

/** A field behind an alias is excluded, because its edit would change the anchor. */
function ownMember(
  root: SyntaxNode,
  path: readonly (string | number)[],
  key: string,
): { start: number; end: number } | undefined {
  for (let length = 0; length <= path.length; length += 1) {
    if (nodeAtPath(root, path.slice(0, length))?.alias) {
      return undefined;
    }
  }
  const member = memberOf(nodeAtPath(root, path), key);
  return member?.merged ? undefined : member?.keyRange;
}

function shifted(
  range: { start: number; end: number } | undefined,
  by: number,
): { start: number; end: number } | undefined {
  return range && { start: range.start + by, end: range.end + by };
}
