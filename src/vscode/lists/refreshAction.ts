import * as vscode from 'vscode';
import type { TableAction } from '../table/tableContent.ts';
import { consoleOf } from '../targets/targets.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';

/** Reads the rows anew, into the same page, of the console as `ordinance.yaml` names it then. */
export function refreshAction(
  services: { readonly consoles: ConsoleRegistry },
  { id }: ConsoleHandle,
  showAgain: (console: ConsoleHandle) => Promise<void>,
): TableAction {
  return {
    label: vscode.l10n.t('Refresh'),
    on: 'table',
    run: async () => showAgain(consoleOf(services, { kind: 'console', consoleId: id })),
  };
}
