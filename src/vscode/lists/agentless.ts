import * as vscode from 'vscode';
import { pick } from '../platform/dialogs.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import type { ConsoleConnections } from '../connection/consoleConnections.ts';
import type { TablePage } from '../table/tablePage.ts';
import { refreshAction } from './refreshAction.ts';
import { column } from './tableColumns.ts';
import { reading } from '../connection/reading.ts';

interface Showing {
  readonly consoles: ConsoleRegistry;
  readonly connections: ConsoleConnections;
  readonly tables: TablePage;
}

/** Shows the deployments of agentless rules and, on a row, the resources of its configuration. */
export async function showAgentlessState(services: Showing, row?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  await services.tables.show({
    name: ['agentless', console.id],
    title: vscode.l10n.t('Agentless deployments: {0}', console.entry.name),
    columns: [
      column('configuration'),
      column('status'),
      column('updated', 'date'),
      column('error'),
      column('rule'),
    ],
    async *rows(signal) {
      const { states, deletedRules } = await (
        await services.connections.resources(console)
      ).agentless.state(signal);
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
        ? showResources(services, console, configuration)
        : undefined,
    actions: [
      refreshAction(services, console, (now) =>
        showAgentlessState(services, { target: { kind: 'console', consoleId: now.id } }),
      ),
    ],
  });
}

/** Shows the cloud resources of one configuration. */
export async function showAgentlessResources(
  services: Showing,
  row?: unknown,
  config?: unknown,
): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  if (typeof config === 'string') {
    await showResources(services, console, config);
    return;
  }
  const { states } = await reading(
    services.connections,
    console,
    vscode.l10n.t('agentless deployments'),
    (resources, signal) => resources.agentless.state(signal),
  );
  const items = states.map(({ configId, status }) => ({ label: configId, description: status }));
  const { label } = await pick(items, {
    placeHolder: vscode.l10n.t('Show the resources of which configuration?'),
  });
  await showResources(services, console, label);
}

async function showResources(services: Showing, console: ConsoleHandle, config: string): Promise<void> {
  const { agentless } = await services.connections.resources(console);
  await services.tables.show({
    name: ['agentless', console.id, config],
    title: vscode.l10n.t('Resources of {0}: {1}', config, console.entry.name),
    columns: [column('name'), column('type'), column('id')],
    rows: (signal) => agentless.resources(config, signal),
    actions: [refreshAction(services, console, (now) => showResources(services, now, config))],
  });
}
