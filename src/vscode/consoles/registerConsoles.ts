import * as vscode from 'vscode';
import { consoleFileName } from '../../core/consoleFile/consoleFile.ts';
import { addConsole } from './addConsole.ts';
import { checkVersion } from './checkVersion.ts';
import { installCommandLine } from './installCommandLine.ts';
import { signIn, signOut } from './signIn.ts';
import { consoleOf, noConsole } from '../workspace/consoles.ts';
import { targetOf } from '../workspace/target.ts';
import type { FeatureServices } from '../featureServices.ts';

/** Registers the commands about consoles, the log and the command line. */
export function registerConsoles(services: FeatureServices): void {
  const { disposables, commands, consoles, contextKeys, log } = services;
  commands.onRow(services, {
    'ordinance.commandLine.install': installCommandLine,
    'ordinance.console.add': addConsole,
    'ordinance.console.checkVersion': checkVersion,
    'ordinance.console.openFile': openConsoleFile,
    'ordinance.console.signIn': signIn,
    'ordinance.console.signOut': signOut,
    'ordinance.log.show': () => log.show(),
  });
  disposables.add(
    consoles.onDidChange(() => {
      contextKeys.set('ordinance.hasLooked', true);
      contextKeys.set('ordinance.hasConsoles', consoles.consoles.length > 0);
      contextKeys.set('ordinance.hasEmptyConsoleFile', consoles.hasOnlyEmptyFiles);
      contextKeys.set(
        'ordinance.isSignedIn',
        consoles.consoles.some(({ access }) => access === 'ready'),
      );
    }),
  );
}

/** Opens `ordinance.yaml`, at its mistake if it has one. */
async function openConsoleFile(services: FeatureServices, row?: unknown): Promise<void> {
  const target = targetOf(row);
  const console = target && consoleOf(services, target);
  const file = console ? console.file : (await vscode.workspace.findFiles(consoleFileName, undefined, 1))[0];
  if (!file) {
    throw noConsole(vscode.l10n.t('There is no {0} in this workspace.', consoleFileName));
  }
  const at = console?.fault && new vscode.Position(console.fault.line, 0);
  await vscode.window.showTextDocument(file, at ? { selection: new vscode.Range(at, at) } : {});
}
