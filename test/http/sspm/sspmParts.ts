import type { TestContext } from 'node:test';
import { SspmClient } from '../../../src/core/console/sspm/sspmClient.ts';
import { Redaction } from '../../../src/core/console/redaction.ts';
import { TestConsole, type TestConsoleOptions } from '../../sandbox/testConsole.ts';
import { LineLogger, ManualClock } from '../../unit/console/clientOf.ts';
import { afterwards } from '../../afterwards.ts';
import type { SspmConnection, SspmCredential } from '../../../src/core/console/sspm/bearer.ts';

export interface SspmParts {
  readonly sandbox: TestConsole;
  readonly client: SspmClient;
  readonly logger: LineLogger;
  readonly clock: ManualClock;
  /** What is signed in with; may be replaced. */
  credential: SspmCredential | undefined;
  /** Paths of the requests to the service, with query. */
  readonly asked: () => readonly string[];
}

/** A sandbox and a client of its SSPM service, signed in as a client, both with the same clock, until the test ends. */
export async function sspmParts(
  t: TestContext,
  connection: Partial<SspmConnection> = {},
  options: TestConsoleOptions = {},
): Promise<SspmParts> {
  const clock = new ManualClock();
  const logger = new LineLogger();
  const sandbox = await TestConsole.start({ now: () => clock.now(), ...options });
  afterwards(t, () => sandbox.close());
  const parts = { credential: clientOf(sandbox) as SspmCredential | undefined };
  const client = new SspmClient(
    {
      name: 'test',
      sspmUrl: sandbox.url,
      rejectUnauthorized: true,
      timeoutMs: 30_000,
      ...connection,
    },
    { credential: async () => parts.credential },
    { logger, clock, redaction: new Redaction() },
  );
  afterwards(t, () => client.dispose());
  return Object.assign(parts, {
    sandbox,
    client,
    logger,
    clock,
    asked: () =>
      sandbox.requests
        .of('GET')
        .map(({ path, query }) => path.replace('/sspm/api/v1', '') + (query === '' ? '' : `?${query}`)),
  });
}

export function clientOf(sandbox: TestConsole): SspmCredential {
  return { kind: 'client', ...sandbox.accessKey, tokenUrl: `${sandbox.url}/oauth2/access_token` };
}
