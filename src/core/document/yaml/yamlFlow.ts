import type { SyntaxMember, SyntaxNode } from '../syntaxNode.ts';
import { stringOf } from './plainScalar.ts';
import { checkDepth } from './yamlProblems.ts';
import { unsure, type YamlScalars } from './yamlScalars.ts';

/** Reads collections in brackets: on one line, or over several where nothing around them minds their indentation. */
export class YamlFlow {
  readonly #text: string;
  readonly #end: number;
  readonly #scalars: YamlScalars;
  #lines = false;
  /** The value that was read last. */
  node: SyntaxNode | undefined;

  constructor(text: string, end: number, scalars: YamlScalars) {
    this.#text = text;
    this.#end = end;
    this.#scalars = scalars;
  }

  /** Offset behind the collection at `start`; `lines`: it may take several. */
  read(start: number, depth: number, lines: boolean): number {
    this.#lines = lines;
    return this.#collection(start, depth);
  }

  #collection(start: number, depth: number): number {
    checkDepth(depth, start);
    const text = this.#text;
    const isMap = text.charCodeAt(start) === 0x7b;
    const close = isMap ? 0x7d : 0x5d;
    const members: SyntaxMember[] = [];
    const items: SyntaxNode[] = [];
    let at = this.#spaces(start + 1);
    while (text.charCodeAt(at) !== close) {
      const key = at;
      let keyEnd = at;
      let name = '';
      if (isMap) {
        keyEnd = this.#scalar(at, true);
        const { kind } = this.#scalars;
        const isPlain = kind !== 'double' && kind !== 'escaped' && kind !== 'single';
        if (isPlain && text.startsWith('<<', at) && keyEnd - at === 2) {
          throw unsure;
        }
        name = stringOf(kind, text, key, keyEnd);
        at = this.#scalars.blanks(keyEnd);
        if (
          keyEnd - key > 1000 ||
          text.charCodeAt(at) !== 0x3a ||
          (isPlain && text.charCodeAt(at + 1) !== 0x20)
        ) {
          throw unsure;
        }
        at = this.#spaces(at + 1);
      }
      at = this.#value(at, depth);
      const value = this.node as SyntaxNode;
      if (isMap) {
        members.push({ key: name, keyRange: this.#scalars.range(key, keyEnd), value });
      } else {
        items.push(value);
      }
      at = this.#spaces(at);
      if (text.charCodeAt(at) === 0x2c) {
        at = this.#spaces(at + 1);
        if (text.charCodeAt(at) === close) {
          throw unsure;
        }
      } else if (text.charCodeAt(at) !== close) {
        throw unsure;
      }
    }
    if (at >= this.#end) {
      throw unsure;
    }
    const range = this.#scalars.range(start, at + 1);
    this.node = isMap ? { kind: 'object', range, members } : { kind: 'array', range, items };
    return at + 1;
  }

  #value(start: number, depth: number): number {
    const code = this.#text.charCodeAt(start);
    if (code === 0x5b || code === 0x7b) {
      return this.#collection(start, depth + 1);
    }
    const end = this.#scalar(start, false);
    this.node = this.#scalars.node(start, end);
    return end;
  }

  #spaces(at: number): number {
    const text = this.#text;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) === 0x0a)) {
        if (!this.#lines) {
          throw unsure;
        }
      } else if (code !== 0x20) {
        return at;
      }
      at++;
    }
  }

  /** The result is true when only space separates the line break from the next comma or closing bracket. */
  #endsAt(at: number): boolean {
    const code = this.#lines ? this.#text.charCodeAt(this.#spaces(at)) : 0;
    return code === 0x2c || code === 0x5d || code === 0x7d;
  }

  #scalar(start: number, isKey: boolean): number {
    const quoted = this.#scalars.quoted(start);
    if (quoted >= 0) {
      return quoted;
    }
    const end = this.#scalars.plainInFlow(start);
    const next = this.#scalars.blanks(end);
    const code = this.#text.charCodeAt(next);
    const isEnd = code === 0x2c || code === 0x5d || code === 0x7d;
    if (!isEnd && !(isKey ? code === 0x3a : code < 0x20 && this.#endsAt(next))) {
      throw unsure;
    }
    return end;
  }
}
