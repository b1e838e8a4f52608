import { l10n } from '../../../core/util/l10n.ts';
import type { JsonValue } from '../../../core/json/json.ts';
import { readApplications, type Application } from '../../../core/posture/application.ts';
import { whenWords } from '../../workspace/whenWords.ts';
import { timeWords } from '../timeWords.ts';
import { entryRow } from './catalogRows.ts';
import { fieldRows } from './fieldRows.ts';
import { filterRows, hintRow, inParts, partRow, type PostureRow, type RowContext } from './postureRow.ts';
import { configurationRows, settingRows, ticketRows } from './settingRows.ts';

/** By health as the service writes it. */
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
