import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { renameSync, statSync, type Dirent, type BigIntStats } from 'node:fs';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { FreshFlight } from '../../util/concurrency.ts';
import { ExpectedError, diskFailure, errorCode } from '../../util/errors.ts';
import { insideWorkspace, ownPlace } from './insideWorkspace.ts';
import { readRegularFile } from './regularFile.ts';
import { setTimeout } from 'node:timers/promises';

interface DurableOptions {
  /** Mode of a new file; an existing file keeps its mode. */
  readonly mode?: number;
  /** Runs last, just before the file is replaced, because git may have replaced it. */
  readonly still?: () => Promise<boolean>;
  /** Writers with the same object share the sync of a folder after several renames. */
  readonly folders?: FreshFlight<void>;
}

/**
 * Creates or replaces a file as a whole, and makes its folders. The text survives a crash after this returns,
 * and the file never has only a part of it. Returns false, and writes nothing, when `still` answers false.
 * Throws ExpectedError (`no-space`, `read-only`, `outside-workspace`, …) and leaves nothing behind.
 */
export async function writeDurably(
  root: string,
  file: string,
  text: string | Buffer,
  { mode = 0o644, still, folders = new FreshFlight() }: DurableOptions = {},
): Promise<boolean> {
  try {
    const place = insideWorkspace(root, file);
    await makeFolder(path.dirname(place));
    const draft = draftOf(place);
    try {
      const kept = statSync(place, { throwIfNoEntry: false })?.mode;
      const handle = await open(draft, 'wx', mode);
      try {
        if (kept !== undefined) {
          // Some file systems have no modes.
          await handle.chmod(kept & 0o777).catch(() => undefined);
        }
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      if (still && !(await whileGitRests(path.dirname(place), still))) {
        await rm(draft, { force: true });
        return false;
      }
      // The synchronous call leaves no time in which someone else could replace the file.
      renameSync(draft, place);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
    const folder = path.dirname(place);
    await folders.run(folder, () => syncFolder(folder));
    return true;
  } catch (error) {
    throw diskFailure(error, file);
  }
}

/** Checks before anything is sent that `file` can be written. */
export async function checkWritable(root: string, file: string): Promise<void> {
  try {
    const place = insideWorkspace(root, file);
    await makeFolder(path.dirname(place));
    const probe = draftOf(place);
    try {
      await (await open(probe, 'wx')).close();
    } finally {
      await rm(probe, { force: true });
    }
  } catch (error) {
    throw diskFailure(error, file);
  }
}

/** Throws ExpectedError `too-large` for more than `most` bytes. */
export async function readIfThere(file: string, most?: number): Promise<string | undefined> {
  // The text is decoded as a whole, because joining decoded pieces of a large file is slow.
  return (await bytesIfThere(file, most))?.toString();
}

/** Reads a file that people write. Throws ExpectedError `not-utf-8` for bytes that decoding would change. */
export async function readUtf8IfThere(file: string, most?: number): Promise<string | undefined> {
  const bytes = await bytesIfThere(file, most);
  if (bytes && !isUtf8(bytes)) {
    throw new ExpectedError('not-utf-8', `${file} is not UTF-8 text.`, { advice: 'Save it as UTF-8.' });
  }
  return bytes?.toString();
}

export async function bytesIfThere(file: string, most?: number): Promise<Buffer | undefined> {
  try {
    return await readRegularFile(file, most);
  } catch (error) {
    throw diskFailure(error, file, 'read');
  }
}

/** The folder mostly exists, and the synchronous check is fast. */
export async function makeFolder(folder: string): Promise<void> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    await mkdir(folder, { recursive: true });
  }
}

/** Makes a rename durable. Systems that cannot open folders do so by themselves. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'EBADF'].includes(errorCode(error) ?? '')) {
      throw error;
    }
  }
}

/**
 * Creates a file in an existing folder. Returns false, and changes nothing, when another program created the
 * file first. Leaves no empty file behind.
 */
