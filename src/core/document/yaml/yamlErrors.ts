import { type Document, parseAllDocuments, visit } from 'yaml';
import { markerAt, problem, type StructureProblem } from '../reading/problems.ts';
import type { TextRange } from '../text.ts';
import { lineBehind } from './yamlLines.ts';

type NamedError = Omit<StructureProblem, 'fatal'>;

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
      ? tabsBefore(text, start)
      : code === 'BAD_SCALAR_START'
        ? unquoted(text, start)
        : undefined;
    const [pattern, words] = plainWords.find(([known]) => known.test(message)) ?? ['', ''];
    const line = code === 'BLOCK_AS_IMPLICIT_KEY' ? keyLineBelow(errors, text, start) : undefined;
    const range = line ?? { start, end: Math.max(start, end) };
    named.push(better ?? { code: 'syntax', message: message.replace(pattern, words), range });
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
const comma = 'a comma is missing here';
const tabs = 'YAML is indented by spaces, not by tabs';

/** These replacements avoid the parser's jargon in messages for people. Each pattern matches the whole message. */
const plainWords: readonly (readonly [RegExp, string])[] = [
  [/^All (?:mapping|sequence|collection) items must start at the same column.*$/s, indentation],
  [/^Sequence item without - indicator.*$/s, indentation],
  [/^Nested mappings are not allowed in compact mappings.*$/s, indentation],
  [/^A block sequence may not be used as an implicit map key.*$/s, indentation],
  [/^Flow end indicator .*$/s, indentation],
  [/^Implicit (?:map )?keys .*$/s, colon],
  [/^Missing closing "quote.*$/s, 'the closing quote `"` of this text is missing'],
  [/^Missing closing 'quote.*$/s, "the closing quote `'` of this text is missing"],
  [/^Flow .* end with a ([\]}])$/, 'the closing `$1` is missing'],
  [/^Missing , or : .*$/s, 'a comma or a colon is missing here'],
  [/^Missing , .*$/s, comma],
  [/^Block collections are not allowed within flow.*$/s, comma],
  [/^Unexpected (?:, in|empty item) .*$/s, 'there is a comma too many here'],
  [/^Unexpected flow-\w+-end .*$/s, 'this bracket closes nothing'],
  [/^Unexpected block-seq-ind on same line.*$/s, 'the first entry of a list begins on a line of its own'],
  [
    /^Unexpected .*$/s,
    'the value ends before this text: a comma or a line break is missing, or the whole value needs quotes',
  ],
  [/^Block scalar header .*$/s, 'behind `|` or `>`, the text begins on the next line'],
  [/^Block scalar.*$/s, 'behind `|` or `>`, every line of the text is indented more than the field'],
  [/^Invalid escape sequence (.*)$/s, 'the escape `$1` has no meaning: a backslash is written `\\\\`'],
  [/^Comments must be separated .*$/s, 'a space is missing before `#`'],
  [/^Tags and anchors must be separated .*$/s, 'a space is missing after the tag or the anchor'],
  [/^Missing space after :.*$/s, 'a space is missing after the colon'],
  [
    /^(?:A node can have at most one|An alias node must not) .*$/s,
    'a value has one tag and one anchor at most',
  ],
  [/^Plain value cannot start with .*(.)$/s, 'a text that begins with $1 needs quotes'],
  [/^(?:Could not resolve|Unresolved) tag.*$/s, 'this YAML tag has no meaning here'],
  [/^Block collection cannot start on same line .*$/s, 'the document begins on the line after `---`'],
  [/^Anchors and tags must be after .*$/s, 'a tag or an anchor is written in front of its value'],
  [/^Missing newline after .*$/s, 'the list begins on the line after its tag or anchor'],
  [/^(?:Not a YAML token|Map comment with trailing content).*$/s, 'this text belongs to no field'],
  [/^Tabs are not allowed .*$/s, tabs],
  [/^Missing directives-end.*$/s, 'a line `---` is missing before the document'],
];

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

/** A value and a field below it that is indented more make one key of two lines. The mistake is the second line. */
function keyLineBelow(errors: Document.Parsed['errors'], text: string, start: number): TextRange | undefined {
  const key = errors.find((error) => error.code === 'MULTILINE_IMPLICIT_KEY' && error.pos[0] === start);
  const end = key?.pos[1] ?? start;
  const line = text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
  return key && { start: end - line.trimStart().length, end };
}

