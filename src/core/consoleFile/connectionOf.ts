import { defined } from '../util/defined.ts';
import type { Destination } from './destination.ts';
import { originsOf, type ConsoleEntry, isLoopback } from './consoleEntry.ts';
import { createHash, X509Certificate } from 'node:crypto';

interface ConnectionSettings {
  /** PEM text of the console's `caFile`. */
  readonly ca: string | undefined;
  readonly requestTimeoutMs: number;
  /** The user switched verification off for this origin. */
  skipsVerification(origin: string): boolean;
  /** The proxy for an origin, from the user's settings and environment; undefined without one. */
  proxyOf(origin: string): string | undefined;
}

/** The connection to a service. It contains no secret besides those in proxy addresses. */
export interface TransportConnection {
  readonly name: string;
  /** PEM text of additional certificate authorities. */
  readonly ca?: string;
  readonly rejectUnauthorized: boolean;
  /** Time limit for one request, from sending to the last byte of the answer. */
  readonly timeoutMs: number;
  /**
   * Proxy addresses by origin; they may contain credentials. An origin without one is reached directly. They
   * come from the user's settings and environment, never from a workspace.
   */
  readonly proxies?: Readonly<Record<string, string>>;
  /** The largest answer to read, in bytes after decompression; 64 MiB by default. */
  readonly maxAnswerBytes?: number;
  /** The bytes to read within one operation; 512 MiB by default. */
  readonly maxOperationBytes?: number;
  /** The answers to read within one operation; 25 000 by default. */
  readonly maxOperationAnswers?: number;
}

/**
 * The connection to one console: an entry of `ordinance.yaml` with the user's settings. Addresses have no
 * trailing slash and no credentials.
 */
export type ConsoleConnection = TransportConnection & Omit<Destination, 'authority' | 'unverified'>;

/** The connection to a console of `ordinance.yaml`, for the clients in `src/core/console`. */
export function connectionOf(entry: ConsoleEntry, settings: ConnectionSettings): ConsoleConnection {
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
    proxies: proxies.length === 0 ? undefined : Object.fromEntries(proxies),
  });
}

interface ProxySources {
  /** The proxy setting of the editor, which takes precedence over the environment. */
  readonly setting?: string;
  /** The editor's list of hosts that need no proxy. */
  readonly noProxy?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The address of the proxy for `origin`; undefined when requests go directly, as to this computer. */
export function proxyFor(origin: string, sources: ProxySources): string | undefined {
  const { protocol, hostname, port } = new URL(origin);
  // Unencrypted requests go only to this computer, and never through a proxy.
  if (isLoopback(hostname) || protocol === 'http:') {
    return undefined;
  }
  const variable = (name: string): string =>
    (sources.env[name] || sources.env[name.toUpperCase()] || '').trim();
  const proxy = sources.setting?.trim() || variable('https_proxy') || variable('all_proxy');
  const exceptions = [...(sources.noProxy ?? []), ...variable('no_proxy').split(/[\s,]+/)];
  const withPort = `${hostname}:${port || '443'}`;
  if (exceptions.some((exception) => exceptionMatches(exception.trim().toLowerCase(), hostname, withPort))) {
    return undefined;
  }
  return addressOf(proxy);
}

/** Understands `*`, `host`, `.domain` and `*.domain`, each with or without a port. */
function exceptionMatches(exception: string, hostname: string, withPort: string): boolean {
  if (exception === '' || exception === '*') {
    return exception === '*';
  }
  const name = exception.replace(/^\*(?=\.)/, '');
  const subject = /:\d+$/.test(name) ? withPort : hostname;
  return subject === name.replace(/^\./, '') || subject.endsWith(name.startsWith('.') ? name : `.${name}`);
}

function addressOf(text: string): string | undefined {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  return text !== '' && URL.canParse(address) ? address : undefined;
}

/** The certificates in a PEM text, one text each. Other text is left out, because TLS ignores it silently. */
export function authoritiesIn(pem: string): readonly string[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.filter((block) => bytesOf(block) !== undefined);
}

/**
 * The SHA-256 fingerprint of the authorities in a PEM text, independent of their order and spelling. For one
 * certificate, it is the fingerprint that other tools show; for several, the hash of their fingerprints.
 */
export function authorityOf(pem: string): string {
  const fingerprints = new Set(
    authoritiesIn(pem).map((block) =>
      createHash('sha256')
        .update(bytesOf(block) ?? '')
        .digest('hex'),
    ),
  );
  const [only = '', ...more] = [...fingerprints].sort();
  return fingerprints.size === 1
    ? only
    : createHash('sha256')
        .update([only, ...more].join('\n'))
        .digest('hex');
}

function bytesOf(block: string): Buffer | undefined {
  try {
    const { raw } = new X509Certificate(block);
    return raw.length > 0 ? raw : undefined;
  } catch {
    return undefined;
  }
}
