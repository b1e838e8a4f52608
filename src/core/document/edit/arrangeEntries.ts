import { longestIncreasing } from '../../policy/reorder.ts';
import { applyEdits, joinEdits, type TextEdit } from '../text.ts';
import { shiftRange } from '../syntaxNode.ts';
import type { ListLayout } from './listLayout.ts';
import { lineBefore } from './source.ts';

/** An entry that the list has, with edits inside it. */
interface OldEntry {
  readonly old: number;
  readonly edits?: readonly TextEdit[];
}

export interface NewEntry {
  /** The function gets the indentation of the entry, which the first line has already. */
  readonly text: (indent: string) => string;
}

export type Entry = OldEntry | NewEntry;

/**
 * The edits give the list exactly these entries in this order; neither list is empty. `stays` marks old entries that
 * stay where they are and are edited in place. Other entries are cut out, and pasted with their comments where they
 * belong. Comments that belong to no entry keep their places.
 */
export function arrangeEntries(
  list: ListLayout,
  entries: readonly Entry[],
  stays: readonly boolean[] = longestIncreasing(entries.map((entry) => ('old' in entry ? entry.old : -1))),
): TextEdit[] {
  const first = entries[0]!;
  if ('text' in first && !stays.includes(true)) {
    return arrangeEntries(list, [{ old: 0, edits: replacementOf(list, first) }, ...entries.slice(1)]);
  }
  const edits: TextEdit[] = [];
  let above = -1;
  let pasted: Entry[] = [];
  for (const [place, entry] of entries.entries()) {
    if (stays[place] !== true || 'text' in entry) {
      pasted.push(entry);
      continue;
    }
    // Most entries of a long list stay beside each other and are not looked at.
    if (above + 1 < entry.old || pasted.length > 0) {
      edits.push(...editsAbove(list, above, entry.old, runsOf(pasted)));
      pasted = [];
    }
    edits.push(...(entry.edits ?? []));
    above = entry.old;
  }
  if (above + 1 < list.length || pasted.length > 0) {
    edits.push(...editsAtEnd(list, above, runsOf(pasted)));
  }
  return edits.filter((edit) => edit.start !== edit.end || edit.text !== '');
}

/** The edits put a new entry in place of the first entry and its comments. */
function replacementOf(list: ListLayout, { text }: NewEntry): TextEdit[] {
  const { start, line, entry, comma, commaInTrail, end } = list.core(0);
  return [
    { start, end: entry.end, text: text(indentOf(list, 0, line >= 0)) },
    { start: entry.end, end: commaInTrail ? comma : end, text: '' },
    { start: commaInTrail ? comma + 1 : end, end, text: '' },
  ];
}

/** Old entries that are neighbors before and after: the text between them moves with them. */
interface Run {
  readonly first: number;
  last: number;
  readonly edits: TextEdit[];
}

type Pasted = Run | NewEntry;

function runsOf(entries: readonly Entry[]): Pasted[] {
  const runs: Pasted[] = [];
  for (const entry of entries) {
    const open = runs.at(-1);
    if ('text' in entry) {
      runs.push(entry);
    } else if (open && 'last' in open && open.last === entry.old - 1) {
      open.last = entry.old;
      open.edits.push(...(entry.edits ?? []));
    } else {
      runs.push({ first: entry.old, last: entry.old, edits: [...(entry.edits ?? [])] });
    }
  }
  return runs;
}

/** Cuts out the entries between two that stay, and pastes others in front of the second. */
function editsAbove(list: ListLayout, above: number, below: number, runs: readonly Pasted[]): TextEdit[] {
  const edits = above + 1 < below ? cutAbove(list, above + 1, below) : [];
  const { line, start } = list.core(below);
  const isLine = line >= 0;
  const indent = indentOf(list, below, isLine);
  let text = '';
  for (const run of runs) {
    const separator = separatorOf(list, run, below, isLine);
    const comma = list.commas && !separator.includes(',');
    text += !isLine && isCommented(list, run) ? newLine(list) : '';
    text += textOf(list, run, { isLine, comma, indent });
    text += isOpen(list, run) && !separator.includes('\n') ? newLine(list) : separator;
  }
  return [...edits, insertAt(isLine ? line : start, text)];
}

function cutAbove(list: ListLayout, from: number, below: number): TextEdit[] {
  const { document } = list;
  const first = list.core(from);
  const { comma } = list.core(below - 1);
  const { start: gapStart, detachedStart } = list.gap(below);
  const next = list.core(below);
  const isDetached = detachedStart >= 0;
  const lines = first.line >= 0 && (isDetached || next.line >= 0);
  const start = lines ? first.line : first.start;
  const end = !isDetached
    ? lines
      ? next.line
      : next.start
    : lines
      ? gapStart + document.slice(gapStart, detachedStart).lastIndexOf('\n') + 1
      : detachedStart;
  const isGlued = /\S#/.test(document.slice(start - 1, start) + document.slice(end, end + 1));
  const cut = { start, end, text: isGlued && document.spelling === 'yaml' ? ' ' : '' };
  return comma >= end ? [cut, commaAt(comma)] : [cut];
}

