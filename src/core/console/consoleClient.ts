import { policyKind } from '../policy/families.ts';
import type { Disposable } from '../util/disposable.ts';
import type { Logger } from '../util/logger.ts';
import { withinOperation } from '../util/operation.ts';
import { Authenticator } from './authenticator.ts';
import { readCollection } from './readCollection.ts';
import type { Collection, ConsoleResources } from '../consoles/resources.ts';
import { systemClock, type ConsoleClock } from './consoleClock.ts';
import { ConsoleRequests } from './consoleRequests.ts';
import { HttpError } from './httpError.ts';
import { pageIn, type Page, pagesOf, type PageOptions } from './pagesOf.ts';
import { PolicyClient } from './policyClient.ts';
import { Redaction } from './redaction.ts';
import { AgentlessClient } from './resources/agentlessClient.ts';
import { ApiSpecificationClient } from './resources/apiSpecificationClient.ts';
import { BaseImageClient } from './resources/baseImageClient.ts';
import { CollectionClient } from './resources/collectionClient.ts';
import { ImpactedClient } from './resources/impactedClient.ts';
import { LookupClient } from './resources/lookupClient.ts';
import { NetworkListClient } from './resources/networkListClient.ts';
import { ResourceRequests } from './resources/resourceRequests.ts';
import { Transport } from './transport.ts';
import type { AccessKeyProvider, ConsoleConnection } from './types.ts';
import type { Destination } from '../consoles/destination.ts';
import { authorityOf } from './authoritiesIn.ts';

export interface ConsoleClientOptions {
  readonly logger: Logger;
  readonly clock?: ConsoleClock;
  /** Told every secret that is used, so that a log can share it. */
  readonly redaction?: Redaction;
}

const pageLimit = 50;
const MAX_PAGES = 2000;

/**
 * One console: its connections, sessions and requests. Every method throws `HttpError` or `CanceledError`. Nothing is
 * sent or loaded before the first request; a changed connection needs a new client.
 */
export class ConsoleClient implements Disposable {
  readonly policies: PolicyClient;
  readonly resources: ConsoleResources;
  readonly #origin: string;
  readonly #redaction: Redaction;
  readonly #transport: Transport;
  readonly #authenticator: Authenticator;
  readonly #requests: ConsoleRequests;

  constructor(connection: ConsoleConnection, keys: AccessKeyProvider, options: ConsoleClientOptions) {
    const { logger, clock = systemClock, redaction = new Redaction() } = options;
    this.#origin = new URL(connection.url).origin;
    this.#redaction = redaction;
    this.#transport = new Transport(connection, logger, clock, redaction);
    this.#authenticator = new Authenticator(connection, keys, this.#transport, redaction, clock, logger);
    this.#requests = new ConsoleRequests(connection, this.#transport, this.#authenticator, clock, redaction);
    const resources = new ResourceRequests(this.#requests);
    this.resources = {
      impacted: new ImpactedClient(resources),
      agentless: new AgentlessClient(resources),
      apiSpecification: new ApiSpecificationClient(resources),
      networkLists: new NetworkListClient(resources),
      baseImages: new BaseImageClient(resources),
      collections: new CollectionClient(resources),
      lookups: new LookupClient(resources),
    };
    const destination = destinationOf(connection);
    this.policies = new PolicyClient(destination, this.#requests, async (signal) => {
      const collections = await this.collections(signal);
      return new Set(collections.map(({ name }) => name));
    });
  }

