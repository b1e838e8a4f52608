import * as vscode from 'vscode';
import { DisposableStore } from '../../core/util/disposable.ts';
import { loadPart } from '../../core/util/loadPart.ts';
import { developmentAccessKey, type Secrets } from '../platform/secrets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { simulateEdit } from './simulateEdit.ts';
import { sandboxClient, SandboxRunner } from './sandboxRunner.ts';
import { continueSetup, tryTheSandbox } from './tryTheSandbox.ts';
import type { FeatureServices } from '../featureServices.ts';

/** The sandbox console of this window. */
export function registerSandbox(services: FeatureServices) {
  const { commands, consoles, secrets, extensionMode, contextKeys } = services;
  const store = new DisposableStore();
  const sandbox = store.add(
    new SandboxRunner(services, async (options) => {
      const part = await loadPart('the sandbox', () => import('../../sandbox/sandboxPart.ts'));
      return part.SandboxConsole.start(options);
    }),
  );
  const isSandbox = ({ entry: { url } }: ConsoleHandle): boolean =>
    sandbox.isAt(url) || isDevelopmentSandbox(extensionMode, url);
  commands.onRow(sandbox, { 'ordinance.sandbox.try': () => tryTheSandbox(services, sandbox) });
  commands.onPolicy({ ...services, isSandbox }, { 'ordinance.sandbox.simulateEdit': simulateEdit });
  store.add(
    consoles.onDidChange(() => contextKeys.set('ordinance.hasSandbox', consoles.consoles.some(isSandbox))),
  );
  return {
    /**
     * Restarts the sandbox of this window and signs in. Also signs in to the development sandbox beside the
     * window.
     */
    resume: async () => {
      await developmentSignIn(extensionMode, secrets);
      await sandbox.resume();
    },
    /** Continues the setup in a window that was opened for a sandbox, once its console is known. */
    continueSetup: () => continueSetup(services),
    dispose: () => store.dispose(),
  };
}

/** True for the development sandbox that runs beside the window. */
function isDevelopmentSandbox(mode: vscode.ExtensionMode, url: string): boolean {
  const development = developmentAccessKey(mode === vscode.ExtensionMode.Production, process.env);
  return development?.origin === new URL(url).origin;
}

/** The key comes from `npm start` or the tests, which run the sandbox beside the editor. */
async function developmentSignIn(mode: vscode.ExtensionMode, secrets: Secrets): Promise<void> {
  const development = developmentAccessKey(mode === vscode.ExtensionMode.Production, process.env);
  if (development && vscode.workspace.isTrusted) {
    const { origin, key } = development;
    await secrets.store(origin, key);
    await secrets.storeSspm(origin, sandboxClient(origin, key));
  }
}
