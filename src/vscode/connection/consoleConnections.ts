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
import { agreementOf } from '../workspace/keyAgreement.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Consoles } from '../workspace/consoles.ts';
import { authorityIn, authorityText } from '../workspace/authority.ts';
import { ensureAuthority, ensureReady, ensureTrusted } from './ensureTrusted.ts';

/** The fields of a console that are written; fields that equal their default are left out. */
export type NewConsole = Pick<ConsoleEntry, 'name' | 'url'> &
  Partial<Pick<ConsoleEntry, 'loginUrl' | 'auth' | 'project'>>;

export interface ConsoleConnectionsDeps {
  readonly consoles: Consoles;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly log: Logger;
  readonly redaction: Redaction;
}

interface Held {
  /** The entry of the console in `ordinance.yaml`. */
  readonly entry: string;
  /** The connection: addresses, settings, trusted files. */
  readonly connection: string;
  readonly origins: readonly string[];
  readonly client: Promise<ConsoleClient>;
  /** Number of users that keep it open until they are done. */
  leases: number;
  isClosed: boolean;
}

/** A client that stays open, whatever changes meanwhile, until the lease is disposed. */
interface Lease extends Disposable {
  readonly client: ConsoleClient;
}

/**
 * The one gate to the network: nobody gets a client of a console in an untrusted workspace, or of one that is signed out.
 * A client is made on first use, kept, and closed when its console, the settings, the file of authorities or the access key change.
 */
export class ConsoleConnections implements Disposable {
  readonly #deps: ConsoleConnectionsDeps;
  readonly #disposables = new DisposableStore();
  readonly #held = new Map<string, Held>();

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

  /** Fails when no request may be made. */
  async client(console: ConsoleHandle): Promise<ConsoleClient> {
    ensureTrusted();
    ensureReady(console);
    this.#ensureCurrent(console);
    const { id, entry, folder } = console;
    const connection = JSON.stringify(await this.connectionOf(entry, folder.uri));
    const held = this.#held.get(id);
    if (held?.connection === connection) {
      return held.client;
    }
    this.#close(id);
    const client = this.connect(console);
    const origins = originsOf(entry);
    const made = { entry: entryText(console), connection, origins, client, leases: 0, isClosed: false };
    this.#held.set(id, made);
    client.catch(() => {
      if (this.#held.get(id) === made) {
        this.#held.delete(id);
      }
    });
    return client;
  }

  /** The client of the moment, kept open for what was begun with it: that ends where it began. */
  async lease(console: ConsoleHandle): Promise<Lease> {
    const client = await this.client(console);
    const held = this.#held.get(console.id);
    if (!held || (await held.client) !== client || held.isClosed) {
      return this.lease(console);
    }
    held.leases++;
    let isOver = false;
    return {
      client,
      dispose: () => {
        held.leases -= isOver ? 0 : 1;
        isOver = true;
        if (held.isClosed && held.leases === 0) {
          client.dispose();
        }
      },
    };
  }

  /** Everything a console holds beside policies; fails when no request may be made. */
  async resources(console: ConsoleHandle): Promise<ConsoleResources> {
    return (await this.client(console)).resources;
  }

  /** How the console of an entry would be reached. */
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

  /** Resolves when anything answers there; sends no key. */
  async checkAddress(folder: vscode.Uri, url: string, signal: AbortSignal): Promise<void> {
    const entry = entryOf({ name: 'new', url });
    await this.#briefly(
      entry,
      folder,
      () => ({ accessKey: async () => undefined }),
      (client) => client.checkAddress(signal),
    );
  }

  /** One cheap request with this key, to whom was agreed to; fails as a command would. */
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
    await this.#briefly(entry, folder, keysFor, (client) => client.checkAccess(signal));
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#closeWhere((_, held) => {
      held.leases = 0;
      return true;
    });
  }

  /** Connects with the keys that were typed for this very use. */
  protected connect({ entry, folder }: ConsoleHandle): Promise<ConsoleClient> {
    return this.#make(entry, folder.uri, ({ ca }) => {
      const agreement = agreementOf(entry, authorityIn(ca));
      return { accessKey: (origin) => this.#deps.secrets.agreedKey(origin, agreement) };
    });
  }

  /** A page or a question may have kept a handle: what was asked about one console is not done to another. */
  #ensureCurrent(console: ConsoleHandle): void {
    const { name } = console.entry;
    const now = this.#deps.consoles.get(console.id);
    if (!now) {
      throw new ExpectedError('no-console', vscode.l10n.t('ordinance.yaml no longer names {0}.', name));
    }
    if (entryText(now) !== entryText(console)) {
      throw new ExpectedError(
        'other-destination',
        vscode.l10n.t('{0} changed in ordinance.yaml. No request was made.', name),
        { advice: vscode.l10n.t('Refresh the view, then try again.') },
      );
    }
    ensureReady(now);
  }

  #closeWhere(isOver: (id: string, held: Held) => boolean): void {
    for (const [id, held] of this.#held) {
      if (isOver(id, held)) {
        this.#close(id);
      }
    }
  }

  #close(id: string): void {
    const held = this.#held.get(id);
    this.#held.delete(id);
    if (!held) {
      return;
    }
    held.isClosed = true;
    if (held.leases === 0) {
      held.client.then(
        (client) => client.dispose(),
        () => undefined,
      );
    }
  }

  async #briefly(
    entry: ConsoleEntry,
    folder: vscode.Uri,
    keysFor: (connection: ConsoleConnection) => AccessKeyProvider,
    use: (client: ConsoleClient) => Promise<unknown>,
  ): Promise<void> {
    const client = await this.#make(entry, folder, keysFor, this.#deps.redaction.tentative());
    try {
      await use(client);
    } finally {
      client.dispose();
    }
  }

  async #make(
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

/** The entry that `ordinance.yaml` would give for a console. */
function entryOf({ name, ...settings }: NewConsole): ConsoleEntry {
  const [entry] = readConsoleFile({ consoles: { [name]: settings } }).consoles;
  if (!entry) {
    throw new TypeError(`${name} has a problem that was not found while it was typed`);
  }
  return entry;
}
