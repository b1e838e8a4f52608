import { l10n, type Uri } from 'vscode';
import type { PostureTools } from './commands/postureTools.ts';
import type { Redaction } from '../../core/console/redaction.ts';
import { SspmClient } from '../../core/console/sspm/sspmClient.ts';
import type { SspmConnection, SspmCredentialProvider } from '../../core/console/sspm/types.ts';
import { authorityOf } from '../../core/console/authoritiesIn.ts';
import type { ConsoleConnection } from '../../core/console/types.ts';
import type { ConsoleEntry } from '../../core/consoles/consoleFile.ts';
import type { PostureSnapshot } from '../../core/posture/snapshot.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Log } from '../platform/log.ts';
import type { Memory } from '../platform/memory.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Settings } from '../platform/settings.ts';
import { SingleFlight } from '../../core/util/concurrency.ts';
import type { Disposable, DisposableStore } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ProgramRunner } from '../../core/util/programRunner.ts';
import { PosturePages } from './pages/posturePages.ts';
import { PostureDocuments } from './postureDocuments.ts';
import { PostureLinks } from './postureLinks.ts';
import { PostureReadings } from './postureReadings.ts';
import { PostureView } from './postureView.ts';
import type { Consoles } from '../workspace/consoles.ts';
import { PostureSources, type PostureSource } from './postureSources.ts';
import type { AuthorityReader } from '../workspace/agreement.ts';
import { ensureAuthority, ensureTrusted } from '../workspace/connections.ts';

export interface PosturePartsDeps {
  readonly consoles: Consoles;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly memory: Memory;
  readonly contextKeys: ContextKeys;
  readonly log: Log;
  readonly redaction: Redaction;
  readonly programs: ProgramRunner;
  readonly report: (what: string, error: unknown) => void;
  readonly extensionUri: Uri;
  /** How the console of an entry would be reached. */
  readonly connection: (entry: ConsoleEntry, folder: Uri) => Promise<ConsoleConnection>;
  readonly authorityOf: AuthorityReader;
}

/** Constructs what belongs to the SaaS posture view; a part of the container. */
export function postureParts(store: DisposableStore, deps: PosturePartsDeps): PostureTools {
  const own = <T extends Disposable>(item: T): T => store.add(item);
  const { consoles, secrets, settings, authorityOf, programs } = deps;
  const sources = own(new PostureSources({ consoles, secrets, settings, authorityOf, programs }));
  const clients = own(new Clients(deps, sources));
  const readings = own(new PostureReadings((id) => clients.of(id), deps.report));
  const links = own(new PostureLinks(deps.memory, readings));
  own(
    sources.onDidChange(() => {
      clients.sweep((id) => readings.forget(id));
    }),
  );
  const view = own(new PostureView({ sources, readings, links, contextKeys: deps.contextKeys }));
  const standing = (sourceId: string): string | undefined => standingOf(sources.get(sourceId));
  return {
    sources,
    standing,
    readings,
    links,
    view,
    documents: own(new PostureDocuments()),
    pages: own(
      new PosturePages({
        extensionUri: deps.extensionUri,
        standing,
        onDidChangeStanding: sources.onDidChange,
      }),
    ),
    tenants: new Map<string, PostureSnapshot>(),
    comparisons: new Map<string, { console: string; text: string }>(),
    check: async (source, credential, signal) => {
      ensureTrusted();
      const client = await clients.make(source, (authority) => {
        ensureAuthority(source.console.entry.name, credential.authority, authority);
        return { credential: async () => credential };
      });
      try {
        await client.checkAccess(signal);
      } finally {
        client.dispose();
      }
    },
  };
}

/** What a page of a service says while nothing can be read from it; undefined when it can. */
export function standingOf(source: PostureSource | undefined): string | undefined {
  if (!source) {
    return l10n.t('No console of this workspace names this service any more: this is what was read before.');
  }
  const { name } = source.console.entry;
  switch (source.access) {
    case 'signed-out':
      return l10n.t('You are signed out of the SSPM service of {0}: this is what was read before.', name);
    case 'untrusted':
      return l10n.t('This folder is not trusted: this is what was read before.');
    case 'ready':
      break;
  }
  return undefined;
}

/** Clients by source: made on first use, closed when their source is gone, signed out or reached another way. */
class Clients implements Disposable {
  readonly #deps: PosturePartsDeps;
  readonly #sources: PostureSources;
  readonly #held = new Map<
    string,
    { readonly entry: string; readonly key: string; readonly client: SspmClient }
  >();
  readonly #making = new SingleFlight<SspmClient>();

  constructor(deps: PosturePartsDeps, sources: PostureSources) {
    this.#deps = deps;
    this.#sources = sources;
  }

  async of(id: string): Promise<SspmClient> {
    ensureTrusted();
    const source = this.#sources.get(id);
    if (!source) {
      throw new ExpectedError('no-sspm', 'This console names no SSPM service any more.');
    }
    const { authorityOf } = this.#deps;
    const { entry: named, folder } = source.console;
    const entry = entryText(source);
    const key = `${entry}\n${await authorityOf(named, folder.uri)}`;
    const held = this.#held.get(id);
    if (held?.key === key) {
      return held.client;
    }
    return this.#making.run(`${id}\n${key}`, async () => {
      const client = await this.make(source, (authority) => ({
        credential: () => this.#sources.credential(named, authority),
      }));
      this.#held.get(id)?.client.dispose();
      this.#held.set(id, { entry, key, client });
      return client;
    });
  }

  /** `providerFor`: credentials for whom the client trusts, as it does until it is closed. */
  async make(
    source: PostureSource,
    providerFor: (authority: string | undefined) => SspmCredentialProvider,
  ): Promise<SspmClient> {
    const { connection, log, redaction } = this.#deps;
    const { entry, folder } = source.console;
    const { sspmUrl, sspmTokenUrl, sspmScope, sspmHeaders } = entry;
    const reached = await connection(
      { ...entry, url: source.sspmUrl, loginUrl: sspmTokenUrl ?? source.sspmUrl },
      folder.uri,
    );
    const own: SspmConnection = {
      ...reached,
      sspmUrl: sspmUrl ?? source.sspmUrl,
      ...(sspmScope === undefined ? {} : { scope: sspmScope }),
      ...(sspmHeaders === undefined ? {} : { headers: sspmHeaders }),
    };
    const provider = providerFor(reached.ca === undefined ? undefined : authorityOf(reached.ca));
    return new SspmClient(own, provider, { logger: log, redaction });
  }

  sweep(closed: (id: string) => void): void {
    for (const [id, { entry, client }] of this.#held) {
      const source = this.#sources.get(id);
      if (source?.access !== 'ready' || entryText(source) !== entry) {
        client.dispose();
        this.#held.delete(id);
        closed(id);
      }
    }
  }

  dispose(): void {
    for (const { client } of this.#held.values()) {
      client.dispose();
    }
  }
}

function entryText({ console }: PostureSource): string {
  return JSON.stringify(console.entry);
}
