import * as vscode from 'vscode';
import type { TableAction } from '../table/tableContent.ts';
import { consoleOf } from '../targets/targets.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';

/** The action reads the rows again into the same page, from the console as `ordinance.yaml` now names it. */
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
