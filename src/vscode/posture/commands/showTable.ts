import * as vscode from 'vscode';
import { resourceName, resourceOf } from '../../../core/posture/resource.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import { listTables, settingTable, tenantTable } from '../postureTables.ts';
import type { TableContent, TableRow } from '../../table/tableContent.ts';
import { notKept, type PageName } from '../../platform/openPages.ts';
import { showApplication } from './showPages.ts';
import { chooseSource, sourceOfPage, targetOf } from './postureTarget.ts';
import { readApplicationPosture, readResource } from './readForCommand.ts';
import { readWholeTenant, shownTenant } from './snapshots.ts';
import type { Posture } from '../posture.ts';
import type { PostureSource } from '../postureSources.ts';

/** Shows a list as a table, to sort, filter and export. Resolves to the name of the table. */
export async function showTable(posture: Posture, argument?: unknown): Promise<PageName> {
  const source = await chooseSource(posture, argument);
  const target = targetOf(posture, argument);
  const { kind, ...names } = target.row?.resource ?? resourceOf(target) ?? { kind: 'applications' };
  const name = ['posture', source.id, target.kind === 'tenant' ? target.kind : kind, ...Object.values(names)];
  await posture.tables.open(name);
  return name;
}

/** Makes tables by their names. Ordinance reads a whole tenant only on request. */
export function registerTables(posture: Posture): void {
  posture.tables.register('posture', async ([id, kind, app], isAsked) => {
    const source = await sourceOfPage(posture, id, isAsked);
    const table = await (kind === 'tenant'
      ? tenantContent(posture, source, isAsked)
      : listContent(posture, source, kind, app));
    return { ...table, staleReason: () => posture.sources.staleReason(source.id) };
  });
}

async function tenantContent(
  posture: Posture,
  source: PostureSource,
  isAsked: boolean,
): Promise<TableContent> {
  const shown = shownTenant(posture, source.id);
  if (!shown && !isAsked) {
    throw notKept();
  }
  const tenant = shown ?? (await readWholeTenant(posture, source));
  return { title: vscode.l10n.t('Settings of {0}', tenant.console), ...tenantTable(tenant) };
}

async function listContent(
  posture: Posture,
  { id: sourceId, console }: PostureSource,
  kind: string | undefined,
  app: string | undefined,
): Promise<TableContent> {
  const resource = resourceOf({ kind, app });
  if (resource?.kind === 'configuration' || resource?.kind === 'settings') {
    const { kind: list, app: id } = resource;
    const { application, settings } = await readApplicationPosture(posture, sourceId, id, { kind: list });
    return { title: `${application.name} ${list}`, ...settingTable(settings, true) };
  }
  const tableOf = resource && listTables[resource.kind];
  if (!tableOf) {
    throw new ExpectedError('no-table', vscode.l10n.t('This is not a list.'));
  }
  const table = tableOf(await readResource(posture, sourceId, resource));
  const onOpen = ({ id }: TableRow): unknown => showApplication(posture, { sourceId, app: String(id) });
  return {
    title: `${console.entry.name} ${resourceName(resource)}`,
    ...table,
    ...(resource.kind === 'applications' && { onOpen }),
  };
}
