import { isJsonArray, JsonNumber, type JsonValue } from '../../json/json.ts';
import { literalLines, quoted, yamlFlowString, yamlLine } from './yamlString.ts';

const step = '  ';
/** Longer keys need the explicit `? key` form. */
const longestKey = 1000;

/**
 * Lines for a value in block style: the first goes where the value begins (behind `- ` or `key:`), the others already
 * carry `indent`. A block collection needs a line of its own behind a key, which `isBlock` tells. `closed`: what follows
 * must not become a part of the last text, as a comment that is indented deeper would.
 */
export function yamlLines(value: JsonValue, indent: string, closed = false): string[] {
  if (value === null || typeof value === 'boolean') {
    return [String(value)];
  }
  if (value instanceof JsonNumber) {
    return [value.lexeme];
  }
  if (typeof value === 'string') {
    const literal = closed ? undefined : literalLines(value);
    return literal
      ? literal.map((line, index) => (index === 0 || line === '' ? line : indent + line))
      : [yamlLine(value)];
  }
  const lines: string[] = [];
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) {
      append(lines, '- ', yamlLines(item, indent + step, closed && index === value.length - 1), indent);
    }
    return lines.length > 0 ? lines : ['[]'];
  }
  let left = value.size;
  for (const [key, member] of value) {
    appendMember(lines, key, member, indent, closed && --left === 0);
  }
  return lines.length > 0 ? lines : ['{}'];
}

/** Lines of `key: value`; the first without indentation. */
export function yamlMemberLines(key: string, value: JsonValue, indent: string, closed = false): string[] {
  const lines: string[] = [];
  appendMember(lines, key, value, indent, closed);
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
    return name.length > longestKey ? `? ${name} : ${yamlFlow(member)}` : `${name}: ${yamlFlow(member)}`;
  });
  return `{${members.join(', ')}}`;
}

function appendMember(lines: string[], key: string, value: JsonValue, indent: string, closed: boolean): void {
  const name = yamlLine(key);
  if (name.length > longestKey) {
    append(lines, '? ', [quoted(key)], indent);
    append(lines, ': ', yamlLines(value, indent + step, closed), indent);
    return;
  }
  const inner = yamlLines(value, indent + step, closed);
  if (isBlock(value)) {
    append(lines, `${name}:`, [], indent);
    for (const [index, line] of inner.entries()) {
      lines.push(index === 0 ? indent + step + line : line);
    }
  } else {
    append(lines, `${name}: `, inner, indent);
  }
}

function append(lines: string[], lead: string, inner: readonly string[], indent: string): void {
  lines.push((lines.length > 0 ? indent : '') + lead + (inner[0] ?? ''));
  for (let index = 1; index < inner.length; index++) {
    lines.push(inner[index] as string);
  }
}

function isBlock(value: JsonValue): boolean {
  if (isJsonArray(value)) {
    return value.length > 0;
  }
  return value instanceof Map && value.size > 0;
}
