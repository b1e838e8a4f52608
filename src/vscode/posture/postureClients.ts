import type { SspmClient } from '../../core/console/sspm/sspmClient.ts';
import type { SspmConnection, SspmCredentialProvider } from '../../core/console/sspm/types.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { loadPart } from '../../core/util/loadPart.ts';
import { authorityIn, authorityOf } from '../workspace/authority.ts';
import { ensureAuthority, ensureTrusted } from '../connection/ensureTrusted.ts';
import type { StoredSspmCredential } from '../platform/secrets.ts';
import type { PostureSource, PostureSources } from './postureSources.ts';
import type { FeatureServices } from '../featureServices.ts';

export interface PostureClientsDeps extends Pick<FeatureServices, 'connections' | 'log' | 'redaction'> {
  readonly sources: PostureSources;
}

interface CachedClient {
  /** The entry of the console in `ordinance.yaml`. */
  readonly entry: string;
  /** The trusted authority. */
  readonly authority: string | undefined;
  readonly client: Promise<SspmClient>;
}

/** Clients by source: made on first use, closed when their source is gone, signed out or reached another way. */
export class PostureClients implements Disposable {
  readonly #deps: PostureClientsDeps;
  readonly #clients = new Map<string, CachedClient>();

  constructor(deps: PostureClientsDeps) {
    this.#deps = deps;
  }

  async of(id: string): Promise<SspmClient> {
    ensureTrusted();
    const { sources } = this.#deps;
    const source = sources.get(id);
    if (!source) {
      throw new ExpectedError('no-sspm', 'This console names no SSPM service any more.');
    }
    const { entry: named, folder } = source.console;
    const entry = entryText(source);
    const authority = await authorityOf(named, folder.uri);
    const cached = this.#clients.get(id);
    if (cached?.entry === entry && cached.authority === authority) {
      return cached.client;
    }
    this.#close(id);
    const client = this.#make(source, (trusted) => ({
      credential: () => sources.credential(named, trusted),
    }));
    this.#clients.set(id, { entry, authority, client });
    client.catch(() => {
      if (this.#clients.get(id)?.client === client) {
        this.#clients.delete(id);
      }
    });
    return client;
  }

  /** One request with this credential; fails as a command would. */
  async check(source: PostureSource, credential: StoredSspmCredential, signal: AbortSignal): Promise<void> {
    ensureTrusted();
    const credentialFor = (authority: string | undefined): SspmCredentialProvider => {
      ensureAuthority(source.console.entry.name, credential.authority, authority);
      return { credential: async () => credential };
    };
    const client = await this.#make(source, credentialFor, this.#deps.redaction.tentative());
    try {
      await client.checkAccess(signal);
    } finally {
      client.dispose();
    }
  }

  sweep(closed: (id: string) => void): void {
    for (const [id, { entry }] of this.#clients) {
      const source = this.#deps.sources.get(id);
      if (source?.access !== 'ready' || entryText(source) !== entry) {
        this.#close(id);
        closed(id);
      }
    }
  }

  dispose(): void {
    [...this.#clients.keys()].forEach((id) => this.#close(id));
  }

  #close(id: string): void {
    this.#clients.get(id)?.client.then(
      (client) => client.dispose(),
      () => undefined,
    );
    this.#clients.delete(id);
  }

  /** `providerFor`: credentials for whom the client trusts, as it does until it is closed. */
  async #make(
    source: PostureSource,
    providerFor: (authority: string | undefined) => SspmCredentialProvider,
    redaction = this.#deps.redaction,
  ): Promise<SspmClient> {
    const { connections, log } = this.#deps;
    const { entry, folder } = source.console;
    const { sspmUrl, sspmTokenUrl, sspmScope, sspmHeaders } = entry;
    const reached = await connections.connectionOf(
      { ...entry, url: source.sspmUrl, loginUrl: sspmTokenUrl ?? source.sspmUrl },
      folder.uri,
    );
    const own: SspmConnection = {
      ...reached,
      sspmUrl: sspmUrl ?? source.sspmUrl,
      ...(sspmScope === undefined ? {} : { scope: sspmScope }),
      ...(sspmHeaders === undefined ? {} : { headers: sspmHeaders }),
    };
    const part = await loadPart('the HTTP client', () => import('../../core/console/clients.ts'));
    return new part.SspmClient(own, providerFor(authorityIn(reached.ca)), { logger: log, redaction });
  }
}

function entryText({ console }: PostureSource): string {
  return JSON.stringify(console.entry);
}
