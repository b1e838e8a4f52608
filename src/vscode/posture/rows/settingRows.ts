import { l10n } from '../../../core/util/l10n.ts';
import type { Application } from '../../../core/posture/application.ts';
import { outcomeLabel, type Outcome, type Setting, type Ticket } from '../../../core/posture/setting.ts';
import { settingFacts } from '../../../core/posture/settingFacts.ts';
import { summarize } from '../../../core/posture/summary.ts';
import { factRow } from './fieldRows.ts';
import { controlRow, issueRow } from './linkedRows.ts';
import { orNone, type PostureRow } from './postureRow.ts';

const icons: Readonly<Record<Outcome, Pick<PostureRow, 'icon' | 'color'>>> = {
  failed: { icon: 'error', color: 'testing.iconFailed' },
  passed: { icon: 'pass', color: 'ordinance.passedForeground' },
  unmonitored: { icon: 'circle-slash', color: 'disabledForeground' },
  unknown: { icon: 'question' },
};

/** The settings of an application by category, with the number of failed ones; or the definitions of a catalog entry. */
export function categoryRows(settings: readonly Setting[], application?: Application): readonly PostureRow[] {
  const categories = Map.groupBy(settings, ({ category }) => category);
  return orNone(
    [...categories].map(([name, members]) => {
      const { counts, total } = summarize(members);
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
        below: () => members.map((setting) => settingRow(setting, application)),
      };
    }),
  );
}

/** Settings in the order of the service. */
export function settingRows(settings: readonly Setting[], application: Application): readonly PostureRow[] {
  return orNone(settings.map((setting) => settingRow(setting, application)));
}

/** Every ticket of the settings of an application. */
export function ticketRows(settings: readonly Setting[]): readonly PostureRow[] {
  return orNone(
    settings.flatMap(({ id, tickets, name }) =>
      tickets.map((ticket) => ({ ...ticketRow(ticket, name), key: `${id} ${ticket.key}` })),
    ),
  );
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
    setting,
    application,
    below: () => factsOf(setting, outcomeText),
  };
}

/** The row of the setting shows these facts, or they have rows of their own. */
const shownElsewhere: ReadonlySet<string> = new Set(['name', 'category', 'severity', 'control', 'tickets']);

function factsOf(setting: Setting, outcomeText: string | undefined): readonly PostureRow[] {
  const status = [outcomeText, setting.status].filter((text) => text !== undefined).join(' · ');
  return [
    ...settingFacts()
      .filter(({ key }) => !shownElsewhere.has(key))
      .flatMap(({ key, title, of }) =>
        factRow(key, title, key === 'outcome' ? status || undefined : of(setting)),
      ),
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
      : issueRow({ kind: 'issue', integration, ticketing, key })),
    label: l10n.t('Ticket {0}', key),
    details: [about],
    url,
  };
}
