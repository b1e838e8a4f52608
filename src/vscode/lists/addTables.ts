import * as vscode from 'vscode';
import { listNames } from '../../core/consoleFile/lists.ts';
import { policyKind } from '../../core/policy/families.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { notKept } from '../platform/openPages.ts';
import type { TableAction, TableContent } from '../table/tableContent.ts';
import { consoleOf } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { agentlessResources, agentlessStates } from './agentless.ts';
import { collectionUses } from './collectionUses.ts';
import type { ListServices } from './listServices.ts';
import { impactedTable } from './showImpacted.ts';
import { listTable } from './showList.ts';

/** Makes the tables of each kind by the rest of their names. Undefined is a name of another version. */
const makers: Readonly<
  Record<
    string,
    (
      services: ListServices,
      console: ConsoleHandle,
      ...of: string[]
    ) => Promise<TableContent> | TableContent | undefined
  >
> = {
  list(services, console, name) {
    const list = listNames.find((each) => each === name);
    return list && listTable(services, console, list);
  },
  impacted(services, console, name = '', rule = '') {
    const kind = policyKind(name);
    return kind && impactedTable(services, console, kind, rule);
  },
  uses: (services, console, collection = '') => collectionUses(services, console, collection),
  agentless: (services, console, configuration) =>
    configuration === undefined
      ? agentlessStates(services, console)
      : agentlessResources(services, console, configuration),
};

/** Tables of a console that is signed in. Each can be refreshed. */
export function addTables(services: ListServices): void {
  const { tables, consoles } = services;
  for (const [kind, make] of Object.entries(makers)) {
    tables.register(kind, async (of) => {
      await consoles.whenFound;
      const [consoleId = '', ...more] = of;
      const console = consoleOf(services, { consoleId });
      if (console.access !== 'ready') {
        throw new ExpectedError(
          'not-reopened',
          vscode.l10n.t('You are not signed in to {0}.', console.entry.name),
        );
      }
      const content = await (make(services, console, ...more) ?? Promise.reject(notKept()));
      const refresh: TableAction = {
        label: vscode.l10n.t('Refresh'),
        on: 'table',
        run: () => tables.open([kind, ...of]),
      };
      return { ...content, actions: [...(content.actions ?? []), refresh] };
    });
  }
}
