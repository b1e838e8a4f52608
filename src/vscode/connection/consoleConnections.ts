import * as vscode from 'vscode';
import type { ConsoleClient, ConsoleResources } from '../../core/console/consoleClient.ts';
import { proxyFor, connectionOf, type ConsoleConnection } from '../../core/consoleFile/connectionOf.ts';
import type { Redaction } from '../../core/console/redaction.ts';
import type { AccessKeyProvider } from '../../core/console/authenticator.ts';
import { originsOf, type ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import { readConsoleFile } from '../../core/consoleFile/consoleFile.ts';
import { DisposableOwner, type Disposable } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { loadPart } from '../../core/util/loadPart.ts';
import type { Logger } from '../../core/util/logger.ts';
import { withProgress } from '../platform/progress.ts';
import type { Agreement, Secrets, StoredAccessKey } from '../platform/secrets.ts';
import type { Settings } from '../platform/settings.ts';
import { entryText, type ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Consoles } from '../workspace/consoles.ts';
import { agreementOf, authorityIn, authorityText } from '../workspace/authority.ts';
import { ensureAuthority, ensureReady, ensureTrusted } from './ensureTrusted.ts';

export type { ConsoleResources };

/** The fields of a new console. Fields that equal their default are not written. */
export type NewConsole = Pick<ConsoleEntry, 'name' | 'url'> &
  Partial<Pick<ConsoleEntry, 'loginUrl' | 'auth' | 'project'>>;

interface ConsoleConnectionsDeps {
  readonly consoles: Consoles;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly log: Logger;
  readonly redaction: Redaction;
}

interface CachedClient {
  /** The entry of the console in `ordinance.yaml`, as text. */
  readonly entry: string;
  /** The connection as text: addresses, settings, trusted files. */
  readonly connection: string;
  readonly origins: readonly string[];
  readonly client: Promise<ConsoleClient>;
  /** The number of leases that keep the client open. */
  leases: number;
  isClosed: boolean;
}

/** Keeps a client open until the lease is disposed, even when its console changes. */
interface Lease extends Disposable {
  readonly client: ConsoleClient;
}

/**
 * Provides all clients, but none in an untrusted workspace or for a console without sign-in. A client is
 * created on first use. It is closed when its console, the settings, the file of authorities or the access
 * key change.
 */
export class ConsoleConnections extends DisposableOwner {
  readonly #deps: ConsoleConnectionsDeps;
  readonly #clients = new Map<string, CachedClient>();

  constructor(deps: ConsoleConnectionsDeps) {
    super();
    this.#deps = deps;
    const { consoles, secrets } = deps;
    this.disposables.addAll(
      consoles.onDidChange(() =>
        this.#closeWhere((id, { entry }) => {
          const console = consoles.get(id);
          return console?.access !== 'ready' || entryText(console) !== entry;
        }),
      ),
      secrets.onDidChange((origin) => this.#closeWhere((_, { origins }) => origins.includes(origin))),
    );
  }

  /** Throws when no request may be made. */
  async client(console: ConsoleHandle): Promise<ConsoleClient> {
    return (await this.#cachedClient(console)).client;
  }

  /** Leases the current client, so that an operation ends with the client that it began with. */
  async lease(console: ConsoleHandle): Promise<Lease> {
    const cached = await this.#cachedClient(console);
    const client = await cached.client;
    if (cached.isClosed) {
      return this.lease(console);
    }
    cached.leases++;
    let isOver = false;
    return {
      client,
      dispose: () => {
        cached.leases -= isOver ? 0 : 1;
        isOver = true;
        if (cached.isClosed && cached.leases === 0) {
          client.dispose();
        }
      },
    };
  }

  /** The lists of a console beside its policies. Throws when no request may be made. */
  async resources(console: ConsoleHandle): Promise<ConsoleResources> {
    return (await this.client(console)).resources;
  }

  /** Reads from a console with a progress message that can be canceled. `what` is a part of the message. */
  read<T>(
    console: ConsoleHandle,
    what: string,
    read: (client: ConsoleClient, signal: AbortSignal) => Promise<T>,
  ): Thenable<T> {
    return withProgress(
      { title: vscode.l10n.t('Reading {0} of {1}', what, console.entry.name) },
      async (signal) => read(await this.client(console), signal),
    );
  }

  /** The connection to the console of an entry. */
  async connectionOf(entry: ConsoleEntry, folder: vscode.Uri): Promise<ConsoleConnection> {
    const { settings } = this.#deps;
    const ca = await authorityText(entry, folder);
    const { proxy, requestTimeoutMs } = settings;
    return connectionOf(entry, {
      ca,
      requestTimeoutMs,
      skipsVerification: (origin) => settings.skipsVerification(origin),
      proxyOf: (origin) =>
        proxy &&
        proxyFor(origin, {
          ...(proxy.address === undefined ? {} : { setting: proxy.address }),
          noProxy: proxy.exceptions,
          env: process.env,
        }),
    });
  }

  /** Resolves when a server answers at the address; sends no key. */
  async checkAddress(folder: vscode.Uri, url: string, signal: AbortSignal): Promise<void> {
    const connection = await this.connectionOf(entryOf({ name: 'new', url }), folder);
    const noKeys: AccessKeyProvider = { accessKey: async () => undefined };
    await this.#tryClient(connection, noKeys, (client) => client.checkAddress(signal));
  }

  /** Checks a key by one cheap request to the console that the person agreed to. Throws like a command. */
  async checkConnection(
    folder: vscode.Uri,
    console: NewConsole,
    key: StoredAccessKey,
    agreed: Agreement,
    signal: AbortSignal,
  ): Promise<void> {
    const entry = entryOf(console);
    const connection = await this.connectionOf(entry, folder);
    ensureAuthority(console.name, agreed.authority, authorityIn(connection.ca));
    const origins = originsOf(entry);
    const keys: AccessKeyProvider = {
      accessKey: async (origin) => (origins.includes(origin) ? key : undefined),
    };
    await this.#tryClient(connection, keys, (client) => client.checkAccess(signal));
  }

  override dispose(): void {
    super.dispose();
    this.#closeWhere((_, cached) => {
      cached.leases = 0;
      return true;
    });
  }

  /** Connects with the key that the person typed for exactly this console and authority. */
  protected connect({ entry }: ConsoleHandle, connection: ConsoleConnection): Promise<ConsoleClient> {
    const agreement = agreementOf(entry, authorityIn(connection.ca));
    const keys: AccessKeyProvider = {
      accessKey: (origin) => this.#deps.secrets.agreedKey(origin, agreement),
    };
    return this.#createClient(connection, keys, this.#deps.redaction);
  }

  async #cachedClient(console: ConsoleHandle): Promise<CachedClient> {
    ensureTrusted();
    ensureReady(console);
    this.#ensureCurrent(console);
    const { id, entry, folder } = console;
    const connection = await this.connectionOf(entry, folder.uri);
    const text = JSON.stringify(connection);
    const cached = this.#clients.get(id);
    if (cached?.connection === text) {
      return cached;
    }
    this.#close(id);
    const created: CachedClient = {
      entry: entryText(console),
      connection: text,
      origins: originsOf(entry),
      client: this.connect(console, connection),
      leases: 0,
      isClosed: false,
    };
    this.#clients.set(id, created);
    created.client.catch(() => {
      if (this.#clients.get(id) === created) {
        this.#clients.delete(id);
      }
    });
    return created;
  }

  /** An open page or question may have an old handle. Its request must not go to a changed console. */
  #ensureCurrent(console: ConsoleHandle): void {
    const { name } = console.entry;
    const current = this.#deps.consoles.get(console.id);
    if (!current) {
      throw new ExpectedError('no-console', vscode.l10n.t('ordinance.yaml no longer names {0}.', name));
    }
    if (entryText(current) !== entryText(console)) {
      throw new ExpectedError(
        'other-destination',
        vscode.l10n.t('{0} changed in ordinance.yaml. No request was made.', name),
        { advice: vscode.l10n.t('Refresh the view, then try again.') },
      );
    }
    ensureReady(current);
  }

  #closeWhere(isOver: (id: string, cached: CachedClient) => boolean): void {
    for (const [id, cached] of this.#clients) {
      if (isOver(id, cached)) {
        this.#close(id);
      }
    }
  }

  #close(id: string): void {
    const cached = this.#clients.get(id);
    this.#clients.delete(id);
    if (!cached) {
      return;
    }
    cached.isClosed = true;
    if (cached.leases === 0) {
      cached.client.then(
        (client) => client.dispose(),
        () => undefined,
      );
    }
  }

  async #tryClient(
    connection: ConsoleConnection,
    keys: AccessKeyProvider,
    use: (client: ConsoleClient) => Promise<unknown>,
  ): Promise<void> {
    const client = await this.#createClient(connection, keys, this.#deps.redaction.tentative());
    try {
      await use(client);
    } finally {
      client.dispose();
    }
  }

  async #createClient(
    connection: ConsoleConnection,
    keys: AccessKeyProvider,
    redaction: Redaction,
  ): Promise<ConsoleClient> {
    const part = await loadPart('the HTTP client', () => import('../../core/console/clients.ts'));
    return new part.ConsoleClient(connection, keys, { logger: this.#deps.log, redaction });
  }
}

/** The entry that a new console has in `ordinance.yaml`. */
function entryOf({ name, ...settings }: NewConsole): ConsoleEntry {
  const [entry] = readConsoleFile({ consoles: { [name]: settings } }).consoles;
  if (!entry) {
    throw new TypeError(`${name} has a problem that was not found while it was typed`);
  }
  return entry;
}
