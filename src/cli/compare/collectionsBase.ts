import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Programs } from '../../core/sync/programs.ts';
import { readGit } from '../../core/sync/store/readGit.ts';
import { silentLogger } from '../../core/util/logger.ts';
import type { Environment } from '../remote/environment.ts';

/** The commit a pull request starts from, as the variables of pipelines name it, or the main branch of the remote. */
function baseRefs(variables: Environment['variables']): readonly string[] {
  const target = variables['GITHUB_BASE_REF'];
  const commit = variables['CI_MERGE_REQUEST_DIFF_BASE_SHA'];
  return [...(target ? [`origin/${target}`] : []), ...(commit ? [commit] : []), 'origin/HEAD', 'origin/main'];
}

/** How a file compares with git's base: the same, different, or unknown where git has no such base. */
export type ComparedWithBase = 'same' | 'different' | 'unknown';

/**
 * Compares the text of a file of the repository with the base of the change. A file that the base lacks is different: a change that adds the
 * collections it is proven by proves nothing.
 */
export async function compareWithBase(file: string, environment: Environment): Promise<ComparedWithBase> {
  const folder = path.dirname(file);
  const text = await readFile(file, 'utf8');
  const programs = new Programs({
    mayRun: () => true,
    workspaces: () => [folder],
    variables: environment.variables,
  });
  const git = (...args: readonly string[]): Promise<string | undefined> =>
    readGit({ folder, programs, logger: silentLogger }, args);
  for (const ref of baseRefs(environment.variables)) {
    const base = (await git('merge-base', 'HEAD', ref))?.trim();
    if (base) {
      const before = await git('cat-file', 'blob', `${base}:./${path.basename(file)}`);
      return before !== undefined && withUnixLineEnds(before) === withUnixLineEnds(text)
        ? 'same'
        : 'different';
    }
  }
  return 'unknown';
}

function withUnixLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
