import type { TableAction, TableContent } from '../table/tableContent.ts';

/** An action of a list; one that writes is followed by reading the list again. */
export interface RowAction extends TableAction {
  readonly writes?: boolean;
}

export interface RowActions {
  readonly actions: readonly RowAction[];
  readonly onOpen?: NonNullable<TableContent['onOpen']>;
}
