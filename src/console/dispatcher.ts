import { getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { ConsoleConnection } from './types.ts';

const longestConnectMs = 15_000;

/** The connections of one console. Loads the HTTP library when the first request needs it. */
export async function openDispatcher(connection: ConsoleConnection): Promise<Dispatcher> {
  const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
  return new Agent({
    connections: connection.connections,
    // One request at a time per connection, and none of HTTP/2's re-dispatching: what was sent is always known.
    pipelining: 1,
    allowH2: false,
    // The whole request has one time limit of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: Math.min(connection.timeoutMs, longestConnectMs),
      rejectUnauthorized: connection.rejectUnauthorized,
      ...(connection.ca === undefined ? {} : { ca: [...getCACertificates('default'), connection.ca] }),
    },
  });
}
