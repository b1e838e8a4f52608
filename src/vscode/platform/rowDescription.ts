/** What a row of the view says and can do, without the editor. */
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
  /** How the label is colored, see `rowDecorations.ts`. */
  readonly tone?: RowTone;
  /** A letter at the end of the row; the accessibility label says in words what it means. */
  readonly mark?: RowMark;
}

/** Added, changed (modified), moved (reordered), in conflict, changed live. */
export type RowMark = 'A' | 'M' | 'R' | 'C' | 'L';

export type RowTone = 'dimmed' | 'dead' | 'edited' | 'live-changed' | 'conflict' | 'failed';
