import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';

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
    const inner = indent + step;
    let left = value.size;
    for (const [key, member] of value) {
      const start = left === value.size ? lead : indent;
      left--;
      const name = yamlLine(key);
      let before = `${start}${name}: `;
      if (name.length > MAX_SIMPLE_KEY_LENGTH) {
        lines.push(`${start}? ${quoted(key)}`);
        before = `${indent}: `;
      } else if (isBlock(member)) {
        lines.push(`${start}${name}:`);
        before = inner;
      }
      appendValue(lines, before, member, inner, closed && left === 0);
    }
  } else {
    lines.push(lead + (value instanceof JsonNumber ? value.lexeme : String(value)));
  }
}

/** A collection with entries, which takes lines of its own in block style. */
export function isBlock(value: JsonValue): value is JsonArray | JsonObject {
  if (isJsonArray(value)) {
    return value.length > 0;
  }
  return isJsonObject(value) && value.size > 0;
}

/** Words that some YAML 1.1 or 1.2 reader takes for something other than a string. */
const misread = /^(?:null|true|false|yes|no|on|off|y|n|nan|inf|infinity|e[-+]?[0-9]+)$/i;

/**
 * Every YAML reader takes these strings as written. They begin with a letter, `_`, `/` or `$`, so never like a number,
 * a date or an indicator. Their characters never end a plain scalar.
 */
const plain = /^[\p{L}_/$][^\p{C}\p{Z}]*(?: [^\p{C}\p{Z}]+)*$/u;

/**
 * JSON writes these characters as they are. YAML readers take them for a line break, a byte order mark or an
 * unprintable character.
 */
const unprintable = /[\u007f-\u009f\u00ad\u2028\u2029\ufeff\ufffe\uffff]/g;

function isPlain(value: string): boolean {
  return (
    value.length <= 4096 &&
    plain.test(value) &&
    !misread.test(value) &&
    !value.includes(': ') &&
    !value.includes(' #') &&
    !value.endsWith(':')
  );
}

export function quoted(value: string): string {
  const text = JSON.stringify(value);
  return text.search(unprintable) < 0
    ? text
    : text.replaceAll(
        unprintable,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
}

/** The result is one line, for a key or a value in block style. */
export function yamlLine(value: string): string {
  return isPlain(value) ? value : quoted(value);
}

/** The result is one line, for a key or a value inside `[]` or `{}`. */
export function yamlFlowString(value: string): string {
  return isPlain(value) && !/[,[\]{}:]/.test(value) ? value : quoted(value);
}

/** Lines of a literal block scalar (header first, the others without indentation), or undefined when it would not be exact. */
function literalLines(value: string): string[] | undefined {
  if (!value.includes('\n') || !/^[\t\n\u0020-\u007e\u00a0-\u00ac\u00ae-\ud7ff\ue000-\ufdff]*$/.test(value)) {
    return undefined;
  }
  const clipped = value.endsWith('\n');
  const lines = (clipped ? value.slice(0, -1) : value).split('\n');
  const odd = lines.some((line) => line !== '' && line.trim() === '');
  const first = lines.find((line) => line !== '');
  if (
    odd ||
    first === undefined ||
    /^\s/.test(first) ||
    lines.at(-1) === '' ||
    /[\u2028\u2029]/.test(value)
  ) {
    return undefined;
  }
  return [clipped ? '|' : '|-', ...lines];
}
