import type { ConsoleConnection } from './types.ts';

/** Operations outside the policy table; their paths can be overridden under these names. */
export type OperationId =
  'login' | 'extend' | 'authenticate' | 'collections' | 'myCollections' | 'version' | 'ping';

const loginPaths = { login: '/login', extend: '/auth_token/extend' } as const;

/** Origin of an address, and the path below it that every request starts with. */
export function splitAddress(address: string): { readonly origin: string; readonly base: string } {
  const url = new URL(address);
  return { origin: url.origin, base: url.pathname.replace(/\/+$/, '') };
}

/** Path below the console's address: `/api/v1/…`. `id` is a policy name or an operation; either may be overridden. */
export function consolePath(connection: ConsoleConnection, id: string, path: string): string {
  return `/api/v${connection.apiVersion}${override(connection, id) ?? path}`;
}

/** Path below the login address. */
export function loginPath(connection: ConsoleConnection, id: keyof typeof loginPaths): string {
  return override(connection, id) ?? loginPaths[id];
}

function override({ paths }: ConsoleConnection, id: string): string | undefined {
  return paths && Object.hasOwn(paths, id) ? paths[id] : undefined;
}
