import { maximumDepth } from '../json/scanJson.ts';
import { problem } from '../reading/problems.ts';
import type { StructureProblem } from '../ruleView.ts';
import type { TextRange } from '../text.ts';

export function tooDeep(range: TextRange): StructureProblem {
  return problem('too-deep', `nested more than ${maximumDepth} deep`, range, true);
}
