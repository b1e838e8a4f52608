import { arePlaces, isPlace, messageReader, type MessageOf } from './pageMessages.ts';
import type { Cells } from './tableRows.ts';
import type { TableAction, TableColumn } from './tableContent.ts';

/** The extension sends these messages to the page. */
export type ToPage =
  | {
      readonly kind: 'start';
      /** The number identifies the reading of the rows; every message about rows names it. */
      readonly reading: number;
      readonly title: string;
      readonly note: string;
      readonly noteOfNone: string;
      readonly columns: readonly TableColumn[];
      readonly actions: readonly { readonly label: string; readonly on: TableAction['on'] }[];
      readonly canOpen: boolean;
    }
  | { readonly kind: 'rows'; readonly rows: readonly Cells[]; readonly total: number | undefined }
  /** No more rows follow; `problem` is set when reading ended early. */
  | { readonly kind: 'end'; readonly problem: string }
  /** The reason why the shown rows may be old; empty while they are current. */
  | { readonly kind: 'stale'; readonly reason: string };

const ofRows = { reading: isPlace, rows: arePlaces } as const;
const exported = { ...ofRows, columns: arePlaces } as const;

/**
 * The page sends these messages to the extension. Rows are places in the order of `reading`, and columns are places of
 * columns.
 */
const fromPage = {
  ready: {},
  stop: {},
  open: { reading: isPlace, row: isPlace },
  act: { ...ofRows, action: isPlace },
  copy: exported,
  csv: exported,
  json: exported,
  document: exported,
} as const;

export type FromPage = MessageOf<typeof fromPage>;
export const readFromPage = messageReader(fromPage);
