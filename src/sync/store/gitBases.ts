import { execFile } from 'node:child_process';
import path from 'node:path';
import type { PolicyKind } from '../../model/families.ts';
import type { Spelling } from '../../model/policyFile.ts';
import { messageOf } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import type { BaseHistory } from '../ports.ts';
import { lockName } from './lockFile.ts';

/** How far back a base is looked for. */
const mostCommits = 60;
const mostBytes = 64 * 1024 * 1024;
const timeoutMs = 10_000;

const endings: readonly (readonly [string, Spelling])[] = [
  ['yaml', 'yaml'],
  ['json', 'json'],
  ['yml', 'yaml'],
];

/**
 * Policy files as they were committed. Reads objects that are in the repository and nothing else: no network, no hooks, no
 * filters. Without git, or outside a repository, there is nothing.
 */
export class GitBases implements BaseHistory {
  readonly #folder: string;
  readonly #logger: Logger;

  /** `folder` is the console's policy folder. */
  constructor(folder: string, logger: Logger) {
    this.#folder = folder;
    this.#logger = logger;
  }

  async *versions(kind: PolicyKind): AsyncGenerator<{ text: string; spelling: Spelling }> {
    const files = endings.map(
      ([ending, spelling]) => [`${kind.family}/${kind.target}.policy.${ending}`, spelling] as const,
    );
    const names = [lockName, ...files.map(([file]) => file)];
    const log = await this.#git(['log', `--max-count=${mostCommits}`, '--format=%H', '--', ...names]);
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
    return new Promise((resolve) => {
      execFile(
        'git',
        ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false', ...args],
        {
          cwd: path.resolve(this.#folder),
          env: {
            ...process.env,
            GIT_OPTIONAL_LOCKS: '0',
            GIT_NO_LAZY_FETCH: '1',
            GIT_TERMINAL_PROMPT: '0',
          },
          maxBuffer: mostBytes,
          timeout: timeoutMs,
          windowsHide: true,
        },
        (error, stdout) => {
          if (error) {
            this.#logger.trace(`git ${args[0]}: ${messageOf(error)}`);
          }
          resolve(error ? undefined : stdout);
        },
      );
    });
  }
}
