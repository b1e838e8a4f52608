import { defined } from '../util/defined.ts';
import { originsOf, type ConsoleEntry } from './consoleEntry.ts';

export interface ConnectionSettings {
  /** PEM text of the console's `caFile`. */
  readonly ca: string | undefined;
  readonly requestTimeoutMs: number;
  /** The user switched verification off for this origin. */
  skipsVerification(origin: string): boolean;
  /** The proxy for an origin, from the user's settings and environment; undefined without one. */
  proxyOf(origin: string): string | undefined;
}

/** The connection to a console of `ordinance.yaml`, for the clients in `src/core/console`. */
export function connectionOf(entry: ConsoleEntry, settings: ConnectionSettings) {
  const { name, url, apiVersion, project, auth, authHeader, paths, timeoutSeconds } = entry;
  const proxies = originsOf(entry).flatMap((origin) => {
    const proxy = settings.proxyOf(origin);
    return proxy === undefined ? [] : [[origin, proxy] as const];
  });
  return defined({
    name,
    url,
    loginUrl: entry.loginUrl ?? url,
    apiVersion,
    project,
    auth,
    authHeader,
    paths,
    ca: settings.ca,
    // One connection serves all origins of the console. So it skips verification only when every origin may.
    rejectUnauthorized: !originsOf(entry).every((origin) => settings.skipsVerification(origin)),
    timeoutMs: timeoutSeconds === undefined ? settings.requestTimeoutMs : timeoutSeconds * 1000,
    connections: 6,
    proxies: proxies.length === 0 ? undefined : Object.fromEntries(proxies),
  });
}