  /** All collections, in the console's order. */
  async collections(signal?: AbortSignal): Promise<Collection[]> {
    const request = { method: 'GET', id: 'collections', path: '/collections', scope: 'lookup' } as const;
    const page = async (offset: number, limit: number): Promise<Page> =>
      pageIn(await this.#requests.json({ ...request, query: { offset, limit } }, signal));
    const keyOf = (row: unknown): string | undefined => readCollection(row)?.name;
    const { rows, complete } = await withinOperation(() =>
      readPages(page, { limit: pageLimit, maxPages: MAX_PAGES, keyOf }, signal),
    );
    if (!complete) {
      throw new HttpError(
        'too-large',
        `The list of collections does not end after ${rows.length} rows.`,
        { method: 'GET', origin: this.#origin, path: request.path, mayHaveArrived: true },
        { advice: 'Check that the address leads to a console.' },
      );
    }
    return rows.map(readCollection).filter((collection) => collection !== undefined);
  }

  /** The release of the console, such as `34.04.123`. */
  async version(signal?: AbortSignal): Promise<string> {
    const request = { method: 'GET', id: 'version', path: '/version', scope: 'lookup' } as const;
    const text = (await this.#requests.text(request, signal)).trim().replaceAll('"', '');
    // It goes into the lock file, which is committed: nothing but a version does.
    if (!/^[\w.+-]{1,64}$/.test(text) || this.#redaction.redact(text) !== text) {
      throw new HttpError(
        'not-json',
        `The answer of ${this.#origin} is not a version.`,
        { method: 'GET', origin: this.#origin, path: request.path, mayHaveArrived: true },
        { advice: 'Check that the address leads to a console.' },
      );
    }
    return text;
  }

  /** Resolves when the console answers at all; needs no access key. */
  async ping(signal?: AbortSignal): Promise<void> {
    await this.#requests.send({ method: 'GET', id: 'ping', path: '/_ping', scope: 'public' }, signal);
  }

  /** Resolves when a server answers at all, whatever it says; needs no access key. */
  async checkAddress(signal?: AbortSignal): Promise<void> {
    try {
      await this.ping(signal);
    } catch (error) {
      const answered =
        error instanceof HttpError && error.status !== undefined && error.code !== 'redirected';
      if (!answered) {
        throw error;
      }
    }
  }

  /**
   * Resolves when the access key is accepted for policies and for other requests. A role without the permission for the
   * policy that is asked for, and a console without that policy, are fine.
   */
  async checkAccess(signal?: AbortSignal): Promise<void> {
    const kind = policyKind('vulnerability/ci-serverless');
    if (!kind) {
      throw new TypeError('the policy table has changed');
    }
    const absent = await missing(['forbidden', 'not-found'], this.policies.read(kind, signal));
    // Where neither is known, the address is wrong.
    await missing(absent === 'not-found' ? [] : ['not-found', 'forbidden'], this.version(signal));
  }

  /** Ends running requests as canceled. */
  dispose(): void {
    this.#authenticator.forget();
    this.#transport.dispose();
  }
}

/** The code of an expected failure of `work`; undefined when it succeeded. */
async function missing(
  expected: readonly HttpError['code'][],
  work: Promise<unknown>,
): Promise<HttpError['code'] | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof HttpError && expected.includes(error.code)) {
      return error.code;
    }
    throw error;
  }
}

/** The destination of the requests of a connection, which a person confirms. */
function destinationOf(connection: ConsoleConnection): Destination {
  const { url, loginUrl, apiVersion, project, auth, authHeader, paths, ca, rejectUnauthorized } = connection;
  return {
    url,
    loginUrl,
    apiVersion,
    auth,
    authHeader,
    ...(project === undefined ? {} : { project }),
    ...(paths === undefined || Object.keys(paths).length === 0 ? {} : { paths: { ...paths } }),
    ...(ca === undefined ? {} : { authority: authorityOf(ca) }),
    ...(rejectUnauthorized ? {} : { unverified: true }),
  };
}

export interface Rows {
  readonly rows: readonly unknown[];
  /** False: reading stopped at `maxPages`. */
  readonly complete: boolean;
}

/** Pages that are asked for at the same time, once the console said how many rows there are. */
const pagesAtOnce = 4;

/** Reads a paged list to its end, tolerating lists that are not paged at all. Rows without a key are left out. */
export async function readPages(
  fetch: (offset: number, limit: number) => Promise<Page>,
  options: PageOptions,
  signal?: AbortSignal,
): Promise<Rows> {
  const rows: unknown[] = [];
  let complete = true;
  for await (const page of pagesOf(readAhead(fetch), options, signal)) {
    page.rows.forEach((row) => rows.push(row));
    complete = !page.cut;
    options.onProgress?.(rows.length, page.total);
  }
  return { rows, complete };
}

/** Asks for the pages that follow a full one before they are needed. */
function readAhead(fetch: (offset: number, limit: number) => Promise<Page>): typeof fetch {
  const asked = new Map<number, Promise<Page>>();
  return async (offset, limit) => {
    const page = await (asked.get(offset) ?? fetch(offset, limit));
    const isFull = Array.isArray(page.value) && page.value.length === limit;
    const end = isFull ? Math.min(page.total ?? 0, offset + pagesAtOnce * limit + 1) : 0;
    for (let next = offset + limit; next < end; next += limit) {
      if (!asked.has(next)) {
        const answer = fetch(next, limit);
        // A list that ends before does not need this page, nor an answer to it.
        answer.catch(() => undefined);
        asked.set(next, answer);
      }
    }
    return page;
  };
}
