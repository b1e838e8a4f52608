export type TableCell = string | number | boolean | null;
export type TableRow = Readonly<Record<string, TableCell>>;

export interface TableColumn {
  /** The key names a field of a row. */
  readonly key: string;
  readonly title: string;
  /** The kind controls the reading, alignment and order of cells; `date` is an ISO time. The default is text. */
  readonly kind?: 'text' | 'number' | 'boolean' | 'date';
  /** The column is hidden until the reader chooses it. */
  readonly hidden?: boolean;
  /**
   * The words have an order of their own, least first, such as severities. Rows are sorted by that order and not by the
   * alphabet.
   */
  readonly order?: readonly string[];
}

/** A column of rows of any type. */
interface RowColumn<Row> extends TableColumn {
  readonly of: (row: Row) => TableCell | undefined;
}

export interface TableParts {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

/** The columns and the cells of rows. */
export function tableOf<Row>(columns: readonly RowColumn<Row>[], rows: readonly Row[]): TableParts {
  return {
    columns: columns.map(({ of: _of, ...column }) => column),
    rows: rows.map((row) => Object.fromEntries(columns.map(({ key, of }) => [key, of(row) ?? null]))),
  };
}

/** Rows as they arrive; `total` as soon as it is known. */
export interface TableBatch {
  readonly rows: readonly TableRow[];
  readonly total?: number;
}

/** Reads rows until it ends; the signal fires when the page is closed or the reader is stopped. */
type TableSource = (signal: AbortSignal) => AsyncIterable<TableBatch>;

/** An action is a button over the rows for more than reading. */
export interface TableAction {
  readonly label: string;
  /** The action applies to exactly one selected row, all selected rows, or the whole table. */
  readonly on: 'row' | 'rows' | 'table';
  run(rows: readonly TableRow[]): unknown;
}

export interface TableContent {
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[] | TableSource;
  /** A sentence over the rows. */
  readonly note?: string;
  /** The sentence instead of it where there turn out to be no rows. */
  readonly noteOfNone?: string;
  /** The reason why Ordinance cannot read newer rows, for example after a sign-out. Undefined while it can. */
  staleReason?(): string | undefined;
  /** Enter or a double click on a row. */
  onOpen?(row: TableRow): unknown;
  readonly actions?: readonly TableAction[];
}
