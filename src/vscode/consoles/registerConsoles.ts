import { addConsole } from './addConsole.ts';
import { checkVersion } from './checkVersion.ts';
import { installCommandLine } from './installCommandLine.ts';
import { openConsoleFile } from './openConsoleFile.ts';
import { signIn, signOut } from './signIn.ts';
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
