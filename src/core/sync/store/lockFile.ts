import path from 'node:path';
import { isJsonObject, type JsonValue } from '../../json/json.ts';
import { parseJson } from '../../json/jsonText.ts';
import { writeJson } from '../../json/writeJson.ts';
import { collectionsFileName } from '../../document/collectionsText.ts';
import { policyKind, type PolicyName } from '../../policy/families.ts';
import { policyNameOfPath } from '../../policy/policyFile.ts';
import { FreshFlight } from '../../util/concurrency.ts';
import { jsonIn } from '../../util/plainRecord.ts';
import { hash, optional, readFields, text } from '../../util/readFields.ts';
import { ExpectedError, passOnUnexpected } from '../../util/errors.ts';
import { checkWritable, listed, readIfThere, removeDrafts, writeDurably } from './durableFile.ts';
import { insideWorkspace } from './insideWorkspace.ts';
import { Mutexes, expiryMs } from './mutexes.ts';

/** The base of one policy file, as the lock file records it. */
export interface LockEntry {
  /** Canonical hash of the base. */
  readonly base: string;
  /** RFC 3339 time. */
  readonly at: string;
  /** Address of the base, with project and path when they are named. */
  readonly from?: string;
}

/** Returns true when a line may be set. `entry` is the current line of the policy. */
type LineGuard = (entry: LockEntry | undefined) => Promise<boolean>;

interface Setting {
  /** Undefined drops the line. */
  readonly entry: LockEntry | undefined;
  readonly allows: LineGuard | undefined;
  isSet: boolean;
}

/** Attempts to write the file while another program, such as git, keeps replacing it. */
const MAX_TRIES = 5;

export const lockName = 'ordinance.lock.json';
/** The lines of all policies take a hundredth of this limit. */
const MAX_LOCK_BYTES = 1024 * 1024;
const line = /^\s*"([^"\\]+)": (\{.*\}),?\s*$/;

/**
 * `ordinance.lock.json` of one console folder: JSON with one sorted line per policy. Each line ends in a
 * comma, so that git merges changes of different policies without conflict. A file with a merge conflict is
 * read line by line, so that the conflict affects only its policies: a policy with two different lines has no
 * base.
 */
export class LockFile {
  readonly path: string;
  readonly #root: string;
  readonly #mutexes: Mutexes;
  readonly #mutex: string;
  readonly #reading = new FreshFlight<ReadonlyMap<PolicyName, LockEntry>>();
  readonly #writing = new FreshFlight<void>();
  #waiting = new Map<PolicyName, Setting>();

  /** Writes stay inside `root`. */
  constructor(policyFolder: string, root: string, mutexes = new Mutexes(path.join(root, '.ordinance'))) {
    this.#mutexes = mutexes;
    this.path = path.join(policyFolder, lockName);
    this.#root = root;
    // Links and drive letters give a workspace several paths, so the mutex has the name of the relative path.
    this.#mutex = path.relative(root, this.path).replaceAll(path.sep, '/');
  }

  /** Reads the lines; simultaneous callers share one read. */
  read(): Promise<ReadonlyMap<PolicyName, LockEntry>> {
    return this.#reading.run('', () => this.#read());
  }

