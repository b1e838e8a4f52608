import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, Scalar, type Document } from 'yaml';
import type { StructureProblem } from '../ruleView.ts';
import type { SyntaxMember, SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { jsonLexeme } from './yamlNumber.ts';

export interface LibraryReading {
  /** Undefined when the text holds nothing that could be read. */
  readonly root: SyntaxNode | undefined;
  readonly problems: readonly StructureProblem[];
  readonly fatal: boolean;
}

const maximumDepth = 200;

/** Reads whatever YAML there is with the `yaml` package: slow, complete, used where the fast reader is not sure. */
export function readWithLibrary(text: string): LibraryReading {
  try {
    return new Converter(text).read();
  } catch (error) {
    if (error instanceof RangeError) {
      return failure(text, 'too-deep', `nested deeper than ${maximumDepth} levels`);
    }
    throw error;
  }
}

function failure(text: string, code: string, message: string): LibraryReading {
  return {
    root: undefined,
    problems: [{ code, message, range: { start: 0, end: text.length }, fatal: true }],
    fatal: true,
  };
}

class Converter {
  readonly #text: string;
  readonly #problems: StructureProblem[] = [];
  readonly #anchors = new Map<string, { node: SyntaxNode; size: number }>();
  /** Aliases multiply: the number of nodes a reader of the value would meet is bounded by the text's own size. */
  readonly #maximumNodes: number;
  #nodes = 0;

  constructor(text: string) {
    this.#text = text;
    this.#maximumNodes = 100_000 + 2 * text.length;
  }

  read(): LibraryReading {
    const documents = parseAllDocuments(this.#text, {
      version: '1.2',
      schema: 'core',
      merge: true,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: new LineCounter(),
    });
    if ('empty' in documents) {
      return { root: undefined, problems: [], fatal: false };
    }
    const [first, second] = documents;
    for (const document of documents) {
      this.#report(document);
    }
    if (second) {
      const start = second.range[0];
      this.#add('several-documents', 'a policy file holds one YAML document', {
        start,
        end: Math.max(start, Math.min(second.range[1], start + 3)),
      });
    }
    const root = first?.contents ? this.#node(first.contents, 0) : undefined;
    return { root, problems: this.#problems, fatal: this.#problems.some((problem) => problem.fatal) };
  }

  #report(document: Document.Parsed): void {
    for (const error of document.errors) {
      this.#add('syntax', error.message, { start: error.pos[0], end: Math.max(error.pos[0], error.pos[1]) });
    }
    for (const warning of document.warnings) {
      if (warning.code === 'TAG_RESOLVE_FAILED') {
        this.#add('unsupported-tag', 'this YAML tag has no meaning in a policy', {
          start: warning.pos[0],
          end: warning.pos[1],
        });
      }
    }
  }

  #add(code: string, message: string, range: TextRange, fatal = true): void {
    this.#problems.push({ code, message, range, fatal });
  }

  #node(node: unknown, depth: number): SyntaxNode {
    const before = this.#nodes;
    if (depth > maximumDepth || this.#nodes > this.#maximumNodes) {
      throw new RangeError('too deep');
    }
    this.#nodes++;
    const made = this.#make(node, depth);
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
        return { kind: 'null', range };
      }
      this.#nodes += target.size;
      return { ...target.node, range, alias: true };
    }
    if (isMap(node)) {
      const members: SyntaxMember[] = [];
      for (const pair of node.items) {
        this.#member(pair.key, pair.value, members, depth, rangeOf(node));
      }
      const last = members.findLast((member) => !member.merged);
      return { kind: 'object', range: this.#extent(node, last && last.value.range), members };
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => this.#node(item, depth + 1));
      return { kind: 'array', range: this.#extent(node, items.at(-1)?.range), items };
    }
    return isScalar(node) ? this.#scalar(node) : { kind: 'null', range: { start: 0, end: 0 } };
  }

  #member(key: unknown, value: unknown, members: SyntaxMember[], depth: number, parent: TextRange): void {
    const node = this.#node(value, depth + 1);
    if (isScalar(key)) {
      const range = rangeOf(key);
      if (key.source === '<<' && key.type === Scalar.PLAIN) {
        this.#merge(node, members);
        return;
      }
      const name = typeof key.value === 'string' ? key.value : (key.source ?? '');
      members.push({ key: name, keyRange: range, value: withPlace(node, range.end) });
      return;
    }
    const range = hasRange(key) ? rangeOf(key) : { start: parent.start, end: parent.start };
    this.#add('key-not-a-string', 'a key must be a string', range);
    members.push({ key: this.#text.slice(range.start, range.end), keyRange: range, value: node });
  }

  #merge(node: SyntaxNode, members: SyntaxMember[]): void {
    const sources = node.kind === 'array' ? node.items : [node];
    for (const source of sources) {
      if (source.kind !== 'object') {
        this.#add('syntax', 'a merge key takes a mapping or a list of mappings', source.range);
        continue;
      }
      for (const member of source.members) {
        if (!members.some((existing) => existing.key === member.key)) {
          members.push({ ...member, merged: true });
        }
      }
    }
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
      this.#add('not-finite', `${source} is not a number a policy can hold`, range);
      return { kind: 'string', range, value: source };
    }
    return { kind: 'null', range };
  }
}

/** Without the blank lines at the end, unless they are kept, and without the last line break. */
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

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}

function rangeOf(node: unknown): TextRange {
  return hasRange(node) ? { start: node.range[0], end: node.range[1] } : { start: 0, end: 0 };
}

/** A value that is not written at all stands behind its key. */
function withPlace(node: SyntaxNode, offset: number): SyntaxNode {
  return node.range.end === 0 ? { ...node, range: { start: offset, end: offset } } : node;
}
