import * as vscode from 'vscode';
import type { SspmClient } from '../../core/console/sspm/sspmClient.ts';
import type { ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import type { StoredSspmCredential } from '../platform/secrets.ts';
import { DisposableOwner, whileOpen, Emitter } from '../../core/util/disposable.ts';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import type { Programs } from '../../core/sync/programs.ts';
import { loadPart } from '../../core/util/loadPart.ts';
import { authorityIn, authorityOf } from '../workspace/authority.ts';
import { ensureAuthority, ensureTrusted } from '../connection/ensureTrusted.ts';
import { entryText, type ConsoleAccess, type ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { FeatureServices } from '../featureServices.ts';
import type { SspmConnection, SspmCredentialProvider } from '../../core/console/sspm/bearer.ts';

/** The SSPM service of one console. */
export interface PostureSource {
  /** The id of the console. */
  readonly id: string;
  readonly console: ConsoleHandle;
  readonly sspmUrl: string;
  /** The origin of `sspmUrl`, to which credentials are bound. */
  readonly origin: string;
  /** A console with a mistake in `ordinance.yaml` has no source. */
  readonly access: Exclude<ConsoleAccess, 'flawed'>;
}

/** A credential for the client of a service. */
type SourceCredential =
  StoredSspmCredential | { readonly kind: 'command'; readonly name: string; run(): Promise<string> };

type PostureSourceServices = Pick<
  FeatureServices,
  'connections' | 'consoles' | 'log' | 'programs' | 'redaction' | 'secrets' | 'settings'
>;

interface CachedClient {
  /** The entry of the console in `ordinance.yaml`. */
  readonly entry: string;
  /** The trusted authority. */
  readonly authority: string | undefined;
  readonly client: Promise<SspmClient>;
}

/**
 * The SSPM services of the consoles, who is signed in there, and their clients. A client is made on first use, and closed when its source
 * is gone, is signed out, or has another address or authority.
 */
export class PostureSources extends DisposableOwner {
  readonly #services: PostureSourceServices;
  readonly #clients = new Map<string, CachedClient>();
  readonly #changed = this.disposables.add(new Emitter<readonly string[]>());
  /** Fires the ids of the sources whose client was closed. */
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
      { dispose: () => [...this.#clients.keys()].forEach((id) => this.#close(id)) },
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
    if (run !== this.#run) {
      return;
    }
    this.#sources = sources;
    const isOver = ([id, { entry }]: [string, CachedClient]): boolean => {
      const source = this.get(id);
      return source?.access !== 'ready' || entryText(source.console) !== entry;
    };
    const closed = [...this.#clients].filter(isOver).map(([id]) => id);
    closed.forEach((id) => this.#close(id));
    this.#changed.fire(closed);
  }

  /** The reason why Ordinance cannot read from a service now; undefined while it can. */
  staleReason(id: string): string | undefined {
    const source = this.get(id);
    if (!source) {
      return vscode.l10n.t(
        'No console of this workspace uses this service any longer. The page shows the last read.',
      );
    }
    const { name } = source.console.entry;
    switch (source.access) {
      case 'signed-out':
        return vscode.l10n.t(
          'You are signed out of the SSPM service of {0}. The page shows the last read.',
          name,
        );
      case 'untrusted':
        return vscode.l10n.t('This folder is not trusted. The page shows the last read.');
      case 'ready':
        return undefined;
    }
  }

  async client(id: string): Promise<SspmClient> {
    ensureTrusted();
    const source = this.get(id);
    if (!source) {
      throw new ExpectedError('no-sspm', 'This console no longer names an SSPM service.');
    }
    const { entry: consoleEntry, folder } = source.console;
    const entry = entryText(source.console);
    const authority = await authorityOf(consoleEntry, folder.uri);
    const cached = this.#clients.get(id);
    if (cached?.entry === entry && cached.authority === authority) {
      return cached.client;
    }
    this.#close(id);
    const client = this.#createClient(source, (trusted) => ({
      credential: () => this.credential(consoleEntry, trusted),
    }));
    this.#clients.set(id, { entry, authority, client });
    client.catch(() => {
      if (this.#clients.get(id)?.client === client) {
        this.#clients.delete(id);
      }
    });
    return client;
  }

  /** Makes one request with this credential. Fails like a command. */
  async check(source: PostureSource, credential: StoredSspmCredential, signal: AbortSignal): Promise<void> {
    ensureTrusted();
    const credentialFor = (authority: string | undefined): SspmCredentialProvider => {
      ensureAuthority(source.console.entry.name, credential.authority, authority);
      return { credential: async () => credential };
    };
    const client = this.#createClient(source, credentialFor, this.#services.redaction.tentative());
    await whileOpen(client, (opened) => opened.checkAccess(signal));
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
      // The command that signs in shows the reason.
      return 'signed-out';
    }
  }

  #close(id: string): void {
    this.#clients.get(id)?.client.then(
      (client) => client.dispose(),
      () => undefined,
    );
    this.#clients.delete(id);
  }

  /** `providerFor` makes the credentials for the authority that the client trusts until it is closed. */
  async #createClient(
    source: PostureSource,
    providerFor: (authority: string | undefined) => SspmCredentialProvider,
    redaction = this.#services.redaction,
  ): Promise<SspmClient> {
    const { connections, log } = this.#services;
    const { entry, folder } = source.console;
    const { sspmUrl } = source;
    const { sspmTokenUrl, sspmScope, sspmHeaders } = entry;
    const reached = await connections.connectionOf(
      { ...entry, url: sspmUrl, loginUrl: sspmTokenUrl ?? sspmUrl },
      folder.uri,
    );
    const connection: SspmConnection = {
      ...reached,
      sspmUrl,
      ...(sspmScope === undefined ? {} : { scope: sspmScope }),
      ...(sspmHeaders === undefined ? {} : { headers: sspmHeaders }),
    };
    const part = await loadPart('the HTTP client', () => import('../../core/console/clients.ts'));
    return new part.SspmClient(connection, providerFor(authorityIn(reached.ca)), { logger: log, redaction });
  }
}

const timeoutMs = 60_000;

/** Runs a program of the user, without a shell, and returns the first line it prints. Its output is never shown or logged. */
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
    // The code of the system, or the exit code of the program.
    const { code = 'an error' } = error as { readonly code?: string | number };
    throw refuse(String(code));
  }
  const [line = ''] = output.trim().split(/\r?\n/);
  if (line === '') {
    throw refuse('nothing printed');
  }
  return line;
}
