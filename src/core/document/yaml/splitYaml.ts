import {
  problemsOfNode,
  problemsOfRule,
  type StructureProblem,
  problem,
  shiftProblem,
  severalDocuments,
  tooDeep,
} from '../reading/problems.ts';
import {
  ruleDepth,
  type ListPlace,
  type Piece,
  type RuleList,
  type RulePiece,
  type SpellingReader,
  type SplitRequest,
  type TextReading,
  unreadable,
} from '../reading/pieces.ts';
import { RuleSlice } from '../ruleView.ts';
import { shiftNode, type SyntaxNode } from '../syntaxNode.ts';
import { dashColumn, isClosing, isMarker, kindOfLine, lineBehind, lineKind, lostList } from './yamlLines.ts';
import { readWithLibrary } from './libraryYaml.ts';
import { YamlScanner } from './scanYaml.ts';
import { TooDeep, Unsure } from './yamlScalars.ts';

const none: readonly StructureProblem[] = [];

export const yamlReader: SpellingReader = {
  split: (request, keys) => new YamlSplitter(request, keys).split(),
  readText,
  readBroken: (text, list) => readYamlRule(text, 0, text.length, list),
};

/** Reads a whole text, fast where that is certain. `largest`: characters that the library may be given. */
function readText(text: string, largest?: number): TextReading {
  const fast = scanned(() => ({ root: new YamlScanner(text).document(0), problems: none, fatal: false }));
  const reading = fast instanceof TooDeep ? tooDeepAt(fast.at) : (fast ?? readWithLibrary(text, 0, largest));
  const { root, problems } = reading;
  return root ? { ...reading, problems: problemsOfNode(root, [...problems]) } : reading;
}

/** The result of the fast reader is undefined when it is not sure. */
function scanned<Result>(scan: () => Result): Result | TooDeep | undefined {
  try {
    return scan();
  } catch (error) {
    if (error instanceof TooDeep) {
      return error;
    }
    if (error instanceof Unsure) {
      return undefined;
    }
    throw error;
  }
}

function tooDeepAt(at: number): TextReading {
  return unreadable(tooDeep({ start: at, end: at + 1 }));
}

/** Takes a document apart into its rules, by its lines alone. */
class YamlSplitter {
  readonly #request: SplitRequest;
  readonly #text: string;
  readonly #left: Set<string>;
  /** The text before this offset is already in pieces. */
  #cut: number;
  /** The mark is that of the next piece around the lists. */
  #isMendable = false;

  constructor(request: SplitRequest, keys: readonly string[]) {
    const { text, from } = request;
    this.#request = request;
    this.#text = text;
    this.#left = new Set(from?.list.left ?? keys);
    this.#cut = from?.at ?? 0;
  }

  /** The result 'whole' means that the text is not a plain block mapping. */
  *split(): Generator<Piece, 'whole' | void, void> {
    const { from, text } = this.#request;
    const isPlain = from
      ? (yield* this.#list(from)) && (yield* this.#members(this.#cut, true))
      : yield* this.#members(text.charCodeAt(0) === 0xfeff ? 1 : 0, false);
    if (!isPlain) {
      return 'whole';
    }
    yield this.#outside(text.length);
  }

  /** The result is true when the lines are those of a block mapping. */
  *#members(from: number, isBegun: boolean): Generator<Piece, boolean, void> {
    const text = this.#text;
    let begun = isBegun;
    for (let line = from; line < text.length;) {
      const kind = kindOfLine(text, line, 0);
      const next = lineBehind(text, line);
      if (kind === lineKind.inside) {
        if (!begun && isContent(text, line)) {
          return false;
        }
        line = next;
        continue;
      }
      const isStart: boolean = !begun && kind === lineKind.marker && isDocumentStart(text.slice(line, next));
      if ((!begun && !isStart && kind !== lineKind.key) || isClosing(text, line)) {
        return false;
      }
      begun = true;
      // The text around the lists is read by itself, and that reading reports a stray line.
      const key = kind === lineKind.key ? listKey(text.slice(line, next), this.#left) : undefined;
      const begin = key === undefined ? undefined : this.#listBehind(next);
      if (key === undefined || !begin) {
        line = next;
        continue;
      }
      this.#left.delete(key);
      const { line: first, dash, column } = begin;
      yield this.#outside(first, dash > first ? Infinity : column + 2);
      if (!(yield* this.#list({ list: { key, column, left: [...this.#left] }, at: first }, dash))) {
        return false;
      }
      line = this.#cut;
    }
    return true;
  }

  /** The result is the start of the rules of a list whose key is on the line in front. */
  #listBehind(
    from: number,
  ): { readonly line: number; readonly dash: number; readonly column: number } | undefined {
    const text = this.#text;
    const { mends = false } = this.#request;
    const dash = dashColumn(text, from);
    const lost = dash && !mends ? undefined : lostList(text, from);
    this.#isMendable ||= lost !== undefined;
    const isLost = mends && lost !== undefined && (!dash || (lost.column > 0 && lost.column < dash.column));
    return isLost ? lost : dash && { ...dash, dash: dash.line };
  }

  /** `looked` is the number of characters behind the text on which its end depends. */
  #outside(end: number, looked = 1): Piece {
    const text = this.#text.slice(this.#cut, end);
    const isMendable = this.#isMendable;
    this.#isMendable = false;
    return { text, reach: text.length + looked, isMendable };
  }

