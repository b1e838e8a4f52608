import { devNull } from 'node:os';
import path from 'node:path';
import { isExpected, messageOf } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import type { Programs } from '../programs.ts';

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
