import * as vscode from 'vscode';
import { readApplication, type Application } from '../../../core/posture/application.ts';
import { resourceName, resourceOf, type Resource } from '../../../core/posture/resource.ts';
import { severitiesIn, type Severity } from '../../../core/posture/setting.ts';
import { objectOf } from '../../../core/posture/tolerant.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import { postureTable, tenantTable } from '../postureTables.ts';
import type { TableRow } from '../../table/tableContent.ts';
import { notKept, type PageName } from '../../platform/openPages.ts';
import { showApplication } from './showPages.ts';
import { chooseSource, linkOf, nodeOf, sourceOfPage } from './postureTarget.ts';
import { readWholeTenant, shownTenant } from './snapshots.ts';
import type { Posture } from '../posture.ts';

/** Shows a list as a table, to sort, filter and export. Resolves to the name of the table. */
export async function showTable(posture: Posture, argument?: unknown): Promise<PageName> {
  const source = await chooseSource(posture, argument);
  const link = linkOf(argument);
  const { kind, ...of } = nodeOf(posture, argument)?.row.resource ??
    resourceOf(link?.kind, link?.app) ?? { kind: 'applications' };
  const name = ['posture', source.id, link?.kind === 'tenant' ? link.kind : kind, ...Object.values(of)];
  await posture.tables.open(name);
  return name;
}

/** Makes tables by their names. A whole tenant is read only when somebody asks for it. */
export function registerTables(posture: Posture): void {
  posture.tables.register('posture', async ([id, kind, app], isAsked) => {
    const source = await sourceOfPage(posture, id, isAsked);
    const standing = (): string | undefined => posture.standing(source.id);
    if (kind === 'tenant') {
      const shown = shownTenant(posture, source.id);
      if (!shown && !isAsked) {
        throw notKept();
      }
      const tenant = shown ?? (await readWholeTenant(posture, source));
      return { title: vscode.l10n.t('Settings of {0}', tenant.console), standing, ...tenantTable(tenant) };
    }
    const resource = resourceOf(kind, app);
    const value = resource && (await posture.readings.get(source.id, resource)).value;
    const application = resource && (await applicationOf(posture, source.id, resource));
    const severities = await severitiesOf(posture, source.id, application?.type);
    const table = resource && value !== undefined && postureTable(resource, value, severities);
    if (!table) {
      throw new ExpectedError('no-table', vscode.l10n.t('This is not a list.'));
    }
    return {
      title: application
        ? `${application.name} ${resource.kind}`
        : `${source.console.entry.name} ${resourceName(resource)}`,
      standing,
      ...table,
      ...(resource.kind === 'applications' && {
        onOpen: ({ id: row }: TableRow) =>
          showApplication(posture, { sourceId: source.id, app: String(row) }),
      }),
    };
  });
}

/** The application of a list of settings, whose name is its title; the service knows it by an id. */
async function applicationOf(
  { readings }: Posture,
  sourceId: string,
  resource: Resource,
): Promise<Application | undefined> {
  if (resource.kind !== 'configuration' && resource.kind !== 'settings') {
    return undefined;
  }
  const details = await readings
    .get(sourceId, { kind: 'application', app: resource.app })
    .catch(() => undefined);
  return details && readApplication(objectOf(details.value));
}

/** Settings do not say how severe they are: the definitions of their product do. Empty where those cannot be read. */
async function severitiesOf(
  { readings }: Posture,
  sourceId: string,
  app: string | undefined,
): Promise<ReadonlyMap<string, Severity>> {
  const read =
    app === undefined
      ? undefined
      : await readings.get(sourceId, { kind: 'definitions', app }).catch(() => undefined);
  return read ? severitiesIn(read.value) : new Map();
}
