import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import { literalLines, quoted, yamlFlowString, yamlLine } from './yamlString.ts';

const step = '  ';
/** Longer keys need the explicit `? key` form. */
const MAX_SIMPLE_KEY_LENGTH = 1000;

/**
 * The lines are a value in block style. The first line goes to the start of the value (behind `- ` or `key:`); the
 * others have `indent`. A block collection (`isBlock`) needs a new line behind a key. `closed` keeps following text,
 * such as a deeper comment, out of the last text.
 */
export function yamlLines(value: JsonValue, indent: string, closed = false): string[] {
  const lines: string[] = [];
  appendValue(lines, '', value, indent, closed);
  return lines;
}

/** Lines of `key: value`; the first without indentation. */
export function yamlMemberLines(key: string, value: JsonValue, indent: string, closed = false): string[] {
  const lines: string[] = [];
  appendMember(lines, '', key, value, indent, closed);
  return lines;
}

/** The value in flow style, on one line. */
export function yamlFlow(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') {
    return String(value);
  }
  if (value instanceof JsonNumber) {
    return value.lexeme;
  }
  if (typeof value === 'string') {
    return yamlFlowString(value);
  }
  if (isJsonArray(value)) {
    return `[${value.map(yamlFlow).join(', ')}]`;
  }
  const members = Array.from(value, ([key, member]) => {
    const name = yamlFlowString(key);
    return name.length > MAX_SIMPLE_KEY_LENGTH
      ? `? ${name} : ${yamlFlow(member)}`
      : `${name}: ${yamlFlow(member)}`;
  });
  return `{${members.join(', ')}}`;
}

/** `lead` is the text in front of the first line; the others have `indent`. */
function appendValue(lines: string[], lead: string, value: JsonValue, indent: string, closed: boolean): void {
  if (typeof value === 'string') {
    const literal = closed ? undefined : literalLines(value);
    if (literal) {
      literal.forEach((line, at) => lines.push(at === 0 ? lead + line : line && indent + line));
    } else {
      lines.push(lead + yamlLine(value));
    }
  } else if (isJsonArray(value)) {
    if (value.length === 0) {
      lines.push(`${lead}[]`);
    }
    const inner = indent + step;
    for (let at = 0; at < value.length; at++) {
      const isLast = at === value.length - 1;
      appendValue(lines, `${at === 0 ? lead : indent}- `, value[at] as JsonValue, inner, closed && isLast);
    }
  } else if (isJsonObject(value)) {
    if (value.size === 0) {
      lines.push(`${lead}{}`);
    }
    let left = value.size;
    for (const [key, member] of value) {
      appendMember(lines, left === value.size ? lead : indent, key, member, indent, closed && left === 1);
      left--;
    }
  } else {
    lines.push(lead + (value instanceof JsonNumber ? value.lexeme : String(value)));
  }
}

function appendMember(
  lines: string[],
  lead: string,
  key: string,
  value: JsonValue,
  indent: string,
  closed: boolean,
): void {
  const name = yamlLine(key);
  const inner = indent + step;
  if (name.length > MAX_SIMPLE_KEY_LENGTH) {
    lines.push(`${lead}? ${quoted(key)}`);
    appendValue(lines, `${indent}: `, value, inner, closed);
  } else if (isBlock(value)) {
    lines.push(`${lead}${name}:`);
    appendValue(lines, inner, value, inner, closed);
  } else {
    appendValue(lines, `${lead}${name}: `, value, inner, closed);
  }
}

/** A collection with entries, which takes lines of its own in block style. */
export function isBlock(value: JsonValue): value is JsonArray | JsonObject {
  if (isJsonArray(value)) {
    return value.length > 0;
  }
  return isJsonObject(value) && value.size > 0;
}
