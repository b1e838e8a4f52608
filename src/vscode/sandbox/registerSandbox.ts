import { sampleWorkspaceFiles } from '../../sandbox/sampleWorkspace.ts';
import { startSandbox } from '../../sandbox/startSandbox.ts';
import type { Log } from '../platform/log.ts';
import type { Memory } from '../platform/memory.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Commands } from '../targets/commands.ts';
import type { Consoles } from '../workspace/consoles.ts';
import { SandboxRunner } from './sandboxRunner.ts';
import { tryTheSandbox } from './tryTheSandbox.ts';

export interface SandboxServices {
  readonly commands: Commands;
  readonly consoles: Consoles;
  readonly secrets: Secrets;
  readonly memory: Memory;
  readonly log: Log;
}

/** The sandbox console of this window. */
export function registerSandbox({
  commands,
  consoles,
  secrets,
  memory,
  log,
}: SandboxServices): SandboxRunner {
  const source = { start: startSandbox, files: sampleWorkspaceFiles };
  const sandbox = new SandboxRunner(source, secrets, memory, log);
  commands.onRow('ordinance.sandbox.try', () => tryTheSandbox(consoles, sandbox));
  return sandbox;
}
