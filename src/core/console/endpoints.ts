import type { Operation } from './operations.ts';
import type { ConsoleConnection } from './types.ts';

/** Requests for a token: the first two go to the login service, the last one to the console. */
export const sessionOperations = {
  login: { method: 'POST', path: '/login' },
  extend: { method: 'GET', path: '/auth_token/extend' },
  authenticate: { method: 'POST', path: '/authenticate' },
} as const;

/** The origin of an address, and the path that every request below it starts with. */
export function splitAddress(address: string): { readonly origin: string; readonly base: string } {
  const url = new URL(address);
  return { origin: url.origin, base: url.pathname.replace(/(?<!\/)\/+$/, '') };
}

/** The path below the console's address: `/api/v1/…`. */
export function consolePath(
  connection: ConsoleConnection,
  { id, path, apiVersion, name }: Pick<Operation, 'id' | 'path' | 'apiVersion'> & { readonly name?: string },
): string {
  const below = configuredPath(connection, id) ?? path;
  const named = name === undefined ? below : below.replace(/\{\w+\}/, () => encodeURIComponent(name));
  return `/api/v${apiVersion ?? connection.apiVersion}${named}`;
}

/** Path below the login address. */
export function loginPath(connection: ConsoleConnection, id: 'login' | 'extend'): string {
  return configuredPath(connection, id) ?? sessionOperations[id].path;
}

function configuredPath({ paths }: ConsoleConnection, id: string): string | undefined {
  return paths && Object.hasOwn(paths, id) ? paths[id] : undefined;
}
