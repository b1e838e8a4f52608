import * as vscode from 'vscode';
import { listNames } from '../../core/consoles/lists.ts';
import { policyKind } from '../../core/policy/families.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { notKept } from '../table/notKept.ts';
import { consoleOf } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { showAgentlessResources, showAgentlessState } from './agentless.ts';
import { showCollectionUses } from './collectionUses.ts';
import type { ListServices } from './listServices.ts';
import type { Target } from '../workspace/target.ts';
import { showImpactedOf } from './showImpacted.ts';
import { showList } from './showList.ts';

/** The tables from before a reload of the window are read again, when their console is signed in. */
export function reopenTables(services: ListServices): void {
  const { tables } = services;
  tables.reopens('list', async ([id = '', name]) => {
    const console = await readyConsole(services, id);
    const list = listNames.find((each) => each === name);
    const row: Target | undefined = list && { kind: 'list', consoleId: console.id, list };
    return row ? showList(services, row) : Promise.reject(notKept());
  });
  tables.reopens('impacted', async ([id = '', name = '', rule = '']) => {
    const console = await readyConsole(services, id);
    const policy = policyKind(name);
    return policy ? showImpactedOf(services, console, policy, rule) : Promise.reject(notKept());
  });
  tables.reopens('uses', async ([id = '', collection = '']) =>
    showCollectionUses(services, await readyConsole(services, id), collection),
  );
  tables.reopens('agentless', async ([id = '', configuration = '']) => {
    const row = rowOf(await readyConsole(services, id));
    return configuration === ''
      ? showAgentlessState(services, row)
      : showAgentlessResources(services, row, configuration);
  });
}

function rowOf({ id }: ConsoleHandle): unknown {
  return { target: { kind: 'console', consoleId: id } };
}

async function readyConsole(services: ListServices, id: string): Promise<ConsoleHandle> {
  await services.consoles.whenFound;
  const console = consoleOf(services, { kind: 'console', consoleId: id });
  if (console.access !== 'ready') {
    throw new ExpectedError(
      'not-reopened',
      vscode.l10n.t('You are not signed in to {0}.', console.entry.name),
    );
  }
  return console;
}
