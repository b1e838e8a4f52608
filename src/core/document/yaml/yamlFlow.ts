import type { SyntaxMember, SyntaxNode } from '../syntaxNode.ts';
import { plainKind, stringOf } from './plainScalar.ts';
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
        keyEnd = this.#flowScalar(at, true);
        const { kind } = this.#scalars;
        const isPlain = kind !== 'double' && kind !== 'escaped' && kind !== 'single';
        if (isPlain && text.startsWith('<<', at) && keyEnd - at === 2) {
          throw unsure;
        }
        name = stringOf(kind, text, key, keyEnd);
        at = this.#blanks(keyEnd);
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
    const end = this.#flowScalar(start, false);
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

  /** Spaces on the present line. */
  #blanks(at: number): number {
    while (this.#text.charCodeAt(at) === 0x20) {
      at++;
    }
    return at;
  }

  /** The result is true when only space separates the line break from the next comma or closing bracket. */
  #endsAt(at: number): boolean {
    const code = this.#lines ? this.#text.charCodeAt(this.#spaces(at)) : 0;
    return code === 0x2c || code === 0x5d || code === 0x7d;
  }

  #flowScalar(start: number, key: boolean): number {
    const text = this.#text;
    const code = text.charCodeAt(start);
    if (code === 0x22) {
      return this.#scalars.double(start);
    }
    if (code === 0x27) {
      return this.#scalars.single(start);
    }
    this.#scalars.checkStart(start);
    if (code === 0x2d && ',[]{}'.includes(text.charAt(start + 1))) {
      throw unsure;
    }
    let end = start;
    for (let at = start; ; at++) {
      const each = text.charCodeAt(at);
      if (each === 0x2c || each === 0x5d || each === 0x7d || (each < 0x20 && !key && this.#endsAt(at))) {
        break;
      }
      if (each === 0x3a) {
        const next = text.charCodeAt(at + 1);
        if (next === 0x20) {
          if (!key) {
            throw unsure;
          }
          break;
        }
        if (
          !(next > 0x20) ||
          next === 0x2c ||
          next === 0x5d ||
          next === 0x7d ||
          next === 0x5b ||
          next === 0x7b
        ) {
          throw unsure;
        }
        end = at + 1;
      } else if (each === 0x20) {
        if (text.charCodeAt(at + 1) === 0x23) {
          throw unsure;
        }
      } else if (!(each > 0x20) || each === 0x5b || each === 0x7b || at >= this.#end) {
        throw unsure;
      } else {
        at = each > 0x7e ? this.#scalars.checkWide(at, each) : at;
        end = at + 1;
      }
    }
    const kind = plainKind(text, start, end);
    if (kind === undefined || end === start) {
      throw unsure;
    }
    this.#scalars.kind = kind;
    return end;
  }
}
