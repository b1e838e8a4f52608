import { MAX_DEPTH, problem, type StructureProblem } from '../parser/problems.ts';
import type { TextRange } from '../text.ts';

export function tooDeep(range: TextRange): StructureProblem {
  return problem('too-deep', `nested more than ${MAX_DEPTH} deep`, range, true);
}

export function severalDocuments(range: TextRange): StructureProblem {
  return problem('several-documents', 'a policy file holds one YAML document', range, true);
}

export function noDash(range: TextRange, column: number): StructureProblem {
  const place = column === 0 ? 'at the start of a line' : `behind ${column} spaces`;
  return problem('syntax', `a rule of this list begins with "- " ${place}`, range, true);
}

export function tooLarge({ start, end }: TextRange): StructureProblem {
  const message =
    'the text is too large for shared anchors, flow style over several lines, or a mistake in indentation: write it in block style';
  return problem('too-large', message, { start, end: Math.min(end, start + 1) }, true);
}

export function unresolvedAlias(name: string): string {
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  const otherwise =
    shown === '' ? '' : ` (without quotes, it is an alias, and there is no anchor ${shown} above)`;
  return `a text that begins with * needs quotes: "*${shown}"${otherwise}`;
}
