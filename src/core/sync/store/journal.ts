import { randomBytes } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { diskFailure, isExpected } from '../../util/errors.ts';
import type { Clock } from '../ports.ts';
import { keepOutOfGit, listed, readIfThere, syncFolder } from './durableFile.ts';
import { recordOf, type NewEvent, type Opening, type PushRecord } from '../journalEvent.ts';
import { ownPlace } from './insideWorkspace.ts';
import { readSealed, sealedLine, type Seal } from './seal.ts';

/**
 * One file of JSON lines per push: the plan, the progress and the result. All lines before a crash stay
 * readable. Steps have names and places but no values, because values may be secret; decisions are kept as
 * words. This computer marks every line. A record from a repository is shown, but never settles anything.
 */
export class Journal {
  readonly #store: string;
  readonly #console: string;
  readonly #seal: Seal;
  readonly #clock: Clock;

  /** `store` is the `.ordinance` folder. */
  constructor(store: string, console: string, seal: Seal, clock: Clock) {
    this.#store = store;
    this.#console = console;
    this.#seal = seal;
    this.#clock = clock;
  }

  /** Begins a record; not yet durable. */
  async open(opening: Opening, at: Date): Promise<JournalEntry> {
    const id = idAfter((await this.records()).at(-1)?.id, at);
    const file = this.#place(id);
    const entry = await this.#entry(id, file, 'ax', this.#first(id));
    try {
      await entry.append({ event: 'opened', id, ...opening }, false, at);
    } catch (error) {
      // A record without a first line must not stay.
      await entry.close().catch(() => undefined);
      await rm(file, { force: true }).catch(() => undefined);
      throw error;
    }
    return entry;
  }

  /** Reopens a record to add its result. */
  async reopen(id: string): Promise<JournalEntry> {
    const file = this.#place(id);
    const { last } = await readSealed(this.#seal, this.#first(id), (await readIfThere(file)) ?? '');
    return this.#entry(id, file, 'a', last);
  }

  /**
   * Returns the records that this computer wrote, oldest first. A file without a readable first line is left
   * out.
   */
  async records(): Promise<PushRecord[]> {
    return (await this.all()).filter(({ foreign }) => !foreign);
  }

  /** Returns all records, also from other computers; those are only for display. */
  async all(): Promise<PushRecord[]> {
    const records: PushRecord[] = [];
    const entries = await listed(ownPlace(this.#store, 'journal', this.#folder));
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    for (const id of names.sort().flatMap((name) => /^(.+)\.jsonl$/.exec(name)?.[1] ?? [])) {
      const text = (await readUnlessHuge(this.#place(id))) ?? '';
      const record = recordOf(text);
      // A file system that ignores case may have records of another console in the same folder.
      if (record?.console === this.#console) {
        // The file name gives the id, because an id in the file could lead to another file.
        const { isOwn } = await readSealed(this.#seal, this.#first(id), text);
        records.push({ ...record, id, ...(isOwn ? {} : { foreign: true }) });
      }
    }
    return records;
  }

  async remove(id: string): Promise<void> {
    const file = this.#place(id);
    try {
      await rm(file, { force: true });
    } catch (error) {
      throw diskFailure(error, file);
    }
  }

  async #entry(id: string, file: string, flags: 'ax' | 'a', mark: string): Promise<JournalEntry> {
    try {
      await keepOutOfGit(this.#store);
      await mkdir(path.dirname(file), { recursive: true });
      return new JournalEntry(id, file, await open(file, flags, 0o600), this.#seal, this.#clock, mark);
    } catch (error) {
      throw diskFailure(error, file);
    }
  }

  /** Returns the start value of the marks, which binds them to this push and console. */
  #first(id: string): string {
    return `${this.#console}\n${id}`;
  }

  #place(id: string): string {
    return ownPlace(this.#store, 'journal', this.#folder, `${id}.jsonl`);
  }

  get #folder(): string {
    return encodeURIComponent(this.#console);
  }
}

/**
 * Ids sort in the order of the pushes, also after the clock was set back. The new id then directly follows
 * the last one.
 */
function idAfter(last: string | undefined, at: Date): string {
  const written = (last ?? '').replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3}Z)-.*$/,
    '$1-$2-$3T$4:$5:$6',
  );
  const next = Date.parse(written) + 1;
  // A year with five digits would sort before all others.
  const when = next > at.getTime() && next < Date.UTC(9999, 11, 31) ? new Date(next) : at;
  return `${when.toISOString().replaceAll(/[-:]/g, '')}-${randomBytes(4).toString('hex')}`;
}

/** A record is small. A huge file is not a record, and must not block the others. */
async function readUnlessHuge(file: string): Promise<string | undefined> {
  try {
    return await readIfThere(file);
  } catch (error) {
    if (isExpected(error) && error.code === 'too-large') {
      return undefined;
    }
    throw error;
  }
}

export class JournalEntry {
  readonly id: string;
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #seal: Seal;
  readonly #clock: Clock;
  #mark: string;
  #isNamed = false;

  /** `mark` is the mark of the previous line. */
  constructor(id: string, path: string, handle: FileHandle, seal: Seal, clock: Clock, mark: string) {
    this.id = id;
    this.#path = path;
    this.#handle = handle;
    this.#seal = seal;
    this.#clock = clock;
    this.#mark = mark;
  }

  /** `durable` makes this line and all lines before it survive a crash. */
  async append({ event: name, ...fields }: NewEvent, durable = false, at = this.#clock.now()): Promise<void> {
    const event = { event: name, at: at.toISOString(), ...fields };
    try {
      // The leading line break ends a line that a crash left unfinished.
      const { line, mark } = await sealedLine(this.#seal, event, this.#mark);
      await this.#handle.appendFile(`\n${line}\n`);
      this.#mark = mark;
      if (durable) {
        await Promise.all([
          this.#handle.sync(),
          // The file name has to become durable only once.
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
