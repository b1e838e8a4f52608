import { partMissing } from '../core/util/lazyPart.ts';
import type * as sandboxPart from './sandboxConsole.ts';
import type { SandboxConsole } from './sandboxConsole.ts';

/** As `SandboxConsole.start`; all of the sandbox is loaded with the first. */
export async function startSandbox(
  options: Parameters<typeof SandboxConsole.start>[0],
): Promise<SandboxConsole> {
  const { SandboxConsole: part } = await loadPart();
  return part.start(options);
}

async function loadPart(): Promise<typeof sandboxPart> {
  try {
    return await import('./sandboxConsole.ts');
  } catch (error) {
    throw partMissing('the sandbox', error);
  }
}
