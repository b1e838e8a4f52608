import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { diskFailure, errorCode } from '../../util/diskFailure.ts';
import { readIfThere, syncFolder } from './durableFile.ts';
import { insideWorkspace } from './insideWorkspace.ts';
import { recordOf, type JournalEvent, type OpenedEvent, type PushRecord } from './journalEvent.ts';
import { keepOutOfGit } from './keepOutOfGit.ts';

/** What a push is known by when it is opened. */
export type Opening = Omit<OpenedEvent, 'event' | 'id' | 'at' | 'version' | 'pid'>;

/**
 * One file of JSON lines per push: what was going to be done, how far it came, how it ended. Whatever moment a process
 * dies at, the lines before it are readable. Holds no content of rules, so no secret.
 */
export class Journal {
  readonly #folder: string;
  readonly #store: string;
  readonly #console: string;

  /** `store` is the `.ordinance` folder. */
  constructor(store: string, console: string) {
    this.#store = store;
    this.#console = console;
    this.#folder = path.join(store, 'journal', encodeURIComponent(console));
  }

  /** Begins a record; not yet durable. */
  async open(opening: Opening, at: Date): Promise<JournalEntry> {
    const id = `${at.toISOString().replaceAll(/[-:]/g, '')}-${randomBytes(4).toString('hex')}`;
    const file = path.join(this.#folder, `${id}.jsonl`);
    const entry = await this.#entry(id, file, 'ax');
    const opened = { id, at: at.toISOString(), pid: process.pid, ...opening };
    try {
      await entry.append({ event: 'opened', version: 1, ...opened });
    } catch (error) {
      // A record that could not be begun is none.
      await entry.close().catch(() => undefined);
      await rm(file, { force: true }).catch(() => undefined);
      throw error;
    }
    return entry;
  }

  /** Goes on with a record, for its verdict. */
  async reopen(id: string): Promise<JournalEntry> {
    return this.#entry(id, path.join(this.#folder, `${id}.jsonl`), 'a');
  }

  /** All records, oldest first; a file without a readable first line is left out. */
  async records(): Promise<PushRecord[]> {
    // Where the file system does not tell letters apart, another console's may lie in the same folder.
    return (await recordsIn(this.#folder)).filter(({ console }) => console === this.#console);
  }

  /** Ids of all records; costs less than to read them. */
  async ids(): Promise<ReadonlySet<string>> {
    const names = await namesIn(this.#folder);
    return new Set(names.map((name) => name.replace(/\.jsonl$/, '')));
  }

  /** Every hash in every journal of the workspace; also in one that cannot be read as such. */
  async everyHash(): Promise<Set<string>> {
    const all = path.dirname(this.#folder);
    const hashes = new Set<string>();
    for (const folder of await namesIn(all)) {
      for (const name of await namesIn(path.join(all, folder))) {
        for (const [hash] of ((await readIfThere(path.join(all, folder, name))) ?? '').matchAll(
          /[0-9a-f]{64}/g,
        )) {
          hashes.add(hash);
        }
      }
    }
    return hashes;
  }

  /** Forgets a push. */
  async remove(id: string): Promise<void> {
    const file = path.join(this.#folder, `${id}.jsonl`);
    try {
      await rm(await insideWorkspace(path.dirname(this.#store), file), { force: true });
    } catch (error) {
      throw diskFailure(error, file);
    }
  }

  async #entry(id: string, file: string, flags: 'ax' | 'a'): Promise<JournalEntry> {
    try {
      const place = await insideWorkspace(path.dirname(this.#store), file);
      await keepOutOfGit(this.#store);
      await mkdir(path.dirname(place), { recursive: true });
      return new JournalEntry(id, place, await open(place, flags, 0o600));
    } catch (error) {
      throw diskFailure(error, file);
    }
  }
}

async function recordsIn(folder: string): Promise<PushRecord[]> {
  const records: PushRecord[] = [];
  for (const name of (await namesIn(folder)).filter((one) => one.endsWith('.jsonl'))) {
    const text = await readIfThere(path.join(folder, name));
    const record = text === undefined ? undefined : recordOf(text);
    if (record) {
      // Files are found again by their names; what stands in one leads to no other.
      records.push({ ...record, id: name.slice(0, -'.jsonl'.length) });
    }
  }
  return records;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') {
      return [];
    }
    throw error;
  }
}

export class JournalEntry {
  readonly id: string;
  readonly #path: string;
  readonly #handle: FileHandle;
  #isNamed = false;

  constructor(id: string, path: string, handle: FileHandle) {
    this.id = id;
    this.#path = path;
    this.#handle = handle;
  }

  /** `durable`: the line, and all before it, survive a crash once this returns. */
  async append(event: JournalEvent, durable = false): Promise<void> {
    try {
      // The break in front ends a line that a crash left unfinished.
      await this.#handle.appendFile(`\n${JSON.stringify(event)}\n`);
      if (durable) {
        await Promise.all([
          this.#handle.sync(),
          // Its name needs to be made durable once.
          this.#isNamed ? undefined : syncFolder(path.dirname(this.#path)),
        ]);
        this.#isNamed = true;
      }
    } catch (error) {
      throw diskFailure(error, this.#path);
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
