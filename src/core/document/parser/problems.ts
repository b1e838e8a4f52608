import type { SyntaxMember, SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';

/**
 * The problem concerns the text or the shape of a document of any policy. A `fatal` problem leaves no single meaning,
 * so the document has no value. Ranges count from the start of the document.
 */
export interface StructureProblem {
  readonly code: string;
  readonly message: string;
  readonly range: TextRange;
  readonly fatal: boolean;
}

/** Objects and lists inside one another. */
export const MAX_DEPTH = 200;

export function problem(code: string, message: string, range: TextRange, fatal: boolean): StructureProblem {
  return { code, message, range, fatal };
}

const broken = new Set(['syntax', 'tab-indentation', 'missing-quotes', 'too-deep', 'too-large']);

/** The result is true when the text itself is broken, and not only its data. */
export function isBroken(problems: readonly StructureProblem[]): boolean {
  return problems.some(({ code }) => broken.has(code));
}

function duplicateKey(key: string, range: TextRange): StructureProblem {
  const shown = key.length > 80 ? `${key.slice(0, 80)}…` : key;
  return problem('duplicate-key', `the key "${shown}" occurs twice`, range, true);
}

export function notAnObject(range: TextRange): StructureProblem {
  return problem('rule-not-an-object', 'a rule is an object with a name and collections', range, false);
}

export function notAPolicy(range: TextRange, empty: boolean): StructureProblem {
  const message = empty ? 'the file is empty' : 'a policy is an object with a list of rules';
  return problem('not-a-policy', message, range, true);
}

export function notAList(key: string, range: TextRange): StructureProblem {
  return problem('rules-not-a-list', `${key} must be a list of rules`, range, false);
}

function loneSurrogate(range: TextRange): StructureProblem {
  return problem(
    'lone-surrogate',
    'half of a character, which cannot be sent: write the character again',
    range,
    false,
  );
}

function outOfRange(range: TextRange): StructureProblem {
  return problem('number-out-of-range', 'this number is too large for most programs', range, false);
}

/** The text has more open brackets in one place than `limit`. Strings are only roughly recognized. */
export function hasDeepBrackets(text: string, limit: number): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > limit) {
      return true;
    }
  }
  return false;
}

/** The problems of a rule by itself. */
export function problemsOfRule(node: SyntaxNode): StructureProblem[] {
  const problems = problemsOfNode(node);
  if (node.kind !== 'object') {
    problems.push(notAnObject(node.range));
  }
  return problems;
}

/**
 * The problems are duplicate keys, numbers beyond every reader's range and halves of characters. A value behind an
 * alias is reported at its source. They are added to `problems`.
 */
export function problemsOfNode(node: SyntaxNode, problems: StructureProblem[] = []): StructureProblem[] {
  if (node.alias) {
    return problems;
  }
  if (node.kind === 'object') {
    const { members } = node;
    const keys = members.length > MAX_SEARCHED_MEMBERS ? new Set<string>() : undefined;
    for (let at = 0; at < members.length; at++) {
      const { key, keyRange, value, merged } = members[at] as SyntaxMember;
      if (merged) {
        continue;
      }
      if (keys ? keys.has(key) : isAmong(members, at, key)) {
        problems.push(duplicateKey(key, keyRange));
      }
      keys?.add(key);
      if (!key.isWellFormed()) {
        problems.push(loneSurrogate(keyRange));
      }
      problemsOfNode(value, problems);
    }
  } else if (node.kind === 'array') {
    for (const item of node.items) {
      problemsOfNode(item, problems);
    }
  } else if (node.kind === 'string' && !node.value.isWellFormed()) {
    problems.push(loneSurrogate(node.range));
  } else if (node.kind === 'number' && !Number.isFinite(Number(node.lexeme))) {
    problems.push(outOfRange(node.range));
  }
  return problems;
}

/** Objects with more fields than this are searched with a set. */
const MAX_SEARCHED_MEMBERS = 24;

function isAmong(members: readonly SyntaxMember[], before: number, key: string): boolean {
  for (let at = 0; at < before; at++) {
    const member = members[at] as SyntaxMember;
    if (member.key === key && !member.merged) {
      return true;
    }
  }
  return false;
}
