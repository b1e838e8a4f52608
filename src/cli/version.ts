import type { Environment } from './remote/environment.ts';

export function versionOf({ manifest }: Environment): string {
  const { version } = JSON.parse(manifest?.() ?? '{}') as { readonly version?: string };
  return version ?? 'unknown';
}
