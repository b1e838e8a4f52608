import { findSecret, namesSecret } from '../findings/secretPatterns.ts';
import type { Diagnostic } from '../../document/diagnostic.ts';
import type { SyntaxNode } from '../../document/syntaxNode.ts';
import type { TextRange } from '../../document/text.ts';
import { shownCode } from '../findings/shown.ts';

const advice = 'Ordinance asks for access keys at sign-in and keeps them in secret storage, never in a file';

/** Whatever looks like a secret, comments included. The message never repeats it. */
export function secretsInConsoleFile(
  text: string,
  root: SyntaxNode | undefined,
): Omit<Diagnostic, 'severity'>[] {
  const found: Omit<Diagnostic, 'severity'>[] = [];
  const add = (message: string, range: TextRange): void => {
    if (!found.some((other) => other.range.start < range.end && range.start < other.range.end)) {
      found.push({ code: 'secret-in-file', message, range });
    }
  };
  for (const { key, keyRange, value } of root ? membersIn(root) : []) {
    if (namesSecret(key) && value.kind !== 'null') {
      add(`${shownCode(key)} does not belong here: ${advice}`, {
        start: keyRange.start,
        end: value.range.end,
      });
    }
  }
  let lineStart = 0;
  for (const line of text.split('\n')) {
    const secret = findSecret(line);
    if (secret) {
      add(`this looks like ${secret.what}: ${advice}`, {
        start: lineStart + secret.start,
        end: lineStart + secret.end,
      });
    }
    lineStart += line.length + 1;
  }
  return found;
}

function* membersIn(node: SyntaxNode): Generator<{ key: string; keyRange: TextRange; value: SyntaxNode }> {
  if (node.kind === 'object') {
    for (const member of node.members) {
      if (!member.merged) {
        yield member;
        yield* membersIn(member.value);
      }
    }
  } else if (node.kind === 'array' && !node.alias) {
    for (const item of node.items) {
      yield* membersIn(item);
    }
  }
}
