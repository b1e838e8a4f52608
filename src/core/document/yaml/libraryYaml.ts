import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseAllDocuments,
  Scalar,
  type CST,
  type Document,
  type YAMLMap,
} from 'yaml';
import {
  hasDeepBrackets,
  MAX_DEPTH,
  problem,
  type StructureProblem,
  severalDocuments,
  tooDeep,
} from '../reading/problems.ts';
import { unreadable, type TextReading } from '../reading/pieces.ts';
import type { MergeKey, SyntaxMember, SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { jsonLexeme } from './plainScalar.ts';
import { clipped } from '../../util/firstLines.ts';
import { directiveProblems, distinctErrors } from './yamlErrors.ts';

/** The library takes about a second for this many characters, and with every change again. */
const MAX_LIBRARY_LENGTH = 2 * 1024 * 1024;

const MAX_MESSAGE_LENGTH = 120;

/** The list of problems is cut, because more problems help no one. */
const MAX_PROBLEMS = 100;

/**
 * Reads whatever YAML there is with the `yaml` package: slow, complete, used where the fast reader is not sure. `depth`:
 * collections around the text.
 */
export function readWithLibrary(text: string, depth = 0, largest = MAX_LIBRARY_LENGTH): TextReading {
  const all = { start: 0, end: text.length };
  if (text.length > largest) {
    const message =
      'the text is too large for shared anchors, flow style over several lines, or a mistake in indentation: write it in block style';
    return unreadable(problem('too-large', message, { start: 0, end: 1 }, true));
  }
  if (manyDashes.test(text) || hasDeepBrackets(text, 4 * MAX_DEPTH)) {
    return unreadable(tooDeep(all));
  }
  const converter = new Converter(text);
  try {
    return converter.read(depth);
  } catch (error) {
    if (error instanceof AliasExpansionError) {
      return unreadable(problem('too-many-aliases', 'the aliases expand to too much data', all, true));
    }
    if (error instanceof RangeError) {
      // A mistake of syntax can nest each line behind it in the line before.
      return unreadable(converter.mistake ?? tooDeep(all));
    }
    throw error;
  }
}

/** Nested dashes beyond the library's limit. */
const manyDashes = /(?:^|[-?:] +|\n *)(?:[-?:] +){200}/;

class AliasExpansionError extends Error {}

/** Broken text gives thousands of library errors, whose unused stacks take longer than the reading. */
function withoutStacks<Result>(read: () => Result): Result {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return read();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

class Converter {
  readonly #text: string;
  readonly #problems: StructureProblem[] = [];
  readonly #anchors = new Map<string, { node: SyntaxNode; size: number }>();
  /** Aliases multiply: the number of nodes a reader of the value would meet is bounded by the text's own size. */
  readonly #maximumNodes: number;
  #nodes = 0;
  readonly #openAliases = new Set<string>();

  constructor(text: string) {
    this.#text = text;
    this.#maximumNodes = 100_000 + 2 * text.length;
  }

  /** The first known mistake of syntax. */
  get mistake(): StructureProblem | undefined {
    return this.#problems.find(({ code }) => code === 'syntax');
  }

  read(depth: number): TextReading {
    const documents = withoutStacks(() =>
      parseAllDocuments(this.#text, {
        version: '1.2',
        schema: 'core',
        merge: true,
        uniqueKeys: false,
        // A policy has no dates, bytes or sets, so the library reports their tags like all others.
        resolveKnownTags: false,
        keepSourceTokens: true,
        prettyErrors: false,
        logLevel: 'silent',
      }),
    );
    const [first, second] = documents;
    this.#problems.push(...directiveProblems(this.#text).slice(0, MAX_PROBLEMS));
    for (const { errors, warnings } of 'empty' in documents ? [documents] : documents) {
      this.#report(errors, warnings);
    }
    if (second) {
      const start = second.range[0];
      const end = Math.max(start, Math.min(second.range[1], start + 3));
      const { code, message, range } = severalDocuments({ start, end });
      this.#add(code, message, range);
    }
    const control = /[^\P{Cc}\t\n\r\x7f-\x9f]/u.exec(this.#text);
    if (control) {
      const range = { start: control.index, end: control.index + 1 };
      this.#add('control-character', 'a control character in a string must be escaped', range, false);
    }
    const root = first?.contents ? this.#node(first.contents, depth) : undefined;
    const fatal = this.#problems.some((problem) => problem.fatal);
    return { root, problems: this.#problems, fatal, openAliases: [...this.#openAliases] };
  }

  #report(errors: Document.Parsed['errors'], warnings: Document.Parsed['warnings']): void {
    for (const error of distinctErrors(errors, this.#text)) {
      // Some messages quote the rest of the file.
      this.#add(error.code, clipped(error.message, MAX_MESSAGE_LENGTH), error.range);
    }
    for (const { code, pos } of warnings) {
      if (code === 'TAG_RESOLVE_FAILED') {
        this.#add('unsupported-tag', 'this YAML tag has no meaning in a policy', {
          start: pos[0],
          end: pos[1],
        });
      }
    }
  }

  #add(code: string, message: string, { start, end }: TextRange, fatal = true): void {
    if (this.#problems.length < MAX_PROBLEMS) {
      const last = this.#text.length;
      this.#problems.push(
        problem(code, message, { start: Math.min(start, last), end: Math.min(end, last) }, fatal),
      );
    }
  }

  #node(node: unknown, depth: number): SyntaxNode {
    const before = this.#nodes;
    if (depth >= MAX_DEPTH && (isMap(node) || isSeq(node))) {
      throw new RangeError('too deep');
    }
    this.#nodes++;
    const made = this.#make(node, depth);
    if (this.#nodes > this.#maximumNodes) {
      throw new AliasExpansionError();
    }
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor) {
      this.#anchors.set(node.anchor, { node: made, size: this.#nodes - before });
    }
    return made;
  }

  #make(node: unknown, depth: number): SyntaxNode {
    if (isAlias(node)) {
      const range = rangeOf(node);
      const target = this.#anchors.get(node.source);
      if (!target) {
        this.#openAliases.add(node.source);
        const name = clipped(node.source, 80);
        const reason =
          name === '' ? '' : ` (without quotes, it is an alias, and there is no anchor ${name} above)`;
        this.#add('unresolved-alias', `a text that begins with * needs quotes: "*${name}"${reason}`, range);
        // An unresolved alias was most often meant as a pattern, so its value is that text.
        return { kind: 'string', range, value: `*${node.source}` };
      }
      this.#nodes += target.size;
      return { ...target.node, range, alias: true };
    }
    if (isMap(node)) {
      return this.#map(node, depth);
    }
    if (isSeq(node)) {
      let end = rangeOf(node).start;
      const items = node.items.map((item) => {
        const dash = this.#indicator('-', end);
        const made = withPlace(this.#node(item, depth + 1), dash);
        end = made.range.end;
        return made;
      });
      return { kind: 'array', range: this.#extent(node, items.at(-1)?.range), items };
    }
    return isScalar(node) ? this.#scalar(node) : { kind: 'null', range: { start: 0, end: 0 } };
  }

  /** The library silently skips a list behind a `? key` without a `:`. */
  #findDropped(token: CST.CollectionItem | undefined): void {
    const { sep = [], value } = token ?? {};
    if (value && !this.mistake && !sep.some(({ type }) => type === 'map-value-ind')) {
      const end = value.offset + 1;
      this.#add('syntax', 'Write the list behind a key and its colon', { start: value.offset, end });
    }
  }

  #map(map: YAMLMap, depth: number): SyntaxNode {
    const members: SyntaxMember[] = [];
    const merges: MergeKey[] = [];
    // A search for each merged field would be slow.
    const keys = new Set<string>();
    const add = (member: SyntaxMember): void => {
      members.push(member);
      keys.add(member.key);
    };
    const { start } = rangeOf(map);
    for (const { key, value: written, srcToken } of map.items) {
      this.#findDropped(srcToken);
      const node = this.#node(written, depth + 1);
      const keyRange = rangeOf(key, start);
      if (!isScalar(key)) {
        // A mistake of indentation makes one key of all lines behind it.
        if (!this.mistake || !isCollection(key) || key.flow) {
          this.#add('key-not-a-string', 'a key must be a string', keyRange);
        }
        add({ key: this.#text.slice(keyRange.start, keyRange.end), keyRange, value: node });
        continue;
      }
      const value = withPlace(node, this.#indicator(':', keyRange.end));
      if (key.source === '<<' && key.type === Scalar.PLAIN) {
        this.#merged(node).forEach((member) => keys.has(member.key) || add({ ...member, merged: true }));
        merges.push({ keyRange, range: value.range });
      } else {
        add({ key: typeof key.value === 'string' ? key.value : (key.source ?? ''), keyRange, value });
      }
    }
    const member = members.findLast(({ merged }) => !merged)?.value.range;
    const merge = merges.at(-1)?.range;
    const last = member && merge ? (merge.end > member.end ? merge : member) : (member ?? merge);
    return {
      kind: 'object',
      range: this.#extent(map, last),
      members,
      ...(merges.length > 0 && { merges }),
    };
  }

  /** The fields that the value of a merge key brings. */
  #merged(node: SyntaxNode): readonly SyntaxMember[] {
    return (node.kind === 'array' ? node.items : [node]).flatMap((source) => {
      if (source.kind === 'object') {
        return source.members;
      }
      this.#add('syntax', 'a merge key takes a mapping or a list of mappings', source.range);
      return [];
    });
  }

  /** The offset is behind the next `-` or `:`, if only space and comments precede it; otherwise it is `from`. */
  #indicator(character: string, from: number): number {
    const pattern = /(?:[ \t\r\n]|#[^\n]*\n)*([-:])/y;
    pattern.lastIndex = from;
    return pattern.exec(this.#text)?.[1] === character ? pattern.lastIndex : from;
  }

  /** A block collection ends with its last value, before the line breaks and comments behind it. */
  #extent(node: { flow?: boolean }, last: TextRange | undefined): TextRange {
    const { start, end } = rangeOf(node);
    return node.flow || !last ? { start, end } : { start, end: Math.max(start, last.end) };
  }

  /** A block scalar ends with its last line, without the break behind it. */
  #place(node: Scalar): TextRange {
    const { start, end } = rangeOf(node);
    if (node.type !== Scalar.BLOCK_LITERAL && node.type !== Scalar.BLOCK_FOLDED) {
      return { start, end };
    }
    return { start, end: start + blockScalarLength(this.#text.slice(start, end)) };
  }

  #scalar(node: Scalar): SyntaxNode {
    const range = this.#place(node);
    const value: unknown = node.value;
    if (typeof value === 'string') {
      return { kind: 'string', range, value };
    }
    if (typeof value === 'boolean') {
      return { kind: 'boolean', range, value };
    }
    if (typeof value === 'number' || typeof value === 'bigint') {
      const source = node.source ?? String(value);
      const lexeme = jsonLexeme(source);
      if (lexeme !== undefined) {
        return { kind: 'number', range, lexeme };
      }
      this.#add('not-finite', `\`${source}\` is not a number a policy can hold`, range);
      return { kind: 'string', range, value: source };
    }
    return { kind: 'null', range };
  }
}

/** The length excludes the last line break, and blank lines at the end unless the scalar keeps them. */
function blockScalarLength(source: string): number {
  if (/^[|>][0-9]?\+/.test(source)) {
    return source.replace(/\r?\n$/, '').length;
  }
  const content = source.slice(source.indexOf('\n') + 1);
  const column = /^(?: *\r?\n)*( *)/.exec(content)?.[1]?.length ?? 0;
  let end = source.length;
  for (;;) {
    const line = /\r?\n( *)$/.exec(source.slice(0, end));
    if (!line || (line[1] ?? '').length > column) {
      return end;
    }
    end = line.index;
  }
}

/** A node that is not written is at `otherwise`. */
function rangeOf(node: unknown, otherwise = 0): TextRange {
  const [start, end] = (isNode(node) && node.range) || [otherwise, otherwise];
  return { start, end };
}

/** A missing value is placed behind its `:` or `-`. */
function withPlace(node: SyntaxNode, offset: number): SyntaxNode {
  const unwritten = node.kind === 'null' && node.range.start === node.range.end;
  return unwritten ? { ...node, range: { start: offset, end: offset } } : node;
}
