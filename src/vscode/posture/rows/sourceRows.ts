import { l10n } from '../../../core/util/l10n.ts';
import type { ConsoleAccess } from '../../workspace/consoleRegistry.ts';
import { rememberedControls } from './controlRows.ts';
import { integrationRows } from './integrationRows.ts';
import {
  type PostureRow,
  type RowContext,
  filterRows,
  hintRow,
  inParts,
  partRow,
  noRows,
} from './postureRow.ts';
import type { JsonValue } from '../../../core/json/json.ts';
import {
  readApplications,
  type Application,
  readCatalog,
  type CatalogEntry,
} from '../../../core/posture/application.ts';
import { whenWords } from '../../workspace/whenWords.ts';
import { timeWords } from '../timeWords.ts';
import { fieldRows } from './fieldRows.ts';
import { configurationRows, settingRows, ticketRows } from './settingRows.ts';
import type { ResourceKind } from '../../../core/posture/resource.ts';

export interface SourceFacts {
  readonly id: string;
  readonly name: string;
  /** Host and port of the service. */
  readonly host: string;
  readonly access: ConsoleAccess;
}

/** The service of one console with its four branches. */
export function sourceRow({ id, name, host, access }: SourceFacts, context: RowContext): PostureRow {
  const state =
    access === 'ready'
      ? undefined
      : access === 'signed-out'
        ? l10n.t('signed out')
        : l10n.t('workspace not trusted');
  const details = [state, host].filter((text) => text !== undefined);
  return {
    key: id,
    label: name,
    description: details.join(' · '),
    icon: access === 'ready' ? { id: 'cloud' } : { id: 'debug-disconnect', color: 'disabledForeground' },
    capabilities: [
      'source',
      ...(access === 'ready' ? ['canSignOut', 'canRefresh', 'canShowOverview'] : []),
      ...(access === 'signed-out' ? ['canSignIn'] : []),
    ],
    accessibilityLabel: [l10n.t('SSPM service of {0}', name), ...details].join(', '),
    expanded: true,
    subject: { kind: 'source' },
    ...(access === 'ready' ? { below: () => branches(context) } : {}),
  };
}

function branches(context: RowContext): readonly PostureRow[] {
  const list = ['canOpenDocument', 'canRefresh', 'canFilter', 'canShowTable'];
  return [
    {
      key: 'applications',
      label: l10n.t('Applications'),
      icon: { id: 'globe' },
      capabilities: ['branch', ...list],
      resource: { kind: 'applications' },
      subject: { kind: 'applications' },
      below: (value) => applicationRows(value, context),
    },
    {
      key: 'catalog',
      label: l10n.t('Catalog'),
      icon: { id: 'library' },
      capabilities: ['branch', ...list],
      resource: { kind: 'catalog' },
      subject: { kind: 'catalog' },
      below: (value) => catalogRows(value, context),
    },
    {
      key: 'controls',
      label: l10n.t('Controls'),
      icon: { id: 'shield' },
      capabilities: ['branch'],
      subject: { kind: 'controls' },
      below: () => rememberedControls(context),
    },
    {
      key: 'integrations',
      label: l10n.t('Integrations'),
      icon: { id: 'plug' },
      capabilities: ['branch', 'canAddIntegration'],
      subject: { kind: 'integrations' },
      below: () => integrationRows(context),
    },
  ];
}

/** Icons by the word of the service for health. */
const icons: Readonly<Record<string, PostureRow['icon']>> = {
  up: { id: 'globe' },
  unhealthy: { id: 'warning', color: 'ordinance.warningForeground' },
  down: { id: 'debug-disconnect', color: 'editorError.foreground' },
  scanning: { id: 'sync' },
};

export function applicationRows(value: JsonValue, context: RowContext): readonly PostureRow[] {
  const applications = readApplications(value);
  if (applications.length === 0) {
    return [hintRow('none', l10n.t('The service answers, but no application is registered'))];
  }
  const filter = context.filter('applications').toLowerCase();
  const shown = applications.filter(({ name, type = '', id }) =>
    `${name} ${type} ${id}`.toLowerCase().includes(filter),
  );
  const rows = shown
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((application) => applicationRow(application, context));
  const note = filterRows(shown.length, applications.length, filter);
  return [...note, ...inParts(rows)];
}

