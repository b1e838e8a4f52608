/** The content and commands of a row, without the editor. */
export interface RowDescription {
  readonly label: string;
  /** Secondary text. */
  readonly description?: string;
  readonly tooltip?: string;
  /** A product icon, and the theme color it is drawn in. */
  readonly icon: { readonly id: string; readonly color?: string };
  /** Words of the `contextValue`: what the row is, and what can be done with it. */
  readonly capabilities: readonly string[];
  /** The whole row for a screen reader: nothing that matters is only in an icon, a color or the order. */
  readonly accessibilityLabel: string;
  readonly collapsible: 'none' | 'collapsed' | 'expanded';
  /** Stands out although it is not selected. */
  readonly marked?: boolean;
  /** How the label is colored, see `rowLook` below. */
  readonly tone?: RowTone;
  /** A letter at the end of the row; the accessibility label says in words what it means. */
  readonly mark?: RowMark;
}

/** Added, changed (modified), moved (reordered), in conflict, changed live. */
export type RowMark = 'A' | 'M' | 'R' | 'C' | 'L';

export type RowTone = 'dimmed' | 'dead' | 'edited' | 'live-changed' | 'conflict' | 'failed';

/** The look of a row beside its label and icon. */
interface RowLook {
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
