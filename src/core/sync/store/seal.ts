import {
  createHmac,
  createSecretKey,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
  createHash,
} from 'node:crypto';
import { fieldsIn } from '../../util/plainRecord.ts';
import { lstatSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { bareSecret, hasInvisibleCharacters } from '../../util/bareSecret.ts';
import { errorCode, ExpectedError, messageOf } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import { draftOf } from './durableFile.ts';
import { insideWorkspace } from './insideWorkspace.ts';

/**
 * Marks the data that this computer wrote, to distinguish it from data of a repository. The key is loaded
 * once, at its first use.
 */
export class Seal {
  readonly #load: () => Promise<Buffer>;
  #key: Promise<KeyObject> | undefined;

  constructor(load: () => Promise<Buffer>) {
    this.#load = load;
  }

  /** Returns 64 hexadecimal digits. Different lists of parts never share a text. */
  async of(...parts: readonly string[]): Promise<string> {
    // Preparing the key takes much longer than a mark, and a history needs hundreds of marks.
    const key = await (this.#key ??= this.#load().then((bytes) => createSecretKey(bytes)));
    return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
  }

  async isOf(mark: string, ...parts: readonly string[]): Promise<boolean> {
    const own = Buffer.from(await this.of(...parts));
    const bytes = Buffer.from(mark);
    return own.length === bytes.length && timingSafeEqual(own, bytes);
  }
}

const marked = /^(\{.*),"mark":"([0-9a-f]{64})"\}$/;

/**
 * Returns a line of JSON with a mark of this computer. The mark is valid only behind the line with the mark
 * `before`.
 */
export async function sealedLine(
  seal: Seal,
  event: object,
  before: string,
): Promise<{ line: string; mark: string }> {
  const text = JSON.stringify(event);
  const mark = await seal.of('line', before, text);
  return { line: `${text.slice(0, -1)},"mark":"${mark}"}`, mark };
}

/**
 * Checks that this computer wrote every complete line of a text, in order after `first`. `last` is the mark
 * of the last valid line. Lines that a crash left unfinished are skipped.
 */
export async function readSealed(
  seal: Seal,
  first: string,
  text: string,
): Promise<{ readonly last: string; readonly isOwn: boolean }> {
  let last = first;
  let isOwn = text.split('\n', MAX_LINES + 1).length <= MAX_LINES;
  for (const line of linesOf(text).filter((line) => 'event' in fieldsIn(line))) {
    const [, head = '', mark = ''] = marked.exec(line) ?? [];
    if (await seal.isOf(mark, 'line', last, `${head}}`)) {
      last = mark;
    } else {
      isOwn = false;
    }
  }
  return { last, isOwn };
}

/** Line limit of a push record; a longer file is not ours, and the rest is ignored. */
const MAX_LINES = 20_000;

/** Returns the lines within the limit, because anyone may have written the text. */
export function linesOf(text: string): string[] {
  return text.split('\n', MAX_LINES);
}

interface MachineKeySource {
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
    if (workspaces.some((workspace) => isInside(workspace, file))) {
      throw new Error('it lies in the workspace');
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

function isInside(workspace: string, file: string): boolean {
  try {
    insideWorkspace(workspace, file);
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
