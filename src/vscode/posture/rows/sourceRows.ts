import { l10n } from '../../../core/util/l10n.ts';
import type { ConsoleAccess } from '../../workspace/consoleHandle.ts';
import { integrationRows, rememberedControls } from './linkedRows.ts';
import {
  type PostureRow,
  type RowContext,
  type RowsBelow,
  hintRow,
  inParts,
  orNone,
  partRow,
} from './postureRow.ts';
import type { JsonValue } from '../../../core/json/json.ts';
import { readApplications, type Application, readCatalog } from '../../../core/posture/application.ts';
import { whenWords } from '../../workspace/whenWords.ts';
import { timeWords } from '../timeWords.ts';
import { fieldRows } from './fieldRows.ts';
import { configurationRows, settingRows, ticketRows } from './settingRows.ts';

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
  return {
    key: id,
    label: name,
    spoken: l10n.t('SSPM service of {0}', name),
    details: [state, host],
    ...(access === 'ready' ? { icon: 'cloud' } : { icon: 'debug-disconnect', color: 'disabledForeground' }),
    can: [
      ...(access === 'ready' ? ['canSignOut', 'canRefresh', 'canShowOverview'] : []),
      ...(access === 'signed-out' ? ['canSignIn'] : []),
    ],
    isExpanded: true,
    below: access === 'ready' ? () => branches(context) : undefined,
  };
}

function branches(context: RowContext): readonly PostureRow[] {
  const branch = (
    kind: 'applications' | 'catalog' | 'controls' | 'integrations',
    label: string,
    icon: string,
    can: readonly string[],
    below: RowsBelow,
  ): PostureRow => ({
    key: kind,
    label,
    icon,
    can,
    // The service has no list of controls and of integrations.
    resource: kind === 'applications' || kind === 'catalog' ? { kind } : undefined,
    subject: { kind },
    below,
  });
  const list = ['canFilter', 'canShowTable'];
  return [
    branch('applications', l10n.t('Applications'), 'globe', list, (value) => applicationRows(value, context)),
    branch('catalog', l10n.t('Catalog'), 'library', list, (value) => catalogRows(value, context)),
    branch('controls', l10n.t('Controls'), 'shield', [], () => rememberedControls(context)),
    branch('integrations', l10n.t('Integrations'), 'plug', ['canAddIntegration'], () =>
      integrationRows(context),
    ),
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
    readApplications(value).map((each) => ({
      row: applicationRow(each, context),
      text: `${each.name} ${each.type ?? ''} ${each.id}`,
    })),
  );
  return orNone(rows, l10n.t('The service answers, but no application is registered'));
}

/** The rows that a filter lets pass, by their labels. */
function filteredRows(
  filter: string,
  all: readonly { readonly row: PostureRow; readonly text: string }[],
): readonly PostureRow[] {
  const wanted = filter.toLowerCase();
  const rows = all.filter(({ text }) => text.toLowerCase().includes(wanted)).map(({ row }) => row);
  const sorted = rows.toSorted((a, b) => a.label.localeCompare(b.label));
  const hint = hintRow('filter', l10n.t('{0} of {1} match "{2}"', rows.length, all.length, wanted), 'filter');
  return [...(rows.length === all.length ? [] : [hint]), ...inParts(sorted)];
}

function applicationRow(application: Application, context: RowContext): PostureRow {
  const { id: app, name, health, status, lastScan, type, raw } = application;
  const scanned = (words?: (at: Date) => string): string | undefined =>
    lastScan && l10n.t('scanned {0}', timeWords(lastScan, words));
  // Settings do not say how severe they are: their definitions do.
  const beside = type === undefined ? undefined : ({ kind: 'definitions', app: type } as const);
  const configuration = { kind: 'configuration', app } as const;
  const parts = [
    partRow({ kind: 'application', app }, name, l10n.t('Details'), 'info', fieldRows),
    {
      ...partRow(configuration, name, l10n.t('Configuration'), 'checklist', (value) =>
        configurationRows(value, application, context),
      ),
      beside,
    },
    {
      ...partRow({ kind: 'settings', app }, name, l10n.t('Settings'), 'settings-gear', (value) =>
        settingRows(value, application, context),
      ),
      beside,
    },
    { ...partRow(configuration, name, l10n.t('Open tickets'), 'issues', ticketRows), key: 'tickets' },
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
    subject: { kind: 'application', application },
    parts,
    below: () =>
      type === undefined ? parts : [...parts, entryRow(type, l10n.t('Catalog entry {0}', type), [], context)],
  };
}

export function catalogRows(value: JsonValue, context: RowContext): readonly PostureRow[] {
  return orNone(
    filteredRows(
      context.filter('catalog'),
      readCatalog(value).map(({ name, title, enabled }) => ({
        row: entryRow(name, title, [name, enabled === false ? l10n.t('not enabled') : undefined], context),
        text: `${title} ${name}`,
      })),
    ),
  );
}

/** An entry; everything known of it is below, each read when it is opened. */
function entryRow(
  app: string,
  title: string,
  details: readonly (string | undefined)[],
  context: RowContext,
): PostureRow {
  const parts = [
    partRow({ kind: 'catalog-entry', app }, title, l10n.t('Details'), 'info', fieldRows),
    partRow({ kind: 'definitions', app }, title, l10n.t('Configuration definitions'), 'settings', (value) =>
      configurationRows(value, undefined, context),
    ),
    partRow({ kind: 'scopes', app }, title, l10n.t('Scopes'), 'key', fieldRows),
    partRow({ kind: 'authentication', app }, title, l10n.t('Authentication'), 'lock', fieldRows),
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
