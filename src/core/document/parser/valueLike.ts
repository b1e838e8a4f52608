import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import { decodeString } from './decode.ts';
import { lexemeAt, valueOfTape } from './fromTape.ts';
import { tapeKind, type Tape } from './tape.ts';

/**
 * The data of entry `index`, as `valueOfTape` makes it, out of parts of `like` where they say the same: the same members in the same
 * order, numbers written the same. What says the same throughout is `like` itself, and nothing is made.
 */
export function valueLike(tape: Tape, index: number, text: string, like: JsonValue | undefined): JsonValue {
  const kind = tape.kind(index);
  if (kind === tapeKind.object && isJsonObject(like)) {
    return objectLike(tape, index, text, like);
  }
  if (kind === tapeKind.array && isJsonArray(like)) {
    return listLike(tape, index, text, like);
  }
  const isSame =
    kind === tapeKind.number
      ? like instanceof JsonNumber && like.lexeme === lexemeAt(tape, index, text)
      : kind >= tapeKind.quoted && typeof like === 'string' && isString(tape, index, text, like);
  return isSame ? (like as JsonValue) : valueOfTape(tape, index, text);
}

function listLike(tape: Tape, index: number, text: string, like: JsonArray): JsonArray {
  const end = tape.link(index);
  let items: JsonValue[] | undefined;
  let count = 0;
  for (let at = index + 1; at < end; at = tape.after(at)) {
    const known = like[count];
    const item = valueLike(tape, at, text, known);
    if (items) {
      items.push(item);
    } else if (item !== known) {
      items = [...like.slice(0, count), item];
    }
    count++;
  }
  return items ?? (count === like.length ? like : like.slice(0, count));
}

function objectLike(tape: Tape, index: number, text: string, like: JsonObject): JsonObject {
  const end = tape.link(index);
  let at = index + 1;
  let count = 0;
  /** Of the first member that differs, which is not made a second time: that would double with each level. */
  let made: JsonValue | undefined;
  for (const [key, known] of like) {
    const value =
      at < end && isString(tape, at, text, key) ? valueLike(tape, at + 1, text, known) : undefined;
    if (value !== known) {
      made = value;
      break;
    }
    at = tape.after(at + 1);
    count++;
  }
  if (at === end && count === like.size) {
    return like;
  }
  const object = new Map([...like].slice(0, count));
  for (; at < end; at = tape.after(at + 1)) {
    const key = decodeString(tape, at, text);
    object.set(key, made === undefined ? valueLike(tape, at + 1, text, like.get(key)) : made);
    made = undefined;
  }
  return object;
}

/** Most strings are written as they are: nothing is made of them to find out. */
function isString(tape: Tape, index: number, text: string, expected: string): boolean {
  const kind = tape.kind(index);
  if (kind !== tapeKind.quoted && kind !== tapeKind.plain) {
    return decodeString(tape, index, text) === expected;
  }
  const quote = kind === tapeKind.quoted ? 1 : 0;
  const start = tape.start(index) + quote;
  return tape.end(index) - quote - start === expected.length && text.startsWith(expected, start);
}
