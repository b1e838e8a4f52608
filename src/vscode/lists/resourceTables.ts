import * as vscode from 'vscode';
import type { JsonObject } from '../../core/json/json.ts';
import { resourceText } from '../../core/order/typedResource.ts';
import type { ResourceList, ResourceNames } from '../../core/policy/collections.ts';
import type { ImpactedShape, PolicyKind } from '../../core/policy/families.ts';
import { rulePlacement } from '../../core/policy/rulePlacement.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { CommandId } from '../platform/commandIds.ts';
import type { TableAction, TableColumn, TableContent } from '../table/tableContent.ts';
import { tableColumns } from './editableList.ts';
import { type ChosenRules, policyTarget } from '../workspace/target.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { FeatureServices } from '../featureServices.ts';
import { pick } from '../platform/dialogs.ts';
import { chooseReadyConsole } from '../targets/targets.ts';

/** Shows the resources within the scope of the rule of the row, or of the one at the cursor, read page by page. */
export async function showImpacted(
  services: FeatureServices,
  { uri, rules: [rule] }: ChosenRules,
): Promise<void> {
  const place = services.consoles.policyAt(uri);
  if (!place || !rule?.name) {
    throw new ExpectedError(
      'no-name',
      vscode.l10n.t('This rule has no name, so the console cannot be asked for it.'),
    );
  }
  await services.tables.open(['impacted', place.console.id, place.kind.name, rule.name]);
}

/** The resources of a rule, by the rule's name on the console. */
export async function impactedTable(
  services: FeatureServices,
  console: ConsoleHandle,
  kind: PolicyKind,
  name: string,
): Promise<TableContent> {
  const { impacted } = await services.connections.resources(console);
  const shape = kind.impacted;
  if (!shape) {
    throw new ExpectedError(
      'not-listed',
      vscode.l10n.t('The console does not list resources for rules of {0}.', kind.name),
    );
  }
  const withResource = (label: string, command: CommandId): TableAction => ({
    label,
    on: 'row',
    run: ([row = {}]) =>
      vscode.commands.executeCommand(command, policyTarget({ console, kind }), row['resource']),
  });
  const warnings = placementWords(services.syncs.of(console).known.answer(kind.name)?.document, kind, name);
  return {
    title: vscode.l10n.t('Affected by {0} of {1}: {2}', name, kind.name, console.entry.name),
    note: [vscode.l10n.t('Resources in the scope of the live rule of {0}.', kind.name), ...warnings].join(
      ' ',
    ),
    noteOfNone: [
      vscode.l10n.t('The console lists no resources in the scope of this rule of {0}.', kind.name),
      ...warnings,
    ].join(' '),
    columns: columnsOf(shape),
    async *rows(signal) {
      for await (const page of impacted.resources(kind, name, signal)) {
        const rows = page.rows.map(({ row, places }) => ({ ...row, resource: typedPlaces(places) }));
        yield { ...page, rows };
      }
    },
    actions: [
      withResource(vscode.l10n.t('Which Rule Applies…'), 'ordinance.rule.whichRuleApplies'),
      withResource(vscode.l10n.t('Add Test…'), 'ordinance.policy.addTest'),
    ],
  };
}

/** The words warn when the rule may not apply, according to the last read of the live policy. */
function placementWords(live: JsonObject | undefined, kind: PolicyKind, name: string): readonly string[] {
  switch (live && rulePlacement(kind, live, name)) {
    case 'disabled':
      return [vscode.l10n.t('At the last read, the rule was disabled on the console, so it never applies.')];
    case 'below-enabled':
      return [vscode.l10n.t('A rule above may apply first.')];
    case 'first':
      return [];
    case undefined:
    default:
      return [
        vscode.l10n.t('Unknown: the rule may be disabled on the console, or a rule above may apply first.'),
      ];
  }
}

