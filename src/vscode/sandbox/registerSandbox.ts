import * as vscode from 'vscode';
import { sampleWorkspaceFiles } from '../../sandbox/sampleWorkspace.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { loadPart } from '../../core/util/loadPart.ts';
import { developmentAccessKey, type Secrets } from '../platform/secrets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { simulateEdit, type SimulateEditServices } from './simulateEdit.ts';
import { sandboxClient, SandboxRunner, type SandboxSource } from './sandboxRunner.ts';
import { goOn, tryTheSandbox } from './tryTheSandbox.ts';
import type { FeatureServices } from '../featureServices.ts';

export type SandboxServices = Omit<SimulateEditServices, 'isSandbox'> &
  Pick<
    FeatureServices,
    | 'commands'
    | 'consoles'
    | 'secrets'
    | 'contextKeys'
    | 'memory'
    | 'savedTexts'
    | 'targets'
    | 'log'
    | 'extensionMode'
  >;

/** The interface controls the sandbox consoles of this window. */
export interface Sandboxes extends Disposable {
  /**
   * The sandbox of this window starts again and is signed in. The development sandbox beside the window is signed in
   * too.
   */
  resume(): Promise<void>;
  /** Goes on where a window was opened for a sandbox, once its console is known. */
  goOn(): Promise<void>;
}

/** The sandbox console of this window. */
export function registerSandbox(services: SandboxServices): Sandboxes {
  const { commands, consoles, secrets, memory, savedTexts, log, extensionMode, contextKeys } = services;
  const store = new DisposableStore();
  const source: SandboxSource = {
    start: async (options) => {
      const part = await loadPart('the sandbox', () => import('../../sandbox/sandboxPart.ts'));
      return part.SandboxConsole.start(options);
    },
    files: sampleWorkspaceFiles,
  };
  const sandbox = store.add(new SandboxRunner(source, secrets, memory, savedTexts, log));
  const isSandbox = ({ entry: { url } }: ConsoleHandle): boolean =>
    sandbox.isAt(url) || isDevelopmentSandbox(extensionMode, url);
  commands.onRow(sandbox, { 'ordinance.sandbox.try': () => tryTheSandbox(services, sandbox) });
  commands.onPolicy({ ...services, isSandbox }, { 'ordinance.sandbox.simulateEdit': simulateEdit });
  store.add(
    consoles.onDidChange(() => contextKeys.set('ordinance.hasSandbox', consoles.consoles.some(isSandbox))),
  );
  return {
    resume: async () => {
      await developmentSignIn(extensionMode, secrets);
      await sandbox.resume();
    },
    goOn: () => goOn(services),
    dispose: () => store.dispose(),
  };
}

/** The result is true for the development sandbox that runs beside the window. */
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
