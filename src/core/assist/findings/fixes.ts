import { fromPlain, type JsonValue } from '../../json/json.ts';
import { isExpected } from '../../util/errors.ts';
import type { Diagnostic } from '../../document/diagnostic.ts';
import { valueChanged, valueRenamed } from '../../document/edit/intendedValue.ts';
import { verifiedRepair } from '../../document/edit/verifiedEdit.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import {
  changedMember,
  moveRules,
  removeMember,
  removeRules,
  setMember,
  type RulePlace,
} from '../../document/ruleEdits.ts';
import {
  lastOf,
  memberOf,
  nodeAtPath,
  shiftRange,
  type NodePath,
  type SyntaxNode,
} from '../../document/syntaxNode.ts';
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
  const [only] = fix.steps;
  if (only && fix.steps.length === 1) {
    return stepEdits(doc, diagnostic, only);
  }
  let working = doc;
  for (const step of fix.steps) {
    working = working.after(stepEdits(working, diagnostic, step));
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
  let working = doc;
  // The fixes run from the end, because removed items would move the places below them.
  for (const diagnostic of diagnostics.toSorted((a, b) => b.range.start - a.range.start)) {
    const fix = fixAmongAll(diagnostic);
    if (fix) {
      working = working.after(fixEdits(working, diagnostic, fix));
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
    return isThere ? verifiedRepair(doc, { code, within: [range] }, [[{ ...range, text: '' }]]) : [];
  }
  if (step.kind === 'quote-marked') {
    const edits = inQuotes(doc, range);
    return edits.length === 0 ? [] : verifiedRepair(doc, { code, within: [range] }, [edits]);
  }
  if (step.kind === 'untab') {
    return untabbed(doc, code);
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
      const written = writtenAt(doc, place, step.path);
      if (!written) {
        return [];
      }
      const intoList = (whole: JsonValue): JsonValue => valueChanged(whole, step.path, (value) => [value]);
      const edits = listed(doc, shiftRange(written.node.range, written.from));
      return changedMember(doc, place, step.path, intoList, edits);
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
function inQuotes(doc: PolicyDocument, { start, end }: TextRange): TextEdit[] {
  const text = doc.slice(start, end);
  return /^\S(?:[^\r\n"\\]*\S)?$/.test(text) ? [{ start, end, text: quoted(text) }] : [];
}

/** A value of the document as written. A value behind an alias has none, because its edit would change the anchor. */
function writtenAt(
  doc: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
): { readonly node: SyntaxNode; readonly from: number } | undefined {
  const rule = place && doc.array(place.array)!.rules[place.index]!;
  const [top, ...rest] = path;
  const steps = rule ? path : rest;
  const root = rule ? rule.node() : lastOf(doc.members(), String(top))?.node();
  const nodes = [...steps.keys(), steps.length].map((length) => nodeAtPath(root, steps.slice(0, length)));
  const node = nodes.at(-1);
  return node && nodes.every((each) => !each?.alias) ? { node, from: rule?.range.start ?? 0 } : undefined;
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
  path: NodePath,
  key: string,
): TextEdit[] {
  const found = keyRange(doc, place, path.slice(0, -1), String(path.at(-1)));
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
  path: NodePath,
  key: string,
): TextRange | undefined {
  if (!place && path.length === 0) {
    return lastOf(doc.members(), key)?.keyRange;
  }
  const written = writtenAt(doc, place, path);
  const member = memberOf(written?.node, key);
  return written && member && !member.merged ? shiftRange(member.keyRange, written.from) : undefined;
}
