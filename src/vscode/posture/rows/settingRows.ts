import { l10n } from '../../../core/util/l10n.ts';
import type { JsonValue } from '../../../core/json/json.ts';
import type { Application } from '../../../core/posture/application.ts';
import {
  byCategory,
  outcomeLabel,
  readSettings,
  type Outcome,
  type Setting,
  type Ticket,
} from '../../../core/posture/setting.ts';
import { summarize } from '../../../core/posture/summary.ts';
import { factRow } from './fieldRows.ts';
import { controlRow, issueRow } from './linkedRows.ts';
import { orNone, type PostureRow, type RowContext } from './postureRow.ts';

const icons: Readonly<Record<Outcome, Pick<PostureRow, 'icon' | 'color'>>> = {
  failed: { icon: 'error', color: 'testing.iconFailed' },
  passed: { icon: 'pass', color: 'ordinance.passedForeground' },
  unmonitored: { icon: 'circle-slash', color: 'disabledForeground' },
  unknown: { icon: 'question' },
};

/** Settings by category, those with failures open to the eye by their counts. */
export function configurationRows(
  value: JsonValue,
  application: Application | undefined,
  context: RowContext,
): readonly PostureRow[] {
  const categories = byCategory(readAll(value, application, context));
  return orNone(
    [...categories].map(([name, settings]) => {
      const { counts, total } = summarize(settings);
      return {
        key: `category ${name}`,
        label: name === '' ? l10n.t('(no category)') : name,
        details: [
          application === undefined
            ? l10n.t('{0} settings', total)
            : l10n.t('{0} of {1} failed', counts.failed, total),
        ],
        icon: 'folder-library',
        color: counts.failed > 0 ? 'testing.iconFailed' : undefined,
        can: ['canRefresh'],
        below: () => settings.map((setting) => settingRow(setting, application)),
      };
    }),
  );
}

/** Settings in the order of the service. */
export function settingRows(
  value: JsonValue,
  application: Application | undefined,
  context: RowContext,
): readonly PostureRow[] {
  return orNone(readAll(value, application, context).map((setting) => settingRow(setting, application)));
}

/** Every ticket of the settings of an application. */
export function ticketRows(value: JsonValue): readonly PostureRow[] {
  return orNone(
    readSettings(value).flatMap(({ id, tickets, name }) =>
      tickets.map((ticket) => ({ ...ticketRow(ticket, name), key: `${id} ${ticket.key}` })),
    ),
  );
}

function readAll(
  value: JsonValue,
  application: Application | undefined,
  context: RowContext,
): readonly Setting[] {
  return readSettings(value, context.severitiesOf(application?.type));
}

function settingRow(setting: Setting, application: Application | undefined): PostureRow {
  const { id, name, outcome, severity, current, recommended, tickets, raw } = setting;
  const outcomeText = application && outcomeLabel(outcome);
  return {
    key: id,
    label: name,
    spoken: outcomeText && `${name}, ${outcomeText}`,
    details: [
      severity === 'unrated' ? undefined : severity,
      current === undefined || !application ? recommended : `${current} → ${recommended ?? '?'}`,
      tickets.map(({ key }) => key).join(', '),
    ],
    ...(application ? icons[outcome] : { icon: 'settings' }),
    can: ['canCopy'],
    tooltip: setting.description,
    document: { name, value: raw },
    url: setting.consoleUrl,
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

function ticketRow({ key, integration, ticketing, url, summary, raw }: Ticket, about = summary): PostureRow {
  return {
    ...(integration === undefined
      ? { key, icon: 'issues', document: { name: key, value: raw } }
      : issueRow({ id: integration, ticketing }, key)),
    label: l10n.t('Ticket {0}', key),
    details: [about],
    url,
  };
}
