import { l10n } from '../../core/util/l10n.ts';
import type { JsonValue } from '../../core/json/json.ts';
import { readApplications, readCatalog } from '../../core/posture/application.ts';
import type { Resource } from '../../core/posture/resource.ts';
import {
  outcomes,
  outcomeWords,
  readSettings,
  severityOrder,
  type Setting,
  type Severity,
} from '../../core/posture/setting.ts';
import type { PostureSnapshot, SnapshotSetting } from '../../core/posture/snapshot.ts';
import { rowsOf, wordsAt } from '../../core/posture/tolerant.ts';
import type { TableColumn, TableRow } from '../table/tableContent.ts';

export interface PostureTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

/** An answer as a table; undefined for what is no list. */
export function tableOf(
  resource: Resource,
  value: JsonValue,
  severities: ReadonlyMap<string, Severity>,
): PostureTable | undefined {
  switch (resource.kind) {
    case 'applications':
      return applicationTable(value);
    case 'configuration':
    case 'settings':
      return settingTable(readSettings(value, severities), true);
    case 'definitions':
      return settingTable(readSettings(value), false);
    case 'catalog':
      return catalogTable(value);
    case 'scopes':
      return scopeTable(value);
    case 'application':
    case 'catalog-entry':
    case 'authentication':
    case 'control':
    case 'projects':
    case 'project':
    case 'issue':
      break;
  }
  return undefined;
}

/** Every setting of every application. */
export function tenantTable({ applications }: PostureSnapshot): PostureTable {
  const facts = settingFacts();
  return {
    columns: [{ key: 'application', title: l10n.t('Application') }, ...columnsOf(facts)],
    rows: applications.flatMap((application) =>
      application.settings.map((setting) => ({ application: application.name, ...cellsOf(facts, setting) })),
    ),
  };
}

function applicationTable(value: JsonValue): PostureTable {
  return {
    columns: [
      { key: 'name', title: l10n.t('Name') },
      { key: 'type', title: l10n.t('Product') },
      { key: 'health', title: l10n.t('Health') },
      { key: 'status', title: l10n.t('Status') },
      { key: 'instance', title: l10n.t('Instance') },
      { key: 'owner', title: l10n.t('Owner') },
      { key: 'lastScan', title: l10n.t('Last scan'), kind: 'date' },
      { key: 'id', title: l10n.t('Id'), hidden: true },
    ],
    rows: readApplications(value).map(({ id, name, type, health, status, instance, owner, lastScan }) => ({
      id,
      name,
      type: type ?? null,
      health: health ?? null,
      status: status ?? null,
      instance: instance ?? null,
      owner: owner ?? null,
      lastScan: lastScan ?? null,
    })),
  };
}

function catalogTable(value: JsonValue): PostureTable {
  return {
    columns: [
      { key: 'title', title: l10n.t('Name') },
      { key: 'name', title: l10n.t('Id') },
      { key: 'enabled', title: l10n.t('Enabled'), kind: 'boolean' },
      { key: 'features', title: l10n.t('Features') },
    ],
    rows: readCatalog(value).map(({ name, title, enabled, features }) => ({
      name,
      title,
      enabled: enabled ?? null,
      features: features.join(', '),
    })),
  };
}

function scopeTable(value: JsonValue): PostureTable {
  const keys = ['name', 'native_name', 'description', 'severity', 'enabled'];
  const titles = [l10n.t('Name'), l10n.t('Id'), l10n.t('Description'), l10n.t('Severity'), l10n.t('Enabled')];
  return {
    columns: keys.map((key, index) => ({
      key,
      title: titles[index] ?? key,
      ...(key === 'severity' ? { order: severityOrder } : {}),
    })),
    rows: rowsOf(value).map((row) => Object.fromEntries(keys.map((key) => [key, wordsAt(row, key) ?? null]))),
  };
}

function settingTable(settings: readonly Setting[], scanned: boolean): PostureTable {
  const facts = settingFacts();
  return {
    columns: columnsOf(facts).filter(
      ({ key }) => scanned || !['outcome', 'current', 'tickets'].includes(key),
    ),
    rows: settings.map((setting) =>
      cellsOf(facts, { ...setting, tickets: setting.tickets.map(({ key }) => key) }),
    ),
  };
}

interface SettingColumn extends Omit<TableColumn, 'key'> {
  readonly of: (setting: SnapshotSetting) => string | undefined;
}

/** Fields of a setting that say which one it is, or that are too long for a cell: its page shows them. */
type WithoutColumn =
  'id' | 'definition' | 'status' | 'description' | 'steps' | 'consoleUrl' | 'documentUrl' | 'raw';

/** A column for each field of a setting, read by `of`. A field that is neither here nor above is a type error. */
const settingFacts = () =>
  ({
    name: { title: l10n.t('Setting'), of: ({ name }) => name },
    category: { title: l10n.t('Category'), of: ({ category }) => category },
    outcome: {
      title: l10n.t('Outcome'),
      of: ({ outcome }) => outcomeWords(outcome),
      // Saved filters may contain the former words.
      also: Object.fromEntries(outcomes.map((outcome) => [outcomeWords(outcome), outcome])),
    },
    severity: { title: l10n.t('Severity'), of: ({ severity }) => severity, order: severityOrder },
    current: { title: l10n.t('Current value'), of: ({ current }) => current },
    recommended: { title: l10n.t('Recommended value'), of: ({ recommended }) => recommended },
    operator: { title: l10n.t('Operator'), of: ({ operator }) => operator, hidden: true },
    control: { title: l10n.t('Common control'), of: ({ control }) => control },
    tickets: { title: l10n.t('Tickets'), of: ({ tickets = [] }) => tickets.join(', ') },
  }) satisfies Readonly<Record<Exclude<keyof Setting, WithoutColumn>, SettingColumn>>;

function cellsOf(facts: ReturnType<typeof settingFacts>, setting: SnapshotSetting): TableRow {
  return Object.fromEntries(Object.entries(facts).map(([key, { of }]) => [key, of(setting) ?? null]));
}

function columnsOf(facts: ReturnType<typeof settingFacts>): readonly TableColumn[] {
  return Object.entries<SettingColumn>(facts).map(([key, { of: _of, ...column }]) => ({ key, ...column }));
}
