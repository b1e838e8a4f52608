import { ExpectedError } from '../../../core/util/errors.ts';
import { notKept } from '../../table/notKept.ts';
import type { TableName } from '../../table/tableContent.ts';
import type { TablePage } from '../../table/tablePage.ts';
import type { Posture } from '../posture.ts';
import { showTable } from './showTable.ts';

/** Shows a table of before a reload of the window again. A whole tenant is read only when somebody asks for it. */
export async function reopenTable(
  posture: Posture,
  tables: TablePage,
  [sourceId = '', kind, app]: readonly string[],
  isAsked: boolean,
): Promise<TableName> {
  await posture.sources.reload();
  const standing = posture.standing(sourceId);
  if (standing !== undefined) {
    throw new ExpectedError('not-reopened', standing);
  }
  if (kind === undefined || (kind === 'tenant' && !isAsked)) {
    throw notKept();
  }
  return showTable(posture, tables, { sourceId, kind, ...(app === undefined ? {} : { app }) });
}
