import type { CompletionPlace } from './completionPlace.ts';

interface Line {
  /** Columns of the dashes that open items on this line. */
  readonly dashes: readonly number[];
  /** Column behind indentation and dashes. */
  readonly column: number;
  readonly key: string | undefined;
  readonly blank: boolean;
}

const linePattern =
  /^(\s*)((?:-\s+|-$)*)(?:("(?:[^"\\]|\\.)*"\s*|'[^']*'\s*|[^\s#'"&*!|>%@`{}[\],:-][^#:]*):(?=\s|$))?/;

/**
 * The place is found by indentation, so it works in text that does not parse yet. The path counts from the start of the
 * text. The place is undefined inside brackets and comments.
 */
export function yamlPlace(text: string, offset: number): CompletionPlace | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  const value =
    /^(\s*(?:-\s+)*)([^\s#'"{}[\],:-][^#:]*):\s+("[^"]*|'[^']*|[^\s#'"{}[\]&*!|>][^#'"{}[\]]*)?$/.exec(
      before,
    );
  const key = /^(\s*(?:-\s+)*)([A-Za-z_][\w.-]*|"[^"]*|'[^']*)?$/.exec(before);
  if (!value && !key) {
    return undefined;
  }
  const lead = (value ?? key)?.[1] ?? '';
  const written = value ? (value[3] ?? '') : (key?.[2] ?? '');
  const quote = /^["']/.exec(written)?.[0];
  const rest = restOf(text.slice(offset, offset + 1000), quote, value !== null);
  const column = lead.length;
  const above = text.slice(0, lineStart).split(/\r?\n/).slice(0, -1).map(readLine);
  const path = pathAbove(above, lead, column);
  const below = text.slice(offset).split(/\r?\n/).slice(1).map(readLine);
  return {
    path: value ? [...path, (value[2] ?? '').trimEnd()] : path,
    want: value ? 'value' : 'key',
    start: offset - written.length,
    end: offset + rest.length,
    present: new Set([
      ...(lead.includes('-') ? [] : siblings(above.toReversed(), column)),
      ...siblings(below, column, true),
    ]),
    column,
  };
}

/** The rest is the part of the current word behind the cursor. */
function restOf(text: string, quote: string | undefined, isValue: boolean): string {
  if (quote !== undefined) {
    return restOfQuoted(text, quote);
  }
  if (!isValue) {
    return /^[\w.-]*/.exec(text)?.[0] ?? '';
  }
  const [line = ''] = text.split('\n', 1);
  const comment = line.search(/\s#/);
  return (comment < 0 ? line : line.slice(0, comment)).trimEnd();
}

/** The rest ends with the closing quote, or at the end of the line. */
export function restOfQuoted(text: string, quote: string): string {
  return (quote === '"' ? /^[^"\r\n]*"?/ : /^[^'\r\n]*'?/).exec(text)?.[0] ?? '';
}

function readLine(line: string): Line {
  const [, indent = '', dashes = '', key] = linePattern.exec(line) ?? [];
  const columns: number[] = [];
  for (let at = 0; at < dashes.length; at++) {
    if (dashes[at] === '-') {
      columns.push(indent.length + at);
    }
  }
  return {
    dashes: columns,
    column: indent.length + dashes.length,
    key: key?.trimEnd().replace(/^(["'])(.*)\1$/, '$2'),
    blank: /^\s*(#.*)?$/.test(line),
  };
}

function pathAbove(above: readonly Line[], lead: string, column: number): (string | number)[] {
  const path: (string | number)[] = [];
  let current = column;
  const enter = (dashes: readonly number[]): void => {
    for (const dash of dashes.toReversed()) {
      if (dash < current) {
        path.unshift(0);
        current = dash;
      }
    }
  };
  enter(readLine(`${lead}x`).dashes);
  for (const line of above.toReversed()) {
    if (line.blank) {
      continue;
    }
    // YAML allows list items in the same column as the key of the list.
    const holds =
      line.column < current || (line.column === current && path[0] === 0 && line.dashes.length === 0);
    if (line.key !== undefined && holds) {
      path.unshift(line.key);
      current = line.column;
    }
    enter(line.dashes);
    if (current === 0 && path[0] !== 0) {
      break;
    }
  }
  return path;
}

/** Keys of the same object, going away from the cursor. */
function siblings(lines: readonly Line[], column: number, down = false): string[] {
  const keys: string[] = [];
  for (const line of lines) {
    if (line.blank) {
      continue;
    }
    const opens = line.dashes.length > 0;
    if (line.column < column || (down && opens && (line.dashes[0] ?? 0) < column)) {
      break;
    }
    if (line.column === column && line.key !== undefined) {
      keys.push(line.key);
    }
    if (opens && (line.dashes[0] ?? 0) < column) {
      break;
    }
  }
  return keys;
}
