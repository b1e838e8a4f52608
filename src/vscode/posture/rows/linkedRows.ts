import { l10n } from '../../../core/util/l10n.ts';
import { readControl } from '../../../core/posture/control.ts';
import { readIssue, readIssueTypes, readProjects } from '../../../core/posture/ticketing.ts';
import { factRow, fieldRows } from './fieldRows.ts';
import { issuesOf, type Integration, type Link } from '../postureLinks.ts';
import { orNone, type PostureRow } from './postureRow.ts';

/** The key of the row of an integration. */
export function integrationKey({ id, ticketing }: Integration): string {
  return `${ticketing} ${id}`;
}

/** Integrations that tickets named or that a person added: the service has no list of them. */
export function integrationRows(links: readonly Link[]): readonly PostureRow[] {
  const rows = links
    .filter((link) => link.kind === 'integration')
    .map((link) => integrationRow(link, issuesOf(links, link)));
  return orNone(rows, l10n.t('Integrations appear here after a ticket names them or you add one'));
}

/** An issue of a ticketing system, with its fields below. */
export function issueRow({ id, ticketing }: Integration, key: string): PostureRow {
  return {
    key: `issue ${key}`,
    label: l10n.t('Issue {0}', key),
    icon: 'issues',
    resource: { kind: 'issue', integration: id, ticketing, key },
    document: { name: key },
    below: (value) => orNone(readIssue(value).flatMap(([name, text]) => factRow(name, name, text))),
  };
}

/** Issues that are kept here: the service has no list of them. */
function knownIssueRows(integration: Integration, keys: readonly string[]): readonly PostureRow[] {
  return keys.map((key) => ({ ...issueRow(integration, key), link: { ...integration, kind: 'issue', key } }));
}

function integrationRow(integration: Integration, known: readonly string[]): PostureRow {
  const { id, ticketing } = integration;
  return {
    key: integrationKey(integration),
    label: id,
    details: [ticketing],
    icon: 'plug',
    can: ['canAddIssue'],
    link: { kind: 'integration', id, ticketing },
    resource: { kind: 'projects', integration: id, ticketing },
    below: (value) => {
      const projects = readProjects(value);
      const rows = projects.map(({ key, name }) => projectRow(integration, key, name, known));
      const others = known.filter((issue) => !projects.some(({ key }) => issue.startsWith(`${key}-`)));
      // An answer without anything that looks like a project is shown as it is.
      return [...(rows.length > 0 ? rows : fieldRows(value)), ...knownIssueRows(integration, others)];
    },
  };
}

function projectRow(
  integration: Integration,
  key: string,
  name: string | undefined,
  known: readonly string[],
): PostureRow {
  return {
    key: `project ${key}`,
    label: key,
    details: [name],
    icon: 'project',
    resource: { kind: 'project', integration: integration.id, ticketing: integration.ticketing, key },
    document: { name: key },
    below: (value) => {
      const types = readIssueTypes(value).map(({ id, name }) => ({
        key: `type ${id} ${name}`,
        label: name,
        details: [l10n.t('issue type')],
        icon: 'symbol-enum',
      }));
      const issues = known.filter((issue) => issue.startsWith(`${key}-`));
      return orNone([...knownIssueRows(integration, issues), ...types]);
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
        readControl(value).profiles.map((profile, index) => ({
          key: `${index} ${profile.name}`,
          label: profile.name,
          details: [l10n.t('compliance profile')],
          icon: 'checklist',
          document: { name: profile.name, value: profile.raw },
          below: () =>
            profile.categories.map((category, place) => ({
              key: `${place} ${category.name}`,
              label: category.name,
              icon: 'folder-library',
              below: () =>
                category.controls.map(({ id, description }, at) => ({
                  key: `${at} ${id}`,
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