/** Cuts out the entries behind the last that stays, and pastes others there. Comments of no entry follow them. */
function editsAtEnd(list: ListLayout, above: number, runs: readonly Pasted[]): TextEdit[] {
  const isCut = above + 1 < list.length;
  const stay = list.core(above);
  const last = list.core(list.length - 1);
  const isLine = stay.line >= 0 || !list.commas;
  const indent = indentOf(list, above, isLine);
  const separators = runs.map((run) => separatorOf(list, run, list.length, isLine));
  // YAML flow style allows a comma behind the last entry.
  const needsComma = (place: number): boolean =>
    list.commas && !(separators[place]?.includes(',') ?? last.comma < 0);
  let text = '';
  let before: Pasted = { first: above, last: above, edits: [] };
  for (const [place, run] of runs.entries()) {
    const separator = separators[place]!;
    const isBroken = (isOpen(list, before) || isCommented(list, run)) && !separator.includes('\n');
    text += isBroken ? newLine(list) : separator;
    text += textOf(list, run, { isLine, comma: needsComma(place + 1), indent });
    before = run;
  }
  const { detachedEnd } = list.gap(above + 1);
  const isDetached = isCut && detachedEnd >= 0;
  const cut = { start: isDetached ? detachedEnd : isCut ? stay.end : last.end, end: last.end };
  const needsBreak = (isDetached || isOpen(list, before)) && !isLineEnd(list, last.end);
  const edits = [insertAt(stay.end, text), { ...cut, text: needsBreak ? list.document.lineBreak : '' }];
  for (const { comma, commaInTrail } of isCut ? [stay, last] : [stay]) {
    // Each comma goes directly behind its entry, so no comma is left below the comments.
    if (comma >= 0 && !commaInTrail && (comma < cut.start || comma >= cut.end)) {
      edits.push(commaAt(comma));
    }
  }
  if (stay.commaInTrail !== needsComma(0)) {
    edits.unshift(stay.commaInTrail ? commaAt(stay.comma) : insertAt(stay.entry.end, ','));
  }
  return edits;
}

function insertAt(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

function commaAt(at: number): TextEdit {
  return { start: at, end: at + 1, text: '' };
}

/** The indentation of an entry on a line of its own is that of the entry itself, and not of its comments. */
function indentOf(list: ListLayout, index: number, isLine: boolean): string {
  if (list.column !== undefined) {
    return ' '.repeat(list.column);
  }
  const { line, start } = list.core(index);
  const before = lineBefore(list.document, list.entry(index).start);
  return !isLine ? '' : before.trim() === '' ? before : line < 0 ? '' : list.document.slice(line, start);
}

/** The separator of an old entry moves with it; a new entry has that of its neighbors. `below`: the entry behind it. */
function separatorOf(list: ListLayout, run: Pasted, below: number, isLine: boolean): string {
  const isNew = 'text' in run;
  const above = isNew ? below : run.last;
  const fallback = isNew ? Math.min(below, list.length - 1) : run.first;
  const separator = separatorAt(list, above + 1 < list.length ? above + 1 : fallback);
  return isLine
    ? separator.slice(0, separator.lastIndexOf('\n') + 1) || list.document.lineBreak
    : separator || (isNew ? ' ' : '');
}

/** The white space (and perhaps comma) in front of entry `index`. */
function separatorAt(list: ListLayout, index: number): string {
  const { document } = list;
  const gap = list.gap(index);
  if (index === 0 || gap.detachedStart >= 0) {
    const isInline = list.commas && list.core(index).line < 0;
    return isInline ? ' ' : document.lineBreak + indentOf(list, index, true);
  }
  const written = document.slice(gap.trailEnd, gap.leadStart);
  return document.spelling === 'yaml' && written.endsWith(',') ? `${written} ` : written;
}

/** The line break separates entries of one line; YAML needs some indentation there. */
function newLine({ commas, document }: ListLayout): string {
  return commas ? `${document.lineBreak}  ` : document.lineBreak;
}

/** A comment up to the end of the line follows the entry. */
function isOpen(list: ListLayout, run: Pasted): boolean {
  return 'last' in run && list.core(run.last).openTrail;
}

/** The result is true when comments precede the run. */
function isCommented(list: ListLayout, run: Pasted): boolean {
  const first = 'first' in run ? list.core(run.first) : undefined;
  return first !== undefined && first.start < first.entry.start;
}

/** The rest of the line has only space. */
function isLineEnd({ document }: ListLayout, at: number): boolean {
  return /^[ \t\r]*(?:\n|$)/.test(document.slice(at, at + 256));
}

/** The text of pasted entries with their comments; the comma of the last entry as asked for. */
function textOf(
  list: ListLayout,
  run: Pasted,
  { isLine, comma, indent }: { isLine: boolean; comma: boolean; indent: string },
): string {
  if ('text' in run) {
    return (isLine ? indent : '') + run.text(indent) + (comma ? ',' : '');
  }
  const first = list.core(run.first);
  const last = list.core(run.last);
  const start = isLine && first.line >= 0 ? first.line : first.start;
  const edits = [...run.edits];
  if (list.commas && comma !== last.commaInTrail) {
    edits.push(comma ? insertAt(last.entry.end, ',') : commaAt(last.comma));
  }
  const own = joinEdits(edits).map((edit) => shiftRange(edit, -start));
  const text = applyEdits(list.document.slice(start, last.end), own);
  return (isLine && first.line < 0 ? indent : '') + text;
}
