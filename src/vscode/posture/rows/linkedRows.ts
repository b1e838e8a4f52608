import { l10n } from '../../../core/util/l10n.ts';
import { readControl } from '../../../core/posture/control.ts';
import type { Integration, Issue, ProjectResource } from '../../../core/posture/resource.ts';
import { readIssue, readIssueTypes, readProjects } from '../../../core/posture/ticketing.ts';
import { factRow, fieldRows } from './fieldRows.ts';
import { issuesOf, type Link } from '../postureLinks.ts';
import { orNone, type PostureRow } from './postureRow.ts';

/** Integrations that tickets named or that a person added: the service has no list of them. */
export function integrationRows(links: readonly Link[]): readonly PostureRow[] {
  const rows = links
    .filter((link) => link.kind === 'projects')
    .map((link) => integrationRow(link, issuesOf(links, link)));
  return orNone(rows, l10n.t('Integrations appear here after a ticket names them or you add one'));
}

/** An issue of a ticketing system, with its fields below. */
export function issueRow(issue: Issue): PostureRow {
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
