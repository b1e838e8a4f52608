import { JsonNumber, type JsonValue } from '../../json/json.ts';
import type { SyntaxMember, SyntaxNode } from '../syntaxNode.ts';
import { jsonLexeme } from '../yaml/yamlNumber.ts';
import { decodeString } from './decode.ts';
import { tapeKind, type Tape } from './tape.ts';

/** The data of entry `index`; `text` is what the tape was written from. A key written twice: the last one counts. */
export function valueOfTape(tape: Tape, index: number, text: string): JsonValue {
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
        items.push(valueOfTape(tape, at, text));
      }
      return items;
    }
    case tapeKind.object: {
      const object = new Map<string, JsonValue>();
      for (let at = index + 1, end = tape.link(index); at < end; at = tape.after(at + 1)) {
        object.set(decodeString(tape, at, text), valueOfTape(tape, at + 1, text));
      }
      return object;
    }
    default:
      return decodeString(tape, index, text);
  }
}

/** The positioned tree of entry `index`; offsets less `base`. */
export function nodeOfTape(tape: Tape, index: number, text: string, base: number): SyntaxNode {
  const range = { start: tape.start(index) - base, end: tape.end(index) - base };
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
          keyRange: { start: tape.start(at) - base, end: tape.end(at) - base },
          value: nodeOfTape(tape, at + 1, text, base),
        });
      }
      return { kind: 'object', range, members };
    }
    default:
      return { kind: 'string', range, value: decodeString(tape, index, text) };
  }
}

function lexemeAt(tape: Tape, index: number, text: string): string {
  const written = text.slice(tape.start(index), tape.end(index));
  return jsonLexeme(written) ?? written;
}
