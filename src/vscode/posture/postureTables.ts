import { l10n } from '../../core/util/l10n.ts';
import type { JsonObject, JsonValue } from '../../core/json/json.ts';
import { readApplications, readCatalog } from '../../core/posture/application.ts';
import type { ResourceKind } from '../../core/posture/resource.ts';
import { readSettings, severityOrder, type Setting } from '../../core/posture/setting.ts';
import { settingFacts } from '../../core/posture/settingFacts.ts';
import type { PostureSnapshot, SnapshotSetting } from '../../core/posture/snapshot.ts';
import { rowsOf, textAt } from '../../core/posture/tolerant.ts';
import { tableOf, type TableColumn, type TableParts } from '../table/tableContent.ts';

/** The answers that are lists, as tables. Tables of the settings of an application need the severities of their definitions. */
export const listTables: Partial<Record<ResourceKind, (value: JsonValue) => TableParts>> = {
  applications: applicationTable,
  catalog: catalogTable,
  definitions: (value) => settingTable(readSettings(value), false),
  scopes: scopeTable,
};

/** Every setting of every application. */
export function tenantTable({ applications }: PostureSnapshot): TableParts {
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
    columns.map((column) => ({ ...column, of: (row) => textAt(row, column.key) })),
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
