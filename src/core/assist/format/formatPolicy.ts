import { format } from 'jsonc-parser';
import { commentsOf } from '../../document/edit/comments.ts';
import { lineBefore } from '../../document/edit/source.ts';
import { verifiedEdit } from '../../document/edit/verifiedEdit.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { readPolicyText } from '../../document/reading/readPolicy.ts';
import { applyEdits, type TextEdit, type TextRange, lineChange } from '../../document/text.ts';
import { parseAllDocuments, Scalar, type DocumentOptions, type ParseOptions, type SchemaOptions } from 'yaml';
import { type JsonValue, sameValue } from '../../json/json.ts';
import { valueOfNode } from '../../document/syntaxNode.ts';

interface FormatOptions {
  /** Spaces that one level of JSON is indented by; YAML takes two. */
  readonly tabSize: number;
  /** The value false means that tabs indent JSON. */
  readonly insertSpaces: boolean;
  /** The formatting is limited to the lines of this range. */
  readonly range?: TextRange;
}

/** A document with more edits gets one edit, because editors apply many small edits slowly. */
const MAX_EDITS = 2000;

/**
 * The formatting runs in steps and changes only space: data, comments and their order stay. A second run changes
 * nothing. A text with syntax errors stays unchanged, and so does a YAML rule that formatting would change in meaning.
 * The result is verified like every edit; throws ExpectedError `unsafe-edit` when the verification fails. A step yields
 * true before a longer step.
 */
export function* formatPolicy(
  policy: PolicyDocument,
  options: FormatOptions,
): Generator<true | void, TextEdit[], void> {
  if (policy.hasFatalProblem || !policy.range) {
    return [];
  }
  const edits = policy.spelling === 'json' ? formatJson(policy, options) : yield* formatYaml(policy, options);
  yield true;
  const verified = verifiedEdit(policy, { respelled: true }, [() => edits]);
  if (verified.length <= MAX_EDITS) {
    return verified;
  }
  const whole = lineChange(policy.text, applyEdits(policy.text, verified));
  return whole ? [whole] : [];
}

/**
 * JSON takes one step, some 12 ms for a million characters: the formatter works out indentation from the start of the text,
 * so that a rule laid out alone would come out differently in a document that is indented by other steps.
 */
function formatJson(policy: PolicyDocument, { tabSize, insertSpaces, range }: FormatOptions): TextEdit[] {
  const { text } = policy;
  // The formatter takes a comment for going on when it is asked to begin inside the line break behind it.
  const isInside = range !== undefined && text.slice(range.start - 1, range.start + 1) === '\r\n';
  const start = (range?.start ?? 0) - (isInside ? 1 : 0);
  const edits = format(text, range && { offset: start, length: range.end - start }, {
    tabSize,
    insertSpaces,
    eol: policy.lineBreak,
    insertFinalNewline: range === undefined,
  }).map(({ offset, length, content }) => ({ start: offset, end: offset + length, text: content }));
  return edits.filter((edit) => text.slice(edit.start, edit.end) !== edit.text);
}

function* formatYaml(policy: PolicyDocument, { range }: FormatOptions): Generator<void, TextEdit[], void> {
  const touched = ({ start, end }: TextRange): boolean =>
    !range || (start <= range.end && end >= range.start);
  const edits: TextEdit[] = [];
  for (const member of policy.members()) {
    if (member.merged) {
      continue;
    }
    if (!member.array) {
      const whole = {
        start: member.keyRange.start,
        end: Math.max(member.keyRange.end, member.value.range.end),
      };
      if (touched(whole) && lineBefore(policy, whole.start) === '') {
        edits.push(...replaced(policy, whole, 0, 0, whole.start));
      }
      yield;
      continue;
    }
    for (const { range: where } of member.array.rules) {
      if (touched(where)) {
        edits.push(...ruleEdits(policy, where));
        yield;
      }
    }
  }
  if (!range && policy.slice(policy.length - 1, policy.length) !== '\n') {
    edits.push({ start: policy.length, end: policy.length, text: policy.lineBreak });
  }
  return edits;
}

/** A rule of a block list; its keys move next to the `-` when nothing but space is between. */
function ruleEdits(policy: PolicyDocument, where: TextRange): TextEdit[] {
  const before = lineBefore(policy, where.start);
  const [, dashes = '', gap = ''] = /^( *-)( +)$/.exec(before) ?? [];
  return dashes === ''
    ? []
    : replaced(policy, where, before.length, dashes.length + 1, where.start - gap.length, ' ');
}

