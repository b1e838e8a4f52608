import type { AuthScheme } from '../consoleFile/authSchemes.ts';
import type { Destination } from '../consoleFile/destination.ts';

/** How a service is reached, whatever it is asked for. Never holds a secret, besides those of a proxy. */
export interface TransportConnection {
  readonly name: string;
  /** PEM text of extra certificate authorities. */
  readonly ca?: string;
  readonly rejectUnauthorized: boolean;
  /** Milliseconds for one request, from sending to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Connections kept to this service at the same time. */
  readonly connections: number;
  /**
   * Proxies by origin, as addresses that may carry credentials; an origin without one is reached directly. They come
   * from the user's settings and environment, never from a workspace.
   */
  readonly proxies?: Readonly<Record<string, string>>;
  /** Largest answer that is read, in bytes after decompression; 64 MiB when absent. */
  readonly maxAnswerBytes?: number;
  /** Most bytes that are read within one operation; 512 MiB when absent. */
  readonly maxOperationBytes?: number;
  /** Most answers that are read within one operation; 25 000 when absent. */
  readonly maxOperationAnswers?: number;
}

/**
 * How one console is reached: the resolved form of an entry of `ordinance.yaml` plus the user's settings. Addresses carry no
 * trailing slash and no credentials.
 */
export interface ConsoleConnection
  extends TransportConnection, Omit<Destination, 'authority' | 'unverified'> {
  /** How requests other than policies are authenticated. Absent: the console's bearer for `bearer`, else the login JWT. */
  readonly lookupAuth?: AuthScheme;
}

/** An access key: sent as basic credentials to the console, or as username and password to its login address. */
export interface AccessKey {
  readonly id: string;
  readonly secret: string;
}

/** Asked at the moment a request needs it; the answer is not kept. `origin` is the only place it may be sent to. */
export interface AccessKeyProvider {
  accessKey(origin: string): Promise<AccessKey | undefined>;
}
