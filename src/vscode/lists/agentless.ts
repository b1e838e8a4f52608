import * as vscode from 'vscode';
import { pick } from '../platform/dialogs.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { chooseConsole } from '../targets/targets.ts';
import type { Tools } from '../tools.ts';
import { titleOf } from './tableColumns.ts';
import { reading } from '../workspace/reading.ts';

type Showing = Pick<Tools, 'consoles' | 'resources' | 'tables'>;

const isReady = ({ access }: ConsoleHandle): boolean => access === 'ready';

/** Shows the deployments of agentless rules and, on a row, the resources of its configuration. */
export async function showAgentlessState(tools: Showing, row?: unknown): Promise<void> {
  const console = await chooseConsole(tools, row, isReady);
  await tools.tables.show({
    name: ['agentless', console.id],
    title: vscode.l10n.t('Agentless deployments: {0}', console.entry.name),
    columns: [
      { key: 'configuration', title: titleOf('configuration') },
      { key: 'status', title: titleOf('status') },
      { key: 'updated', title: titleOf('updated'), kind: 'date' },
      { key: 'error', title: titleOf('error') },
      { key: 'rule', title: titleOf('rule') },
    ],
    async *rows(signal) {
      const { states, deletedRules } = await (await tools.resources(console)).agentless.state(signal);
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
        ? showResources(tools, console, configuration)
        : undefined,
  });
}

/** Shows the cloud resources of one configuration. */
export async function showAgentlessResources(tools: Showing, row?: unknown, config?: unknown): Promise<void> {
  const console = await chooseConsole(tools, row, isReady);
  if (typeof config === 'string') {
    await showResources(tools, console, config);
    return;
  }
  const { states } = await reading(
    tools,
    console,
    vscode.l10n.t('agentless deployments'),
    (resources, signal) => resources.agentless.state(signal),
  );
  const items = states.map(({ configId, status }) => ({ label: configId, description: status }));
  const { label } = await pick(items, { placeHolder: vscode.l10n.t('Resources of which configuration?') });
  await showResources(tools, console, label);
}

async function showResources(tools: Showing, console: ConsoleHandle, config: string): Promise<void> {
  const { agentless } = await tools.resources(console);
  await tools.tables.show({
    name: ['agentless', console.id, config],
    title: vscode.l10n.t('Resources of {0}: {1}', config, console.entry.name),
    columns: [
      { key: 'name', title: titleOf('name') },
      { key: 'type', title: titleOf('type') },
      { key: 'id', title: titleOf('id') },
    ],
    rows: (signal) => agentless.resources(config, signal),
  });
}
