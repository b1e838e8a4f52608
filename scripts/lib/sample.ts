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

/** Writes the sample workspace, as "Try the Sandbox" does, for a console at an address. */
export async function writeSampleWorkspace(folder: string, url: string): Promise<void> {
  for (const { path, text } of sampleWorkspaceFiles(url)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

/**
 * The environment in which an extension under development is signed in to its console. An installed extension
 * ignores it: there, the person signs in.
 */
export function signInEnvironment(url: string, accessKey: AccessKey): Record<string, string> {
  return {
    ORDINANCE_DEV_ACCESS_KEY: JSON.stringify({ origin: new URL(url).origin, ...accessKey }),
  };
}

/**
 * The variables that sign the command line in to the sample console: its key, and the origins that may
 * receive it.
 */
export function commandLineVariables(url: string, { id, secret }: AccessKey): string {
  return [
    `ORDINANCE_SANDBOX_ACCESS_KEY_ID=${id}`,
    `ORDINANCE_SANDBOX_ACCESS_KEY_SECRET=${secret}`,
    `ORDINANCE_SANDBOX_ORIGINS=${new URL(url).origin}`,
  ].join(' ');
}

/** The data that another script needs to reach the sandbox of `npm start`. */
export interface RunningSandbox {
  readonly url: string;
  readonly accessKey: AccessKey;
}

export const sampleFolder = join(projectRoot, '.vscode-test', 'sample');
export const runningSandboxFile = join(sampleFolder, 'sandbox.json');

/** Publishes the address of the sandbox, to this user only and while this process runs. */
export async function announceSandbox({ url, accessKey }: RunningSandbox): Promise<void> {
  await mkdir(sampleFolder, { recursive: true });
  rmSync(runningSandboxFile, { force: true });
  await writeFile(runningSandboxFile, JSON.stringify({ url, accessKey }), { mode: 0o600 });
  atExit(() => rmSync(runningSandboxFile, { force: true }));
}
