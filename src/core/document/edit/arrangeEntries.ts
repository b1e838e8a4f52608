import { longestIncreasing } from '../../policy/longestIncreasing.ts';
import { applyEdits, joinEdits, type TextEdit } from '../text.ts';
import type { ListLayout } from './listLayout.ts';

/** An entry that the list has, with edits inside it. */
interface OldEntry {
  readonly old: number;
  readonly edits: readonly TextEdit[];
}

export interface NewEntry {
  /** The function gets the indentation of the entry, which the first line has already. */
  readonly text: (indent: string) => string;
}

/** A number is an entry of the list without edits. */
export type Entry = number | OldEntry | NewEntry;

/**
 * The edits give the list exactly these entries in this order; neither list is empty. `stays` marks old entries that
 * stay where they are and are edited in place. Other entries are cut out, and pasted with their comments where they
 * belong. Comments that belong to no entry keep their places.
 */
export function arrangeEntries(
  list: ListLayout,
  entries: readonly Entry[],
  stays: readonly boolean[] = longestIncreasing(entries.map(oldOf)),
): TextEdit[] {
  const [first] = entries;
  if (typeof first === 'object' && 'text' in first && !stays.includes(true)) {
    const replaced = { old: 0, edits: replacementOf(list, first) };
    return arrangeEntries(list, [replaced, ...entries.slice(1)]);
  }
  const edits: TextEdit[] = [];
  let above = -1;
  let pasted: Entry[] = [];
  for (let place = 0; place < entries.length; place++) {
    const entry = entries[place]!;
    if (stays[place] !== true) {
      pasted.push(entry);
      continue;
    }
    const old = oldOf(entry);
    // Most entries of a long list stay beside each other and are not looked at.
    if (above + 1 < old || pasted.length > 0) {
      edits.push(...editsAbove(list, above, old, pasted));
      pasted = [];
    }
    if (typeof entry === 'object' && 'edits' in entry) {
      edits.push(...entry.edits);
    }
    above = old;
  }
  edits.push(...editsAtEnd(list, above, pasted));
  return edits.filter((edit) => edit.start !== edit.end || edit.text !== '');
}

function oldOf(entry: Entry): number {
  return typeof entry === 'number' ? entry : 'old' in entry ? entry.old : -1;
}

/** The edits put a new entry in place of the first entry and its comments. */
function replacementOf(list: ListLayout, { text }: NewEntry): TextEdit[] {
  const { start, line, entry, comma, commaInTrail, end } = list.core(0);
  const trail = commaInTrail ? [entry.end, comma, comma + 1, end] : [entry.end, end];
  const edits = [{ start, end: entry.end, text: text(indentOf(list, 0, line >= 0)) }];
  for (let at = 0; at < trail.length; at += 2) {
    edits.push({ start: trail[at]!, end: trail[at + 1]!, text: '' });
  }
  return edits;
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
    if (typeof entry === 'object' && 'text' in entry) {
      runs.push(entry);
      continue;
    }
    const old = oldOf(entry);
    const own = typeof entry === 'object' ? entry.edits : [];
    if (open && 'last' in open && open.last === old - 1) {
      open.last = old;
      open.edits.push(...own);
    } else {
      runs.push({ first: old, last: old, edits: [...own] });
    }
  }
  return runs;
}

/** Cuts out the entries between two that stay, and pastes others in front of the second. */
function editsAbove(list: ListLayout, above: number, below: number, entries: readonly Entry[]): TextEdit[] {
  const edits = above + 1 < below ? cutAbove(list, above + 1, below) : [];
  const { line, start } = list.core(below);
  const isLine = line >= 0;
  const at = isLine ? line : start;
  let text = '';
  for (const run of runsOf(entries)) {
    const separator = keepsBlankLines(list, run) ? list.lineBreak : separatorOf(list, run, below, isLine);
    const comma = list.commas && !separator.includes(',');
    const own = textOf(list, run, { isLine, comma, indent: indentOf(list, below, isLine) });
    text += !isLine && isCommented(list, run) ? newLine(list) : '';
    text += own + (isOpen(list, run) && !separator.includes('\n') ? newLine(list) : separator);
  }
  return [...edits, insertAt(at, text)];
}

function cutAbove(list: ListLayout, from: number, below: number): TextEdit[] {
  const first = list.core(from);
  const last = list.core(below - 1);
  const gap = list.gap(below);
  const next = list.core(below);
  const lines = first.line >= 0 && (gap.detachedStart >= 0 || next.line >= 0);
  let end = lines ? next.line : next.start;
  if (gap.detachedStart >= 0) {
    const detached = last.entry.end + gap.detachedStart;
    end = lines ? last.entry.end + gap.text.lastIndexOf('\n', gap.detachedStart) + 1 : detached;
  }
  const start = lines ? first.line : first.start;
  const isGlued = list.hash && list.slice(end, end + 1) === '#' && /\S$/.test(list.slice(start - 1, start));
  return [{ start, end, text: isGlued ? ' ' : '' }, ...(last.comma >= end ? [commaAt(last.comma)] : [])];
}

