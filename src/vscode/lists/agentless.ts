import * as vscode from 'vscode';
import { pick } from '../platform/dialogs.ts';
import type { TableContent } from '../table/tableContent.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import type { FeatureServices } from '../featureServices.ts';
import { tableColumns } from './tableColumns.ts';

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
