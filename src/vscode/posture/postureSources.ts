import * as vscode from 'vscode';
import type { ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import type { StoredSspmCredential } from '../platform/secrets.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import type { Programs } from '../../core/sync/programs.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { authorityOf } from '../workspace/authority.ts';
import { ensureTrusted } from '../connection/ensureTrusted.ts';
import type { ConsoleAccess, ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { FeatureServices } from '../featureServices.ts';

/** The SSPM service of one console. */
export interface PostureSource {
  /** That of the console. */
  readonly id: string;
  readonly console: ConsoleHandle;
  readonly sspmUrl: string;
  /** The origin of `sspmUrl`, to which credentials are bound. */
  readonly origin: string;
  /** A console with a mistake in `ordinance.yaml` has none. */
  readonly access: Exclude<ConsoleAccess, 'flawed'>;
}

/** A credential as the client of the service takes it. */
export type SourceCredential =
  StoredSspmCredential | { readonly kind: 'command'; readonly name: string; run(): Promise<string> };

type PostureSourceServices = Pick<FeatureServices, 'consoles' | 'secrets' | 'settings' | 'programs'>;

/** Which consoles name an SSPM service, and who is signed in there. */
export class PostureSources extends DisposableOwner {
  readonly #services: PostureSourceServices;
  readonly #changed = this.disposables.add(new Emitter<void>());
  readonly onDidChange = this.#changed.event;
  #sources: readonly PostureSource[] = [];
  #run = 0;

  constructor(services: PostureSourceServices) {
    super();
    this.#services = services;
    const { consoles, secrets, settings } = services;
    this.disposables.addAll(
      consoles.onDidChange(() => void this.reload()),
      secrets.onDidChangeSspm(() => void this.reload()),
      settings.onDidChange((id) => id === 'ordinance.sspm.tokenCommands' && void this.reload()),
    );
  }

  get sources(): readonly PostureSource[] {
    return this.#sources;
  }

  get(id: string): PostureSource | undefined {
    return this.#sources.find((source) => source.id === id);
  }

  /** Never rejects; the last of several calls counts. */
  async reload(): Promise<void> {
    const run = ++this.#run;
    const sources: PostureSource[] = [];
    for (const console of this.#services.consoles.consoles) {
      const { sspmUrl } = console.entry;
      if (sspmUrl !== undefined && console.fault === undefined) {
        const access = !vscode.workspace.isTrusted ? 'untrusted' : await this.#access(console);
        sources.push({ id: console.id, console, sspmUrl, origin: new URL(sspmUrl).origin, access });
      }
    }
    if (run === this.#run) {
      this.#sources = sources;
      this.#changed.fire();
    }
  }

  /**
   * Returns the credential for the service of a console. A client that was typed for another token address counts as signed out, so its
   * secret goes nowhere new. The same is true for a credential that was typed for another authority, and for a program of the user
   * settings where the repository names an authority.
   */
  async credential(
    entry: Pick<ConsoleEntry, 'sspmUrl' | 'sspmTokenUrl'>,
    authority: string | undefined,
  ): Promise<SourceCredential | undefined> {
    if (entry.sspmUrl === undefined) {
      return undefined;
    }
    ensureTrusted();
    const { origin } = new URL(entry.sspmUrl);
    const command = this.#services.settings.sspmTokenCommand(origin);
    if (command) {
      if (authority !== undefined) {
        return undefined;
      }
      const run = (): Promise<string> => runTokenCommand(this.#services.programs, command);
      return { kind: 'command', name: JSON.stringify(command), run };
    }
    const stored = await this.#services.secrets.sspmCredential(origin);
    const isElsewhere = stored?.kind === 'client' && stored.tokenUrl !== entry.sspmTokenUrl;
    return isElsewhere || stored?.authority !== authority ? undefined : stored;
  }

  async #access({ entry, folder }: ConsoleHandle): Promise<PostureSource['access']> {
    try {
      const credential = await this.credential(entry, await authorityOf(entry, folder.uri));
      return credential ? 'ready' : 'signed-out';
    } catch {
      // Signing in says why.
      return 'signed-out';
    }
  }
}

const timeoutMs = 60_000;

/** Runs a program of the user, without a shell, and returns the first line it prints. Its output is never told or logged. */
async function runTokenCommand(programs: Programs, command: readonly string[]): Promise<string> {
  const [program = '', ...args] = command;
  const refuse = (why: string): ExpectedError =>
    new ExpectedError('token-command', `The token command "${program}" gave no token (${why}).`, {
      advice: 'Run it in a terminal; it is named in the setting ordinance.sspm.tokenCommands.',
    });
  let output: string;
  try {
    output = await programs.run(program, args, {
      environment: 'user',
      timeoutMs,
      mostBytes: 1024 * 1024,
    });
  } catch (error) {
    if (isExpected(error) && error.code === 'untrusted') {
      throw error;
    }
    // A word of the system, or the number that the program ended with.
    const { code = 'an error' } = error as { readonly code?: string | number };
    throw refuse(String(code));
  }
  const [line = ''] = output.trim().split(/\r?\n/);
  if (line === '') {
    throw refuse('nothing printed');
  }
  return line;
}
