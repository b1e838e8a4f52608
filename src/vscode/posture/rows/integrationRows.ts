import { l10n } from '../../../core/util/l10n.ts';
import { readIssue, readIssueTypes, readProjects } from '../../../core/posture/ticketing.ts';
import { factRow, fieldRows } from './fieldRows.ts';
import { hintRow, noRows, type Integration, type PostureRow, type RowContext } from './postureRow.ts';

/** Integrations that tickets named or that were typed in: the service has no list of them. */
export function integrationRows(context: RowContext): readonly PostureRow[] {
  const { links } = context;
  const rows = links.integrations().map((integration) => integrationRow(integration, context));
  return rows.length > 0
    ? rows
    : [hintRow('none', l10n.t('Integrations appear here after a ticket names them or you add one'))];
}

/** An issue of a ticketing system; below it what it says. */
export function issueRow({ id, ticketing }: Integration, key: string): PostureRow {
  const resource = { kind: 'issue', integration: id, ticketing, key } as const;
  return {
    key: `issue ${key}`,
    label: l10n.t('Issue {0}', key),
    icon: { id: 'issues' },
    capabilities: ['issue', 'canOpenDocument', 'canRefresh'],
    resource,
    subject: { kind: 'document', name: key },
    below: (value) => {
      const rows = readIssue(value).flatMap(([name, text]) => factRow(name, name, text));
      return rows.length === 0 ? noRows() : rows;
    },
  };
}

/** An issue that is kept here: the service has no list of them. */
function knownIssueRow(integration: Integration, key: string): PostureRow {
  const row = issueRow(integration, key);
  return { ...row, capabilities: [...row.capabilities, 'canRemoveLink'], link: { ...integration, key } };
}

function integrationRow(integration: Integration, context: RowContext): PostureRow {
  const { id, ticketing } = integration;
  return {
    key: `${ticketing} ${id}`,
    label: id,
    description: ticketing,
    icon: { id: 'plug' },
    capabilities: ['integration', 'canOpenDocument', 'canRefresh', 'canAddIssue', 'canRemoveLink'],
    link: integration,
    resource: { kind: 'projects', integration: id, ticketing },
    subject: { kind: 'integration', integration },
    below: (value) => {
      const projects = readProjects(value);
      const known = context.links.issues(integration);
      const rows = projects.map(({ key, name }) => projectRow(integration, key, name, known));
      const others = known.filter((issue) => !projects.some(({ key }) => issue.startsWith(`${key}-`)));
      // An answer without anything that looks like a project is shown as it is.
      return [
        ...(rows.length > 0 ? rows : fieldRows(value)),
        ...others.map((issue) => knownIssueRow(integration, issue)),
      ];
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
    description: name,
    icon: { id: 'project' },
    capabilities: ['project', 'canOpenDocument', 'canRefresh'],
    resource: { kind: 'project', integration: integration.id, ticketing: integration.ticketing, key },
    subject: { kind: 'document', name: key },
    below: (value) => {
      const types = readIssueTypes(value).map(({ id, name }): PostureRow => ({
        key: `type ${id} ${name}`,
        label: name,
        description: l10n.t('issue type'),
        icon: { id: 'symbol-enum' },
        capabilities: ['field'],
      }));
      const issues = known
        .filter((issue) => issue.startsWith(`${key}-`))
        .map((issue) => knownIssueRow(integration, issue));
      const rows = [...issues, ...types];
      return rows.length === 0 ? noRows() : rows;
    },
  };
}