  /**
   * The reader takes rules from the line at a place on to the end of the list. The result is true for the rules of a
   * block list.
   */
  *#list({ list, at }: ListPlace, dash = at): Generator<Piece, boolean, void> {
    const text = this.#text;
    this.#cut = dash;
    if (dash > at) {
      yield { ...readYamlRule(text, at, dash, list), reach: Infinity };
    }
    let count = dash > at ? 1 : 0;
    for (const { end, looked } of ruleEnds(text, dash, list.column)) {
      const rule = readYamlRule(text, this.#cut, end, list, this.#request.known);
      yield { ...rule, reach: Math.max(rule.reach, looked - this.#cut + 1) };
      this.#cut = end;
      count++;
    }
    const { column: behind = 0 } = dashColumn(text, this.#cut) ?? {};
    this.#isMendable ||= behind > 0 && count === 1;
    // A bracket as far out as the `-` still belongs to the last rule.
    return !isClosing(text, this.#cut);
  }
}

/** The generator yields each possible end of the rule at `line`, and how far the text was read for it. */
function* ruleEnds(
  text: string,
  line: number,
  column: number,
): Generator<{ readonly end: number; readonly looked: number }> {
  // Stray lines before this offset are followed by another rule.
  let followed = 0;
  let at = lineBehind(text, line);
  for (; at < text.length; at = lineBehind(text, at)) {
    const kind = kindOfLine(text, at, column);
    if (kind === lineKind.dash) {
      yield { end: at, looked: lineBehind(text, at) };
    } else if ((kind === lineKind.stray || kind === lineKind.marker) && at >= followed) {
      followed = nextRule(text, at, column);
      if (followed < 0) {
        yield { end: at, looked: text.length };
        return;
      }
    } else if (kind === lineKind.key) {
      break;
    }
  }
  const end = Math.min(at, text.length);
  yield { end, looked: end < text.length ? lineBehind(text, end) : end };
}

/** The next rule of the same list behind a stray line; -1 when the list is over. */
function nextRule(text: string, from: number, column: number): number {
  for (let at = from; at < text.length; at = lineBehind(text, at)) {
    const kind = kindOfLine(text, at, column);
    if (kind === lineKind.dash) {
      return at;
    }
    if (kind === lineKind.key) {
      return -1;
    }
  }
  return -1;
}

function isDocumentStart(line: string): boolean {
  return /^---[ \t]*(?:#[^\n]*)?\r?\n?$/.test(line);
}

/** The test fails for a blank line and a comment. */
const content = / *[^ #\n\r]/y;

function isContent(text: string, line: number): boolean {
  content.lastIndex = line;
  return content.test(text);
}

/** The list that a line introduces: its key, with nothing but a comment behind the colon. */
function listKey(line: string, keys: ReadonlySet<string>): string | undefined {
  const match = /^(?:([A-Za-z]+)|"([A-Za-z]+)"|'([A-Za-z]+)')[ ]*:[ \t]*(?:#[^\n]*)?\r?\n?$/.exec(line);
  const key = match?.[1] ?? match?.[2] ?? match?.[3];
  return key !== undefined && keys.has(key) ? key : undefined;
}

/** The lines `[from, to)` of the text are one rule of a list in block style. */
function readYamlRule(
  text: string,
  from: number,
  to: number,
  list: RuleList,
  known?: ReadonlyMap<string, RuleSlice>,
): RulePiece {
  const read = scanned(() => new YamlScanner(text, from, to).item(list.column, ruleDepth));
  const own = text.slice(from, to);
  if (!read || read instanceof TooDeep) {
    return doubtfulRule(own, list, read ? tooDeepAt(read.at - from) : readWithLibrary(own, ruleDepth - 1));
  }
  const { node, start, end } = read;
  const source = text.slice(from, end);
  const slice =
    known?.get(source) ?? new RuleSlice(source, start - from, node, problemsOfRule(node), { read: nodeOf });
  return { text: own, reach: own.length + 1, list, slice, problems: none };
}

function nodeOf(source: string): SyntaxNode {
  return new YamlScanner(source).item(source.indexOf('-'), ruleDepth).node;
}

/** A rule that the fast reader is not sure of. */
function doubtfulRule(
  text: string,
  list: RuleList,
  { root, problems: own, fatal: isBroken, openAliases }: TextReading,
): RulePiece {
  const mistake = isBroken ? undefined : mistakeIn(text, list.column);
  const problems = mistake ? [...own, mistake] : own;
  const item = root?.kind === 'array' ? root.items[0] : root;
  const start = item?.range.start ?? text.indexOf('-') + 1;
  const end = Math.max(start, item?.range.end ?? text.trimEnd().length);
  const node: SyntaxNode = item
    ? shiftNode(item, -start)
    : { kind: 'null', range: { start: 0, end: end - start } };
  // The comments behind the rule are no part of its slice, which may be used again with others.
  const isInside = ({ range }: StructureProblem): boolean => range.start < end;
  const behind = problems.filter((problem) => !isInside(problem));
  const shifted = problems.filter(isInside).map((problem) => shiftProblem(problem, -start));
  const all = [...shifted, ...(mistake || !item ? problemsOfNode(node) : problemsOfRule(node))];
  const broken = isBroken || mistake !== undefined;
  const slice = new RuleSlice(text.slice(0, end), start, node, all, { broken });
  return { text, reach: text.length + 1, list, slice, problems: behind, openAliases };
}

/** The mistake matters among rules, even if the rule by itself is readable. */
function mistakeIn(text: string, column: number): StructureProblem | undefined {
  // A marker ends or begins a document.
  for (let line = 0; line < text.length; line = lineBehind(text, line)) {
    if (isMarker(text, line)) {
      return severalDocuments({ start: line, end: Math.min(text.length, line + 3) });
    }
  }
  const start = /\S/.exec(text)?.index ?? 0;
  const place = column === 0 ? 'at the start of a line' : `behind ${column} spaces`;
  const message = `a rule of this list begins with "- " ${place}`;
  return dashColumn(text, 0)?.column === column
    ? undefined
    : problem('syntax', message, { start, end: start + 1 }, true);
}
