import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Failure } from './failure.ts';

/** When none of so many ports is free, the reason is not the ports. */
const MAX_TRIES = 200;

/**
 * A loopback port that nobody uses right now, and that nobody gets who asks for any: it is not of those that systems hand out
 * themselves, to the connections of what runs beside.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < MAX_TRIES; tried++) {
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
