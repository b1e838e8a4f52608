import { Anchors } from '../chunks/anchors.ts';
import type {
  ChunkSyntax,
  ChunkedText,
  RulePosition,
  ParsedRule,
  RuleText,
  Skeleton,
  ChunkList,
  RuleTexts,
} from '../chunks/chunk.ts';
import type { KnownRules } from '../parser/knownRules.ts';
import type { RecentNodes, SeeRule } from '../parser/ruleSlices.ts';
import type { SyntaxMember } from '../syntaxNode.ts';
import { dashColumn, isClosing, kindOfLine, lineBehind, lineKind, lostList } from './yamlLines.ts';
import { YamlRules } from './yamlRule.ts';
import { readYamlSkeleton } from './yamlSkeleton.ts';

interface List {
  readonly key: string;
  readonly column: number;
  readonly rules: RuleText[];
}

export class YamlSyntax implements ChunkSyntax {
  readonly #rules: YamlRules;

  constructor(recent: RecentNodes, see?: SeeRule) {
    this.#rules = new YamlRules(recent, see);
  }

  mayBeRule(text: string, position: RulePosition, column: number): boolean {
    if (kindOfLine(text, 0, column) !== lineKind.dash || (position !== 'final' && !text.endsWith('\n'))) {
      return false;
    }
    for (let line = lineBehind(text, 0); line < text.length; line = lineBehind(text, line)) {
      const kind = kindOfLine(text, line, column);
      const isMistake = kind === lineKind.stray || kind === lineKind.marker;
      if (kind !== lineKind.inside && (!isMistake || position !== 'inner')) {
        return false;
      }
    }
    return true;
  }

  readRule(text: string, position: RulePosition, column: number): ParsedRule {
    const reading = this.#rules.read(text, 0, text.length, column);
    return this.mayBeRule(text, position, column) ? reading : { ...reading, valid: false };
  }

  split(
    text: string,
    position: RulePosition,
    first: boolean,
    column: number,
  ): RuleTexts | 'extend' | 'unsure' {
    const lead = first ? contentLine(text) : 0;
    if (kindOfLine(text, lead, column) !== lineKind.dash || lead >= text.length) {
      return first ? 'unsure' : 'extend';
    }
    const rules: RuleText[] = [];
    for (let line = 0; line < text.length;) {
      let next = lineBehind(text, line);
      while (next < text.length && kindOfLine(text, next, column) !== lineKind.dash) {
        next = lineBehind(text, next);
      }
      const part = text.slice(line, next);
      rules.push({ text: part, rule: this.readRule(part, next < text.length ? 'inner' : position, column) });
      line = next;
    }
    return rules.every(({ rule }) => rule.valid) ? { lead: text.slice(0, lead), rules } : 'unsure';
  }

  opening(text: string, { keyRange }: SyntaxMember, before: number): number {
    const newline = text.indexOf('\n', keyRange.end - before);
    return newline < 0 ? -1 : newline + 1;
  }

  fits(outside: readonly string[], lists: readonly ChunkList[], keys: readonly string[]): boolean {
    const rules = lists.map(({ column }) => `${' '.repeat(column)}- x\n`);
    const text = outside.map((part, place) => part + (rules[place] ?? '')).join('');
    const reading = this.chunked(text, keys);
    let step = reading.next();
    while (!step.done) {
      step = reading.next();
    }
    const found = step.value;
    return (
      found?.lists.length === lists.length &&
      found.outside.every((part, place) => part === outside[place]) &&
      found.lists.every(
        (list, place) => list.key === lists[place]?.key && list.rules[0]?.text === rules[place],
      )
    );
  }

  skeleton(outside: readonly string[], lists: readonly string[], keys: readonly string[]): Skeleton {
    const marks: number[] = [];
    let length = 0;
    for (const text of outside) {
      marks.push((length += text.length));
    }
    return readYamlSkeleton(outside.join(''), lists, marks, keys);
  }

  /** Lines alone decide where rules begin and end: where a rule's own lines say otherwise, the document is read anew. */
  mayBeValid(): boolean {
    return true;
  }

