import type { Stats } from 'node:fs';
import { glob, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { consoleFileName } from '../../core/consoleFile/consoleFile.ts';
import { collectionsFileName } from '../../core/document/collections/collectionsText.ts';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { testSpellingOf } from '../../core/policyTest/testFileName.ts';
import { lockName } from '../../core/sync/store/lockFile.ts';

/** The arguments of a call, and the files that they name. */
export interface NamedFiles {
  /** Names for people, in order, without repetitions. */
  readonly files: readonly string[];
  /** Whether some were looked for: by a folder, a pattern, or because none was named. */
  readonly isSearch: boolean;
  /** Lock files in the folders that were looked through. */
  readonly locks: readonly string[];
  /** Folders and patterns in which there is none. */
  readonly empty: readonly string[];
}

/** They hold no policies of this workspace. */
const leftOut: ReadonlySet<string> = new Set(['.git', '.ordinance', 'node_modules']);

/**
 * Files, those to check in folders, and those that patterns mean: a shell that does not know `**` hands it on as it is. What
 * is there is meant as it is called; nothing named means the folder itself.
 */
export async function policyFiles(names: readonly string[], folder: string): Promise<NamedFiles> {
  const files = new Set<string>();
  const locks = new Set<string>();
  const empty: string[] = [];
  let isSearch = names.length === 0;
  for (const name of names.length === 0 ? ['.'] : names) {
    if (name === '-') {
      files.add(name);
      continue;
    }
    const found = await statOf(path.resolve(folder, name));
    const isPattern = !found && /[*?[{]/.test(name);
    if (!found?.isDirectory() && !isPattern) {
      files.add(name);
      continue;
    }
    isSearch = true;
    const inside = isPattern
      ? await matching(name, folder)
      : await below(path.resolve(folder, name), name, locks);
    inside.forEach((file) => files.add(file));
    if (inside.length === 0) {
      empty.push(name);
    }
  }
  return { files: [...files], isSearch, locks: [...locks], empty };
}

async function below(folder: string, name: string, locks: Set<string>): Promise<readonly string[]> {
  const found: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const called = path.join(name, entry.name);
    if (entry.isDirectory() && !leftOut.has(entry.name)) {
      found.push(...(await below(path.join(folder, entry.name), called, locks)));
    } else if (!entry.isDirectory() && isChecked(entry.name)) {
      found.push(called);
    } else if (entry.isFile() && entry.name === lockName) {
      locks.add(called);
    }
  }
  return found;
}

/** Policies, their tests, consoles and collections. */
function isChecked(name: string): boolean {
  return (
    [consoleFileName, collectionsFileName].includes(name) ||
    spellingOf(name) !== undefined ||
    testSpellingOf(name) !== undefined
  );
}

async function matching(pattern: string, folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const file of glob(pattern, {
    cwd: folder,
    exclude: (name) => leftOut.has(path.basename(name)),
  })) {
    if ((await statOf(path.resolve(folder, file)))?.isFile()) {
      found.push(file);
    }
  }
  return found.toSorted();
}

function statOf(file: string): Promise<Stats | undefined> {
  return stat(file).catch(() => undefined);
}
