import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ExpectedError } from '../util/errors.ts';
import { isBelow } from './store/insideWorkspace.ts';

interface ProgramCall {
  /** The working directory; the current one by default. */
  readonly folder?: string;
  /**
   * `bare`: only the variables that a program needs to find its user's settings. `user`: the variables of the
   * user without those of Ordinance.
   */
  readonly environment: 'bare' | 'user';
  readonly variables?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly mostBytes: number;
}

export interface Surroundings {
  /** Returns true when the user trusts the workspace. Each run asks again. */
  readonly mayRun: () => boolean;
  /** Folders with content from elsewhere: no program in them runs. */
  readonly workspaces: () => readonly string[];
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

/** Variables that git and system libraries need to find user settings, the system and temporary folders. */
const bare = [
  'HOME',
  'XDG_CONFIG_HOME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'TMPDIR',
  'TEMP',
  'TMP',
  'DEVELOPER_DIR',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
];

/**
 * Runs other programs; no other part of Ordinance does. Opening a folder must not run its content. Therefore
 * each run needs trust, a search outside the folder, and an environment without our secrets.
 */
export class Programs {
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /**
   * Runs a program without a shell and resolves with its output. The search for a program without a folder
   * ignores the workspace. Throws ExpectedError `untrusted` where no program may run, `no-program`, and
   * errors of Node.
   */
  async run(program: string, args: readonly string[], call: ProgramCall): Promise<string> {
    if (!this.#around.mayRun()) {
      throw new ExpectedError('untrusted', `${program} was not run: this workspace is not trusted.`);
    }
    const variables = this.#around.variables ?? process.env;
    const folders = await this.#trustedFolders(variables);
    const file = await this.#find(program, folders);
    const PATH = folders.join(path.delimiter);
    const inherited =
      call.environment === 'user'
        ? Object.entries(variables).filter(([name]) => !/^(?:ORDINANCE_.*|PATH)$/i.test(name))
        : bare.map((name) => [name, variables[name]] as const);
    const env = {
      ...Object.fromEntries(inherited.filter(([, value]) => value !== undefined)),
      PATH,
      ...call.variables,
    };
    return new Promise((resolve, reject) => {
      const child = execFile(
        file,
        args,
        {
          // The current folder of the process may be the workspace, so it is never used.
          cwd: call.folder ?? path.dirname(file),
          env,
          shell: false,
          timeout: call.timeoutMs,
          maxBuffer: call.mostBytes,
          windowsHide: true,
        },
        (error, output) => (error ? reject(error) : resolve(output)),
      );
      // The program must not wait for input, because no one can answer.
      child.stdin?.end();
    });
  }

  /** Returns the search folders for programs: absolute folders outside every workspace. */
  async #trustedFolders(variables: Readonly<Record<string, string | undefined>>): Promise<string[]> {
    const written = Object.entries(variables).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
    const folders: string[] = [];
    for (const folder of written.split(path.delimiter)) {
      // A relative entry depends on the current folder, and so does an entry without a drive on Windows.
      const isFixed = path.sep === '/' ? path.isAbsolute(folder) : /^[a-z]:[\\/]/i.test(folder);
      if (isFixed && !(await this.#isInside(folder))) {
        folders.push(folder);
      }
    }
    return folders;
  }

  async #find(program: string, folders: readonly string[]): Promise<string> {
    if (path.isAbsolute(program)) {
      return program;
    }
    const names = path.sep === '/' || /\.(?:exe|com)$/i.test(program) ? [program] : [`${program}.exe`];
    if (!/[\\/]/.test(program)) {
      for (const file of folders.flatMap((folder) => names.map((name) => path.join(folder, name)))) {
        if ((await isProgram(file)) && !(await this.#isInside(file))) {
          return file;
        }
      }
    }
    throw new ExpectedError('no-program', `${program} was not found outside the workspace.`, {
      advice: 'Install it, or give its whole path.',
    });
  }

  /** Returns true when a place, or the target of its link, lies in a workspace. */
  async #isInside(place: string): Promise<boolean> {
    for (const workspace of this.#around.workspaces()) {
      const [root, real] = await Promise.all([workspace, place].map(realPlace));
      if (isBelow(path.resolve(workspace), path.resolve(place)) || isBelow(root ?? '', real ?? '')) {
        return true;
      }
    }
    return false;
  }
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

async function realPlace(place: string): Promise<string> {
  return realpath(place).catch(() => path.resolve(place));
}
