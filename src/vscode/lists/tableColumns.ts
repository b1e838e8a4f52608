import { columnTitles, type ColumnKey, type ListColumn } from '../../core/consoleFile/lists.ts';
import { severityOrder } from '../../core/posture/setting.ts';
import type { TableColumn } from '../table/tableContent.ts';

/** A key alone is a column of texts. */
export type ColumnOfList = ColumnKey | Omit<ListColumn, 'member' | 'of'>;

/** The columns of a table, with the titles of their keys. */
export function tableColumns(columns: readonly ColumnOfList[]): readonly TableColumn[] {
  return columns.map((column) => {
    const { key, kind, hidden } = typeof column === 'string' ? { key: column } : column;
    return {
      key,
      title: columnTitles[key](),
      ...(kind ? { kind } : {}),
      ...(hidden ? { hidden } : {}),
      ...(key === 'severity' ? { order: severityOrder } : {}),
    };
  });
}
