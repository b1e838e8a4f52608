import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Failure } from './failure.ts';

/** When none of so many ports is free, another problem is the cause. */
const MAX_TRIES = 200;

/**
 * Returns a free loopback port that no other program gets by chance: it is outside of the range from which
 * systems assign ports to connections.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) {
      return port;
    }
  }
  throw new Failure('no port of this machine can be listened at');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  await new Promise((resolve) => server.close(resolve));
  return free;
}
