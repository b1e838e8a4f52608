import type { TextEdit } from '../text.ts';
import type { ListLayout } from './listing.ts';

interface Run {
  readonly first: number;
  readonly last: number;
}

/** A run of entries taken out of its place, with the white space that separates it from its neighbor. */
interface Taken extends Run {
  readonly cut: readonly TextEdit[];
  /** The separator of a line differs from that before the first character of the next entry. */
  readonly lineSeparator: string;
  readonly separator: string;
}

/** Moves entries into the gap `to`, counted before the move; see `moveIndices`. */
export function moveEntries(list: ListLayout, indices: readonly number[], to: number): TextEdit[] {
  const runs = runsOf(indices);
  const stays = runs.find((run) => run.first <= to && to <= run.last + 1);
  const moving = runs.filter((run) => run !== stays).map((run) => take(list, run));
  const edits = moving.flatMap((run) => run.cut);
  const above = stays ? moving.filter((run) => run.last < stays.first) : moving;
  const below = moving.filter((run) => !above.includes(run));
  edits.push(...paste(list, above, stays ? stays.first : to));
  if (stays) {
    edits.push(...paste(list, below, stays.last + 1));
  }
  return edits.filter((edit) => edit.start !== edit.end || edit.text !== '').sort(byPlace);
}

/** Removes entries; the caller makes an empty list of a block style list when all of them go. */
export function removeEntries(list: ListLayout, indices: readonly number[]): TextEdit[] {
  return runsOf(indices)
    .flatMap((run) => take(list, run).cut)
    .sort(byPlace);
}

/**
 * The edits insert an entry before entry `index` (`length`: behind the last) of a non-empty list. `text` returns the
 * entry's text for the indentation of its first character; the first line has no indentation. The text behind `end`
 * follows the entry.
 */
export function insertEntry(
  list: ListLayout,
  index: number,
  text: (indent: string, end: number) => string,
): TextEdit[] {
  const model = Math.min(index, list.length - 1);
  const { start, line } = list.core(model);
  const block = list.column === undefined ? undefined : ' '.repeat(list.column);
  const indent = block ?? (line < 0 ? '' : columnOf(list, model));
  if (index < list.length) {
    const between = separatorAt(list, index + 1 < list.length ? index + 1 : index);
    const inline = block === undefined ? between.separator || ' ' : list.lineBreak + block;
    const separator = line < 0 ? inline : between.lineSeparator;
    const own =
      text(indent, line < 0 ? start : line) +
      (list.commas && !separator.includes(',') ? ',' : '') +
      separator;
    return line < 0 ? [insertAt(start, own)] : [insertAt(line, indent + own)];
  }
  const last = list.core(list.length - 1);
  const { separator } = keepsBlankLines(list, list.length - 1)
    ? { separator: list.lineBreak }
    : separatorAt(list, list.length - 1);
  const lines = line >= 0 || block !== undefined || (last.openTrail && !separator.includes('\n'));
  const between = lines ? breaks(separator, list.lineBreak) + indent : separator || ' ';
  const own = text(indent, last.end) + (list.trailingComma ? ',' : '');
  const comma = list.commas && !between.includes(',') && !list.trailingComma;
  const end = last.openTrail && !lineEnds(list, last.end) ? list.lineBreak : '';
  return [...(comma ? [insertAt(last.entry.end, ',')] : []), insertAt(last.end, between + own + end)];
}

function runsOf(indices: readonly number[]): Run[] {
  const runs: { first: number; last: number }[] = [];
  for (const index of [...new Set(indices)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run.last === index - 1) {
      run.last = index;
    } else {
      runs.push({ first: index, last: index });
    }
  }
  return runs;
}