function columnsOf(shape: ImpactedShape): readonly TableColumn[] {
  switch (shape) {
    case 'image':
    case 'machine-image':
      return [
        ...tableColumns(['name', 'type']),
        ...severityColumns('vulnerabilities', vscode.l10n.t('Vulnerabilities')),
        ...severityColumns('compliance', vscode.l10n.t('Compliance')),
        ...tableColumns([
          'collections',
          'clusters',
          { key: 'namespaces', hidden: true },
          { key: 'hosts', kind: 'number', hidden: true },
          'account',
          { key: 'system', hidden: true },
          { key: 'scanned', kind: 'date' },
          { key: 'error', hidden: true },
          { key: 'id', hidden: true },
        ]),
      ];
    case 'container':
      return [
        ...tableColumns(['name', 'image', 'host', 'namespace', 'cluster']),
        ...severityColumns('compliance', vscode.l10n.t('Compliance')),
        ...tableColumns([
          'collections',
          { key: 'started', kind: 'date', hidden: true },
          { key: 'scanned', kind: 'date' },
          { key: 'id', hidden: true },
        ]),
      ];
    case 'out-of-band':
      return tableColumns(['name', 'host', 'image']);
    case 'mirrored':
      return tableColumns(['name', 'id']);
    default:
      return shape satisfies never;
  }
}

/** The number of findings of each severity. */
function severityColumns(group: string, title: string): readonly TableColumn[] {
  const severities = {
    critical: vscode.l10n.t('critical'),
    high: vscode.l10n.t('high'),
    medium: vscode.l10n.t('medium'),
    low: vscode.l10n.t('low'),
    total: vscode.l10n.t('total'),
  };
  return Object.entries(severities).map(([key, severity]) => ({
    key: `${group}.${key}`,
    title: `${title}: ${severity}`,
    kind: 'number',
    ...((key === 'medium' || key === 'low') && { hidden: true }),
  }));
}

/** The text to type for a resource, with the names that are the same in all places where the resource runs. */
export function typedPlaces([first = {}, ...others]: readonly ResourceNames[]): string {
  const isSame = ([list, names]: [string, unknown]): boolean =>
    others.every((place) => JSON.stringify(place[list as ResourceList]) === JSON.stringify(names));
  return resourceText(Object.fromEntries(Object.entries(first).filter(isSame)));
}

/** Shows the deployments of agentless rules and, on a row, the resources of its configuration. */
export async function showAgentlessState(services: FeatureServices, row?: unknown): Promise<void> {
  await services.tables.open(['agentless', (await chooseReadyConsole(services, row)).id]);
}

export async function agentlessStates(
  { connections, tables }: FeatureServices,
  console: ConsoleHandle,
): Promise<TableContent> {
  const { agentless } = await connections.resources(console);
  return {
    title: vscode.l10n.t('Agentless deployments: {0}', console.entry.name),
    columns: tableColumns(['configuration', 'status', { key: 'updated', kind: 'date' }, 'error', 'rule']),
    async *rows(signal) {
      const { states, deletedRules } = await agentless.state(signal);
      yield {
        rows: [
          ...states.map(({ configId, status, lastUpdate, error }) => ({
            configuration: configId,
            status,
            updated: lastUpdate,
            error,
          })),
          ...deletedRules.map((rule) => ({ rule, status: vscode.l10n.t('rule was removed') })),
        ],
      };
    },
    onOpen: ({ configuration }) =>
      typeof configuration === 'string' && configuration !== ''
        ? tables.open(['agentless', console.id, configuration])
        : undefined,
  };
}

/** Shows the cloud resources of one configuration. */
export async function showAgentlessResources(
  services: FeatureServices,
  row?: unknown,
  config?: unknown,
): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  const chosen = typeof config === 'string' ? config : await chooseConfiguration(services, console);
  await services.tables.open(['agentless', console.id, chosen]);
}

async function chooseConfiguration(
  { connections }: FeatureServices,
  console: ConsoleHandle,
): Promise<string> {
  const { states } = await connections.read(
    console,
    vscode.l10n.t('agentless deployments'),
    ({ resources }, signal) => resources.agentless.state(signal),
  );
  const items = states.map(({ configId, status }) => ({ label: configId, description: status }));
  const placeHolder = vscode.l10n.t('Show the resources of which configuration?');
  return (await pick(items, { placeHolder })).label;
}

export async function agentlessResources(
  { connections }: FeatureServices,
  console: ConsoleHandle,
  config: string,
): Promise<TableContent> {
  const { agentless } = await connections.resources(console);
  return {
    title: vscode.l10n.t('Resources of {0}: {1}', config, console.entry.name),
    columns: tableColumns(['name', 'type', 'id']),
    rows: (signal) => agentless.resources(config, signal),
  };
}
