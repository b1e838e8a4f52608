import type { TestContext } from 'node:test';
import type { ConsoleConnection } from '../../../src/console/types.ts';
import { SandboxConsole, type SandboxOptions } from '../../../src/sandbox/sandboxConsole.ts';
import { clientOf, type ClientParts } from '../../unit/console/clientOf.ts';

export interface SandboxParts extends ClientParts {
  readonly sandbox: SandboxConsole;
}

/** A sandbox console and a client that is signed in to it, both with the same clock, until the test ends. */
export async function sandboxClient(
  t: TestContext,
  connection: Partial<ConsoleConnection> = {},
  options: SandboxOptions = {},
): Promise<SandboxParts> {
  let now = (): number => Date.now();
  const sandbox = await SandboxConsole.start({ now: () => now(), ...options });
  t.after(() => sandbox.close());
  const parts = clientOf(t, sandbox.url, connection);
  now = () => parts.clock.now();
  for (const origin of parts.keys.keys()) {
    parts.keys.set(origin, sandbox.accessKey);
  }
  return { ...parts, sandbox };
}
