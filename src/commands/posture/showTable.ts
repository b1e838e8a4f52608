import * as vscode from 'vscode';
import { resourceKey, resourceName, type Resource } from '../../model/posture/resource.ts';
import { severitiesIn } from '../../model/posture/setting.ts';
import { ExpectedError } from '../../util/errors.ts';
import { tableOf, tenantTable, type PostureTable } from '../../views/posture/postureTables.ts';
import type { TablePage } from '../../views/table/tablePage.ts';
import { resourceOfLink } from './openDocument.ts';
import { showApplication } from './showPages.ts';
import { chooseSource, linkOf, nodeOf, valueOf } from './postureTarget.ts';
import type { PostureTools } from './postureTools.ts';

/** Shows a list as a table, to sort, filter and export. Resolves to the id of the table. */
export async function showTable(
  { posture, tables }: { readonly posture: PostureTools; readonly tables: Pick<TablePage, 'show'> },
  argument?: unknown,
): Promise<string> {
  const source = await chooseSource(posture, argument);
  const tenant = linkOf(argument)?.kind === 'tenant' ? posture.tenants.get(source.id) : undefined;
  if (tenant) {
    const title = vscode.l10n.t('Settings of {0}', tenant.console);
    return show(undefined, title, tenantTable(tenant, vscode.l10n));
  }
  const node = nodeOf(posture, argument);
  const resource = node?.row.resource ?? resourceOfLink(argument) ?? { kind: 'applications' };
  const value = await valueOf(posture, source.id, resource);
  const app = node?.parent?.row.subject;
  const type = app?.kind === 'application' ? app.application.type : undefined;
  const known =
    type === undefined ? undefined : posture.readings.peek(source.id, { kind: 'definitions', app: type });
  const severities = known?.kind === 'value' ? severitiesIn(known.value) : undefined;
  const table = tableOf(resource, value, (id) => severities?.get(id), vscode.l10n);
  if (!table) {
    throw new ExpectedError('no-table', vscode.l10n.t('This is no list.'));
  }
  const subject = node?.row.subject;
  const title =
    subject?.kind === 'document' ? subject.name : `${source.console.entry.name} ${resourceName(resource)}`;
  return show(resource, title, table);

  async function show(
    resource: Resource | undefined,
    title: string,
    { columns, rows }: PostureTable,
  ): Promise<string> {
    const id = `posture ${source.id} ${resource ? resourceKey(resource) : 'tenant'}`;
    await tables.show({
      id,
      title,
      columns,
      rows,
      ...(resource?.kind === 'applications'
        ? { onOpen: ({ id: app }) => showApplication({ posture }, { sourceId: source.id, app: String(app) }) }
        : {}),
    });
    return id;
  }
}
