import type { Document } from 'yaml';
import { markerAt } from '../parser/settledProblems.ts';
import type { TextRange } from '../text.ts';

interface NamedError {
  readonly code: string;
  readonly message: string;
  readonly range: TextRange;
}

/**
 * The errors omit errors that follow from an earlier mistake, and name tabs as the cause. One tab can otherwise cause a
 * dozen errors about the text behind it.
 */
export function distinctErrors(errors: Document.Parsed['errors'], text: string): NamedError[] {
  const named: NamedError[] = [];
  let isDisordered = false;
  for (const { code, message, pos } of errors) {
    const [start, end] = pos;
    // The library reports many errors after one mistake of indentation; git conflicts have a problem of their own.
    if (ofStructure.has(code) && !markerAt(start, (from, to) => text.slice(from, to))) {
      if (isDisordered) {
        continue;
      }
      isDisordered = true;
    }
    // The alias itself reports this problem.
    const isAliasWithoutName = code === 'BAD_ALIAS' && /cannot be an empty string/.test(message);
    const follows = code === 'UNEXPECTED_TOKEN' || code === 'TAB_AS_INDENT';
    if (isAliasWithoutName || (follows && named.length > 0)) {
      continue;
    }
    const better = follows
      ? tabIn(text, start)
      : code === 'BAD_SCALAR_START'
        ? unquoted(text, start)
        : undefined;
    named.push(
      better ?? { code: 'syntax', message: plainWords(message), range: { start, end: Math.max(start, end) } },
    );
  }
  return named;
}

/** Lines in a wrong place cause these errors. */
const ofStructure: ReadonlySet<string> = new Set([
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'BLOCK_IN_FLOW',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'UNEXPECTED_TOKEN',
]);

const indentation =
  'the indentation does not fit the lines above: fields of one object, and entries of one list, begin in one column';
const colon = 'a colon is missing here, or the indentation does not fit: a field is written `name: value`';

/** These replacements avoid the parser's jargon in messages for people. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^All (?:mapping|sequence|collection) items must start at the same column/, indentation],
  [/^Sequence item without - indicator/, indentation],
  [/^Nested mappings are not allowed in compact mappings/, indentation],
  [/^A block sequence may not be used as an implicit map key/, indentation],
  [/^Implicit (?:map )?keys need to be/, colon],
  [/^Missing closing "quote/, 'the closing quote `"` of this text is missing'],
  [/^Missing closing 'quote/, "the closing quote `'` of this text is missing"],
];

function plainWords(message: string): string {
  return words.find(([pattern]) => pattern.test(message))?.[1] ?? message;
}

function tabIn(text: string, offset: number): NamedError | undefined {
  const range = tabsBefore(text, offset);
  return range && { code: 'tab-indentation', message: 'YAML is indented by spaces, not by tabs', range };
}

/** A text up to the end of its line, when nothing in it could be something else. */
function unquoted(text: string, start: number): NamedError | undefined {
  const written = /^[@`%][^\r\n#,[\]{}"'\\:]*/.exec(text.slice(start, start + 200))?.[0].trimEnd() ?? '';
  const behind = /^[ \t]*(?:\r?\n|$)/.test(text.slice(start + written.length));
  return written !== '' && behind
    ? {
        code: 'missing-quotes',
        message: `a text that begins with ${written[0]} needs quotes`,
        range: { start, end: start + written.length },
      }
    : undefined;
}

/** The range is that of the tabs before `offset`, if only indentation precedes it on the line. */
function tabsBefore(text: string, offset: number): TextRange | undefined {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  const space = /^[ \t]*/.exec(text.slice(line))![0];
  const first = space.indexOf('\t');
  return first >= 0 && line + space.length >= offset - 1
    ? { start: line + first, end: line + space.lastIndexOf('\t') + 1 }
    : undefined;
}
