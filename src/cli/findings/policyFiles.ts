import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { glob, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { consoleFileName } from '../../core/consoleFile/consoleFile.ts';
import { collectionsFileName } from '../../core/document/collectionsText.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { readPolicyText } from '../../core/document/reading/readPolicy.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { families, policyKind, type PolicyKind } from '../../core/policy/families.ts';
import { policyNameOfPath, spellingOf, testSpellingOf, type Spelling } from '../../core/policy/policyFile.ts';
import { keptCollections } from '../../core/sync/store/collectionsFile.ts';
import { lockName } from '../../core/sync/store/lockFile.ts';
import { readRegularFile } from '../../core/sync/store/regularFile.ts';
import type { Environment } from '../command.ts';
import { namedPlace } from '../namedFile.ts';
import { consolePlace, type Place } from '../remote/consolePlace.ts';

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

/**
 * The text of a policy file. `top` is the repository, as in `namedPlace`. Throws when the file does not
 * exist, is not UTF-8, or cannot be read.
 */
export async function policyFileText(top: string, file: string): Promise<string> {
  const bytes = await readRegularFile(await namedPlace(top, file));
  if (!bytes) {
    throw new Error('there is no such file');
  }
  return textOf(bytes);
}

/** The text of standard input. */
export async function inputText({ input }: Pick<Environment, 'input'>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of input ?? []) {
    parts.push(Buffer.from(part));
  }
  return textOf(Buffer.concat(parts));
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    throw new Error('it is not UTF-8 text');
  }
  return bytes.toString();
}

/** The document of a file. Its policy is `kind`, else the policy that the path names. */
export function documentOfFile(file: string, text: string, kind?: PolicyKind): PolicyDocument {
  return readPolicyText(text, spellingOfFile(file), kind ?? kindOfPath(file));
}

export function kindOfPath(file: string): PolicyKind | undefined {
  const name = policyNameOfPath(file);
  return name === undefined ? undefined : policyKind(name);
}

/**
 * Without the name of a policy file, a file that ends with `.json` is JSON and any other is YAML, which
 * includes nearly all JSON.
 */
export function spellingOfFile(file: string): Spelling {
  return spellingOf(file) ?? (file.endsWith('.json') ? 'json' : 'yaml');
}

/** The known collections of a policy file. */
export interface CollectionsOfFile {
  readonly collections: KnownCollections;
  /** The file with the collections, if there is one. */
  readonly file?: string;
  /** The place without saved collections: a folder of a console, a console, or a file outside of such folders. */
  readonly missing?: string;
}

/**
 * Returns a function that finds the collections for a policy file: those saved beside the file, or those of the named
 * console. A file outside of the folders of consoles has no known collections. The function throws ExpectedError.
 */
export function collectionsReader(
  place: Place,
  environment: Environment,
): (file: string) => Promise<CollectionsOfFile> {
  const known = new Map<string, Promise<CollectionsOfFile>>();
  return async (file) => {
    const folder = place.console === undefined ? folderOf(path.resolve(environment.folder, file)) : '';
    if (folder === undefined) {
      return { collections: new Map(), missing: file };
    }
    const reading = known.get(folder) ?? readCollectionsIn(folder, place, environment);
    known.set(folder, reading);
    return reading;
  };
}

async function readCollectionsIn(
  folder: string,
  place: Place,
  environment: Environment,
): Promise<CollectionsOfFile> {
  const { root, policyFolder } =
    place.console === undefined
      ? { root: folder, policyFolder: folder }
      : await consolePlace(place, environment);
  const collections = await keptCollections(root, policyFolder);
  return collections
    ? { collections, file: path.join(policyFolder, collectionsFileName) }
    : { collections: new Map(), missing: path.relative(environment.folder, policyFolder) || '.' };
}

/** The `<folder>` of a file in `<folder>/<family>/`, also of a file whose name matches no policy. */
function folderOf(file: string): string | undefined {
  const parent = path.dirname(file);
  return families.some((family) => family === path.basename(parent)) ? path.dirname(parent) : undefined;
}
