import { l10n } from '../../../core/util/l10n.ts';
import type { Application } from '../../../core/posture/application.ts';
import {
  outcomeLabel,
  type Outcome,
  type Setting,
  type Ticket,
  summarize,
} from '../../../core/posture/setting.ts';
import { settingFacts } from '../../../core/posture/snapshot.ts';
import { factRow, orNone, type PostureRow, fieldRows } from './postureRow.ts';
import { readControl, readIssue, readIssueTypes, readProjects } from '../../../core/posture/linkedRecords.ts';
import type { Integration, Issue, ProjectResource } from '../../../core/posture/resource.ts';
import { issuesOf, type Link } from '../postureLinks.ts';

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

/** Integrations that tickets named or that a person added: the service has no list of them. */
export function integrationRows(links: readonly Link[]): readonly PostureRow[] {
  const rows = links
    .filter((link) => link.kind === 'projects')
    .map((link) => integrationRow(link, issuesOf(links, link)));
  return orNone(rows, l10n.t('Integrations appear here after a ticket names them or you add one'));
}

/** An issue of a ticketing system, with its fields below. */
function issueRow(issue: Issue): PostureRow {
  const { key } = issue;
  return {
    key: `issue ${key}`,
    label: l10n.t('Issue {0}', key),
    icon: 'issues',
    resource: issue,
    document: { name: key },
    below: (value) => orNone(readIssue(value).flatMap(([name, text]) => factRow(name, name, text))),
  };
}

/** Issues that are kept here: the service has no list of them. */
function knownIssueRows(issues: readonly Issue[]): readonly PostureRow[] {
  return issues.map((issue) => ({ ...issueRow(issue), can: ['canRemoveLink'] }));
}

function integrationRow(integration: Integration, known: readonly Issue[]): PostureRow {
  const { integration: id, ticketing } = integration;
  return {
    key: `${ticketing} ${id}`,
    label: id,
    details: [ticketing],
    icon: 'plug',
    can: ['canAddIssue', 'canRemoveLink'],
    resource: integration,
    below: (value) => {
      const projects = readProjects(value);
      const rows = projects.map(({ key, name }) =>
        projectRow({ ...integration, kind: 'project', key }, name, known.filter(isIn(key))),
      );
      const others = known.filter((issue) => !projects.some(({ key }) => isIn(key)(issue)));
      // An answer without anything that looks like a project is shown as it is.
      return [...(rows.length > 0 ? rows : fieldRows(value)), ...knownIssueRows(others)];
    },
  };
}

/** The key of an issue begins with that of its project. */
function isIn(project: string): (issue: Issue) => boolean {
  return ({ key }) => key.startsWith(`${project}-`);
}

function projectRow(
  project: ProjectResource,
  name: string | undefined,
  issues: readonly Issue[],
): PostureRow {
  const { key } = project;
  return {
    key: `project ${key}`,
    label: key,
    details: [name],
    icon: 'project',
    resource: project,
    document: { name: key },
    below: (value) => {
      const types = readIssueTypes(value).map(({ id, name }) => ({
        key: `type ${id} ${name}`,
        label: name,
        details: [l10n.t('issue type')],
        icon: 'symbol-enum',
      }));
      return orNone([...knownIssueRows(issues), ...types]);
    },
  };
}

/** A common control, with its compliance profiles below. */
export function controlRow(id: string, name = ''): PostureRow {
  return {
    key: `control ${id}`,
    label: l10n.t('Control {0}', id),
    details: [name],
    icon: 'shield',
    resource: { kind: 'control', id },
    below: (value) =>
      orNone(
        readControl(value).profiles.map((profile) => ({
          key: profile.name,
          label: profile.name,
          details: [l10n.t('compliance profile')],
          icon: 'checklist',
          document: { name: profile.name, value: profile.raw },
          below: () =>
            profile.categories.map((category) => ({
              key: category.name,
              label: category.name,
              icon: 'folder-library',
              below: () =>
                category.controls.map(({ id, description }) => ({
                  key: id,
                  label: id,
                  details: [description],
                  tooltip: description,
                  icon: 'law',
                })),
            })),
        })),
      ),
  };
}

/** Controls that were opened before. */
export function controlRows(links: readonly Link[]): readonly PostureRow[] {
  const rows = links.filter((link) => link.kind === 'control').map(({ id, name }) => controlRow(id, name));
  return orNone(rows, l10n.t('Controls appear here after you open them below a setting'));
}
