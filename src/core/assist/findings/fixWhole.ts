import { verifiedRepair } from '../../document/edit/verifiedEdit.ts';
import { isFlow } from '../../document/edit/source.ts';
import { sureRules } from '../../document/sureRules.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { rereadPolicy } from '../../document/reading/rereadPolicy.ts';
import type { TextEdit, TextRange } from '../../document/text.ts';
import type { FixStep } from './finding.ts';
import { changedMember, setMember } from '../../document/ruleEdits.ts';
import { yamlFlowString } from '../../document/yaml/writeYaml.ts';
import { passOnUnexpected } from '../../util/errors.ts';

type WholeStep = FixStep & { readonly kind: 'wrap' | 'unwrap' };

/** Edits that put the document into a list, or take it out of its only field, with all comments. Empty where the result is no policy. */
export function wholeEdits(doc: PolicyDocument, step: WholeStep): TextEdit[] {
  const { range } = doc;
  const value = doc.value();
  const result = value && (step.kind === 'wrap' ? new Map([[step.key, [value]]]) : value.get(step.key));
  if (!range || result === undefined) {
    return [];
  }
  const edits = changedMember(
    doc,
    undefined,
    [],
    () => result,
    step.kind === 'wrap' ? listed(doc, range, step.key) : unwrapped(doc, range),
  );
  const after = rereadPolicy(doc, edits);
  return after.problems.length === 0 && after.arrays().length > 0 ? edits : [];
}

/** Puts an object into a list, with all comments. The list becomes the only field of a new document under `key`. */
export function listed(doc: PolicyDocument, range: TextRange, key?: string): TextEdit[] {
  const { start, end } = range;
  if (isFlow(doc, range)) {
    const [open, close] = key === undefined ? ['[', ']'] : [`{"${key}": [`, ']}'];
    return [
      { start, end: start, text: open },
      { start: end, end, text: close },
    ];
  }
  const [dash, indentation] = key === undefined ? ['- ', '  '] : [`${key}:${doc.lineBreak}  - `, '    '];
  return [
    { start, end: start, text: dash },
    ...linesIn(doc, start, end).map((at) => ({ start: at, end: at, text: indentation })),
  ];
}

/**
 * Each tab becomes as many spaces as make the text valid; the lines around the tab show that number. Valid rules may
 * have tabs in their texts.
 */
export function untabbed(doc: PolicyDocument, code: string): TextEdit[] {
  const { text } = doc;
  const lines = [...text.matchAll(/^ *\t[ \t]*(?=\S)/gm)].map(({ 0: space, index }) => ({
    start: index,
    end: index + space.length,
    space,
  }));
  const validRules = doc.arrays().flatMap(({ rules }) => rules.filter(sureRules(doc)));
  const others = lines.filter(
    ({ start, end }) => !validRules.some(({ range }) => range.start < end && start < range.end),
  );
  const ways = [lines, others].flatMap((some) =>
    [2, 4, 8].map((width) =>
      some.map(({ start, end, space }) => ({ start, end, text: space.replaceAll('\t', ' '.repeat(width)) })),
    ),
  );
  const usable = ways.filter((edits) => {
    const next = rereadPolicy(doc, edits);
    return !next.hasFatalProblem && !emptiesKey(text, next.text);
  });
  return verifiedRepair(doc, { code, within: lines }, usable);
}

/** The result is true when a key lost its block, because an untabbed line is now beside the key. */
function emptiesKey(before: string, after: string): boolean {
  const lines = after.split('\n');
  return before.split('\n').some((line, index) => {
    const above = /^( *(?:- +)*)(?!- )[^#\s].*:\s*$/.exec(lines[index - 1] ?? '');
    return above !== null && /^ *\t/.test(line) && /^ */.exec(lines[index]!)![0].length <= above[1]!.length;
  });
}

function unwrapped(doc: PolicyDocument, { start, end }: TextRange): TextEdit[] {
  const [member] = doc.members();
  const node = member?.value;
  if (!member || node?.kind !== 'object') {
    return [];
  }
  const inner = node.range;
  if (isFlow(doc, inner)) {
    // The removal is safe only without data or comments around the inner value, so other text prevents the fix.
    const around = doc.slice(member.keyRange.end, inner.start) + doc.slice(inner.end, end);
    return /^[\s:},]*$/.test(around)
      ? [
          { start, end: inner.start, text: '' },
          { start: inner.end, end, text: '' },
        ]
      : [];
  }
  // The line of the key is removed; comments between it and the first field stay.
  const column = inner.start - (doc.slice(0, inner.start).lastIndexOf('\n') + 1);
  const keyLine = /^[ \t]*:[ \t]*\r?\n/.exec(doc.slice(member.keyRange.end, inner.start))?.[0];
  if (keyLine === undefined) {
    return [];
  }
  const below = member.keyRange.end + keyLine.length;
  const spacesAt = (at: number): number => /^ */.exec(doc.slice(at, at + column))![0].length;
  return [
    { start, end: below + spacesAt(below), text: '' },
    ...linesIn(doc, below, doc.length).flatMap((at) =>
      spacesAt(at) > 0 ? [{ start: at, end: at + spacesAt(at), text: '' }] : [],
    ),
  ];
}

/** The offsets are starts of non-empty lines, behind `start` and before `end`. */
function linesIn(doc: PolicyDocument, start: number, end: number): number[] {
  const lines: number[] = [];
  for (const match of doc.slice(start, end).matchAll(/\n(?=[^\r\n])/g)) {
    lines.push(start + match.index + 1);
  }
  return lines;
}

/**
 * The field becomes the first one of the document, below the comments at its top. It goes to the end where the top is
 * impossible.
 */
export function firstMember(doc: PolicyDocument, key: string, text: string): TextEdit[] {
  const [first] = doc.members();
  const value = doc.value();
  const at = first?.keyRange.start ?? 0;
  const before = doc.slice(0, at);
  const gap = before.slice(before.trimEnd().length);
  if (first && value) {
    const written =
      doc.spelling === 'json'
        ? `${JSON.stringify(key)}: ${JSON.stringify(text)},${gap || ' '}`
        : `${key}: ${yamlFlowString(text)}${doc.lineBreak}`;
    try {
      const result = new Map([[key, text], ...value]);
      return changedMember(doc, undefined, [], () => result, [{ start: at, end: at, text: written }]);
    } catch (error) {
      // The edit fails for a mapping in braces, for example.
      passOnUnexpected(error);
    }
  }
  return setMember(doc, undefined, [key], text);
}
