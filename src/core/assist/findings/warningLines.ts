import { LineIndex } from '../../document/lineIndex.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { PolicyChecker } from './checkPolicy.ts';

/** The warnings of a policy file, one line each: those whose code is not `silenced`. */
export function warningLines(
  checker: Pick<PolicyChecker, 'check'>,
  document: PolicyDocument,
  isSilenced: (code: string) => boolean = () => false,
): string[] {
  const found = checker
    .check(document)
    .filter(({ severity, code }) => severity === 'warning' && !isSilenced(code));
  const last = found.at(-1);
  if (!last) {
    return [];
  }
  const lines = new LineIndex(document.text);
  return found.map(({ message, range }) => `line ${lines.position(range.start).line + 1}: ${message}`);
}
