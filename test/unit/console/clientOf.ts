import type { TestContext } from 'node:test';
import type { ConsoleClock } from '../../../src/core/console/transport.ts';
import { ConsoleClient } from '../../../src/core/console/consoleClient.ts';
import type { AccessKey } from '../../../src/core/console/authenticator.ts';
import type { ConsoleConnection } from '../../../src/core/consoleFile/connectionOf.ts';
import type { PolicyKind } from '../../../src/core/policy/families.ts';
import { CanceledError } from '../../../src/core/util/errors.ts';
import type { Logger } from '../../../src/core/util/logger.ts';
import { afterwards } from '../../afterwards.ts';

export const testKey: AccessKey = { id: 'key-id', secret: 'a-very-secret-value' };

/** A clock that only moves when somebody sleeps, or by hand. */
export class ManualClock implements ConsoleClock {
  time = Date.UTC(2030, 0, 1);
  readonly sleeps: number[] = [];

  now(): number {
    return this.time;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.sleeps.push(ms);
    this.time += ms;
    await Promise.resolve();
    if (signal?.aborted) {
      throw new CanceledError();
    }
  }
}

/** Keeps every line. */
export class LineLogger implements Logger {
  readonly lines: string[] = [];
  readonly trace = this.#add('trace');
  readonly debug = this.#add('debug');
  readonly info = this.#add('info');
  readonly warn = this.#add('warn');
  readonly error = this.#add('error');

  #add(level: string): (message: string | Error) => void {
    return (message) => {
      this.lines.push(`${level} ${message instanceof Error ? message.stack : message}`);
    };
  }
}

export interface ClientParts {
  readonly client: ConsoleClient;
  readonly clock: ManualClock;
  readonly logger: LineLogger;
  /** Origins a key was asked for. */
  readonly asked: string[];
  /** Undefined: signed out there. */
  readonly keys: Map<string, AccessKey>;
}

/** A client of the server at `url`, signed in there and at its login address. */
export function clientOf(t: TestContext, url: string, more: Partial<ConsoleConnection> = {}): ClientParts {
  const clock = new ManualClock();
  const logger = new LineLogger();
  const asked: string[] = [];
  const connection: ConsoleConnection = {
    name: 'test',
    url,
    loginUrl: url,
    apiVersion: '1',
    auth: 'basic',
    authHeader: 'x-service-auth',
    rejectUnauthorized: true,
    timeoutMs: 30_000,
    ...more,
  };
  const keys = new Map(
    [connection.url, connection.loginUrl].map((place) => [new URL(place).origin, testKey]),
  );
  const provider = {
    accessKey: (origin: string) => {
      asked.push(origin);
      return Promise.resolve(keys.get(origin));
    },
  };
  const client = new ConsoleClient(connection, provider, { logger, clock });
  afterwards(t, () => client.dispose());
  return { client, clock, logger, asked, keys };
}

/** Replaces live as a push does, with the reading that has to come before. */
export async function replaceLive(
  { policies }: ConsoleClient,
  kind: PolicyKind,
  body: string,
): Promise<'accepted' | void> {
  const { replace } = await policies.readPolicy(kind);
  return replace(body);
}
