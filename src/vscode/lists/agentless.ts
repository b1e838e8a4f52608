import * as vscode from 'vscode';
import { pick } from '../platform/dialogs.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import type { ListServices } from './listServices.ts';
import { column } from './tableColumns.ts';
import { readWithProgress } from '../connection/readWithProgress.ts';

/** Shows the deployments of agentless rules and, on a row, the resources of its configuration. */
export async function showAgentlessState(services: ListServices, row?: unknown): Promise<void> {
  await showAgentlessStateOf(services, await chooseReadyConsole(services, row));
}

export async function showAgentlessStateOf(services: ListServices, console: ConsoleHandle): Promise<void> {
  const { connections, tables } = services;
  const { agentless } = await connections.resources(console);
  const name = ['agentless', console.id];
  await tables.show({
    name,
    title: vscode.l10n.t('Agentless deployments: {0}', console.entry.name),
    columns: [
      column('configuration'),
      column('status'),
      column('updated', 'date'),
      column('error'),
      column('rule'),
    ],
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
        ? showAgentlessOf(services, console, configuration)
        : undefined,
    actions: [tables.refreshAction(name)],
  });
}

/** Shows the cloud resources of one configuration. */
export async function showAgentlessResources(
  services: ListServices,
  row?: unknown,
  config?: unknown,
): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  if (typeof config === 'string') {
    await showAgentlessOf(services, console, config);
    return;
  }
  const { states } = await readWithProgress(
    services.connections,
    console,
    vscode.l10n.t('agentless deployments'),
    (resources, signal) => resources.agentless.state(signal),
  );
  const items = states.map(({ configId, status }) => ({ label: configId, description: status }));
  const { label } = await pick(items, {
    placeHolder: vscode.l10n.t('Show the resources of which configuration?'),
  });
  await showAgentlessOf(services, console, label);
}

export async function showAgentlessOf(
  services: ListServices,
  console: ConsoleHandle,
  config: string,
): Promise<void> {
  const { agentless } = await services.connections.resources(console);
  const name = ['agentless', console.id, config];
  await services.tables.show({
    name,
    title: vscode.l10n.t('Resources of {0}: {1}', config, console.entry.name),
    columns: [column('name'), column('type'), column('id')],
    rows: (signal) => agentless.resources(config, signal),
    actions: [services.tables.refreshAction(name)],
  });
}
