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
  /** Whether it acts on rows, which then have to be selected, or on the table as a whole. */
  readonly on: 'rows' | 'table';
  run(rows: readonly TableRow[]): unknown;
}

export interface TableContent {
  /** One page per id: showing it again replaces what it shows. */
  readonly id: string;
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[] | AsyncIterable<TableBatch> | TableSource;
  /** A sentence over the rows. */
  readonly note?: string;
  /** Enter or a double click on a row. */
  onOpen?(row: TableRow): unknown;
  readonly actions?: readonly TableAction[];
}