export async function writeNewFile(file: string, text: string, mode?: number): Promise<boolean> {
  const handle = await open(file, 'wx', mode).catch((error: unknown) => {
    if (errorCode(error) === 'EEXIST') {
      return undefined;
    }
    throw error;
  });
  if (!handle) {
    return false;
  }
  try {
    await handle.writeFile(text);
  } catch (error) {
    await rm(file, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
  return true;
}

/** Makes git ignore everything in the `.ordinance` folder, also its own ignore file. */
export async function keepOutOfGit(folder: string): Promise<void> {
  const ignore = ownPlace(folder, '.gitignore');
  if (!isFile(ignore)) {
    await writeDurably(path.dirname(folder), ignore, '*\n');
  }
}

/** The synchronous check is fast; it runs before each write, and the file mostly exists. */
function isFile(place: string): boolean {
  try {
    return statSync(place, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}

/**
 * Ordinance writes a file under this name first, and then renames it. A killed process leaves the draft
 * behind.
 */
export function draftOf(place: string): string {
  return `${place}.${randomBytes(6).toString('hex')}.tmp`;
}

/** Removes old drafts in a folder, of files whose name `isOurs` accepts. */
export async function removeDrafts(
  folder: string,
  olderThan: number,
  isOurs: (name: string) => boolean,
): Promise<void> {
  for (const entry of await listed(folder)) {
    const name = /^(.+)\.[0-9a-f]{12}\.tmp$/.exec(entry.name)?.[1];
    const file = path.join(folder, entry.name);
    if (entry.isFile() && name !== undefined && isOurs(name) && (await isOlder(file, olderThan))) {
      await rm(file, { force: true });
    }
  }
}

/**
 * Removes a file, unless it is newer. Returns true when the file was removed. Another process may refresh the file at any
 * moment. Therefore the age counts only after a rename, when no other process finds the file.
 */
export async function removeIfOlder(file: string, than: number): Promise<boolean> {
  if (!(await isOlder(file, than))) {
    return false;
  }
  const aside = draftOf(file);
  if (!isMoved(file, aside)) {
    return false;
  }
  if (await isOlder(aside, than)) {
    await rm(aside, { force: true });
    return true;
  }
  isMoved(aside, file);
  return false;
}

/** Renames a file. Returns false when the file is gone. */
export function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return false;
    }
    throw error;
  }
}

async function isOlder(file: string, than: number): Promise<boolean> {
  try {
    return (await lstat(file)).mtimeMs < than;
  } catch {
    return false;
  }
}

/**
 * Lists a folder; empty without a folder. Throws for an unreadable folder, because it may refer to files that
 * must stay.
 */
export async function listed(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) {
      return [];
    }
    throw diskFailure(error, folder, 'read');
  }
}

/** Milliseconds after which a lock belongs to a long command, such as a commit, or to a crashed one. */
const longestMs = 3000;
const pollMs = 10;
/** Attempts while git replaces files again and again. */
const MAX_TRIES = 100;

/**
 * Runs `work` while git replaces no files around a folder, and runs it again when git did. Throws ExpectedError
 * `file-changed` when git does not come to rest. Git keeps `index.lock` while it replaces files, and then makes it the new `index`. Ordinance only reads their
 * file status.
 */
export async function whileGitRests<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const git = await gitFolderAround(folder);
  const look = (name: string): BigIntStats | undefined =>
    git === undefined ? undefined : statSync(path.join(git, name), { bigint: true, throwIfNoEntry: false });
  const isBusy = (): boolean => {
    const lock = look('index.lock');
    return lock !== undefined && Math.abs(Date.now() - Number(lock.mtimeMs)) < longestMs;
  };
  const index = (): string => {
    const { ino, mtimeNs } = look('index') ?? {};
    return `${ino} ${mtimeNs}`;
  };
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    while (isBusy()) {
      await setTimeout(pollMs);
    }
    const before = index();
    const result = await work();
    if (!isBusy() && index() === before) {
      return result;
    }
  }
  throw new ExpectedError('file-changed', `Git keeps changing the files around ${folder}.`, {
    advice: 'Try again when git has finished.',
  });
}

async function gitFolderAround(folder: string): Promise<string | undefined> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const own = await gitFolder(path.join(at, '.git'));
    if (own !== undefined || path.dirname(at) === at) {
      return own;
    }
  }
}

/** `.git` is a folder, or in a worktree or submodule a file that names it. */
async function gitFolder(place: string): Promise<string | undefined> {
  try {
    // The synchronous call is fast, and most folders on the way up have no `.git`.
    const stats = statSync(place, { throwIfNoEntry: false });
    if (!stats || stats.isDirectory()) {
      return stats && place;
    }
    const named = /^gitdir: (.+)$/m.exec((await readRegularFile(place, 4096))?.toString() ?? '')?.[1];
    return named === undefined ? undefined : path.resolve(path.dirname(place), named.trim());
  } catch {
    return undefined;
  }
}
