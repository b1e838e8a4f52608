import type { TestContext } from 'node:test';
import type { ConsoleConnection } from '../../../src/core/consoleFile/connectionOf.ts';
import { TestConsole, type TestConsoleOptions } from '../../sandbox/testConsole.ts';
import type { Certificate } from '../../certificates.ts';
import { tlsFront } from './tlsFront.ts';
import { clientOf, type ClientParts } from '../../unit/console/clientOf.ts';
import { afterwards } from '../../afterwards.ts';

export interface SandboxParts extends ClientParts {
  readonly sandbox: TestConsole;
  /** Where the sandbox is reached. */
  readonly url: string;
}

/**
 * A sandbox console and a client that is signed in to it, both with the same clock, until the test ends; with a
 * certificate, behind TLS.
 */
export async function sandboxClient(
  t: TestContext,
  connection: Partial<ConsoleConnection> = {},
  options: TestConsoleOptions = {},
  certificate?: Certificate,
): Promise<SandboxParts> {
  let now = (): number => Date.now();
  const sandbox = await TestConsole.start({ now: () => now(), ...options });
  afterwards(t, () => sandbox.close());
  const url = certificate ? await tlsFront(t, sandbox.url, certificate) : sandbox.url;
  const parts = clientOf(t, url, connection);
  now = () => parts.clock.now();
  for (const origin of parts.keys.keys()) {
    parts.keys.set(origin, sandbox.accessKey);
  }
  return { ...parts, sandbox, url };
}
