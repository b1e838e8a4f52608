import type { Destination } from '../consoleFile/destination.ts';

/** The connection to a service. It contains no secret besides those in proxy addresses. */
export interface TransportConnection {
  readonly name: string;
  /** PEM text of additional certificate authorities. */
  readonly ca?: string;
  readonly rejectUnauthorized: boolean;
  /** Time limit for one request, from sending to the last byte of the answer. */
  readonly timeoutMs: number;
  /** The number of connections to this service at the same time. */
  readonly connections: number;
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

/** An access key: basic credentials for the console, or user name and password for its login address. */
export interface AccessKey {
  readonly id: string;
  readonly secret: string;
}

/** Called for each request; the result is not stored. The key may go only to `origin`. */
export interface AccessKeyProvider {
  accessKey(origin: string): Promise<AccessKey | undefined>;
}
