import type { Stats } from 'node:fs';
import { glob, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { consoleFileName } from '../../core/consoleFile/consoleFile.ts';
import { collectionsFileName } from '../../core/document/collectionsText.ts';
import { spellingOf, testSpellingOf } from '../../core/policy/policyFile.ts';
import { lockName } from '../../core/sync/store/lockFile.ts';

/** The files that the arguments of a call name. */
interface NamedFiles {
  /** Names for people, in order, without repetitions. */
  readonly files: readonly string[];
  /** True when Ordinance searched for files: in a folder, by a pattern, or without arguments. */
  readonly isSearch: boolean;
  /** The lock files in the searched folders. */
  readonly locks: readonly string[];
  /** The folders and patterns without a file. */
  readonly empty: readonly string[];
}

/** Folders without policies of this workspace. */
const skippedFolders: ReadonlySet<string> = new Set(['.git', '.ordinance', 'node_modules']);

/**
 * Finds the files that arguments name: files, folders, and patterns, because some shells pass `**` on
 * unchanged. The name of an existing file is never a pattern. Without arguments, `folder` is searched.
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
    const stats = await statOf(path.resolve(folder, name));
    const isPattern = !stats && /[*?[{]/.test(name);
    if (!stats?.isDirectory() && !isPattern) {
      files.add(name);
      continue;
    }
    isSearch = true;
    const inside = isPattern
      ? await filesMatching(name, folder)
      : await filesBelow(path.resolve(folder, name), name, locks);
    inside.forEach((file) => files.add(file));
    if (inside.length === 0) {
      empty.push(name);
    }
  }
  return { files: [...files], isSearch, locks: [...locks], empty };
}

async function filesBelow(folder: string, name: string, locks: Set<string>): Promise<readonly string[]> {
  const files: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(name, entry.name);
    if (entry.isDirectory() && !skippedFolders.has(entry.name)) {
      files.push(...(await filesBelow(path.join(folder, entry.name), file, locks)));
    } else if (!entry.isDirectory() && isChecked(entry.name)) {
      files.push(file);
    } else if (entry.isFile() && entry.name === lockName) {
      locks.add(file);
    }
  }
  return files;
}

/** True for a file of policies, tests, consoles or collections. */
function isChecked(name: string): boolean {
  return (
    [consoleFileName, collectionsFileName].includes(name) ||
    spellingOf(name) !== undefined ||
    testSpellingOf(name) !== undefined
  );
}

async function filesMatching(pattern: string, folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, {
    cwd: folder,
    exclude: (name) => skippedFolders.has(path.basename(name)),
  })) {
    if ((await statOf(path.resolve(folder, file)))?.isFile()) {
      files.push(file);
    }
  }
  return files.toSorted();
}

function statOf(file: string): Promise<Stats | undefined> {
  return stat(file).catch(() => undefined);
}
