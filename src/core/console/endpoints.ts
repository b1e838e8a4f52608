import type { ConsoleConnection } from './types.ts';

/** Operations outside the policy table; their paths can be overridden under these names. */
export type OperationId =
  'login' | 'extend' | 'authenticate' | 'collections' | 'myCollections' | 'version' | 'ping';

/** Requests for a token: the first two go to the login service, the last one to the console. */
export const sessionOperations = {
  login: { method: 'POST', path: '/login' },
  extend: { method: 'GET', path: '/auth_token/extend' },
  authenticate: { method: 'POST', path: '/authenticate' },
} as const;

/** Origin of an address, and the path below it that every request starts with. */
export function splitAddress(address: string): { readonly origin: string; readonly base: string } {
  const url = new URL(address);
  return { origin: url.origin, base: url.pathname.replace(/(?<!\/)\/+$/, '') };
}

export interface PathParts {
  /** A policy name or an operation; either may be overridden. */
  readonly id: string;
  /** Below `/api/v<version>`, percent-encoded. */
  readonly path: string;
  /** Instead of the version of the connection. */
  readonly apiVersion?: string;
  /** Takes the place of `{…}` in the path, percent-encoded. */
  readonly name?: string;
}

/** Path below the console's address: `/api/v1/…`. */
export function consolePath(
  connection: ConsoleConnection,
  { id, path, apiVersion, name }: PathParts,
): string {
  const below = override(connection, id) ?? path;
  const named = name === undefined ? below : below.replace(/\{\w+\}/, () => encodeURIComponent(name));
  return `/api/v${apiVersion ?? connection.apiVersion}${named}`;
}

/** Path below the login address. */
export function loginPath(connection: ConsoleConnection, id: 'login' | 'extend'): string {
  return override(connection, id) ?? sessionOperations[id].path;
}

function override({ paths }: ConsoleConnection, id: string): string | undefined {
  return paths && Object.hasOwn(paths, id) ? paths[id] : undefined;
}
