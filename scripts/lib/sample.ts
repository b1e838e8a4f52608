import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sampleWorkspaceFiles } from '../../src/sandbox/sampleWorkspace.ts';

export interface AccessKey {
  readonly id: string;
  readonly secret: string;
}

/** Writes the sample workspace, the one that "Try the Sandbox" writes, for a console at an address. */
export async function writeSampleWorkspace(folder: string, url: string): Promise<void> {
  for (const { path, text } of sampleWorkspaceFiles(url)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

/**
 * Environment in which an extension under development finds its console signed in. An installed extension ignores
 * it: there, signing in is up to the person.
 */
export function signInEnvironment(url: string, accessKey: AccessKey): Record<string, string> {
  return {
    ORDINANCE_DEV_ACCESS_KEY: JSON.stringify({ origin: new URL(url).origin, ...accessKey }),
  };
}
