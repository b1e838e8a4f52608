import * as vscode from 'vscode';
import { readApplication } from '../../../core/posture/application.ts';
import { resourceName, type Resource } from '../../../core/posture/resource.ts';
import { severitiesIn, type Severity } from '../../../core/posture/setting.ts';
import { objectOf } from '../../../core/posture/tolerant.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import { tableOf, tenantTable, type PostureTable } from '../postureTables.ts';
import type { TableName } from '../../table/tableContent.ts';
import type { TablePage } from '../../table/tablePage.ts';
import { resourceOfLink } from './openDocument.ts';
import { showApplication } from './showPages.ts';
import { chooseSource, linkOf, nodeOf, valueOf } from './postureTarget.ts';
import { readWholeTenant } from './snapshots.ts';
import type { Posture } from '../posture.ts';
import type { PostureSource } from '../postureSources.ts';

/** Shows a list as a table, to sort, filter and export. Resolves to the name of the table. */
export async function showTable(posture: Posture, tables: TablePage, argument?: unknown): Promise<TableName> {
  const source = await chooseSource(posture, argument);
  if (linkOf(argument)?.kind === 'tenant') {
    const tenant = posture.shownTenants.get(source.id) ?? (await readWholeTenant(posture, source));
    const title = vscode.l10n.t('Settings of {0}', tenant.console);
    return show(undefined, title, tenantTable(tenant));
  }
  const node = nodeOf(posture, argument);
  const resource = node?.row.resource ?? resourceOfLink(argument) ?? { kind: 'applications' };
  const value = await valueOf(posture, source.id, resource);
  const severities = await severitiesOf(posture, source.id, resource);
  const table = tableOf(resource, value, (id) => severities?.get(id));
  if (!table) {
    throw new ExpectedError('no-table', vscode.l10n.t('This is not a list.'));
  }
  const subject = node?.row.subject;
  const title = subject?.kind === 'document' ? subject.name : await titleOf(posture, source, resource);
  return show(resource, title, table);

  async function show(
    resource: Resource | undefined,
    title: string,
    { columns, rows }: PostureTable,
  ): Promise<TableName> {
    const name: TableName = [
      'posture',
      source.id,
      resource?.kind ?? 'tenant',
      ...(resource && 'app' in resource ? [resource.app] : []),
    ];
    await tables.show({
      name,
      title,
      standing: () => posture.standing(source.id),
      columns,
      rows,
      ...(resource?.kind === 'applications'
        ? { onOpen: ({ id: app }) => showApplication(posture, { sourceId: source.id, app: String(app) }) }
        : {}),
    });
    return name;
  }
}

/** An application by its name, as its page has it; the service knows it by an id. */
async function titleOf(
  posture: Posture,
  { id, console }: PostureSource,
  resource: Resource,
): Promise<string> {
  if (resource.kind === 'configuration' || resource.kind === 'settings') {
    const details = await posture.readings.get(id, { kind: 'application', app: resource.app });
    const name = details.kind === 'value' ? readApplication(objectOf(details.value))?.name : undefined;
    return `${name ?? resource.app} ${resource.kind}`;
  }
  return `${console.entry.name} ${resourceName(resource)}`;
}

/** Settings do not say how severe they are: the definitions of their product do. Undefined where those cannot be read. */
async function severitiesOf(
  { readings }: Posture,
  sourceId: string,
  resource: Resource,
): Promise<ReadonlyMap<string, Severity> | undefined> {
  if (resource.kind !== 'configuration' && resource.kind !== 'settings') {
    return undefined;
  }
  const details = await readings.get(sourceId, { kind: 'application', app: resource.app });
  const type = details.kind === 'value' ? readApplication(objectOf(details.value))?.type : undefined;
  const definitions =
    type === undefined ? undefined : await readings.get(sourceId, { kind: 'definitions', app: type });
  return definitions?.kind === 'value' ? severitiesIn(definitions.value) : undefined;
}
