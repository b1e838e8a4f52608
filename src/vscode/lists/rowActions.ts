import type { TableAction, TableContent } from '../table/tableContent.ts';
import type { Tools } from '../tools.ts';

/** What lists and their commands work with. */
export type ListTools = Pick<
  Tools,
  'consoles' | 'resources' | 'tables' | 'lookups' | 'files' | 'rules' | 'ruleEditor' | 'view'
>;

/** An action of a list; one that writes is followed by reading the list again. */
export interface RowAction extends TableAction {
  readonly writes?: boolean;
}

export interface RowActions {
  readonly actions: readonly RowAction[];
  readonly onOpen?: NonNullable<TableContent['onOpen']>;
}