/** The tabs before `offset`, if only indentation precedes it on the line. */
function tabsBefore(text: string, offset: number): NamedError | undefined {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  const space = /^[ \t]*/.exec(text.slice(line))![0];
  const first = space.indexOf('\t');
  const range = { start: line + first, end: line + space.lastIndexOf('\t') + 1 };
  return first >= 0 && line + space.length >= offset - 1
    ? { code: 'tab-indentation', message: tabs, range }
    : undefined;
}

/** A directive is read only up to this length; a longer one is not understood. */
const MAX_DIRECTIVE_LENGTH = 500;

/** The comparison reads the text twice, which is too slow for longer texts when only a fix is offered. */
const MAX_COMPARED_LENGTH = 256 * 1024;

/**
 * The problems are directives that this reader does not follow: every version except 1.2, and unknown directives. It
 * follows `%TAG`.
 */
export function directiveProblems(text: string): StructureProblem[] {
  const problems: StructureProblem[] = [];
  for (let line = text.charCodeAt(0) === 0xfeff ? 1 : 0, next; line < text.length; line = next) {
    next = lineBehind(text, line);
    const whole = text.slice(line, Math.min(next, line + MAX_DIRECTIVE_LENGTH));
    const comment = whole.search(/[ \t]#/);
    const written = (comment < 0 ? whole : whole.slice(0, comment)).trimEnd();
    if (written.startsWith('%')) {
      const isLong = next - line > MAX_DIRECTIVE_LENGTH;
      const message = isLong ? 'this line is too long for a YAML directive' : objection(written);
      if (message !== undefined) {
        const { length } = isLong ? text.slice(line, next).trimEnd() : written;
        problems.push(problem('yaml-directive', message, { start: line, end: line + length }, true));
      }
    } else if (!/^\s*(?:#|$)/.test(written)) {
      break;
    }
  }
  return problems;
}

function objection(written: string): string | undefined {
  const [name = '', version] = written.split(/[ \t]+/);
  if (name === '%TAG') {
    return undefined;
  }
  if (name !== '%YAML') {
    return `no directive of YAML is called ${name.slice(0, 80)}: it says nothing here`;
  }
  // The library reports a directive without a version.
  return version === undefined || version === '1.2'
    ? undefined
    : version === '1.1'
      ? 'Ordinance reads YAML 1.2; in YAML 1.1, words such as `yes` and numbers such as `012` have another meaning'
      : `only YAML 1.2 is read here, not YAML ${version.slice(0, 80)}`;
}

/** The result is true when a reader of YAML 1.1 gets the same values from the text. */
export function isWithoutNeed(text: string, directive: string): boolean {
  const [name = '', version] = directive.split(/[ \t]+/);
  if (name !== '%YAML') {
    // Readers ignore unknown directives.
    return name !== '%TAG';
  }
  // YAML 1.1 treats these characters as line ends, but YAML 1.2 does not.
  if (version !== '1.1' || text.length > MAX_COMPARED_LENGTH || /[\u0085\u2028\u2029]/.test(text)) {
    return false;
  }
  const here = valuesOf(text, { version: '1.2', schema: 'core' });
  const there = valuesOf(text, { version: '1.1', schema: 'yaml-1.1' });
  return here !== undefined && there !== undefined && here.join('\n') === there.join('\n');
}

/** The list has every value and key in order, with its type. It is undefined where readers may differ, or fail. */
function valuesOf(
  text: string,
  reading: { readonly version: '1.1' | '1.2'; readonly schema: 'core' | 'yaml-1.1' },
): readonly string[] | undefined {
  const read: readonly Document.Parsed[] = parseAllDocuments(text, {
    ...reading,
    merge: true,
    uniqueKeys: false,
    intAsBigInt: true,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document, ...more] = read;
  if (!document || more.length > 0 || document.errors.length > 0) {
    return undefined;
  }
  const values: string[] = [];
  let isSure = true;
  visit(document, {
    Scalar: (_, { type, value, source = '' }) => {
      // The readers of YAML 1.1 differ in their numbers.
      const isDoubtful = type === 'PLAIN' && /^[-+.]?\d|^=$/.test(source);
      isSure &&= !isDoubtful || /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(source);
      values.push(JSON.stringify([typeof value, String(value)]));
    },
  });
  return isSure ? values : undefined;
}
