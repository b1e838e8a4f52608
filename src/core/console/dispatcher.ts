import { getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { partMissing } from '../util/lazyPart.ts';
import { authoritiesIn } from './authoritiesIn.ts';
import type * as httpPart from './httpClient.ts';
import type { ConsoleConnection } from './types.ts';

const longestConnectMs = 15_000;

/** The connections of one console. Loads the HTTP library when the first request needs it. */
export async function openDispatcher(connection: ConsoleConnection, proxy?: string): Promise<Dispatcher> {
  const timeout = Math.min(connection.timeoutMs, longestConnectMs);
  const trust =
    connection.ca === undefined
      ? {}
      : { ca: [...getCACertificates('default'), ...authoritiesIn(connection.ca)] };
  const tls = { rejectUnauthorized: connection.rejectUnauthorized, ...trust };
  const options = {
    connections: connection.connections,
    // One request at a time per connection, and none of HTTP/2's re-dispatching: what was sent is always known.
    pipelining: 1,
    allowH2: false,
    // The whole request has one time limit of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (proxy !== undefined) {
    return openProxy(proxy, {
      ...options,
      connectTimeout: timeout,
      requestTls: tls,
      proxyTls: { ...trust, allowH2: false },
    });
  }
  const { Agent } = await httpClient();
  return new Agent({ ...options, connect: { timeout, ...tls } });
}

/** Everything goes through a tunnel, so the proxy sees no request and no credentials of the console. */
async function openProxy(uri: string, options: object): Promise<Dispatcher> {
  const { ProxyAgent, Pool, connect } = await httpClient();
  return new ProxyAgent({
    ...options,
    uri,
    proxyTunnel: true,
    // The library's index would add this method to all dispatchers.
    clientFactory: (origin, poolOptions) => Object.assign(new Pool(origin, poolOptions), { connect }),
  });
}

async function httpClient(): Promise<typeof httpPart> {
  try {
    return await import('./httpClient.ts');
  } catch (error) {
    throw partMissing('the HTTP client', error);
  }
}