function insertAt(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

function byPlace(a: TextEdit, b: TextEdit): number {
  return a.start - b.start || a.end - b.end;
}

/** The indentation is that of the entry itself, and not of its comments. */
function columnOf(list: ListLayout, index: number): string {
  const gap = list.gap(index);
  const lead = gap.text.slice(gap.text.lastIndexOf('\n') + 1);
  return lead.trim() === '' ? lead : list.indent(index);
}

/** Keeps the line breaks of a separator. */
function breaks(separator: string, lineBreak: string): string {
  const end = separator.lastIndexOf('\n');
  return end < 0 ? lineBreak : separator.slice(0, end + 1);
}

/** The white space (and perhaps comma) in front of entry `index`. */
function separatorAt(list: ListLayout, index: number) {
  const gap = list.gap(index);
  const plain = list.lineBreak + columnOf(list, Math.min(index, list.length - 1));
  if (index === 0 || index === list.length || gap.detachedStart >= 0) {
    const inline = index < list.length && list.core(index).line < 0;
    return { separator: inline ? ' ' : plain, lineSeparator: list.lineBreak };
  }
  const written = gap.text.slice(gap.trailEnd, gap.leadStart);
  const separator = list.hash && written.endsWith(',') ? `${written} ` : written;
  return { separator, lineSeparator: breaks(separator, list.lineBreak) };
}

function take(list: ListLayout, run: Run): Taken {
  const first = list.core(run.first);
  const last = list.core(run.last);
  const atEnd = run.last === list.length - 1;
  const between = separatorAt(list, atEnd ? run.first : run.last + 1);
  const cut: TextEdit[] = [];
  if (!atEnd) {
    const gap = list.gap(run.last + 1);
    const next = list.core(run.last + 1);
    const lines = first.line >= 0 && (gap.detachedStart >= 0 || next.line >= 0);
    let end = lines ? next.line : next.start;
    if (gap.detachedStart >= 0) {
      const detached = last.entry.end + gap.detachedStart;
      end = lines ? last.entry.end + gap.text.lastIndexOf('\n', gap.detachedStart) + 1 : detached;
    }
    const start = lines ? first.line : first.start;
    const glued = list.hash && list.slice(end, end + 1) === '#' && /\S$/.test(list.slice(start - 1, start));
    cut.push({ start, end, text: glued ? ' ' : '' });
    if (last.comma >= end) {
      cut.push({ start: last.comma, end: last.comma + 1, text: '' });
    }
  } else if (run.first > 0) {
    const gap = list.gap(run.first);
    const before = list.core(run.first - 1);
    const from = gap.detachedStart >= 0 ? before.entry.end + gap.detachedEnd : before.end;
    const start = endOfKept(list, run.first - 1, from, last.end);
    const open = before.openTrail || gap.detachedStart >= 0;
    cut.push({ start, end: last.end, text: open && !lineEnds(list, last.end) ? list.lineBreak : '' });
    if (keepsBlankLines(list, run.first - 1)) {
      cut.push(...blankLines(list, last.end));
    }
    if (list.commas && before.comma >= 0 && before.comma < from && !list.trailingComma) {
      cut.push({ start: before.comma, end: before.comma + 1, text: '' });
    }
  } else {
    cut.push({ start: first.start, end: last.end, text: '' });
  }
  return { ...run, cut, ...between };
}

/** A block scalar that keeps its trailing line breaks must not lose the last one at the end of the file. */
function endOfKept(list: ListLayout, index: number, from: number, end: number): number {
  if (list.commas || list.core(index).end !== from || list.slice(end, end + 1) !== '') {
    return from;
  }
  return keepsBreaks(list.slice(Math.max(0, from - 2), from))
    ? from + list.slice(from, from + 2).indexOf('\n') + 1
    : from;
}

/** The result is true when comments precede the run. */
function isCommented(list: ListLayout, run: Run): boolean {
  const { start, entry } = list.core(run.first);
  return start < entry.start;
}

/** The line break separates entries of one line; YAML needs some indentation there. */
export function newLine(list: ListLayout): string {
  return list.commas ? `${list.lineBreak}  ` : list.lineBreak;
}

/** The entry may end in a block scalar that takes up the blank lines behind it. */
export function keepsBlankLines(list: ListLayout, index: number): boolean {
  const { start, end } = list.entry(index);
  return !list.commas && /[|>][0-9]?\+/.test(list.slice(start, end));
}

/** Removes the blank lines behind a list. */
function blankLines(list: ListLayout, at: number): TextEdit[] {
  const blank = /^(?:[ \t]*\r?\n)+/.exec(list.slice(at, list.close))?.[0] ?? '';
  const end = at + blank.trimEnd().length + blank.replace(/\r?\n$/, '').length;
  return end > at ? [{ start: at, end, text: '' }] : [];
}

/** The rest of the line has only space. */
export function lineEnds(list: ListLayout, at: number): boolean {
  const rest = list.slice(at, Math.min(at + 256, list.close + 1));
  return /^[ \t\r]*(?:\n|$)/.test(rest);
}

function keepsBreaks(text: string): boolean {
  return text.endsWith('\n') || text.endsWith('\n\r');
}

function paste(list: ListLayout, runs: readonly Taken[], to: number): TextEdit[] {
  if (runs.length === 0) {
    return [];
  }
  if (to < list.length) {
    const { line, start } = list.core(to);
    const text = runs.map((run) => {
      const separator = keepsBlankLines(list, run.last)
        ? list.lineBreak
        : line >= 0
          ? run.lineSeparator
          : run.separator;
      const comma = list.commas && !separator.includes(',');
      const own = textOf(list, run, line >= 0, comma, columnOf(list, to));
      const open = list.core(run.last).openTrail && !separator.includes('\n');
      const commented = line < 0 && isCommented(list, run);
      return (commented ? newLine(list) : '') + own + (open ? newLine(list) : separator);
    });
    return [insertAt(line >= 0 ? line : start, text.join(''))];
  }
  const last = list.core(list.length - 1);
  const lines = last.line >= 0;
  const edits: TextEdit[] = [];
  let text = '';
  let needsBreak = last.openTrail;
  const separatorOf = (run: Taken): string => (lines ? run.lineSeparator : run.separator);
  for (const [place, run] of runs.entries()) {
    const separator = separatorOf(run);
    if (place === 0 && list.commas && !separator.includes(',') && !list.trailingComma) {
      edits.push(insertAt(last.entry.end, ','));
    }
    const following = runs[place + 1];
    const comma = list.commas && (following ? !separatorOf(following).includes(',') : list.trailingComma);
    const own = textOf(list, run, lines, comma, columnOf(list, list.length - 1));
    const above = runs[place - 1]?.last ?? list.length - 1;
    const plain = (needsBreak || isCommented(list, run)) && !separator.includes('\n');
    text += (plain ? newLine(list) : keepsBlankLines(list, above) ? list.lineBreak : separator) + own;
    needsBreak = list.core(run.last).openTrail;
  }
  if (needsBreak && !lineEnds(list, last.end)) {
    text += list.lineBreak;
  }
  if (!list.commas && keepsBreaks(text) && list.slice(last.end, last.end + 1) === '') {
    text += list.lineBreak;
  }
  const end = runs.at(-1);
  const blank = end && keepsBlankLines(list, end.last) ? blankLines(list, last.end) : [];
  return [...edits, insertAt(last.end, text), ...blank];
}

/** The text of a run with its comments; the comma of its last entry as asked for. */
function textOf(list: ListLayout, run: Run, lines: boolean, comma: boolean, indent: string): string {
  const first = list.core(run.first);
  const last = list.core(run.last);
  const start = lines && first.line >= 0 ? first.line : first.start;
  const lead = lines && first.line < 0 ? indent : '';
  if (!list.commas || (comma && last.commaInTrail)) {
    return lead + list.slice(start, last.end);
  }
  const body = list.slice(start, last.entry.end);
  const trail = last.commaInTrail
    ? list.slice(last.entry.end, last.comma) + list.slice(last.comma + 1, last.end)
    : list.slice(last.entry.end, last.end);
  return lead + body + (comma ? ',' : '') + trail;
}