function replaced(
  policy: PolicyDocument,
  where: TextRange,
  column: number,
  newColumn: number,
  from: number,
  lead = '',
): TextEdit[] {
  const laidOut = formatYamlValue(policy.slice(where.start, where.end), column, newColumn);
  const text = laidOut === undefined ? undefined : lead + laidOut.replaceAll('\n', policy.lineBreak);
  return text === undefined || text === policy.slice(from, where.end)
    ? []
    : [{ start: from, end: where.end, text }];
}

/**
 * The result is a YAML value in block style, with `\n` between lines. Input and output begin in their given columns.
 * The result is undefined when the formatting would change data or comments, or would not be stable.
 */
function formatYamlValue(text: string, column: number, newColumn: number): string | undefined {
  const own = indented(text, -column);
  const once = layOut(own);
  const comments = (written: string): string =>
    commentsOf(written, 'yaml')
      .map((comment) => comment.text)
      .join('\n');
  const isSafe =
    once !== undefined && layOut(once) === once && sameMeaning(own, once) && comments(own) === comments(once);
  return isSafe ? indented(once, newColumn) : undefined;
}

/** The schema keeps every scalar as its text, and an empty value empty. */
const asWritten = {
  schema: 'failsafe',
  customTags: [
    {
      tag: 'tag:yaml.org,2002:null',
      default: true,
      identify: (value: unknown) => value === null,
      test: /^$/,
      resolve: () => new Scalar(null),
      stringify: () => '',
    },
  ],
} satisfies ParseOptions & DocumentOptions & SchemaOptions;

function layOut(text: string): string | undefined {
  try {
    const documents = parseAllDocuments(text, { ...asWritten, uniqueKeys: false, strict: false });
    const [document, ...more] = Array.isArray(documents) ? documents : [];
    if (!document || more.length > 0 || document.errors.length > 0) {
      return undefined;
    }
    return document
      .toString({
        indent: 2,
        lineWidth: 0,
        minContentWidth: 0,
        flowCollectionPadding: false,
        verifyAliasOrder: false,
      })
      .replace(/(?<!\n)\n+$/, '');
  } catch {
    return undefined;
  }
}

/** The function reads both texts as one rule of a policy, with everything this project knows about YAML. */
function sameMeaning(before: string, after: string): boolean {
  const read = (text: string): JsonValue | undefined => {
    const policy = readPolicyText(`value:\n${indented(`  ${text}`, 2)}\n`, 'yaml');
    const node = policy.members()[0]?.value;
    return policy.hasFatalProblem || !node ? undefined : valueOfNode(node);
  };
  const value = read(before);
  return value !== undefined && sameValue(value, read(after));
}

/** Moves all lines but the first, as far as their own space allows. */
function indented(text: string, by: number): string {
  return text
    .split(/\r?\n/)
    .map((line, index) => {
      if (index === 0 || line === '') {
        return line;
      }
      return by < 0 ? line.slice(Math.min(-by, /^ */.exec(line)![0].length)) : ' '.repeat(by) + line;
    })
    .join('\n');
}

/**
 * The column is that of the item's dash. The typed dash is alone on its line, in a column of keys. The result is
 * undefined for a correct or unclear column. `lineAt` returns the lines above and the line of the dash.
 */
export function typedDashColumn(lineAt: (line: number) => string, line: number): number | undefined {
  const column = /^( +)- ?$/.exec(lineAt(line))?.[1]?.length;
  if (column === undefined) {
    return undefined;
  }
  let isFirst = true;
  for (let at = line - 1; at >= 0; at--) {
    const text = lineAt(at).trimEnd();
    if (/^ *(?:#|$)/.test(text)) {
      continue;
    }
    const [before = ''] = /^ *(?:- +)*/.exec(text) ?? [];
    const dash = before.includes('-') ? before.trimEnd().length - 1 : undefined;
    // The dash is below another dash, or begins the value of the key above.
    if (dash === column || before.length < column || (isFirst && before.length === column && isOpen(text))) {
      return undefined;
    }
    if (before.length === column && dash !== undefined) {
      return dash;
    }
    isFirst = false;
  }
  return undefined;
}

/** A key without a value, or with one that goes on in the next lines. */
function isOpen(text: string): boolean {
  return /:(?: +(?:[|>][-+0-9]*|[&!]\S+))?(?: +#[^]*)?$/.test(text);
}
