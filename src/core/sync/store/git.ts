import { devNull } from 'node:os';
import path from 'node:path';
import type { Spelling } from '../../policy/policyFile.ts';
import { isExpected, messageOf } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import type { Programs } from '../programs.ts';
import type { BaseHistory } from '../ports.ts';
import { lockName } from './lockFile.ts';

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

const MAX_BYTES = 64 * 1024 * 1024;
const timeoutMs = 10_000;

/**
 * Settings that keep a repository from running programs, because anyone may have written it. A bare
 * repository inside a workspace folder does not count as a repository.
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
  // The protocol `none` does not exist; some systems treat an empty text as no variable.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
};

/**
 * Reads objects of the repository around a folder: no network, hooks, filters or programs of the repository.
 * Undefined without git, outside a repository, and for a missing object. Throws ExpectedError `untrusted`.
 */
export async function readGit(
  { folder, programs, logger }: { folder: string; programs: Programs; logger: Logger },
  args: readonly string[],
): Promise<string | undefined> {
  try {
    return await programs.run('git', [...harmless, ...args], {
      folder: path.resolve(folder),
      environment: 'bare',
      variables: withoutSurprises,
      mostBytes: MAX_BYTES,
      timeoutMs,
    });
  } catch (error) {
    if (isExpected(error) && error.code === 'untrusted') {
      throw error;
    }
    logger.trace(`git ${args[0]}: ${messageOf(error)}`);
    return undefined;
  }
}
