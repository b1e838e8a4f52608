import { sentence } from '../../util/sentence.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { StructureProblem } from '../../document/reading/problems.ts';
import type { Diagnostic } from '../../document/diagnostic.ts';
import { lastOf, memberOf, nodeAtPath, type NodePath, type SyntaxNode } from '../../document/syntaxNode.ts';
import type { TextRange } from '../../document/text.ts';
import type { RuleView } from '../../document/ruleView.ts';
import { isWithoutNeed } from '../../document/yaml/yamlErrors.ts';
import { quoted } from '../../document/yaml/writeYaml.ts';
import type { DiagnosticData, Finding, FixData, Mark } from './finding.ts';
import type { PlacedFinding } from './shownDiagnostics.ts';

/** A finding of a rule, or of the document without one. */
export function placedFinding(
  doc: PolicyDocument,
  finding: Finding,
  rule: RuleView | undefined,
): PlacedFinding & { readonly data: DiagnosticData } {
  const { message, path, mark = 'value', tags, related, fixes } = finding;
  const data: DiagnosticData = {
    ...(rule && { array: rule.array, index: rule.index }),
    ...(fixes?.length && { fixes }),
    path,
  };
  return {
    message: sentence(message),
    range: rule ? placeInRule(rule, path, mark) : placeInDocument(doc, path, mark),
    ...(tags && { tags }),
    ...(related && {
      related: related.map((place) => ({
        message: sentence(place.message),
        range: placeInRule(place.rule, place.path, 'value'),
      })),
    }),
    data,
  };
}

export function placedProblem(doc: PolicyDocument, problem: StructureProblem): PlacedFinding {
  const { start, end } = problem.range;
  const fix = fixOfProblem(doc, problem.code, doc.slice(start, end));
  return { ...problemWithin(problem, doc.length), ...(fix && { data: { fixes: [fix] } }) };
}

function fixOfProblem(doc: PolicyDocument, code: string, text: string): FixData | undefined {
  switch (code) {
    case 'trailing-comma':
      return replaceFix('Remove the comma', ',', '');
    case 'yaml-directive':
      return isWithoutNeed(doc.text, text)
        ? replaceFix('Remove the directive (the content stays the same)', text, '')
        : undefined;
    case 'tab-indentation':
      return { title: 'Indent by spaces', steps: [{ kind: 'untab' }] };
    case 'unresolved-alias':
    case 'missing-quotes':
      // Quotes do not make a text of several lines, or of one with a backslash.
      return /^\S(?:[^\r\n"\\]*\S)?$/.test(text)
        ? replaceFix('Write it in quotes, as a text', text, quoted(text))
        : undefined;
    default:
      return undefined;
  }
}

function replaceFix(title: string, text: string, by: string): FixData {
  return { title, steps: [{ kind: 'replace-marked', text, by }] };
}

/** A finding in a file that is no policy. */
export function findingInFile(root: SyntaxNode | undefined, finding: Finding): Omit<Diagnostic, 'severity'> {
  const { code, message, path, mark = 'value', fixes = [] } = finding;
  const range = root ? placeInNode(root, path, mark) : { start: 0, end: 0 };
  return { code, message: sentence(message), range, data: { fixes, path } };
}

/** A problem of the text of a file that is no policy. */
export function problemInFile(problem: StructureProblem, text: string): Omit<Diagnostic, 'severity'> {
  return { code: problem.code, ...problemWithin(problem, text.length) };
}

/** Readers may point behind the end of a text that is cut off. */
function problemWithin({ message, range }: StructureProblem, length: number): PlacedFinding {
  const [start, end] = [Math.min(range.start, length), Math.min(range.end, length)];
  return { message: sentence(message), range: { start, end } };
}

/**
 * The range is that of a place in a rule, in offsets of the document. A path that leads nowhere marks its last existing
 * place.
 */
function placeInRule(rule: RuleView, path: NodePath, mark: Mark): TextRange {
  const value = mark === 'value' ? rule.slice.rangeAt(path) : undefined;
  const range = value ?? placeInNode(rule.node(), path, mark);
  return { start: range.start + rule.range.start, end: range.end + rule.range.start };
}

/** The text of a place beside the rules. A path that leads nowhere marks the start of the document. */
export function placeInDocument(doc: PolicyDocument, path: NodePath, mark: Mark): TextRange {
  const members = doc.members();
  const [key, ...rest] = path;
  const member = key === undefined ? undefined : lastOf(members, String(key));
  if (!member) {
    return members[0]?.keyRange ?? firstCharacter(doc.text);
  }
  if (rest.length === 0 || member.array) {
    return mark === 'key' ? member.keyRange : member.value.range;
  }
  return placeInNode(member.value, rest, mark);
}

/** The text of a place below a node, in the offsets of the node. */
export function placeInNode(root: SyntaxNode, path: NodePath, mark: Mark): TextRange {
  let node = root;
  let keyRange: TextRange | undefined;
  for (const step of path) {
    const member = typeof step === 'string' ? memberOf(node, step) : undefined;
    const next = member?.value ?? nodeAtPath(node, [step]);
    if (!next) {
      return startOf(node);
    }
    keyRange = member?.keyRange;
    node = next;
  }
  if (mark === 'key' && keyRange) {
    return keyRange;
  }
  return mark === 'start' ? startOf(node) : node.range;
}

/**
 * The text is a number, true or false; ranges count from the start of `text`. It is undefined for a value behind an
 * alias.
 */
export function writtenAt(root: SyntaxNode | undefined, path: NodePath, text: string): string | undefined {
  const node = nodeAtPath(root, path);
  return node && !node.alias && (node.kind === 'number' || node.kind === 'boolean')
    ? text.slice(node.range.start, node.range.end)
    : undefined;
}

/** The first key of an object: a mark for the whole that does not cover pages. */
function startOf(node: SyntaxNode): TextRange {
  return (node.kind === 'object' && node.members[0]?.keyRange) || node.range;
}

function firstCharacter(text: string): TextRange {
  const start = text.search(/\S/);
  return start < 0 ? { start: 0, end: 0 } : { start, end: start + 1 };
}
