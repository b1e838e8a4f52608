import { l10n } from '../../../core/util/l10n.ts';
import type { JsonValue } from '../../../core/json/json.ts';
import type { Application } from '../../../core/posture/application.ts';
import {
  byCategory,
  outcomeWords,
  readSettings,
  type Outcome,
  type Setting,
  type Ticket,
} from '../../../core/posture/setting.ts';
import { summarize } from '../../../core/posture/summary.ts';
import { controlRow } from './controlRows.ts';
import { factRow } from './fieldRows.ts';
import { issueRow } from './integrationRows.ts';
import { noRows, type PostureRow, type RowContext } from './postureRow.ts';

const icons: Readonly<Record<Outcome, PostureRow['icon']>> = {
  failed: { id: 'error', color: 'testing.iconFailed' },
  passed: { id: 'pass', color: 'ordinance.passedForeground' },
  unmonitored: { id: 'circle-slash', color: 'disabledForeground' },
  unknown: { id: 'question' },
};

/** Settings by category, those with failures open to the eye by their counts. */
export function configurationRows(
  value: JsonValue,
  application: Application | undefined,
  context: RowContext,
): readonly PostureRow[] {
  const categories = byCategory(readAll(value, application, context));
  if (categories.size === 0) {
    return noRows();
  }
  return [...categories].map(([name, settings]) => {
    const { counts, total } = summarize(settings);
    const words =
      application === undefined
        ? l10n.t('{0} settings', total)
        : l10n.t('{0} of {1} failed', counts.failed, total);
    const label = name === '' ? l10n.t('(no category)') : name;
    return {
      key: `category ${name}`,
      label,
      description: words,
      icon: { id: 'folder-library', color: counts.failed > 0 ? 'testing.iconFailed' : undefined },
      accessibilityLabel: `${label}, ${words}`,
      capabilities: ['category', 'canRefresh'],
      below: () => settings.map((setting) => settingRow(setting, application)),
    };
  });
}

/** Settings in the order of the service. */
export function settingRows(
  value: JsonValue,
  application: Application | undefined,
  context: RowContext,
): readonly PostureRow[] {
  const settings = readAll(value, application, context);
  return settings.length === 0 ? noRows() : settings.map((setting) => settingRow(setting, application));
}

/** Every ticket of the settings of an application. */
export function ticketRows(value: JsonValue): readonly PostureRow[] {
  const rows = readSettings(value).flatMap(({ id, tickets, name }) =>
    tickets.map((ticket) => ({ ...ticketRow(ticket, name), key: `${id} ${ticket.key}` })),
  );
  return rows.length === 0 ? noRows() : rows;
}

function readAll(
  value: JsonValue,
  application: Application | undefined,
  context: RowContext,
): readonly Setting[] {
  return readSettings(value, context.severitiesOf(application?.type));
}

function settingRow(setting: Setting, application: Application | undefined): PostureRow {
  const { outcome, severity, current, recommended } = setting;
  const isDefinition = application === undefined;
  const outcomeText = isDefinition ? undefined : outcomeWords(outcome);
  const details = [
    severity === 'unrated' ? undefined : severity,
    current === undefined || isDefinition ? recommended : `${current} → ${recommended ?? '?'}`,
    setting.tickets.map(({ key }) => key).join(', ') || undefined,
  ].filter((text) => text !== undefined);
  return {
    key: setting.id,
    label: setting.name,
    description: details.join(' · '),
    icon: isDefinition ? { id: 'settings' } : icons[outcome],
    capabilities: ['setting', 'canOpenDocument', 'canCopy', ...(setting.consoleUrl ? ['canBrowse'] : [])],
    accessibilityLabel: [setting.name, outcomeText, ...details]
      .filter((text) => text !== undefined)
      .join(', '),
    tooltip: setting.description,
    subject: { kind: 'setting', setting, application },
    below: () => factsOf(setting, outcomeText),
  };
}

function factsOf(setting: Setting, outcomeText: string | undefined): readonly PostureRow[] {
  const status = [outcomeText, setting.status].filter((text) => text !== undefined).join(' · ');
  return [
    ...factRow('outcome', l10n.t('Outcome'), status === '' ? undefined : status),
    ...factRow('current', l10n.t('Current value'), setting.current),
    ...factRow('recommended', l10n.t('Recommended value'), setting.recommended),
    ...factRow('description', l10n.t('Description'), setting.description, 'note'),
    ...factRow('steps', l10n.t('Remediation'), setting.steps, 'list-ordered'),
    ...(setting.control === undefined ? [] : [controlRow(setting.control)]),
    ...setting.tickets.map((ticket) => ticketRow(ticket)),
  ];
}

function ticketRow(ticket: Ticket, about = ticket.summary): PostureRow {
  const { integration, ticketing, key } = ticket;
  const row =
    integration === undefined
      ? { key, icon: { id: 'issues' }, capabilities: [] }
      : issueRow({ id: integration, ticketing }, key);
  const label = l10n.t('Ticket {0}', key);
  return {
    ...row,
    label,
    description: about,
    accessibilityLabel: about === undefined ? label : `${label}, ${about}`,
    capabilities: ['ticket', 'canOpenDocument', ...(ticket.url === undefined ? [] : ['canBrowse'])],
    subject: { kind: 'ticket', ticket },
  };
}
