import type { Cells } from './tableRows.ts';
import type { TableAction, TableColumn, TableName } from './tableContent.ts';

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
      readonly words: TableWords;
      readonly again: TableName | undefined;
    }
  | { readonly kind: 'rows'; readonly rows: readonly Cells[]; readonly total: number | undefined }
  /** No more rows follow; `problem` is set when reading ended early. */
  | { readonly kind: 'end'; readonly problem: string }
  /** The text explains why the shown rows may be old; it is empty while they are current. */
  | { readonly kind: 'mark'; readonly text: string };

/**
 * The page sends these messages to the extension. Rows are places in the order of `reading`, and columns are places of
 * columns.
 */
export type FromPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'open'; readonly reading: number; readonly row: number }
  | {
      readonly kind: 'act';
      readonly reading: number;
      readonly action: number;
      readonly rows: readonly number[];
    }
  | {
      readonly kind: 'copy' | 'csv' | 'json' | 'document';
      readonly reading: number;
      readonly rows: readonly number[];
      readonly columns: readonly number[];
    };

/** The texts of the page are translated. `{0}` and `{1}` are numbers. */
export interface TableWords {
  readonly filter: string;
  readonly filterHint: string;
  readonly columns: string;
  readonly copy: string;
  readonly csv: string;
  readonly json: string;
  readonly document: string;
  readonly stop: string;
  readonly oneRow: string;
  readonly rows: string;
  readonly rowsOf: string;
  readonly selected: string;
  readonly loading: string;
  readonly loadingOf: string;
  readonly empty: string;
  /** The text appears when reading failed or was stopped before any row. */
  readonly unread: string;
  readonly nothingFound: string;
  /** `{0}` is the typed text in front of a colon. */
  readonly unknownColumn: string;
  readonly sortedUp: string;
  readonly sortedDown: string;
  readonly unsorted: string;
}

/** A message of the page is not trusted, so an invalid one is undefined. */
export function readFromPage(message: unknown): FromPage | undefined {
  if (typeof message !== 'object' || message === null || !('kind' in message)) {
    return undefined;
  }
  const { kind } = message;
  const reading = 'reading' in message ? message.reading : undefined;
  const row = 'row' in message ? message.row : undefined;
  const action = 'action' in message ? message.action : undefined;
  const rows = 'rows' in message ? places(message.rows) : undefined;
  const columns = 'columns' in message ? places(message.columns) : undefined;
  switch (kind) {
    case 'ready':
    case 'stop':
      return { kind };
    case 'open':
      return isPlace(reading) && isPlace(row) ? { kind, reading, row } : undefined;
    case 'act':
      return isPlace(reading) && isPlace(action) && rows ? { kind, reading, action, rows } : undefined;
    case 'copy':
    case 'csv':
    case 'json':
    case 'document':
      return isPlace(reading) && rows && columns ? { kind, reading, rows, columns } : undefined;
    default:
      return undefined;
  }
}

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function places(value: unknown): readonly number[] | undefined {
  return Array.isArray(value) && value.every(isPlace) ? value : undefined;
}
