import type { StructureProblem } from '../ruleView.ts';
import type { SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { decodeString } from './decode.ts';
import { tapeKind, type Tape } from './tape.ts';

export function problem(code: string, message: string, range: TextRange, fatal: boolean): StructureProblem {
  return { code, message, range, fatal };
}

const broken = new Set(['syntax', 'tab-indentation', 'wants-quotes', 'too-deep', 'too-large']);

/** The text itself is broken, not only what it says. */
export function isBroken(problems: readonly StructureProblem[]): boolean {
  return problems.some(({ code }) => broken.has(code));
}

export function duplicateKey(key: string, range: TextRange): StructureProblem {
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

export function loneSurrogate(range: TextRange): StructureProblem {
  return problem('lone-surrogate', 'half of a character: it cannot be sent', range, false);
}

export function outOfRange(range: TextRange): StructureProblem {
  return problem('number-out-of-range', 'this number is too large to be kept by most readers', range, false);
}

/** Objects of more members than this are looked through with a set. */
const few = 24;

/** Keys that occur twice and numbers beyond every reader's range, in written order; offsets less `base`. */
export function problemsOfTape(
  tape: Tape,
  from: number,
  text: string,
  base: number,
  add: (found: StructureProblem) => void,
): void {
  const seen = new Int32Array(few);
  for (let index = from; index < tape.length; index++) {
    const kind = tape.kind(index);
    // Most entries are strings: they are passed over quickly.
    if (kind !== tapeKind.object && kind !== tapeKind.number) {
      continue;
    }
    if (kind === tapeKind.object) {
      if (hasEqualHashes(tape, index, text, seen)) {
        addDuplicates(tape, index, text, base, add);
      }
    } else if (tape.end(index) - tape.start(index) > 4) {
      const lexeme = text.slice(tape.start(index), tape.end(index));
      if (isOutOfRange(lexeme)) {
        add(outOfRange({ start: tape.start(index) - base, end: tape.end(index) - base }));
      }
    }
  }
}

export function isOutOfRange(lexeme: string): boolean {
  const large = lexeme.length > 300 || lexeme.includes('e') || lexeme.includes('E');
  return large && !Number.isFinite(Number(lexeme));
}

/** Compares numbers made of length and three characters of each key: equal keys have equal numbers. */
function hasEqualHashes(tape: Tape, object: number, text: string, seen: Int32Array): boolean {
  let count = 0;
  for (let key = object + 1, end = tape.link(object); key < end; key = tape.after(key + 1)) {
    const kind = tape.kind(key);
    if (kind === tapeKind.escaped || kind === tapeKind.single || count === few) {
      return true;
    }
    const quotes = kind === tapeKind.plain ? 0 : 1;
    const start = tape.start(key) + quotes;
    const length = tape.end(key) - quotes - start;
    const middle = text.charCodeAt(start + (length >> 1));
    const hash =
      length === 0
        ? 0
        : (length << 24) ^
          (text.charCodeAt(start) << 16) ^
          (middle << 8) ^
          text.charCodeAt(start + length - 1);
    for (let other = 0; other < count; other++) {
      if (seen[other] === hash) {
        return true;
      }
    }
    seen[count++] = hash;
  }
  return false;
}

function addDuplicates(
  tape: Tape,
  object: number,
  text: string,
  base: number,
  add: (found: StructureProblem) => void,
): void {
  const keys = new Set<string>();
  for (let at = object + 1, end = tape.link(object); at < end; at = tape.after(at + 1)) {
    const key = decodeString(tape, at, text);
    if (keys.has(key)) {
      add(duplicateKey(key, { start: tape.start(at) - base, end: tape.end(at) - base }));
    }
    keys.add(key);
  }
}

/** As `problemsOfTape`, for a text that was read into nodes. What comes through an alias is reported at its source. */
export function problemsOfNode(node: SyntaxNode, add: (found: StructureProblem) => void): void {
  if (node.alias) {
    return;
  }
  if (node.kind === 'object') {
    const keys = new Set<string>();
    for (const member of node.members) {
      if (!member.merged) {
        if (keys.has(member.key)) {
          add(duplicateKey(member.key, member.keyRange));
        }
        keys.add(member.key);
        if (!member.key.isWellFormed()) {
          add(loneSurrogate(member.keyRange));
        }
      }
    }
    for (const member of node.members) {
      if (!member.merged) {
        problemsOfNode(member.value, add);
      }
    }
  } else if (node.kind === 'array') {
    for (const item of node.items) {
      problemsOfNode(item, add);
    }
  } else if (node.kind === 'string' && !node.value.isWellFormed()) {
    add(loneSurrogate(node.range));
  } else if (node.kind === 'number' && isOutOfRange(node.lexeme)) {
    add(outOfRange(node.range));
  }
}
