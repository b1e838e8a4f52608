import * as vscode from 'vscode';
import type { ConsoleClient } from '../../core/console/consoleClient.ts';
import { proxyFor } from '../../core/console/proxyFor.ts';
import type { Redaction } from '../../core/console/redaction.ts';
import type { AccessKeyProvider, ConsoleConnection } from '../../core/console/types.ts';
import { connectionOf } from '../../core/consoleFile/connectionOf.ts';
import { originsOf, type ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import { readConsoleFile } from '../../core/consoleFile/consoleFile.ts';
import type { ConsoleResources } from '../../core/consoleFile/resources.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { loadPart } from '../../core/util/loadPart.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { Agreement, Secrets, StoredAccessKey } from '../platform/secrets.ts';
import type { Settings } from '../platform/settings.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Consoles } from '../workspace/consoles.ts';
import { agreementOf, authorityIn, authorityText } from '../workspace/authority.ts';
import { ensureAuthority, ensureReady, ensureTrusted } from './ensureTrusted.ts';

/** The fields of a new console. Fields that equal their default are not written. */
export type NewConsole = Pick<ConsoleEntry, 'name' | 'url'> &
  Partial<Pick<ConsoleEntry, 'loginUrl' | 'auth' | 'project'>>;

export interface ConsoleConnectionsDeps {
  readonly consoles: Consoles;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly log: Logger;
  readonly redaction: Redaction;
}

interface CachedClient {
  /** The entry of the console in `ordinance.yaml`. */
  readonly entry: string;
  /** The connection: addresses, settings, trusted files. */
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
export class ConsoleConnections implements Disposable {
  readonly #deps: ConsoleConnectionsDeps;
  readonly #disposables = new DisposableStore();
  readonly #clients = new Map<string, CachedClient>();

  constructor(deps: ConsoleConnectionsDeps) {
    this.#deps = deps;
    const { consoles, secrets } = deps;
    this.#disposables.addAll(
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
    ensureTrusted();
    ensureReady(console);
    this.#ensureCurrent(console);
    const { id, entry, folder } = console;
    const connection = JSON.stringify(await this.connectionOf(entry, folder.uri));
    const cached = this.#clients.get(id);
    if (cached?.connection === connection) {
      return cached.client;
    }
    this.#close(id);
    const client = this.connect(console);
    const origins = originsOf(entry);
    const created = { entry: entryText(console), connection, origins, client, leases: 0, isClosed: false };
    this.#clients.set(id, created);
    client.catch(() => {
      if (this.#clients.get(id) === created) {
        this.#clients.delete(id);
      }
    });
    return client;
  }

  /** Leases the current client, so that an operation ends with the client that it began with. */
  async lease(console: ConsoleHandle): Promise<Lease> {
    const client = await this.client(console);
    const cached = this.#clients.get(console.id);
    if (!cached || (await cached.client) !== client || cached.isClosed) {
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
    const entry = entryOf({ name: 'new', url });
    await this.#withClient(
      entry,
      folder,
      () => ({ accessKey: async () => undefined }),
      (client) => client.checkAddress(signal),
    );
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
    const origins = originsOf(entry);
    const keysFor = ({ ca }: ConsoleConnection): AccessKeyProvider => {
      ensureAuthority(console.name, agreed.authority, authorityIn(ca));
      return { accessKey: async (origin) => (origins.includes(origin) ? key : undefined) };
    };
    await this.#withClient(entry, folder, keysFor, (client) => client.checkAccess(signal));
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#closeWhere((_, cached) => {
      cached.leases = 0;
      return true;
    });
  }

  /** Connects with the key that the person typed for exactly this console and authority. */
  protected connect({ entry, folder }: ConsoleHandle): Promise<ConsoleClient> {
    return this.#createClient(entry, folder.uri, ({ ca }) => {
      const agreement = agreementOf(entry, authorityIn(ca));
      return { accessKey: (origin) => this.#deps.secrets.agreedKey(origin, agreement) };
    });
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

  async #withClient(
    entry: ConsoleEntry,
    folder: vscode.Uri,
    keysFor: (connection: ConsoleConnection) => AccessKeyProvider,
    use: (client: ConsoleClient) => Promise<unknown>,
  ): Promise<void> {
    const client = await this.#createClient(entry, folder, keysFor, this.#deps.redaction.tentative());
    try {
      await use(client);
    } finally {
      client.dispose();
    }
  }

  async #createClient(
    entry: ConsoleEntry,
    folder: vscode.Uri,
    keysFor: (connection: ConsoleConnection) => AccessKeyProvider,
    redaction = this.#deps.redaction,
  ): Promise<ConsoleClient> {
    const connection = await this.connectionOf(entry, folder);
    const part = await loadPart('the HTTP client', () => import('../../core/console/clients.ts'));
    const { log } = this.#deps;
    return new part.ConsoleClient(connection, keysFor(connection), { logger: log, redaction });
  }
}

function entryText({ entry }: ConsoleHandle): string {
  return JSON.stringify(entry);
}

/** The entry that a new console has in `ordinance.yaml`. */
function entryOf({ name, ...settings }: NewConsole): ConsoleEntry {
  const [entry] = readConsoleFile({ consoles: { [name]: settings } }).consoles;
  if (!entry) {
    throw new TypeError(`${name} has a problem that was not found while it was typed`);
  }
  return entry;
}
