import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sampleWorkspaceFiles } from '../../src/sandbox/sampleWorkspace.ts';
import { atExit } from './cleanup.ts';
import { projectRoot } from './paths.ts';

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

/** Variables with which the command line is signed in to the sample console: its key, and where that may be sent. */
export function commandLineVariables(url: string, { id, secret }: AccessKey): string {
  return [
    `ORDINANCE_SANDBOX_ACCESS_KEY_ID=${id}`,
    `ORDINANCE_SANDBOX_ACCESS_KEY_SECRET=${secret}`,
    `ORDINANCE_SANDBOX_ORIGINS=${new URL(url).origin}`,
  ].join(' ');
}

/** The data with which another script reaches the sandbox of `npm start`. */
export interface RunningSandbox {
  readonly url: string;
  readonly accessKey: AccessKey;
}

export const sampleFolder = join(projectRoot, '.vscode-test', 'sample');
export const runningSandboxFile = join(sampleFolder, 'sandbox.json');

/** Says where the sandbox runs, to this user only and for as long as this process lives. */
export async function announceSandbox({ url, accessKey }: RunningSandbox): Promise<void> {
  await mkdir(sampleFolder, { recursive: true });
  rmSync(runningSandboxFile, { force: true });
  await writeFile(runningSandboxFile, JSON.stringify({ url, accessKey }), { mode: 0o600 });
  atExit(() => rmSync(runningSandboxFile, { force: true }));
}
