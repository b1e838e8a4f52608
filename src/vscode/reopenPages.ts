import * as vscode from 'vscode';
import { listNames } from '../core/consoles/lists.ts';
import { policyKind } from '../core/policy/families.ts';
import { ExpectedError } from '../core/util/errors.ts';
import type { TableName } from './table/tableContent.ts';
import type { ConsoleHandle } from './workspace/consoleRegistry.ts';
import { reopenPage } from './posture/commands/reopenPage.ts';
import { showTable } from './posture/commands/showTable.ts';
import { showAgentlessResources, showAgentlessState } from './lists/agentless.ts';
import { showCollectionUses } from './lists/collectionUses.ts';
import { showImpactedOf } from './lists/showImpacted.ts';
import { showList } from './lists/showList.ts';
import type { Tools } from './tools.ts';

/** Shows pages of before a reload of the window again, when they come into sight. */
export function reopenPages(tools: Tools): void {
  tools.tables.serialize((name) => reopenTable(tools, name));
  tools.posture.pages.serialize((name) => reopenPage(tools.posture, name));
}

async function reopenTable(tools: Tools, [kind, id = '', ...of]: TableName): Promise<unknown> {
  if (kind === 'posture') {
    return reopenPostureTable(tools, id, of);
  }
  const console = readyConsole(tools, id);
  const [first = '', second = ''] = of;
  const list = listNames.find((each) => each === first);
  const policy = policyKind(first);
  if (kind === 'list' && list) {
    return showList(tools, list, { target: { kind: 'console', consoleId: id } });
  }
  if (kind === 'impacted' && policy) {
    return showImpactedOf(tools, console, policy, second);
  }
  if (kind === 'uses') {
    return showCollectionUses(tools, console, first);
  }
  if (kind === 'agentless') {
    const row = { target: { kind: 'console', consoleId: id } };
    return first === '' ? showAgentlessState(tools, row) : showAgentlessResources(tools, row, first);
  }
  throw notKept();
}

async function reopenPostureTable(
  tools: Tools,
  sourceId: string,
  [kind, app]: readonly string[],
): Promise<unknown> {
  await tools.posture.sources.reload();
  const standing = tools.posture.standing(sourceId);
  // A whole tenant is read only when somebody asks for it.
  if (standing !== undefined || kind === 'tenant') {
    throw standing === undefined ? notKept() : new ExpectedError('not-reopened', standing);
  }
  return showTable(tools, { sourceId, kind, ...(app === undefined ? {} : { app }) });
}

function readyConsole(tools: Pick<Tools, 'consoles'>, id: string): ConsoleHandle {
  const console = tools.consoles.get(id);
  if (console?.access !== 'ready') {
    throw new ExpectedError(
      'not-reopened',
      console
        ? vscode.l10n.t('You are not signed in to {0}.', console.entry.name)
        : vscode.l10n.t('This console is no longer named in ordinance.yaml.'),
    );
  }
  return console;
}

function notKept(): ExpectedError {
  return new ExpectedError(
    'not-reopened',
    vscode.l10n.t('What this table showed is not kept when the window is reloaded: open it again.'),
  );
}
