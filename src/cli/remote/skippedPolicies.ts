import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { families, policyKind, policyKinds, type PolicyKind } from '../../core/policy/families.ts';
import { fileNames, policyNameOfPath, spellingOf } from '../../core/policy/policyFile.ts';
import { insideWorkspace } from '../../core/sync/store/insideWorkspace.ts';
import { LockFile, lockName } from '../../core/sync/store/lockFile.ts';
import { closest } from '../../core/util/closest.ts';
import { errorCode } from '../../core/util/errors.ts';
import type { Output } from '../output.ts';
import type { ConsolePlace } from './consolePlace.ts';

/** Policies that a command about all policies skips. The command reports them, and its exit code stays the same. */
export interface SkippedPolicies {
  /** Policies whose file is missing and that ordinance.lock.json still lists. */
  readonly gone: readonly PolicyKind[];
  /** Files with the name of a policy file that belong to no policy; the paths are below the folder of the console. */
  readonly stray: readonly string[];
}

export const noneSkipped: SkippedPolicies = { gone: [], stray: [] };

/** The advice for a policy whose file is missing. */
export function missingFileAdvice(policy: string): string {
  return `its file is missing but still listed in ${lockName}, so it is not pushed; "ordinance pull ${policy}" brings the file back, "ordinance forget ${policy}" removes it from the list`;
}

/** Pairs of a subject and its message. */
export function describeSkipped({
  gone,
  stray,
}: SkippedPolicies): readonly (readonly [about: string, words: string])[] {
  return [
    ...gone.map(({ name }) => [name, missingFileAdvice(name)] as const),
    ...stray.map((file) => [file, strayFileMessage] as const),
  ];
}

const strayFileMessage =
  'this file belongs to no policy, so it is ignored: policy files are named <family>/<target>.policy.yaml';

export function reportSkipped(skipped: SkippedPolicies, output: Output): void {
  describeSkipped(skipped).forEach(([about, words]) => output.note(`${about}: ${words}`));
}

/** Returns the skipped policies and files for JSON. */
export function skippedAsData({ gone, stray }: SkippedPolicies): object {
  return {
    ...(gone.length > 0 && { gone: gone.map(({ name }) => name) }),
    ...(stray.length > 0 && { stray }),
  };
}

/** The policies that a command is about. */
interface SelectedPolicies {
  readonly kinds: readonly PolicyKind[];
  /** Empty when the call names policies. */
  readonly skipped: SkippedPolicies;
}

/** The named policies, else all policies with a file. */
export async function selectPolicies(
  named: readonly PolicyKind[],
  { root, policyFolder }: Pick<ConsolePlace, 'root' | 'policyFolder'>,
): Promise<SelectedPolicies> {
  if (named.length > 0) {
    return { kinds: named, skipped: noneSkipped };
  }
  const kinds = await kindsWithFile(policyFolder);
  // A command that needs the lock file reports its errors.
  const gone = await goneKinds(root, policyFolder, kinds).catch(() => []);
  return { kinds, skipped: { gone, stray: await strayFiles(root, policyFolder, kinds) } };
}

export async function kindsWithFile(policyFolder: string): Promise<readonly PolicyKind[]> {
  const kinds: PolicyKind[] = [];
  for (const kind of policyKinds) {
    const files = fileNames(kind.target).map((file) => path.join(policyFolder, kind.family, file));
    if ((await Promise.all(files.map(mayExist))).includes(true)) {
      kinds.push(kind);
    }
  }
  return kinds;
}

/** True for a file that exists or cannot be checked. The command that needs it reports its errors. */
function mayExist(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT',
  );
}

/** The policies without a file that the lock file lists. Throws the errors of reading it. */
export async function goneKinds(
  root: string,
  policyFolder: string,
  withFile: readonly PolicyKind[],
): Promise<readonly PolicyKind[]> {
  const lines = await new LockFile(policyFolder, root).read();
  return policyKinds.filter((kind) => lines.has(kind.name) && !withFile.includes(kind));
}

/** Searches the folder of the console, and its folders with the name of a family or a similar name. */
export async function strayFiles(
  root: string,
  policyFolder: string,
  withFile: readonly PolicyKind[],
): Promise<readonly string[]> {
  const stray: string[] = [];
  const top = await entriesIn(root, policyFolder);
  const folders = top.filter((entry) => entry.isDirectory() && closest(entry.name, families) !== undefined);
  for (const folder of ['', ...folders.map(({ name }) => name)]) {
    const entries = folder === '' ? top : await entriesIn(root, path.join(policyFolder, folder));
    const files = entries.flatMap((entry) =>
      entry.isFile() && spellingOf(entry.name) !== undefined ? [path.posix.join(folder, entry.name)] : [],
    );
    // On a file system that ignores case, a policy can have its file under another spelling.
    const isFound = (file: string): boolean =>
      !files.includes(file.toLowerCase()) &&
      withFile.some(({ name }) => name === policyAt(file.toLowerCase()));
    stray.push(...files.filter((file) => policyAt(file) === undefined && !isFound(file)));
  }
  return stray.toSorted();
}

function policyAt(file: string): string | undefined {
  const name = policyNameOfPath(file);
  return name && policyKind(name)?.name;
}

/**
 * Empty for a folder that does not exist or is outside of the workspace. The command that needs the folder
 * reports the error.
 */
async function entriesIn(root: string, folder: string) {
  try {
    return await readdir(insideWorkspace(root, folder), { withFileTypes: true });
  } catch {
    return [];
  }
}
