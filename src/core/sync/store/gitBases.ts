import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import type { Logger } from '../../util/logger.ts';
import type { ProgramRunner } from '../../util/programRunner.ts';
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
 * filters, no program of the repository. Without git or a repository it yields nothing.
 */
export class GitBases implements BaseHistory {
  readonly #folder: string;
  readonly #programs: ProgramRunner;
  readonly #logger: Logger;

  /** `folder` is the console's policy folder. */
  constructor(folder: string, programs: ProgramRunner, logger: Logger) {
    this.#folder = folder;
    this.#programs = programs;
    this.#logger = logger;
  }

  async *versions(kind: PolicyKind): AsyncGenerator<{ text: string; spelling: Spelling }> {
    const files = endings.map(
      ([ending, spelling]) => [`${kind.family}/${kind.target}.policy.${ending}`, spelling] as const,
    );
    const names = [lockName, ...files.map(([file]) => file)];
    const quietly = ['--no-show-signature', '--no-ext-diff', '--no-textconv', '--no-follow'];
    const log = await this.#git([
      'log',
      ...quietly,
      `--max-count=${MAX_COMMITS}`,
      '--format=%H',
      '--',
      ...names,
    ]);
    const seen = new Set<string>();
    for (const commit of log?.match(/^[0-9a-f]{40,64}$/gm) ?? []) {
      for (const [file, spelling] of files) {
        const blob = (await this.#git(['rev-parse', '--verify', '--quiet', `${commit}:./${file}`]))?.trim();
        if (!blob || seen.has(blob)) {
          continue;
        }
        seen.add(blob);
        const text = await this.#git(['cat-file', 'blob', blob]);
        if (text !== undefined) {
          yield { text, spelling };
        }
      }
    }
  }

  #git(args: readonly string[]): Promise<string | undefined> {
    return readGit({ folder: this.#folder, programs: this.#programs, logger: this.#logger }, args);
  }
}
