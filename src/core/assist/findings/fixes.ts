import { fromPlain, type JsonValue } from '../../json/json.ts';
import { passOnUnexpected } from '../../util/errors.ts';
import { freeName } from '../../util/freeName.ts';
import type { Diagnostic } from '../../document/diagnostic.ts';
import { valueChanged, valueRenamed } from '../../document/edit/intendedValue.ts';
import { verifiedRepair } from '../../document/edit/verifiedEdit.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { rereadPolicy } from '../../document/reading/rereadPolicy.ts';
import {
  changedMember,
  moveField,
  moveRules,
  removeMember,
  removeRules,
  setMember,
  viewOf,
  type RulePlace,
} from '../../document/ruleEdits.ts';
import { rootSpot, ruleSpot, spotAt } from '../../document/edit/spots.ts';
import type { Spot } from '../../document/edit/listLayout.ts';
import { memberOf, type NodePath } from '../../document/syntaxNode.ts';
import { joinEdits, type TextEdit, type TextRange, textChange } from '../../document/text.ts';
import { quoted, yamlFlowString } from '../../document/yaml/writeYaml.ts';
import { firstMember, listed, untabbed, wholeEdits } from './fixWhole.ts';
import type { DiagnosticData, FixData, FixStep } from './finding.ts';

/** The quick fixes of a diagnostic, the most likely one first. */
export function fixesOf(diagnostic: Diagnostic): readonly FixData[] {
  return (diagnostic.data as DiagnosticData | undefined)?.fixes ?? [];
}

/** Edits that apply one fix. Empty when a step is impossible, or has nothing to do in a document that has changed. */
export function fixEdits(doc: PolicyDocument, diagnostic: Diagnostic, { steps }: FixData): TextEdit[] {
  const [only, ...others] = steps;
  if (only && others.length === 0) {
    return stepEdits(doc, diagnostic, only);
  }
  let working = doc;
  for (const step of steps) {
    const edits = stepEdits(working, diagnostic, step);
    if (edits.length === 0) {
      return [];
    }
    working = rereadPolicy(working, edits);
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
  // The fixes run from the end, because removed items would move the places below them.
  const ordered = diagnostics.toSorted((a, b) => b.range.start - a.range.start);
  const last = ordered.reduce((working, diagnostic) => {
    const fix = fixAmongAll(diagnostic);
    return fix ? rereadPolicy(working, fixEdits(working, diagnostic, fix)) : working;
  }, doc);
  return joinEdits([textChange(doc.text, last.text)]);
}

function stepEdits(doc: PolicyDocument, diagnostic: Diagnostic, step: FixStep): TextEdit[] {
  try {
    return verifiedStep(doc, diagnostic, step);
  } catch (error) {
    passOnUnexpected(error);
    return [];
  }
}

function verifiedStep(doc: PolicyDocument, diagnostic: Diagnostic, step: FixStep): TextEdit[] {
  const { code, range } = diagnostic;
  if (step.kind === 'replace-marked') {
    const isThere = doc.slice(range.start, range.end) === step.text;
    return isThere ? verifiedRepair(doc, { code, within: [range] }, [[{ ...range, text: step.by }]]) : [];
  }
  if (step.kind === 'untab') {
    return untabbed(doc, code);
  }
  if (step.kind === 'wrap' || step.kind === 'unwrap') {
    return wholeEdits(doc, step);
  }
  const { array, index } = (diagnostic.data ?? {}) as DiagnosticData;
  const other = step.kind === 'remove' ? step.rule : undefined;
  const place = array === undefined || index === undefined ? undefined : { array, index: other ?? index };
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
      return removeMember(doc, place, step.path);
    case 'move-rule':
      return place ? moveRules(doc, place.array, [place.index], step.to) : [];
    case 'remove-rule':
      return place ? removeRules(doc, place.array, [place.index]) : [];
    case 'list': {
      const spot = spotOf(doc, place, step.path);
      if (!spot) {
        return [];
      }
      const intoList = (whole: JsonValue): JsonValue => valueChanged(whole, step.path, (item) => [item]);
      const edits = listed(doc, spot.node.range);
      return changedMember(doc, place, step.path, intoList, edits);
    }
    case 'move-field':
      return place ? moveField(doc, place, step.key, step.path) : [];
    case 'name':
      return place ? setMember(doc, place, ['name'], nameByPlace(doc, place)) : [];
    case 'rename-key':
    default:
      return renameKey(doc, place, step.path, step.key);
  }
}

/** The written place of a value. */
function spotOf(doc: PolicyDocument, place: RulePlace | undefined, path: NodePath): Spot | undefined {
  return spotAt(place ? ruleSpot(doc, viewOf(doc, place.array), place.index) : rootSpot(doc), path);
}

/** The default name includes the rule's place in the list. */
function nameByPlace(doc: PolicyDocument, { array, index }: RulePlace): string {
  const taken = new Set(doc.array(array)?.rules.map(({ facts }) => facts.name));
  return freeName(taken, (number) => `Rule ${number}`, index + 1);
}

function renameKey(
  doc: PolicyDocument,
  place: RulePlace | undefined,
  path: NodePath,
  key: string,
): TextEdit[] {
  const range = keyRange(doc, place, path);
  if (!range) {
    return [];
  }
  const isPlain = doc.spelling === 'yaml' && !/["']/.test(doc.slice(range.start, range.start + 1));
  return changedMember(doc, place, path, (whole) => valueRenamed(whole, path, key), [
    { ...range, text: isPlain ? yamlFlowString(key) : quoted(key) },
  ]);
}

function keyRange(doc: PolicyDocument, place: RulePlace | undefined, path: NodePath): TextRange | undefined {
  const member = memberOf(spotOf(doc, place, path.slice(0, -1))?.node, String(path.at(-1)));
  return member?.merged ? undefined : member?.keyRange;
}
