/** The content and commands of a row, independent of VS Code. */
export interface RowDescription {
  readonly label: string;
  /** Secondary text. */
  readonly description?: string;
  readonly tooltip?: string;
  /** A product icon with its theme color. */
  readonly icon: { readonly id: string; readonly color?: string };
  /** Words of the `contextValue`: the kind of the row and its possible actions. */
  readonly capabilities: readonly string[];
  /** The whole row for a screen reader, including all facts that an icon, a color or the order shows. */
  readonly accessibilityLabel: string;
  readonly collapsible: 'none' | 'collapsed' | 'expanded';
  /** The row is highlighted although it is not selected. */
  readonly marked?: boolean;
  /** The color of the label, see `rowLook` below. */
  readonly tone?: RowTone;
  /** A letter at the end of the row. The accessibility label explains it in words. */
  readonly mark?: RowMark;
}

/** Added, changed (modified), moved (reordered), in conflict, changed on the console. */
export type RowMark = 'A' | 'M' | 'R' | 'C' | 'L';

export type RowTone = 'dimmed' | 'dead' | 'edited' | 'live-changed' | 'conflict' | 'failed';

/** The look of a row, without its label and icon. */
interface RowLook {
  /** The id of a color that the high contrast themes have too. They lack the colors of lists for errors. */
  readonly color: string;
  /** At the end of the row; at most two characters, never cut off. */
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
  // A shadowed rule has a badge, because a color says little and the words may be cut off. The icon and text
  // of the row repeat the other tones.
  if (tone === 'dead') {
    return { color: colors.dead, badge: `${letter}!` };
  }
  const color = marked ?? toned;
  return color === undefined ? undefined : { color, ...(letter === '' ? {} : { badge: letter }) };
}
