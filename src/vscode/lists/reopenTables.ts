import * as vscode from 'vscode';
import { listNames } from '../../core/consoleFile/lists.ts';
import { policyKind } from '../../core/policy/families.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { notKept } from '../table/notKept.ts';
import { consoleOf } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { showAgentlessOf, showAgentlessStateOf } from './agentless.ts';
import { showCollectionUses } from './collectionUses.ts';
import type { ListServices } from './listServices.ts';
import { showImpactedOf } from './showImpacted.ts';
import { showListOf } from './showList.ts';

/** The tables by their kind. A table is shown again by the rest of its name; undefined is a name of another version. */
const tables: Readonly<
  Record<
    string,
    (services: ListServices, console: ConsoleHandle, ...of: string[]) => Promise<void> | undefined
  >
> = {
  list(services, console, name) {
    const list = listNames.find((each) => each === name);
    return list && showListOf(services, console, list);
  },
  impacted(services, console, name = '', rule = '') {
    const kind = policyKind(name);
    return kind && showImpactedOf(services, console, kind, rule);
  },
  uses: (services, console, collection = '') => showCollectionUses(services, console, collection),
  agentless: (services, console, configuration) =>
    configuration === undefined
      ? showAgentlessStateOf(services, console)
      : showAgentlessOf(services, console, configuration),
};

/** Tables are read again after a reload of the window and on request, when their console is signed in. */
export function reopenTables(services: ListServices): void {
  for (const [kind, show] of Object.entries(tables)) {
    services.tables.reopens(kind, async ([id = '', ...of]) => {
      await services.consoles.whenFound;
      const console = consoleOf(services, { kind: 'console', consoleId: id });
      if (console.access !== 'ready') {
        throw new ExpectedError(
          'not-reopened',
          vscode.l10n.t('You are not signed in to {0}.', console.entry.name),
        );
      }
      await (show(services, console, ...of) ?? Promise.reject(notKept()));
    });
  }
}
