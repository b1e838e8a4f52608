import * as vscode from 'vscode';
import { readApplication, type Application } from '../../../core/posture/application.ts';
import { resourceName, resourceOf, type Resource } from '../../../core/posture/resource.ts';
import { severitiesIn, type Severity } from '../../../core/posture/setting.ts';
import { objectOf } from '../../../core/posture/tolerant.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import { postureTable, tenantTable } from '../postureTables.ts';
import type { TableParts } from '../../table/tableContent.ts';
import type { PageName } from '../../platform/openPages.ts';
import { notKept } from '../../table/notKept.ts';
import { showApplication } from './showPages.ts';
import { chooseSource, linkOf, nodeOf, valueOf } from './postureTarget.ts';
import { readWholeTenant, shownTenant } from './snapshots.ts';
import type { Posture } from '../posture.ts';

/** Shows a list as a table, to sort, filter and export. Resolves to the name of the table. */
export async function showTable(posture: Posture, argument?: unknown): Promise<PageName> {
  const source = await chooseSource(posture, argument);
  const link = linkOf(argument);
  if (link?.kind === 'tenant') {
    const tenant = shownTenant(posture, source.id) ?? (await readWholeTenant(posture, source));
    const title = vscode.l10n.t('Settings of {0}', tenant.console);
    return show(undefined, title, tenantTable(tenant));
  }
  const node = nodeOf(posture, argument);
  const resource = node?.row.resource ?? resourceOf(link?.kind, link?.app) ?? { kind: 'applications' };
  const value = await valueOf(posture, source.id, resource);
  const application = await applicationOf(posture, source.id, resource);
  const table = postureTable(resource, value, await severitiesOf(posture, source.id, application?.type));
  if (!table) {
    throw new ExpectedError('no-table', vscode.l10n.t('This is not a list.'));
  }
  const title = application
    ? `${application.name} ${resource.kind}`
    : `${source.console.entry.name} ${resourceName(resource)}`;
  return show(resource, node?.row.document?.name ?? title, table);

  async function show(resource: Resource | undefined, title: string, parts: TableParts): Promise<PageName> {
    const name: PageName = [
      'posture',
      source.id,
      resource?.kind ?? 'tenant',
      ...(resource && 'app' in resource ? [resource.app] : []),
    ];
    await posture.tables.show({
      name,
      title,
      standing: () => posture.standing(source.id),
      ...parts,
      ...(resource?.kind === 'applications'
        ? { onOpen: ({ id: app }) => showApplication(posture, { sourceId: source.id, app: String(app) }) }
        : {}),
    });
    return name;
  }
}

/** The application of a list of settings, whose name is its title; the service knows it by an id. */
async function applicationOf(
  { readings }: Posture,
  sourceId: string,
  resource: Resource,
): Promise<Application | undefined> {
  if (resource.kind !== 'configuration' && resource.kind !== 'settings') {
    return undefined;
  }
  const details = await readings.get(sourceId, { kind: 'application', app: resource.app });
  return details.kind === 'value' ? readApplication(objectOf(details.value)) : undefined;
}

/** Settings do not say how severe they are: the definitions of their product do. Empty where those cannot be read. */
async function severitiesOf(
  { readings }: Posture,
  sourceId: string,
  app: string | undefined,
): Promise<ReadonlyMap<string, Severity>> {
  const read = app === undefined ? undefined : await readings.get(sourceId, { kind: 'definitions', app });
  return read?.kind === 'value' ? severitiesIn(read.value) : new Map();
}

/** Shows a table of before a reload of the window again. A whole tenant is read only when somebody asks for it. */
export async function reopenTable(
  posture: Posture,
  [sourceId = '', kind, app]: PageName,
  isAsked: boolean,
): Promise<PageName> {
  await posture.sources.reload();
  const standing = posture.standing(sourceId);
  if (standing !== undefined) {
    throw new ExpectedError('not-reopened', standing);
  }
  if (kind === undefined || (kind === 'tenant' && !isAsked)) {
    throw notKept();
  }
  return showTable(posture, { sourceId, kind, app });
}
