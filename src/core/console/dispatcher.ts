import { getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
// The index of undici installs a dispatcher for the whole process, which other extensions would then use. Its
// parts do not.
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
    // HTTP/2 may send a request again, and a write must never be sent twice. So HTTP/2 is off, with one
    // request at a time.
    pipelining: 1,
    allowH2: false,
    // `exchange` limits the time of the whole request.
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

/** Sends all requests through a tunnel, so that the proxy sees neither requests nor credentials. */
function openProxy(uri: string, options: object): Dispatcher {
  return new ProxyAgent({
    ...options,
    uri,
    proxyTunnel: true,
    // The index of undici adds `connect` to all dispatchers; this part lacks it.
    clientFactory: (origin, poolOptions) => Object.assign(new Pool(origin, poolOptions), { connect }),
  });
}