  async #read(): Promise<ReadonlyMap<PolicyName, LockEntry>> {
    const entries = new Map<PolicyName, LockEntry>();
    for (const [key, text] of this.#lines(await this.#text())) {
      const name = policyKind(key)?.name;
      const entry = name && entryOf(text);
      if (name && entry) {
        entries.set(name, entry);
      }
    }
    return entries;
  }

  /**
   * Sets or drops one line; lines that arrive during a write are written together. Returns false, and keeps
   * the line, when `allows` answers false as late as possible.
   */
  async set(policy: PolicyName, entry: LockEntry | undefined, allows?: LineGuard): Promise<boolean> {
    const setting: Setting = { entry, allows, isSet: false };
    this.#waiting.set(policy, setting);
    await this.#writing.run('', async () => {
      const waiting = this.#waiting;
      this.#waiting = new Map();
      // Another process may be setting another line.
      await this.#mutexes.with(this.#mutex, () => this.#write(waiting));
    });
    return setting.isSet;
  }

  /** Checks that `set` can work. */
  async check(): Promise<void> {
    await checkWritable(this.#root, this.path);
  }

  /** A link to a place outside the workspace must not be read. */
  async #text(): Promise<string | undefined> {
    return readIfThere(insideWorkspace(this.#root, this.path), MAX_LOCK_BYTES);
  }

  async #write(settings: Map<PolicyName, Setting>): Promise<void> {
    for (let tries = 1; settings.size > 0;) {
      const before = await this.#text();
      const lines = this.#lines(before);
      const entries = new Map([...settings.keys()].map((policy) => [policy, entryOf(lines.get(policy))]));
      for (const [policy, { entry }] of settings) {
        const line = entries.get(policy);
        // An unchanged base keeps its line, so that a pull without changes leaves git clean.
        if (entry && !(line && line.base === entry.base && line.from === entry.from)) {
          lines.set(policy, spellJson(new Map(Object.entries(entry))));
        } else if (!entry) {
          lines.delete(policy);
        }
      }
      let isRefused = false;
      const still = async (): Promise<boolean> => {
        for (const [policy, { allows }] of settings) {
          if (allows && !(await allows(entries.get(policy)))) {
            settings.delete(policy);
            isRefused = true;
          }
        }
        // The lines of other policies belong to files that git may have just written.
        return !isRefused && (await this.#text()) === before;
      };
      const text = textOf(lines);
      // The whole folder may be gone, and dropping lines must not create it again.
      const isUnchanged = text === before || (before === undefined && lines.size === 0);
      if (isUnchanged ? await still() : await writeDurably(this.#root, this.path, text, { still })) {
        for (const setting of settings.values()) {
          setting.isSet = true;
        }
        await this.#removeDrafts();
        return;
      }
      if (!isRefused && tries++ === MAX_TRIES) {
        throw new ExpectedError(
          'file-changed',
          `Could not write ${this.path} because other programs keep changing it.`,
          { advice: 'Try again.' },
        );
      }
    }
  }

  /**
   * Removes drafts that a killed process left beside this file, the policies and the collections. Links are
   * skipped, because they lead elsewhere.
   */
  async #removeDrafts(): Promise<void> {
    const folder = path.dirname(this.path);
    const old = Date.now() - expiryMs;
    try {
      await removeDrafts(folder, old, (name) => name === lockName || name === collectionsFileName);
      for (const entry of await listed(folder)) {
        if (entry.isDirectory()) {
          const inside = path.join(folder, entry.name);
          const isPolicy = (name: string): boolean => policyNameOfPath(path.join(inside, name)) !== undefined;
          await removeDrafts(inside, old, isPolicy);
        }
      }
    } catch (error) {
      passOnUnexpected(error);
    }
  }

  /** Returns the written text behind each policy name; lines of unknown policies stay. */
  #lines(text = ''): Map<string, string> {
    const whole = linesOfJson(text);
    const version = whole?.get('version') ?? /^[\ufeff \t]*"version": (\d+)/m.exec(text)?.[1];
    // A version that is not a number is a typing error. It must not stop a pull, which corrects the file.
    if (version !== undefined && version !== '1' && /^\d+$/.test(version)) {
      throw new ExpectedError(
        'newer-lock-file',
        `${this.path} was written by a newer version of Ordinance.`,
        {
          advice: 'Update Ordinance.',
        },
      );
    }
    if (whole) {
      whole.delete('version');
      return whole;
    }
    const lines = new Map<string, string>();
    const disputed = new Set<string>();
    for (const [, key = '', entry = ''] of text.split('\n').map((row) => line.exec(row) ?? [])) {
      if (key !== '' && (lines.get(key) ?? entry) !== entry) {
        disputed.add(key);
      } else if (key !== '') {
        lines.set(key, entry);
      }
    }
    for (const key of disputed) {
      lines.delete(key);
    }
    return lines;
  }
}

/** Returns the lines of a file in any format; undefined for invalid JSON, and for duplicate keys. */
function linesOfJson(text: string): Map<string, string> | undefined {
  try {
    const whole = parseJson(text);
    return isJsonObject(whole)
      ? new Map([...whole].map(([key, value]) => [key, spellJson(value)]))
      : undefined;
  } catch (error) {
    passOnUnexpected(error);
    return undefined;
  }
}

function textOf(lines: ReadonlyMap<string, string>): string {
  const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
  const body = sorted.map(([policy, text]) => `  ${JSON.stringify(policy)}: ${text},\n`).join('');
  return `{\n${body}  "version": 1\n}\n`;
}

/** An entry has spaces between its fields; a later version may have more fields. */
function spellJson(value: JsonValue): string {
  return isJsonObject(value)
    ? `{ ${[...value].map(([key, field]) => `${JSON.stringify(key)}: ${writeJson(field)}`).join(', ')} }`
    : writeJson(value);
}

const entryFields = { base: hash, at: text, from: optional(text) };

function entryOf(written?: string): LockEntry | undefined {
  return readFields(entryFields, jsonIn(written));
}
