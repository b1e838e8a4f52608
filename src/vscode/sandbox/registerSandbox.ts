import type { ExtensionMode } from 'vscode';
import { sampleWorkspaceFiles } from '../../sandbox/sampleWorkspace.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import type { Log } from '../platform/log.ts';
import type { Memory } from '../platform/memory.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Commands } from '../targets/commands.ts';
import type { Consoles } from '../workspace/consoles.ts';
import { developmentSignIn } from './developmentSignIn.ts';
import { SandboxRunner } from './sandboxRunner.ts';
import { tryTheSandbox } from './tryTheSandbox.ts';

export interface SandboxServices {
  readonly commands: Commands;
  readonly consoles: Consoles;
  readonly secrets: Secrets;
  readonly memory: Memory;
  readonly log: Log;
  readonly extensionMode: ExtensionMode;
}

/** Sandbox consoles. */
export interface Sandboxes extends Disposable {
  /** What was set up runs again, and is signed in to: that of this window, and the one that runs beside a window of ours. */
  resume(): Promise<void>;
}

/** The sandbox console of this window. */
export function registerSandbox(services: SandboxServices): Sandboxes {
  const { commands, consoles, secrets, memory, log, extensionMode } = services;
  const source = { start: startSandbox, files: sampleWorkspaceFiles };
  const sandbox = new SandboxRunner(source, secrets, memory, log);
  commands.onRow(sandbox, { 'ordinance.sandbox.try': () => tryTheSandbox(consoles, sandbox) });
  return {
    resume: async () => {
      await developmentSignIn(extensionMode, secrets);
      await sandbox.resume();
    },
    dispose: () => sandbox.dispose(),
  };
}
