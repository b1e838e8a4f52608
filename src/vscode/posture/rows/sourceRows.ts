import { l10n } from '../../../core/util/l10n.ts';
import { controlRows, integrationRows, categoryRows, settingRows, ticketRows } from './settingRows.ts';
import { type PostureRow, type RowContext, inParts, orNone, fieldRows, timeWords } from './postureRow.ts';
import type { JsonValue } from '../../../core/json/json.ts';
import { readApplications, type Application, readCatalog } from '../../../core/posture/application.ts';
import type { Resource } from '../../../core/posture/resource.ts';
import { readSettings, severitiesIn, type Setting } from '../../../core/posture/setting.ts';
import { whenWords } from '../../workspace/whenWords.ts';
import type { PostureSource } from '../postureSources.ts';

/** The service of one console with its four branches. */
export function sourceRow({ id, console, sspmUrl, access }: PostureSource, context: RowContext): PostureRow {
  const { name } = console.entry;
  const { host } = new URL(sspmUrl);
  const row = { key: id, label: name, spoken: l10n.t('SSPM service of {0}', name) };
  if (access === 'ready') {
    return {
      ...row,
      details: [host],
      icon: 'cloud',
      can: ['canSignOut', 'canRefresh', 'canShowOverview'],
      isExpanded: true,
      below: () => branches(context),
    };
  }
  const isSignedOut = access === 'signed-out';
  return {
    ...row,
    details: [isSignedOut ? l10n.t('signed out') : l10n.t('workspace not trusted'), host],
    icon: 'debug-disconnect',
    color: 'disabledForeground',
    can: isSignedOut ? ['canSignIn'] : [],
  };
}

function branches(context: RowContext): readonly PostureRow[] {
  return [
    {
      key: 'applications',
      label: l10n.t('Applications'),
      icon: 'globe',
      can: ['canFilter', 'canShowTable'],
      resource: { kind: 'applications' },
      below: (value) => applicationRows(value, context),
    },
    {
      key: 'catalog',
      label: l10n.t('Catalog'),
      icon: 'library',
      can: ['canFilter', 'canShowTable'],
      resource: { kind: 'catalog' },
      below: (value) => catalogRows(value, context),
    },
    // The service has no list of controls and of integrations.
    {
      key: 'controls',
      label: l10n.t('Controls'),
      icon: 'shield',
      below: () => controlRows(context.links()),
    },
    {
      key: 'integrations',
      label: l10n.t('Integrations'),
      icon: 'plug',
      can: ['canAddIntegration'],
      below: () => integrationRows(context.links()),
    },
  ];
}

/** Icons by the word of the service for health. */
const icons: Readonly<Record<string, Pick<PostureRow, 'icon' | 'color'>>> = {
  up: { icon: 'globe' },
  unhealthy: { icon: 'warning', color: 'ordinance.warningForeground' },
  down: { icon: 'debug-disconnect', color: 'editorError.foreground' },
  scanning: { icon: 'sync' },
};

export function applicationRows(value: JsonValue, context: RowContext): readonly PostureRow[] {
  const rows = filteredRows(
    context.filter('applications'),
    readApplications(value).map((application) => ({
      row: applicationRow(application),
      text: `${application.name} ${application.type ?? ''} ${application.id}`,
    })),
  );
  return orNone(rows, l10n.t('The service answers, but no application is registered'));
}

/** The rows that a filter lets pass, by their labels. */
function filteredRows(
  filter: string,
  all: readonly { readonly row: PostureRow; readonly text: string }[],
): readonly PostureRow[] {
  const word = filter.toLowerCase();
  const rows = all.filter(({ text }) => text.toLowerCase().includes(word)).map(({ row }) => row);
  const label = l10n.t('{0} of {1} match "{2}"', rows.length, all.length, word);
  return [
    ...(rows.length === all.length ? [] : [{ key: 'filter', label, icon: 'filter' }]),
    ...inParts(rows.toSorted((a, b) => a.label.localeCompare(b.label))),
  ];
}

