import { getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
// The index of undici installs a process-wide dispatcher when it is loaded, which other extensions would then use; its parts do not.
import connect from 'undici/lib/api/api-connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { authoritiesIn } from '../consoleFile/authoritiesIn.ts';
import type { TransportConnection } from './types.ts';

const MAX_CONNECT_MS = 15_000;

/** The connections of one console. */
export function openDispatcher(connection: TransportConnection, proxy?: string): Dispatcher {
  const timeout = Math.min(connection.timeoutMs, MAX_CONNECT_MS);
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
  return new Agent({ ...options, connect: { timeout, ...tls } });
}

/** Everything goes through a tunnel, so the proxy sees no request and no credentials of the console. */
function openProxy(uri: string, options: object): Dispatcher {
  return new ProxyAgent({
    ...options,
    uri,
    proxyTunnel: true,
    // The library's index would add this method to all dispatchers.
    clientFactory: (origin, poolOptions) => Object.assign(new Pool(origin, poolOptions), { connect }),
  });
}