  /**
   * Takes a whole document apart, yielding after each rule; undefined when it is not a plain block mapping. `mended`: the first rule of a list
   * may be whatever stands in front of the others.
   */
  *chunked(
    text: string,
    keys: readonly string[],
    known?: KnownRules,
    mended = false,
  ): Generator<void, ChunkedText | undefined, void> {
    const open = new Set(keys);
    const outside: string[] = [];
    const lists: List[] = [];
    let cut = 0;
    let begun = false;
    let anchors: Anchors | undefined;
    let mayBeMended = false;
    for (let line = text.charCodeAt(0) === 0xfeff ? 1 : 0; line < text.length;) {
      const kind = kindOfLine(text, line, 0);
      const next = lineBehind(text, line);
      if (kind === lineKind.inside) {
        if (!begun && isContent(text, line)) {
          return undefined;
        }
        line = next;
        continue;
      }
      const isStart: boolean = !begun && kind === lineKind.marker && isDocumentStart(text.slice(line, next));
      if (!begun && !isStart && kind !== lineKind.key) {
        return undefined;
      }
      begun = true;
      if (isClosing(text.charCodeAt(line))) {
        return undefined;
      }
      if (kind !== lineKind.key) {
        // What stands outside of the lists is read by itself, and says whether this is a mistake.
        line = next;
        continue;
      }
      const key = listKey(text.slice(line, next), open);
      const dash = key === undefined ? undefined : dashColumn(text, next);
      const lost = key === undefined || (dash && !mended) ? undefined : lostList(text, next);
      mayBeMended ||= lost !== undefined;
      const isLost = mended && lost && (!dash || (lost.column > 0 && lost.column < dash.column));
      const start = isLost ? lost : dash && { ...dash, dash: dash.line };
      if (key === undefined || !start) {
        line = next;
        continue;
      }
      open.delete(key);
      const list: List = { key, column: start.column, rules: [] };
      outside.push(text.slice(cut, start.line));
      cut = start.line;
      if (isLost) {
        const part = text.slice(cut, start.dash);
        list.rules.push({ text: part, rule: this.readRule(part, 'inner', start.column) });
        cut = start.dash;
      }
      for (const end of listLines(text, start.dash, start.column)) {
        list.rules.push(this.#rule(text, cut, end, start.column, known));
        cut = end;
        const { openAliases = [] } = list.rules.at(-1)?.rule ?? {};
        if (openAliases.some((name) => name !== '' && (anchors ??= new Anchors([text])).mayHave(name))) {
          return undefined;
        }
        yield;
      }
      lists.push(list);
      line = cut;
      const { column: behind = 0 } = dashColumn(text, cut) ?? {};
      mayBeMended ||= behind > 0 && list.rules.length === 1;
      // A bracket as far out as the `-` still belongs to the last rule.
      if (isClosing(text.charCodeAt(firstOf(text, line)))) {
        return undefined;
      }
    }
    outside.push(text.slice(cut));
    return { outside, lists, mayBeMended };
  }

  #rule(text: string, from: number, to: number, column: number, known: KnownRules | undefined): RuleText {
    const part = text.slice(from, to);
    const rule = known?.reading(part) ?? this.#rules.read(text, from, to, column, known);
    return { text: part, rule };
  }
}

/** Ends of the rules of a list that begins at `line`. */
function* listLines(text: string, line: number, column: number): Generator<number> {
  // Up to here it is known that stray lines are followed by another rule.
  let followed = 0;
  let at = lineBehind(text, line);
  for (; at < text.length; at = lineBehind(text, at)) {
    const kind = kindOfLine(text, at, column);
    if (kind === lineKind.dash) {
      yield at;
    } else if ((kind === lineKind.stray || kind === lineKind.marker) && at >= followed) {
      followed = nextRule(text, at, column);
      if (followed < 0) {
        break;
      }
    } else if (kind === lineKind.key) {
      break;
    }
  }
  yield Math.min(at, text.length);
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

/** The first line that is neither blank nor a comment. */
function contentLine(text: string): number {
  let line = 0;
  while (line < text.length && !isContent(text, line)) {
    line = lineBehind(text, line);
  }
  return line;
}

/** Behind the spaces that a line begins with. */
function firstOf(text: string, line: number): number {
  let at = line;
  while (text.charCodeAt(at) === 0x20) {
    at++;
  }
  return at;
}

/** Not blank and not a comment. */
function isContent(text: string, line: number): boolean {
  const at = firstOf(text, line);
  const code = text.charCodeAt(at);
  return code !== 0x23 && code !== 0x0a && code !== 0x0d && at < text.length;
}

/** The list that a line introduces: its key, with nothing but a comment behind the colon. */
function listKey(line: string, keys: ReadonlySet<string>): string | undefined {
  const match = /^(?:([A-Za-z]+)|"([A-Za-z]+)"|'([A-Za-z]+)')[ ]*:[ \t]*(?:#[^\n]*)?\r?\n?$/.exec(line);
  const key = match?.[1] ?? match?.[2] ?? match?.[3];
  return key !== undefined && keys.has(key) ? key : undefined;
}
