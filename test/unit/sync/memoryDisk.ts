import type fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

/** One call of the code under test: `sync` of a folder, `write` of a file and so on. */
export interface DiskCall {
  readonly name: 'open' | 'write' | 'sync' | 'close' | 'rename' | 'rm' | 'mkdir' | 'utimes';
  readonly path: string;
}

interface Inode {
  text: string;
  /** What a loss of power leaves of it. */
  durable: string;
  changedAt: number;
}

type Files = Record<string, (...args: never[]) => unknown>;

const require = createRequire(import.meta.url);
const files = require('node:fs/promises') as Files;
const systemFiles = require('node:fs') as Pick<
  typeof fs,
  'renameSync' | 'lstatSync' | 'statSync' | 'realpathSync'
>;
const real: Files = { ...files };
const disks = new Map<string, MemoryDisk>();
let made = 0;

/**
 * A file system in memory below a folder of its own, under `node:fs` for the whole process: fast, and able to
 * fail, to stop for ever at any call, and to lose power. A write is durable once its file was synced, a name once its
 * folder was; folders are durable as they are made. Symbolic links there are none.
 */
export class MemoryDisk {
  readonly root = `/memory-disk-${++made}`;
  /** Calls that change something, in order. */
  readonly calls: DiskCall[] = [];
  /** Opened and not closed. */
  openFiles = 0;
  /** An error that a call meets instead of being done, or `stop`: it never returns, as in a process that died. */
  fault: ((call: DiskCall, count: number) => Error | 'stop' | undefined) | undefined;
  #isStopping = false;
  #names = new Map<string, Inode>();
  #durableNames = new Map<string, Inode>();
  readonly #folders = new Set([this.root]);

  constructor() {
    if (disks.size === 0) {
      install();
    }
    disks.set(this.root, this);
  }

  dispose(): void {
    disks.delete(this.root);
  }