function applicationRow(application: Application, context: RowContext): PostureRow {
  const { id: app, name, health, status, lastScan, type } = application;
  const details = [
    health,
    status,
    lastScan === undefined ? l10n.t('never scanned') : l10n.t('scanned {0}', timeWords(lastScan, whenWords)),
  ].filter((text) => text !== undefined);
  return {
    key: `application ${app}`,
    label: name,
    description: details.join(' · '),
    icon: icons[(health ?? '').toLowerCase()] ?? { id: 'question' },
    capabilities: ['application', 'canShowApplication', 'canOpenDocument', 'canCopy', 'canRefresh'],
    accessibilityLabel: [l10n.t('Application {0}', name), ...details].join(', '),
    ...(lastScan === undefined
      ? {}
      : {
          tooltip: [name, health, status, l10n.t('scanned {0}', timeWords(lastScan))]
            .filter((text) => text !== undefined)
            .join(' · '),
        }),
    subject: { kind: 'application', application },
    below: () => [
      part(application, 'application', l10n.t('Details'), 'info', (value) => fieldRows(value)),
      part(application, 'configuration', l10n.t('Configuration'), 'checklist', (value) =>
        configurationRows(value, application, context),
      ),
      part(application, 'settings', l10n.t('Settings'), 'settings-gear', (value) =>
        settingRows(value, application, context),
      ),
      {
        ...part(application, 'configuration', l10n.t('Open tickets'), 'issues', (value) => ticketRows(value)),
        key: 'tickets',
      },
      ...(type === undefined
        ? []
        : [
            {
              ...entryRow(
                { name: type, title: l10n.t('Catalog entry {0}', type), features: [], raw: new Map() },
                context,
              ),
              description: '',
            },
          ]),
    ],
  };
}

function part(
  application: Application,
  kind: 'application' | 'configuration' | 'settings',
  label: string,
  icon: string,
  below: (value: JsonValue) => readonly PostureRow[],
): PostureRow {
  return {
    ...partRow({ kind, app: application.id }, application.name, label, icon, below),
    // Settings do not say how severe they are: their definitions do.
    ...(kind === 'application' || application.type === undefined
      ? {}
      : { beside: { kind: 'definitions', app: application.type } }),
  };
}

export function catalogRows(value: JsonValue, context: RowContext): readonly PostureRow[] {
  const entries = readCatalog(value);
  const filter = context.filter('catalog').toLowerCase();
  const shown = entries.filter(({ name, title }) => `${title} ${name}`.toLowerCase().includes(filter));
  const rows = shown
    .toSorted((a, b) => a.title.localeCompare(b.title))
    .map((entry) => entryRow(entry, context));
  const note = filterRows(shown.length, entries.length, filter);
  return entries.length === 0 ? noRows() : [...note, ...inParts(rows)];
}

/** An entry; everything known of it is below, each read when it is opened. */
function entryRow(entry: CatalogEntry, context: RowContext): PostureRow {
  const { name: app, title } = entry;
  const part = (
    kind: Extract<ResourceKind, 'catalog-entry' | 'definitions' | 'scopes' | 'authentication'>,
    label: string,
    icon: string,
    below: (value: JsonValue) => readonly PostureRow[],
  ): PostureRow => partRow({ kind, app }, title, label, icon, below);
  const state = entry.enabled === false ? l10n.t('not enabled') : undefined;
  return {
    key: `entry ${app}`,
    label: title,
    description: [app, state].filter((text) => text !== undefined).join(' · '),
    icon: { id: 'package' },
    capabilities: ['entry', 'canRefresh'],
    subject: { kind: 'entry', entry },
    below: () => [
      part('catalog-entry', l10n.t('Details'), 'info', (value) => fieldRows(value)),
      part('definitions', l10n.t('Configuration definitions'), 'settings', (value) =>
        configurationRows(value, undefined, context),
      ),
      part('scopes', l10n.t('Scopes'), 'key', (value) => fieldRows(value)),
      part('authentication', l10n.t('Authentication'), 'lock', (value) => fieldRows(value)),
    ],
  };
}
