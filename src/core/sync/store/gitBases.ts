import { devNull } from 'node:os';
import path from 'node:path';
import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { isExpected, messageOf } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import type { ProgramRunner } from '../../util/programRunner.ts';
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
 * What a repository may say in its own settings to have a program run, answered here: a repository may be anybody's. It is
 * also none when it is only a bare one that lies in a folder of the workspace.
 */
const harmless = [
  '--no-pager',
  ...[
    'safe.bareRepository=explicit',
    'core.fsmonitor=false',
    `core.hooksPath=${devNull}`,
    'core.pager=cat',
    'core.sshCommand=false',
    'core.gitProxy=',
    'core.askPass=',
    'core.alternateRefsCommand=false',
    'credential.helper=',
    'diff.external=',
    'gpg.program=false',
    'gpg.ssh.program=false',
    'gpg.x509.program=false',
    'log.showSignature=false',
    'protocol.allow=never',
    'submodule.recurse=false',
  ].flatMap((setting) => ['-c', setting]),
];

const withoutSurprises = {
  LC_ALL: 'C',
  // No protocol is called so; an empty text would be no variable on some systems.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
};

/**
 * Policy files as they were committed. Reads objects that are in the repository and nothing else: no network, no hooks, no
 * filters, no program that the repository names. Without git, or outside a repository, there is nothing.
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
      `--max-count=${mostCommits}`,
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

  async #git(args: readonly string[]): Promise<string | undefined> {
    try {
      return await this.#programs.run('git', [...harmless, ...args], {
        folder: path.resolve(this.#folder),
        environment: 'bare',
        variables: withoutSurprises,
        mostBytes,
        timeoutMs,
      });
    } catch (error) {
      if (isExpected(error) && error.code === 'untrusted') {
        throw error;
      }
      this.#logger.trace(`git ${args[0]}: ${messageOf(error)}`);
      return undefined;
    }
  }
}
