import { createHash, randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { bareSecret, hasInvisibleCharacters } from '../util/bareSecret.ts';
import { errorCode } from '../util/diskFailure.ts';
import { ExpectedError, messageOf } from '../util/errors.ts';
import type { Logger } from '../util/logger.ts';
import { draftOf } from './store/durableFile.ts';
import { insideWorkspace } from './store/insideWorkspace.ts';

export interface MachineKeySource {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Folders with content from elsewhere: a key inside them does not count. */
  readonly workspaces: readonly string[];
  readonly logger: Logger;
}

export const machineKeyVariable = 'ORDINANCE_MACHINE_KEY';
const fewest = 32;

/**
 * Returns the key that proves the records of this computer. A variable provides it for pipelines on changing
 * computers; otherwise Ordinance creates a file of the user. The editor and the command line share the key,
 * because they work in the same folders. A key that cannot be stored lasts as long as the process. Throws
 * ExpectedError `machine-key`.
 */
export async function machineKey({ variables, workspaces, logger }: MachineKeySource): Promise<Buffer> {
  const key = bareSecret(variables[machineKeyVariable] ?? '');
  if (key) {
    if (key.length < fewest || hasInvisibleCharacters(key)) {
      throw new ExpectedError(
        'machine-key',
        key.length < fewest
          ? `${machineKeyVariable} has fewer than ${fewest} characters.`
          : `${machineKeyVariable} contains a line break or another invisible character.`,
        { advice: 'Create a random one, such as with "openssl rand -hex 32".' },
      );
    }
    return createHash('sha256').update(`ordinance machine key\n${key}`).digest();
  }
  // A user of a container may have a number only, and no home.
  let file = 'The key of this computer';
  try {
    file = machineKeyFile(variables);
    for (const workspace of workspaces) {
      if (await isInside(workspace, file)) {
        throw new Error('it lies in the workspace');
      }
    }
    return await readOrMake(file);
  } catch (error) {
    logger.warn(
      `${file} cannot be used: ${messageOf(error)}. Later runs will treat what this run writes as written elsewhere. Set ${machineKeyVariable} to the same value for all runs.`,
    );
    return randomBytes(32);
  }
}

export function machineKeyFile(variables: MachineKeySource['variables']): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local, HOME } = variables;
  const home = HOME && path.isAbsolute(HOME) ? HOME : homedir();
  const folder =
    state && path.isAbsolute(state)
      ? state
      : process.platform === 'win32'
        ? (local ?? path.join(home, 'AppData', 'Local'))
        : process.platform === 'darwin'
          ? path.join(home, 'Library', 'Application Support')
          : path.join(home, '.local', 'state');
  return path.join(folder, 'ordinance', 'machine.key');
}

async function isInside(workspace: string, file: string): Promise<boolean> {
  try {
    await insideWorkspace(workspace, file);
    return true;
  } catch {
    return false;
  }
}

async function readOrMake(file: string): Promise<Buffer> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  if (!lstatSync(file, { throwIfNoEntry: false })) {
    await makeKey(file);
  }
  const stats = lstatSync(file);
  if (!stats.isFile()) {
    throw new Error('it is not an ordinary file');
  }
  if (process.getuid && (stats.uid !== process.getuid() || (stats.mode & 0o077) !== 0)) {
    throw new Error('others may read or write it');
  }
  const text = (await readFile(file, 'utf8')).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error('it contains no key');
  }
  return Buffer.from(text, 'hex');
}

/** Creates the file with its whole content, unless another process creates it first. */
async function makeKey(file: string): Promise<void> {
  const draft = draftOf(file);
  try {
    const key = `${randomBytes(32).toString('hex')}\n`;
    await writeFile(draft, key, { mode: 0o600, flag: 'wx', flush: true });
    // Some file systems have no links. There, of two processes that both find no key, the last one wins.
    await link(draft, file).catch((error: unknown) =>
      errorCode(error) === 'EEXIST' ? undefined : rename(draft, file),
    );
  } finally {
    await rm(draft, { force: true });
  }
}
