import type { RowMark, RowTone } from './rowDescription.ts';

/** What a row looks like beside its label and icon. */
export interface RowLook {
  /** Id of a color that the high contrast themes have, too: those of lists for errors they leave out. */
  readonly color: string;
  /** At the end of the row; at most two characters, and never cut off. */
  readonly badge?: string;
}

const colors: Readonly<Record<RowTone, string>> = {
  dimmed: 'disabledForeground',
  dead: 'ordinance.warningForeground',
  edited: 'gitDecoration.modifiedResourceForeground',
  'live-changed': 'ordinance.liveChangedForeground',
  conflict: 'gitDecoration.conflictingResourceForeground',
  failed: 'editorError.foreground',
};

const markColors: Readonly<Record<RowMark, string>> = {
  A: 'gitDecoration.addedResourceForeground',
  M: 'gitDecoration.modifiedResourceForeground',
  R: 'gitDecoration.renamedResourceForeground',
  C: 'gitDecoration.conflictingResourceForeground',
  L: 'ordinance.liveChangedForeground',
};

export function rowLook(tone: string, mark: string): RowLook | undefined {
  const toned = colors[tone as RowTone] as string | undefined;
  const marked = markColors[mark as RowMark] as string | undefined;
  const letter = marked === undefined ? '' : mark;
  // A rule that decides for nothing stays to be seen, even where a color says little and the words are cut off; what else a
  // tone says, icon and text of the row say, too.
  if (tone === 'dead') {
    return { color: colors.dead, badge: `${letter}!` };
  }
  const color = marked ?? toned;
  return color === undefined ? undefined : { color, ...(letter === '' ? {} : { badge: letter }) };
}