  /** What a loss of power leaves: of everything that was not synced the old or the new, as `keeps` says. */
  losePower(keeps: () => boolean): void {
    const names = new Map(this.#durableNames);
    for (const place of new Set([...this.#names.keys(), ...this.#durableNames.keys()])) {
      const now = this.#names.get(place);
      if (now !== names.get(place) && keeps()) {
        void (now ? names.set(place, now) : names.delete(place));
      }
    }
    for (const inode of new Set(names.values())) {
      if (inode.text !== inode.durable && !keeps()) {
        inode.text = inode.durable;
      }
      inode.durable = inode.text;
    }
    this.#names = names;
    this.#durableNames = new Map(names);
  }

  /** Removes all files whose path holds this. */
  removeAll(part: string): void {
    for (const names of [this.#names, this.#durableNames]) {
      for (const place of [...names.keys()].filter((one) => one.includes(part))) {
        names.delete(place);
      }
    }
  }

  /** All files, whole. */
  texts(): ReadonlyMap<string, string> {
    return new Map([...this.#names].map(([place, { text }]) => [place, text]));
  }

  async open(place: string, flags: string | number): Promise<object> {
    if (typeof flags === 'number') {
      return this.#openToRead(place);
    }
    await this.#call('open', place);
    const isFolder = this.#folders.has(place);
    if (isFolder && flags !== 'r') {
      throw problem('EISDIR', place);
    }
    let inode = this.#names.get(place);
    if (!isFolder && inode && flags.includes('x')) {
      throw problem('EEXIST', place);
    }
    if (!isFolder && !inode) {
      if (flags === 'r' || !this.#folders.has(path.dirname(place))) {
        throw problem('ENOENT', place);
      }
      inode = { text: '', durable: '', changedAt: Date.now() };
      this.#names.set(place, inode);
    }
    this.openFiles++;
    const write = async (text: string): Promise<void> => {
      await this.#call('write', place);
      if (inode) {
        inode.text += text;
        inode.changedAt = Date.now();
      }
    };
    return {
      writeFile: write,
      appendFile: write,
      sync: async () => {
        await this.#call('sync', place);
        if (inode) {
          inode.durable = inode.text;
        } else {
          this.#syncNames(place);
        }
      },
      close: () => {
        this.openFiles--;
        return this.#call('close', place);
      },
    };
  }

  /** For what a process reads: changes nothing, so it is no call. */
  #openToRead(place: string): object {
    const bytes = Buffer.from(this.#inode(place).text);
    let at = 0;
    this.openFiles++;
    return {
      stat: () => this.stat(place),
      read: async (into: Buffer, offset: number, length: number) => {
        const bytesRead = bytes.copy(into, offset, at, at + length);
        at += bytesRead;
        return { bytesRead };
      },
      close: async () => {
        this.openFiles--;
      },
    };
  }

  async readFile(place: string, encoding?: 'utf8'): Promise<Buffer | string> {
    const { text } = this.#inode(place);
    return encoding ? text : Buffer.from(text);
  }

  renameSync(from: string, to: string): void {
    if (this.#meet('rename', to) === 'stop') {
      // A call that does not wait cannot be held: the next one of the same process is.
      this.#isStopping = true;
      return;
    }
    const inode = this.#inode(from);
    if (this.#folders.has(to)) {
      throw problem('EISDIR', to);
    }
    this.#names.delete(from);
    this.#names.set(to, inode);
  }

  async rm(place: string, options?: { force?: boolean }): Promise<void> {
    await this.#call('rm', place);
    if (!this.#names.delete(place) && !options?.force) {
      throw problem('ENOENT', place);
    }
  }

  async mkdir(place: string): Promise<void> {
    if (this.#folders.has(place)) {
      return;
    }
    await this.#call('mkdir', place);
    for (let folder = place; !this.#folders.has(folder); folder = path.dirname(folder)) {
      if (this.#names.has(folder)) {
        throw problem('ENOTDIR', place);
      }
      this.#folders.add(folder);
    }
  }

  realpathSync(place: string): string {
    if (!this.#folders.has(place)) {
      this.#inode(place);
    }
    return place;
  }

  async stat(place: string): Promise<object> {
    const { changedAt, text } = this.#inode(place);
    return { mtimeMs: changedAt, size: Buffer.byteLength(text), isFile: () => true };
  }

  async lstat(place: string): Promise<object> {
    if (!this.#folders.has(place)) {
      this.#inode(place);
    }
    return { mtimeMs: this.#names.get(place)?.changedAt ?? 0, isSymbolicLink: () => false };
  }

  /** Without waiting; undefined where nothing is. */
  lookSync(place: string): object | undefined {
    const inode = this.#names.get(place);
    const isFolder = this.#folders.has(place);
    const about = { mtimeMs: inode?.changedAt ?? 0, size: Buffer.byteLength(inode?.text ?? '') };
    const kind = { isFile: () => !isFolder, isDirectory: () => isFolder, isSymbolicLink: () => false };
    return inode || isFolder ? { ...about, ...kind } : undefined;
  }

  async utimes(place: string, _read: Date, changed: Date): Promise<void> {
    await this.#call('utimes', place);
    this.#inode(place).changedAt = changed.getTime();
  }

  async readdir(place: string, options?: { withFileTypes?: boolean }): Promise<unknown[]> {
    if (!this.#folders.has(place)) {
      throw problem('ENOENT', place);
    }
    const inside = [...this.#names.keys(), ...this.#folders].filter((one) => isIn(one, place));
    return inside.map((one) =>
      options?.withFileTypes
        ? {
            name: path.basename(one),
            isDirectory: () => this.#folders.has(one),
            isFile: () => !this.#folders.has(one),
          }
        : path.basename(one),
    );
  }

  #inode(place: string): Inode {
    const inode = this.#names.get(place);
    if (!inode) {
      throw problem(this.#folders.has(place) ? 'EISDIR' : 'ENOENT', place);
    }
    return inode;
  }

  #syncNames(folder: string): void {
    for (const names of [this.#durableNames, this.#names]) {
      for (const place of names.keys()) {
        const inode = this.#names.get(place);
        if (isIn(place, folder)) {
          void (inode ? this.#durableNames.set(place, inode) : this.#durableNames.delete(place));
        }
      }
    }
  }

  async #call(name: DiskCall['name'], place: string): Promise<void> {
    if (this.#isStopping || this.#meet(name, place) === 'stop') {
      this.#isStopping = false;
      await new Promise<never>(() => undefined);
    }
  }

  #meet(name: DiskCall['name'], place: string): 'stop' | undefined {
    const call = { name, path: place };
    this.calls.push(call);
    const fault = this.fault?.(call, this.calls.length);
    if (fault instanceof Error) {
      throw fault;
    }
    return fault;
  }
}

/** Directly. To make the name of the folder of everything that there is would take longer than all else here. */
function isIn(place: string, folder: string): boolean {
  return place.lastIndexOf('/') === folder.length && place.startsWith(folder);
}

/** What Node throws. Without a trace: that something is not there is asked a hundred times in a push. */
export function problem(code: string, place: string): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = Object.assign(new Error(`${code}: ${place}`), { code });
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

function diskOf(place: unknown): MemoryDisk | undefined {
  const root = typeof place === 'string' ? /^\/memory-disk-\d+/.exec(place)?.[0] : undefined;
  return root === undefined ? undefined : disks.get(root);
}

function install(): void {
  const { renameSync: rename, lstatSync, statSync } = systemFiles;
  systemFiles.renameSync = (from, to) => {
    const disk = diskOf(from);
    return disk ? disk.renameSync(String(from), String(to)) : rename(from, to);
  };
  const looking =
    (look: (...args: never[]) => unknown) =>
    (...args: never[]) => {
      const disk = diskOf(args[0]);
      return disk ? disk.lookSync(args[0] as unknown as string) : look(...args);
    };
  Object.assign(systemFiles, { lstatSync: looking(lstatSync), statSync: looking(statSync) });
  const { native } = systemFiles.realpathSync;
  systemFiles.realpathSync.native = ((place: string) =>
    diskOf(place)?.realpathSync(place) ?? native(place)) as typeof native;
  for (const name of ['open', 'readFile', 'rm', 'mkdir', 'stat', 'lstat', 'utimes', 'readdir']) {
    files[name] = (...args: never[]) => {
      const disk = diskOf(args[0]) as unknown as Files | undefined;
      return disk ? disk[name]?.(...args) : real[name]?.(...args);
    };
  }
  syncBuiltinESMExports();
}