function applicationRow(application: Application): PostureRow {
  const { id: app, name, health, status, lastScan, type, raw } = application;
  const scanned = (words?: (at: Date) => string): string | undefined =>
    lastScan && l10n.t('scanned {0}', timeWords(lastScan, words));
  // The definitions of the product have the severities of the settings.
  const beside = type === undefined ? undefined : ({ kind: 'definitions', app: type } as const);
  const settingsIn = (value: JsonValue, definitions?: JsonValue): readonly Setting[] =>
    readSettings(value, severitiesIn(definitions));
  const configuration = { kind: 'configuration', app } as const;
  const parts: readonly PostureRow[] = [
    partRow({ kind: 'application', app }, name, {
      label: l10n.t('Details'),
      icon: 'info',
      below: fieldRows,
    }),
    partRow(configuration, name, {
      label: l10n.t('Configuration'),
      icon: 'checklist',
      beside,
      below: (value, definitions) => categoryRows(settingsIn(value, definitions), application),
    }),
    partRow({ kind: 'settings', app }, name, {
      label: l10n.t('Settings'),
      icon: 'settings-gear',
      beside,
      below: (value, definitions) => settingRows(settingsIn(value, definitions), application),
    }),
    partRow(configuration, name, {
      key: 'tickets',
      label: l10n.t('Open tickets'),
      icon: 'issues',
      below: (value) => ticketRows(readSettings(value)),
    }),
  ];
  return {
    key: `application ${app}`,
    label: name,
    spoken: l10n.t('Application {0}', name),
    details: [health, status, scanned(whenWords) ?? l10n.t('never scanned')],
    ...(icons[(health ?? '').toLowerCase()] ?? { icon: 'question' }),
    can: ['canShowApplication', 'canCopy', 'canRefresh'],
    tooltip: lastScan && [name, health, status, scanned()].filter(Boolean).join(' · '),
    document: { name, value: raw },
    application,
    parts,
    below: () =>
      type === undefined ? parts : [...parts, entryRow(type, l10n.t('Catalog entry {0}', type), [])],
  };
}

export function catalogRows(value: JsonValue, context: RowContext): readonly PostureRow[] {
  return orNone(
    filteredRows(
      context.filter('catalog'),
      readCatalog(value).map(({ name, title, enabled }) => ({
        row: entryRow(name, title, [name, enabled === false ? l10n.t('not enabled') : undefined]),
        text: `${title} ${name}`,
      })),
    ),
  );
}

/** An entry of the catalog. Each row below is read when it is opened. */
function entryRow(app: string, title: string, details: readonly (string | undefined)[]): PostureRow {
  const parts = [
    partRow({ kind: 'catalog-entry', app }, title, {
      label: l10n.t('Details'),
      icon: 'info',
      below: fieldRows,
    }),
    partRow({ kind: 'definitions', app }, title, {
      label: l10n.t('Configuration definitions'),
      icon: 'settings',
      below: (value) => categoryRows(readSettings(value)),
    }),
    partRow({ kind: 'scopes', app }, title, { label: l10n.t('Scopes'), icon: 'key', below: fieldRows }),
    partRow({ kind: 'authentication', app }, title, {
      label: l10n.t('Authentication'),
      icon: 'lock',
      below: fieldRows,
    }),
  ];
  return {
    key: `entry ${app}`,
    label: title,
    details,
    icon: 'package',
    can: ['canRefresh'],
    parts,
    below: () => parts,
  };
}

/** A part of an application, or of an entry of the catalog. `whole` is the name of that. */
function partRow(
  resource: Extract<Resource, { app: string }>,
  whole: string,
  row: Partial<PostureRow> & Pick<PostureRow, 'label' | 'icon' | 'below'>,
): PostureRow {
  const { kind } = resource;
  const isList = ['configuration', 'settings', 'definitions', 'scopes'].includes(kind);
  return {
    key: kind,
    can: isList ? ['canShowTable'] : [],
    resource,
    document: { name: `${whole} ${kind}` },
    ...row,
  };
}
