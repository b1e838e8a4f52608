import { Lexer } from 'yaml';
import type { Spelling } from '../../policy/policyFile.ts';

export interface Comment {
  /** The text has no space at its end. */
  readonly text: string;
  readonly start: number;
}

/** The comments of a text, or of a part of one that begins with a line of its own, in written order. */
export function commentsOf(text: string, spelling: Spelling): Comment[] {
  if (spelling === 'json') {
    return text.includes('//') || text.includes('/*') ? jsonComments(text) : [];
  }
  return text.includes('#') ? yamlComments(text) : [];
}

function jsonComments(text: string): Comment[] {
  const comments: Comment[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|\/\/[^\n\r]*|\/\*[^]*?(?:\*\/|$)/g)) {
    if (!token.startsWith('"')) {
      comments.push({ text: token.trimEnd(), start: index });
    }
  }
  return comments;
}

/** The lexer adds these tokens, which represent no character. */
const made: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

function yamlComments(text: string): Comment[] {
  const comments: Comment[] = [];
  let before = '';
  let at = 0;
  for (const token of new Lexer().lex(text)) {
    // A scalar is announced by this character.
    if (token.startsWith('#') && before !== '\u001f') {
      comments.push({ text: token.trimEnd(), start: at });
    }
    at += made.has(token) ? 0 : token.length;
    before = token;
  }
  return comments;
}
