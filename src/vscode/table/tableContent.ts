export type TableCell = string | number | boolean | null;
export type TableRow = Readonly<Record<string, TableCell>>;

export interface TableColumn {
  /** Member of a row. */
  readonly key: string;
  readonly title: string;
  /** How cells are read, aligned and sorted; `date` is an ISO time. Text when absent. */
  readonly kind?: 'text' | 'number' | 'boolean' | 'date';
  /** Not shown until it is chosen. */
  readonly hidden?: boolean;
  /** Words with an order of their own, least first, as severities have: sorted by it, not by the alphabet. */
  readonly order?: readonly string[];
  /** Other words by which a filter finds cells with a text. */
  readonly also?: Readonly<Record<string, string>>;
}

/** Rows as they arrive; `total` as soon as it is known. */
export interface TableBatch {
  readonly rows: readonly TableRow[];
  readonly total?: number;
}

/** Reads rows until it ends; the signal fires when the page is closed or the reader is stopped. */
export type TableSource = (signal: AbortSignal) => AsyncIterable<TableBatch>;

/** What can be done beside reading: a button over the rows. */
export interface TableAction {
  readonly label: string;
  /** What it acts on: exactly one selected row, all selected rows, or the table as a whole. */
  readonly on: 'row' | 'rows' | 'table';
  run(rows: readonly TableRow[]): unknown;
}

/** What a table shows, in words that outlive the window: a kind of table, and what of that. */
export type TableName = readonly [kind: string, ...of: string[]];

export interface TableContent {
  /** One page per name: showing it again replaces what it shows, also after a reload of the window. */
  readonly name: TableName;
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[] | AsyncIterable<TableBatch> | TableSource;
  /** A sentence over the rows. */
  readonly note?: string;
  /** The sentence instead of it where there turn out to be no rows. */
  readonly noteOfNone?: string;
  /** Why nothing newer can be read: signed out, for example. Undefined while it can. */
  standing?(): string | undefined;
  /** Enter or a double click on a row. */
  onOpen?(row: TableRow): unknown;
  readonly actions?: readonly TableAction[];
}
