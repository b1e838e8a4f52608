import type * as vscode from 'vscode';
import type { ConsoleClient } from '../../core/console/consoleClient.ts';
import { proxyFor } from '../../core/console/proxyFor.ts';
import type { Redaction } from '../../core/console/redaction.ts';
import type { AccessKeyProvider, ConsoleConnection } from '../../core/console/types.ts';
import { connectionOf } from '../../core/consoleFile/connectionOf.ts';
import { originsOf, type ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import { readConsoleFile } from '../../core/consoleFile/consoleFile.ts';
import type { ConsoleResources } from '../../core/consoleFile/resources.ts';
import { loadPart } from '../../core/util/loadPart.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { Agreement, Secrets, StoredAccessKey } from '../platform/secrets.ts';
import type { Settings } from '../platform/settings.ts';
import { agreementOf } from '../workspace/keyAgreement.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { Consoles } from '../workspace/consoles.ts';
import { authorityIn, authorityText } from '../workspace/authority.ts';
import { Connections, ensureAuthority } from './connections.ts';

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

/** Clients of consoles, made of their entries, the settings and the file of authorities as they are at that moment. */
export class ConsoleConnections extends Connections<ConsoleClient> {
  readonly #deps: ConsoleConnectionsDeps;

  constructor(deps: ConsoleConnectionsDeps) {
    super(deps.consoles, deps.secrets);
    this.#deps = deps;
  }

  protected async fingerprint({ entry, folder }: ConsoleHandle): Promise<string> {
    return JSON.stringify(await this.connectionOf(entry, folder.uri));
  }

  protected connect({ entry, folder }: ConsoleHandle): Promise<ConsoleClient> {
    return this.#make(entry, folder.uri, ({ ca }) => {
      const agreement = agreementOf(entry, authorityIn(ca));
      return { accessKey: (origin) => this.#deps.secrets.agreedKey(origin, agreement) };
    });
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

/** The entry that `ordinance.yaml` would give for a console. */
function entryOf({ name, ...settings }: NewConsole): ConsoleEntry {
  const [entry] = readConsoleFile({ consoles: { [name]: settings } }).consoles;
  if (!entry) {
    throw new TypeError(`${name} has a problem that was not found while it was typed`);
  }
  return entry;
}
