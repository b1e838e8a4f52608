import type { Uri } from 'vscode';
import type { Disposable } from '../../core/util/disposable.ts';
import type { ConsoleConnections } from '../connection/consoleConnections.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Commands } from '../targets/commands.ts';
import type { Targets } from '../targets/targets.ts';
import type { Consoles } from '../workspace/consoles.ts';
import { addConsole } from './addConsole.ts';
import { checkVersion } from './checkVersion.ts';
import { installCommandLine } from './installCommandLine.ts';
import { openConsoleFile } from './openConsoleFile.ts';
import { signIn } from './signIn.ts';
import { signOut } from './signOut.ts';

export interface ConsoleServices {
  readonly commands: Commands;
  readonly consoles: Consoles;
  readonly connections: ConsoleConnections;
  readonly targets: Targets;
  readonly secrets: Secrets;
  readonly contextKeys: ContextKeys;
  readonly log: Log;
  /** Of the extension's own files. */
  readonly extensionUri: Uri;
  /** Where the extension may keep files of its own. */
  readonly storageUri: Uri;
}

/** Consoles of the workspace: add one, sign in and out, ask for its version; and the way to the same without an editor. */
export function registerConsoles(services: ConsoleServices): Disposable {
  const { commands, consoles, contextKeys, log } = services;
  commands.onRow(services, {
    'ordinance.commandLine.install': installCommandLine,
    'ordinance.console.add': addConsole,
    'ordinance.console.checkVersion': checkVersion,
    'ordinance.console.openFile': openConsoleFile,
    'ordinance.console.signIn': signIn,
    'ordinance.console.signOut': signOut,
    'ordinance.log.show': () => log.show(),
  });
  return consoles.onDidChange(() => {
    contextKeys.set('ordinance.hasLooked', true);
    contextKeys.set('ordinance.hasConsoles', consoles.consoles.length > 0);
    contextKeys.set('ordinance.hasEmptyConsoleFile', consoles.hasOnlyEmptyFiles);
    contextKeys.set(
      'ordinance.isSignedIn',
      consoles.consoles.some(({ access }) => access === 'ready'),
    );
  });
}
