import * as vscode from 'vscode';
import { ExpectedError } from '../../../core/util/errors.ts';
import { notKept, type PageName } from '../../platform/openPages.ts';
import { applicationPage } from '../pages/applicationPage.ts';
import { overviewPage } from '../pages/overviewPage.ts';
import type { PosturePage } from '../pages/posturePages.ts';
import type { Posture } from '../posture.ts';
import type { PostureSource } from '../postureSources.ts';
import { resourceName, resourceOf } from '../../../core/posture/resource.ts';
import type { TableContent, TableRow } from '../../table/tableContent.ts';
import { listTables, settingTable, tenantTable } from '../postureTables.ts';
import {
  chooseSource,
  readApplicationPosture,
  readResource,
  sourceOfPage,
  type PostureTarget,
} from './postureTarget.ts';
import { comparisonOf, readWholeTenant, shownTenant } from './snapshots.ts';

/** Shows the page of one application. Resolves to the name of the page. */
export async function showApplication(posture: Posture, target: PostureTarget): Promise<PageName> {
  const source = await chooseSource(posture, target);
  let node: PostureTarget | undefined = target;
  while (node && !node.row?.application) {
    node = node.parent;
  }
  const { app = node?.row?.application?.id, fresh: isFresh = false } = target;
  if (app === undefined) {
    throw new ExpectedError('nothing-selected', vscode.l10n.t('Select an application first.'));
  }
  const name: PageName = ['application', source.id, app];
  await posture.pages.show(name, await applicationOf(posture, source, app, isFresh));
  return name;
}

/** Shows the page of all applications. Resolves to the name of the page. */
export async function showOverview(posture: Posture, target: PostureTarget): Promise<PageName> {
  const { id } = await chooseSource(posture, target);
  const name: PageName = ['overview', id];
  await posture.pages.open(name);
  return name;
}

/** Makes pages by their names. Ordinance reads a whole tenant only on request. */
export function registerPages(posture: Posture): void {
  posture.pages.register('application', async ([id, app = ''], isAsked) =>
    applicationOf(posture, await sourceOfPage(posture, id, isAsked), app, false),
  );
  posture.pages.register('overview', async ([id], isAsked) => {
    const source = await sourceOfPage(posture, id, isAsked);
    if (!isAsked) {
      throw notKept();
    }
    const tenant = await readWholeTenant(posture, source);
    const title = vscode.l10n.t('Posture of {0}', tenant.console);
    return { tenant, title, body: overviewPage(source.id, tenant) };
  });
  posture.pages.register('comparison', async ([id, ...files], isAsked) => {
    const source = await sourceOfPage(posture, id, isAsked);
    if (files.includes('') && !isAsked) {
      throw notKept();
    }
    return comparisonOf(posture, source, files);
  });
}

async function applicationOf(
  posture: Posture,
  source: PostureSource,
  app: string,
  isFresh: boolean,
): Promise<PosturePage> {
  const { id, console } = source;
  const read = await readApplicationPosture(posture, id, app, { isFresh });
  const body = applicationPage({ sourceId: id, console: console.entry.name, ...read });
  return { title: read.application.name, body };
}

/** Shows a list as a table, to sort, filter and export. Resolves to the name of the table. */
export async function showTable(posture: Posture, target: PostureTarget): Promise<PageName> {
  const source = await chooseSource(posture, target);
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
