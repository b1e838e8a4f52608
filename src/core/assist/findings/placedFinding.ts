import { sentence } from '../../util/sentence.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { StructureProblem } from '../../document/parser/problems.ts';
import type { Diagnostic } from '../../document/diagnostic.ts';
import type { SyntaxNode } from '../../document/syntaxNode.ts';
import type { RuleView } from '../../document/ruleView.ts';
import { isWithoutNeed } from '../../document/yaml/yamlDirectives.ts';
import { quoted } from '../../document/yaml/yamlString.ts';
import type { DiagnosticData, Finding, FixData } from './finding.ts';
import { placeInDocument, placeInNode, placeInRule } from './findingRange.ts';
import type { PlacedFinding } from './shownDiagnostics.ts';

/** A finding of a rule, or of the document without one. */
export function placedFinding(
  doc: PolicyDocument,
  finding: Finding,
  rule: RuleView | undefined,
): PlacedFinding {
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
