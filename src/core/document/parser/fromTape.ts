import { JsonNumber, type JsonValue } from '../../json/json.ts';
import type { NodePath, SyntaxMember, SyntaxNode } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { jsonLexeme } from '../yaml/yamlNumber.ts';
import { decodeString } from './decode.ts';
import type { KnownValues } from '../../json/knownValues.ts';
import { tapeKind, type Tape } from './tape.ts';

/**
 * The data of entry `index`; `text` is what the tape was written from. A key written twice: the last one counts. `known`: lists and
 * objects inside it that are written as one there are that one.
 */
export function valueOfTape(tape: Tape, index: number, text: string, known?: KnownValues): JsonValue {
  switch (tape.kind(index)) {
    case tapeKind.null:
      return null;
    case tapeKind.true:
      return true;
    case tapeKind.false:
      return false;
    case tapeKind.number:
      return new JsonNumber(lexemeAt(tape, index, text));
    case tapeKind.array: {
      const items: JsonValue[] = [];
      for (let at = index + 1, end = tape.link(index); at < end; at = tape.after(at)) {
        items.push(valueInside(tape, at, text, known));
      }
      return items;
    }
    case tapeKind.object: {
      const object = new Map<string, JsonValue>();
      for (let at = index + 1, end = tape.link(index); at < end; at = tape.after(at + 1)) {
        object.set(decodeString(tape, at, text), valueInside(tape, at + 1, text, known));
      }
      return object;
    }
    default:
      return decodeString(tape, index, text);
  }
}

function valueInside(tape: Tape, index: number, text: string, known: KnownValues | undefined): JsonValue {
  return known && tape.kind(index) >= tapeKind.array
    ? known.at(text, tape.start(index), tape.end(index), () => valueOfTape(tape, index, text, known))
    : valueOfTape(tape, index, text);
}

/** The positioned tree of entry `index`; offsets less `base`. */
export function nodeOfTape(tape: Tape, index: number, text: string, base: number): SyntaxNode {
  const range = rangeOf(tape, index, base);
  switch (tape.kind(index)) {
    case tapeKind.null:
      return { kind: 'null', range };
    case tapeKind.true:
      return { kind: 'boolean', range, value: true };
    case tapeKind.false:
      return { kind: 'boolean', range, value: false };
    case tapeKind.number:
      return { kind: 'number', range, lexeme: lexemeAt(tape, index, text) };
    case tapeKind.array: {
      const items: SyntaxNode[] = [];
      for (let at = index + 1, end = tape.link(index); at < end; at = tape.after(at)) {
        items.push(nodeOfTape(tape, at, text, base));
      }
      return { kind: 'array', range, items };
    }
    case tapeKind.object: {
      const members: SyntaxMember[] = [];
      for (let at = index + 1, end = tape.link(index); at < end; at = tape.after(at + 1)) {
        members.push({
          key: decodeString(tape, at, text),
          keyRange: rangeOf(tape, at, base),
          value: nodeOfTape(tape, at + 1, text, base),
        });
      }
      return { kind: 'object', range, members };
    }
    default:
      return { kind: 'string', range, value: decodeString(tape, index, text) };
  }
}

/** Where the value at the end of `path` is written, as `nodeAtPath` finds it in the tree; undefined where the path leads nowhere. */
export function rangeOnTape(tape: Tape, text: string, base: number, path: NodePath): TextRange | undefined {
  let index = 0;
  for (const step of path) {
    const next = typeof step === 'number' ? itemAt(tape, index, step) : memberAt(tape, index, step, text);
    if (next < 0) {
      return undefined;
    }
    index = next;
  }
  return rangeOf(tape, index, base);
}

export function rangeOf(tape: Tape, index: number, base: number): TextRange {
  return { start: tape.start(index) - base, end: tape.end(index) - base };
}

function itemAt(tape: Tape, index: number, step: number): number {
  let left = step;
  if (tape.kind(index) === tapeKind.array) {
    for (let at = index + 1, end = tape.link(index); at < end; at = tape.after(at)) {
      if (left-- === 0) {
        return at;
      }
    }
  }
  return -1;
}

/** Entry of the last member `name` of the object at `index`; -1 when there is none. */
export function memberAt(tape: Tape, index: number, name: string, text: string): number {
  let found = -1;
  if (tape.kind(index) === tapeKind.object) {
    for (let key = index + 1, end = tape.link(index); key < end; key = tape.after(key + 1)) {
      if (tape.end(key) - tape.start(key) >= name.length && decodeString(tape, key, text) === name) {
        found = key + 1;
      }
    }
  }
  return found;
}

export function lexemeAt(tape: Tape, index: number, text: string): string {
  const written = text.slice(tape.start(index), tape.end(index));
  return jsonLexeme(written) ?? written;
}
