import type { Spelling } from '../../policy/policyFile.ts';
import type { Logger } from '../../util/logger.ts';
import type { Programs } from '../programs.ts';
import type { BaseHistory } from '../ports.ts';
import { lockName } from './lockFile.ts';
import { readGit } from './readGit.ts';

/** Commits that the search for a base reads. */
const MAX_COMMITS = 60;

const endings: readonly (readonly [string, Spelling])[] = [
  ['yaml', 'yaml'],
  ['json', 'json'],
  ['yml', 'yaml'],
];

/**
 * Policy files as they were committed. It reads only objects of the repository: no network, no hooks, no
 * filters, no program of the repository. Without git or a repository it yields nothing. `folder` is the
 * console's policy folder.
 */
export function gitBases(folder: string, programs: Programs, logger: Logger): BaseHistory {
  const git = (...args: readonly string[]) => readGit({ folder, programs, logger }, args);
  return {
    async *versions(kind) {
      const files = endings.map(
        ([ending, spelling]) => [`${kind.family}/${kind.target}.policy.${ending}`, spelling] as const,
      );
      const log = await git(
        'log',
        '--no-show-signature',
        '--no-ext-diff',
        '--no-textconv',
        '--no-follow',
        `--max-count=${MAX_COMMITS}`,
        '--format=%H',
        '--',
        lockName,
        ...files.map(([file]) => file),
      );
      const seen = new Set<string>();
      for (const commit of log?.match(/^[0-9a-f]{40,64}$/gm) ?? []) {
        for (const [file, spelling] of files) {
          const blob = (await git('rev-parse', '--verify', '--quiet', `${commit}:./${file}`))?.trim();
          if (!blob || seen.has(blob)) {
            continue;
          }
          seen.add(blob);
          const text = await git('cat-file', 'blob', blob);
          if (text !== undefined) {
            yield { text, spelling };
          }
        }
      }
    },
  };
}