/** Cuts out the entries behind the last that stays, and pastes others there. Comments of no entry follow them. */
function editsAtEnd(list: ListLayout, above: number, entries: readonly Entry[]): TextEdit[] {
  const runs = runsOf(entries);
  const isCut = above + 1 < list.length;
  if (!isCut && runs.length === 0) {
    return [];
  }
  const stay = list.core(above);
  const last = list.core(list.length - 1);
  const isLine = stay.line >= 0 || list.column !== undefined;
  const separators = runs.map((run) => separatorOf(list, run, list.length, isLine));
  const needsComma = (place: number): boolean =>
    list.commas && !(separators[place]?.includes(',') ?? !list.trailingComma);
  let text = '';
  let before: Pasted = { first: above, last: above, edits: [] };
  for (const [place, run] of runs.entries()) {
    const separator = separators[place]!;
    const isBroken = (isOpen(list, before) || isCommented(list, run)) && !separator.includes('\n');
    text += isBroken ? newLine(list) : keepsBlankLines(list, before) ? list.lineBreak : separator;
    const comma = needsComma(place + 1);
    text += textOf(list, run, { isLine, comma, indent: indentOf(list, above, isLine) });
    before = run;
  }
  const { detachedEnd } = list.gap(above + 1);
  const isDetached = isCut && detachedEnd >= 0;
  const atEnd = runs.length > 0 ? stay.end : endOfKept(list, above, last.end);
  const cut = { start: isDetached ? stay.entry.end + detachedEnd : isCut ? atEnd : last.end, end: last.end };
  const needsBreak = (isDetached || isOpen(list, before)) && !lineEnds(list, last.end);
  const isKept = !list.commas && keepsBreaks(text) && list.slice(last.end, last.end + 1) === '';
  const edits = [insertAt(stay.end, text), { ...cut, text: needsBreak || isKept ? list.lineBreak : '' }];
  if (keepsBlankLines(list, before)) {
    edits.push(...blankLines(list, last.end));
  }
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
  const { text } = list.gap(index);
  const lead = text.slice(text.lastIndexOf('\n') + 1);
  return !isLine ? '' : lead.trim() === '' ? lead : list.indent(index);
}

/** The separator of an old entry moves with it; a new entry has that of its neighbors. `below`: the entry behind it. */
function separatorOf(list: ListLayout, run: Pasted, below: number, isLine: boolean): string {
  const isNew = 'text' in run;
  const above = isNew ? below : run.last;
  const fallback = isNew ? Math.min(below, list.length - 1) : run.first;
  const separator = separatorAt(list, above + 1 < list.length ? above + 1 : fallback);
  return isLine
    ? separator.slice(0, separator.lastIndexOf('\n') + 1) || list.lineBreak
    : separator || (isNew ? ' ' : '');
}

/** The white space (and perhaps comma) in front of entry `index`. */
function separatorAt(list: ListLayout, index: number): string {
  const gap = list.gap(index);
  if (index === 0 || gap.detachedStart >= 0) {
    const isInline = list.commas && list.core(index).line < 0;
    return isInline ? ' ' : list.lineBreak + indentOf(list, index, true);
  }
  const written = gap.text.slice(gap.trailEnd, gap.leadStart);
  return list.hash && written.endsWith(',') ? `${written} ` : written;
}

/** The line break separates entries of one line; YAML needs some indentation there. */
function newLine(list: ListLayout): string {
  return list.commas ? `${list.lineBreak}  ` : list.lineBreak;
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

/** The entry may end in a block scalar that takes up the blank lines behind it. */
function keepsBlankLines(list: ListLayout, run: Pasted): boolean {
  if (list.commas || 'text' in run) {
    return false;
  }
  const { start, end } = list.entry(run.last);
  return /[|>][0-9]?\+/.test(list.slice(start, end));
}

/** A block scalar that keeps its trailing line breaks must not lose the last one at the end of the file. */
function endOfKept(list: ListLayout, index: number, end: number): number {
  const from = list.core(index).end;
  return !list.commas &&
    list.slice(end, end + 1) === '' &&
    keepsBreaks(list.slice(Math.max(0, from - 2), from))
    ? from + list.slice(from, from + 2).indexOf('\n') + 1
    : from;
}

function keepsBreaks(text: string): boolean {
  return text.endsWith('\n') || text.endsWith('\n\r');
}

/** Removes the blank lines behind a list. */
function blankLines(list: ListLayout, at: number): TextEdit[] {
  const blank = /^(?:[ \t]*\r?\n)+/.exec(list.slice(at, list.close))?.[0] ?? '';
  const end = at + blank.trimEnd().length + blank.replace(/\r?\n$/, '').length;
  return end > at ? [{ start: at, end, text: '' }] : [];
}

/** The rest of the line has only space. */
function lineEnds(list: ListLayout, at: number): boolean {
  const rest = list.slice(at, Math.min(at + 256, list.close + 1));
  return /^[ \t\r]*(?:\n|$)/.test(rest);
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
  const own = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  return (isLine && first.line < 0 ? indent : '') + applyEdits(list.slice(start, last.end), joinEdits(own));
}
