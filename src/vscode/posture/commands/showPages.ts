import { ExpectedError } from '../../../core/util/errors.ts';
import { notKept, type PageName } from '../../platform/openPages.ts';
import { applicationPage, overviewPage } from '../pages/pageBodies.ts';
import type { PosturePage } from '../pages/posturePages.ts';
import {
  type Posture,
  chooseSource,
  readApplicationPosture,
  readResource,
  sourceOfPage,
  type PostureTarget,
} from './postureTarget.ts';
import type { PostureSource } from '../postureSources.ts';
import { resourceName, resourceOf, type ResourceKind } from '../../../core/posture/resource.ts';
import {
  type TableContent,
  type TableRow,
  tableOf,
  type TableColumn,
  type TableParts,
} from '../../table/tableContent.ts';
import { comparisonOf, readWholeTenant, shownTenant } from './snapshots.ts';
import { l10n } from '../../../core/util/l10n.ts';
import type { JsonObject, JsonValue } from '../../../core/json/json.ts';
import { readApplications, readCatalog } from '../../../core/posture/application.ts';
import { readSettings, severityOrder, type Setting } from '../../../core/posture/setting.ts';
import { settingFacts, type PostureSnapshot, type SnapshotSetting } from '../../../core/posture/snapshot.ts';
import { rowsOf, firstText } from '../../../core/posture/tolerant.ts';

/** Shows the page of one application. Resolves to the name of the page. */
export async function showApplication(posture: Posture, target: PostureTarget): Promise<PageName> {
  const source = await chooseSource(posture, target);
  let node: PostureTarget | undefined = target;
  while (node && !node.row?.application) {
    node = node.parent;
  }
  const { app = node?.row?.application?.id, fresh: isFresh = false } = target;
  if (app === undefined) {
    throw new ExpectedError('nothing-selected', l10n.t('Select an application first.'));
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
    const title = l10n.t('Posture of {0}', tenant.console);
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
  return { title: l10n.t('Settings of {0}', tenant.console), ...tenantTable(tenant) };
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
  const makeTable = resource && listTables[resource.kind];
  if (!makeTable) {
    throw new ExpectedError('no-table', l10n.t('This is not a list.'));
  }
  const table = makeTable(await readResource(posture, sourceId, resource));
  const onOpen = ({ id }: TableRow): unknown => showApplication(posture, { sourceId, app: String(id) });
  return {
    title: `${console.entry.name} ${resourceName(resource)}`,
    ...table,
    ...(resource.kind === 'applications' && { onOpen }),
  };
}

/** The answers that are lists, as tables. Tables of the settings of an application need the severities of their definitions. */
const listTables: Partial<Record<ResourceKind, (value: JsonValue) => TableParts>> = {
  applications: applicationTable,
  catalog: catalogTable,
  definitions: (value) => settingTable(readSettings(value), false),
  scopes: scopeTable,
};

/** Every setting of every application. */
function tenantTable({ applications }: PostureSnapshot): TableParts {
  return tableOf<SnapshotSetting & { readonly application: string }>(
    [
      { key: 'application', title: l10n.t('Application'), of: ({ application }) => application },
      ...settingFacts(),
    ],
    applications.flatMap(({ name: application, settings }) =>
      settings.map((setting) => ({ ...setting, application })),
    ),
  );
}

function applicationTable(value: JsonValue): TableParts {
  return tableOf(
    [
      { key: 'name', title: l10n.t('Name'), of: ({ name }) => name },
      { key: 'type', title: l10n.t('Product'), of: ({ type }) => type },
      { key: 'health', title: l10n.t('Health'), of: ({ health }) => health },
      { key: 'status', title: l10n.t('Status'), of: ({ status }) => status },
      { key: 'instance', title: l10n.t('Instance'), of: ({ instance }) => instance },
      { key: 'owner', title: l10n.t('Owner'), of: ({ owner }) => owner },
      { key: 'lastScan', title: l10n.t('Last scan'), kind: 'date', of: ({ lastScan }) => lastScan },
      { key: 'id', title: l10n.t('Id'), hidden: true, of: ({ id }) => id },
    ],
    readApplications(value),
  );
}

function catalogTable(value: JsonValue): TableParts {
  return tableOf(
    [
      { key: 'title', title: l10n.t('Name'), of: ({ title }) => title },
      { key: 'name', title: l10n.t('Id'), of: ({ name }) => name },
      { key: 'enabled', title: l10n.t('Enabled'), kind: 'boolean', of: ({ enabled }) => enabled },
      { key: 'features', title: l10n.t('Features'), of: ({ features }) => features.join(', ') },
    ],
    readCatalog(value),
  );
}

function scopeTable(value: JsonValue): TableParts {
  const columns: readonly TableColumn[] = [
    { key: 'name', title: l10n.t('Name') },
    { key: 'native_name', title: l10n.t('Id') },
    { key: 'description', title: l10n.t('Description') },
    { key: 'severity', title: l10n.t('Severity'), order: severityOrder },
    { key: 'enabled', title: l10n.t('Enabled') },
  ];
  return tableOf<JsonObject>(
    columns.map((column) => ({ ...column, of: (row) => firstText(row, column.key) })),
    rowsOf(value),
  );
}

/** Definitions of the catalog are not scanned, so they have no outcome. */
export function settingTable(settings: readonly Setting[], isScanned: boolean): TableParts {
  return tableOf(
    settingFacts().filter(({ key }) => isScanned || !['outcome', 'current', 'tickets'].includes(key)),
    settings,
  );
}
