import * as vscode from 'vscode';
import { loadPart } from '../../core/util/loadPart.ts';
import { developmentAccessKey } from '../platform/secrets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { simulateEdit } from './simulateEdit.ts';
import { sandboxClient, SandboxRunner, continueSetup, tryTheSandbox } from './tryTheSandbox.ts';
import type { FeatureServices } from '../featureServices.ts';

/** The sandbox console of this window. */
export function registerSandbox(services: FeatureServices) {
  const { disposables, commands, consoles, secrets, extensionMode, contextKeys } = services;
  const sandbox = disposables.add(
    new SandboxRunner(services, async (options) => {
      const part = await loadPart('the sandbox', () => import('../../sandbox/sandboxPart.ts'));
      return part.SandboxConsole.start(options);
    }),
  );
  // `npm start` and the tests run a sandbox beside the editor.
  const development = developmentAccessKey(extensionMode === vscode.ExtensionMode.Production, process.env);
  const isSandbox = ({ entry: { url } }: ConsoleHandle): boolean =>
    sandbox.isAt(url) || new URL(url).origin === development?.origin;
  commands.onRow(sandbox, { 'ordinance.sandbox.try': () => tryTheSandbox(services, sandbox) });
  commands.onPolicy({ ...services, isSandbox }, { 'ordinance.sandbox.simulateEdit': simulateEdit });
  disposables.add(
    consoles.onDidChange(() => contextKeys.set('ordinance.hasSandbox', consoles.consoles.some(isSandbox))),
  );
  return {
    /**
     * Restarts the sandbox of this window and signs in. Also signs in to the development sandbox beside the
     * window.
     */
    resume: async () => {
      if (development && vscode.workspace.isTrusted) {
        const { origin, key } = development;
        await secrets.store(origin, key);
        await secrets.storeSspm(origin, sandboxClient(origin, key));
      }
      await sandbox.resume();
    },
    /** Continues the setup in a window that was opened for a sandbox, once its console is known. */
    continueSetup: () => continueSetup(services),
  };
}
