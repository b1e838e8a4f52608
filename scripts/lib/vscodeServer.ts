import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { openServerProxy } from './serverProxy.ts';
import type { ServerProxy } from './serverProxy.ts';
import { startProcess } from './processes.ts';
import type { RunningProcess } from './processes.ts';
import { serverBuild } from './serverBuild.ts';
import { writeProfile } from './writeProfile.ts';

export interface ServerOptions {
  /** The folder for the profile, the server's data and the installed extensions of this run. */
  readonly dataFolder: string;
  /** The user's settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Additions to the environment of the server, and so of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of built-in extensions, in place of all those of the build. */
  readonly builtIn?: string;
  readonly say: (line: string) => void;
}

export interface DevelopmentPage {
  readonly workspace: string;
  /** The project of an extension to load from source. */
  readonly extensionDevelopmentPath?: string;
  /** The module whose `run()` runs in the extension host. */
  readonly extensionTestsPath?: string;
  /**
   * Additions to the environment of the extension host of this window. They are in the address, so they must
   * contain no real secrets.
   */
  readonly env?: Readonly<Record<string, string>>;
}

const startSeconds = 180;

/** The line of the server about a new extension host, one for each open window. */
const hostStarts = /<(\d+)> Launched Extension Host Process/;
const hostEnds = /<(\d+)> Extension Host Process (?:exited|had an error)/;

/** A running server build of VS Code on a free loopback port. */
export class VsCodeServer {
  readonly #process: RunningProcess;
  readonly #proxy: ServerProxy;
  readonly #token: string;
  readonly #hosts: ReadonlySet<string>;
  readonly #user: string;
  #ended = false;

  private constructor(
    running: RunningProcess,
    proxy: ServerProxy,
    token: string,
    hosts: ReadonlySet<string>,
    user: string,
  ) {
    this.#process = running;
    this.#proxy = proxy;
    this.#token = token;
    this.#hosts = hosts;
    this.#user = user;
    void running.ended.then(() => (this.#ended = true));
  }

  static async start(options: ServerOptions): Promise<VsCodeServer> {
    const { folder, node } = await serverBuild(options.say);
    const user = join(options.dataFolder, 'user');
    await writeProfile(user, options.settings ?? {});
    const hosts = new Set<string>();
    const token = randomBytes(18).toString('base64url');
    const announced = Promise.withResolvers<number>();
    const running = startProcess(
      node,
      [
        join(folder, 'out', 'server-main.js'),
        '--host=127.0.0.1',
        '--port=0',
        `--connection-token=${token}`,
        '--accept-server-license-terms',
        '--telemetry-level=off',
        // Compression between two processes of one computer only takes time.
        '--disable-websocket-compression',
        // Tests must not depend on the environment of a person's shell, and reading it takes long.
        '--force-disable-user-env',
        ...(options.builtIn === undefined ? [] : [`--builtin-extensions-dir=${options.builtIn}`]),
        ...folders(options.dataFolder),
      ],
      {
        cwd: options.dataFolder,
        env: { ...process.env, ...options.env },
        onLine(line) {
          const port = /listening on (\d+)/.exec(line)?.[1];
          if (port !== undefined) {
            announced.resolve(Number(port));
          }
          hosts.add(hostStarts.exec(line)?.[1] ?? '');
          hosts.delete(hostEnds.exec(line)?.[1] ?? '');
          hosts.delete('');
        },
      },
    );
    const late = setTimeout(
      () => announced.reject(new Failure(`VS Code did not start in ${startSeconds} s`)),
      startSeconds * 1000,
    );
    void running.ended.then((code) =>
      announced.reject(new Failure(`VS Code ended with ${code}: ${running.tail()}`)),
    );
    try {
      return new VsCodeServer(running, await openServerProxy(await announced.promise), token, hosts, user);
    } catch (error) {
      await running.stop();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  /** The address that opens a folder, with an extension under development if given. */
  address(page: DevelopmentPage): string {
    const remote = (path: string): string => `vscode-remote://127.0.0.1:${this.#proxy.port}${slashes(path)}`;
    const payload: [string, string][] = [['skipWelcome', 'true']];
    if (page.extensionDevelopmentPath !== undefined) {
      payload.push(['extensionDevelopmentPath', remote(page.extensionDevelopmentPath)]);
    }
    if (page.extensionTestsPath !== undefined) {
      payload.push(['extensionTestsPath', remote(page.extensionTestsPath)]);
    }
    if (page.env !== undefined) {
      payload.push(['extensionEnvironment', JSON.stringify(page.env)]);
    }
    const url = new URL(`http://127.0.0.1:${this.#proxy.port}/`);
    url.searchParams.set('tkn', this.#token);
    url.searchParams.set('folder', slashes(page.workspace));
    url.searchParams.set('payload', JSON.stringify(payload));
    return url.href;
  }

  get isRunning(): boolean {
    return !this.#ended;
  }

  /** True when no window is open and all extension hosts have ended. */
  get isIdle(): boolean {
    return this.#hosts.size === 0;
  }

  /** Resets the user data for the next window to these settings. */
  async renewUser(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await rm(join(this.#user, 'User'), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    await writeProfile(this.#user, settings);
  }

  /** Returns the last output of the server. */
  tail(): string {
    return this.#process.tail();
  }

  async dispose(): Promise<void> {
    await this.#proxy.dispose();
    await this.#process.stop();
  }
}

/** Installs a packed extension into the folder that `VsCodeServer.start` with the same `dataFolder` reads. */
export async function installExtension(
  vsix: string,
  options: Pick<ServerOptions, 'dataFolder' | 'say'>,
): Promise<void> {
  const { folder, node } = await serverBuild(options.say);
  await mkdir(options.dataFolder, { recursive: true });
  const running = startProcess(
    node,
    [
      join(folder, 'out', 'server-main.js'),
      '--install-extension',
      vsix,
      '--force',
      ...folders(options.dataFolder),
    ],
    { cwd: options.dataFolder },
  );
  if ((await running.ended) !== 0) {
    throw new Failure(`VS Code refused to install ${vsix}: ${running.tail()}`);
  }
}

function folders(dataFolder: string): string[] {
  return [
    `--user-data-dir=${join(dataFolder, 'user')}`,
    `--server-data-dir=${join(dataFolder, 'server')}`,
    `--extensions-dir=${join(dataFolder, 'extensions')}`,
  ];
}

function slashes(path: string): string {
  const forward = path.replaceAll('\\', '/');
  return forward.startsWith('/') ? forward : `/${forward}`;
}
