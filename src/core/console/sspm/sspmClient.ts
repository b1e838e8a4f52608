import { type JsonValue, isJsonObject, type JsonObject } from '../../json/json.ts';
import { parseJson } from '../../json/jsonText.ts';
import { resourcePath, type Resource } from '../../posture/resource.ts';
import type { Disposable } from '../../util/disposable.ts';
import { passOnUnexpected, throwIfCanceled } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import { withinOperation } from '../../util/operation.ts';
import { excerptOf, isPage, isSuccess, looksLikeJson, textOf, type Answer } from '../answer.ts';
import { systemClock, type ConsoleClock } from '../consoleClock.ts';
import { splitAddress } from '../endpoints.ts';
import { HttpError } from '../httpError.ts';
import { type RequestFacts, statusError } from '../statusError.ts';
import { Redaction } from '../redaction.ts';
import { Transport } from '../transport.ts';
import { BearerTokens } from './bearer.ts';
import { secretInAnswer } from '../secretInAnswer.ts';
import type { SspmConnection, SspmCredentialProvider } from './types.ts';
import { rowsOf, wordsAt, wordsOf } from '../../posture/tolerant.ts';

export interface SspmClientOptions {
  readonly logger: Logger;
  readonly clock?: ConsoleClock;
  /** Told every secret that is used, so that a log can share it. */
  readonly redaction?: Redaction;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** For applications: the filter (`type:…`) and the order (`name:asc`). */
  readonly filter?: string;
  readonly orderBy?: string;
  onProgress?(done: number, total: number | undefined): void;
}

export interface SspmAnswer {
  /** The answer of the service; pages of applications are one list. */
  readonly value: JsonValue;
  /** Why there may be more than this. */
  readonly stopped?: 'repeated-page' | 'too-many';
}

/** Statuses with which a tenant without the product answers the list of applications. */
const notProvisioned = [404, 424, 500];

/**
 * The SSPM service of one console: thirteen reads and no write. Throws `HttpError`, `CanceledError`, and `ExpectedError`
 * for an answer that is not JSON.
 */
export class SspmClient implements Disposable {
  readonly #connection: SspmConnection;
  readonly #transport: Transport;
  readonly #bearer: BearerTokens;
  readonly #redaction: Redaction;
  readonly #clock: ConsoleClock;

  constructor(connection: SspmConnection, provider: SspmCredentialProvider, options: SspmClientOptions) {
    const { logger, clock = systemClock, redaction = new Redaction() } = options;
    this.#connection = connection;
    this.#redaction = redaction;
    this.#clock = clock;
    this.#transport = new Transport(
      {
        ...connection,
        url: connection.sspmUrl,
        loginUrl: connection.sspmUrl,
        apiVersion: '1',
        auth: 'bearer',
        authHeader: 'authorization',
      },
      logger,
      clock,
      redaction,
    );
    this.#bearer = new BearerTokens({
      connection,
      provider,
      transport: this.#transport,
      redaction,
      clock,
      logger,
    });
    for (const value of Object.values(connection.headers ?? {})) {
      redaction.hide(value);
    }
  }

  async read(resource: Resource, options: ReadOptions = {}): Promise<SspmAnswer> {
    const { signal } = options;
    const path = resourcePath(resource);
    if (resource.kind !== 'applications') {
      return { value: await this.#get(path, [], signal) };
    }
    const query = { filter: options.filter, order_by: options.orderBy };
    const { rows, stopped } = await withinOperation(() =>
      readApplicationPages(
        (token) => this.#get(path + queryOf({ ...query, page_token: token }), notProvisioned, signal),
        (done, total) => options.onProgress?.(done, total),
        signal,
      ),
    );
    return { value: rows, ...(stopped === undefined ? {} : { stopped }) };
  }

  /** Resolves when the service accepts the token, provisioned or not. */
  async checkAccess(signal?: AbortSignal): Promise<void> {
    try {
      await this.#get(resourcePath({ kind: 'applications' }), notProvisioned, signal);
    } catch (error) {
      if (!(error instanceof HttpError && ['not-provisioned', 'forbidden'].includes(error.code))) {
        throw error;
      }
    }
  }

  /** Ends running requests as canceled. */
  dispose(): void {
    this.#bearer.forget();
    this.#transport.dispose();
  }

  async #get(path: string, final: readonly number[], signal?: AbortSignal): Promise<JsonValue> {
    const { origin, base } = splitAddress(this.#connection.sspmUrl);
    const facts = { method: 'GET', origin, path: base + path } as const;
    for (let attempt = 1; ; attempt++) {
      const bearer = await this.#bearer.bearer(signal);
      const answer = await this.#transport.send(
        {
          ...facts,
          retry: true,
          final,
          headers: {
            ...this.#connection.headers,
            accept: 'application/json',
            'accept-encoding': 'gzip',
            authorization: `Bearer ${bearer.token}`,
          },
        },
        signal,
      );
      if (answer.status === 401 && bearer.refused() && attempt === 1) {
        continue;
      }
      if (!isSuccess(answer)) {
        throw sspmError(facts, answer, final, this.#redaction, this.#clock.now());
      }
      // Pages and snapshots keep the answer, so it must not repeat a secret.
      if (this.#redaction.isHeldBy(answer.body.toString('utf8'))) {
        throw secretInAnswer({ ...facts, path: this.#redaction.redact(facts.path) }, answer.status);
      }
      return this.#parse(facts, answer);
    }
  }

  #parse(facts: RequestFacts, answer: Answer): JsonValue {
    const text = looksLikeJson(answer) ? textOf(answer) : undefined;
    try {
      if (text !== undefined) {
        return parseJson(text);
      }
    } catch (error) {
      passOnUnexpected(error);
    }
    const what = isPage(answer)
      ? 'a web page'
      : answer.body.length === 0
        ? 'nothing'
        : 'something that is not JSON';
    throw new HttpError(
      'not-json',
      `${facts.origin} answered with ${what} where JSON was expected.`,
      {
        ...facts,
        status: answer.status,
        excerpt: excerptOf(answer, (part) => this.#redaction.redact(part)),
        mayHaveArrived: true,
      },
      {
        advice:
          'Check that sspmUrl leads to the SSPM service itself; a sign-in page or a proxy may answer instead.',
      },
    );
  }
}

function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined) {
      query.set(key, value);
    }
  }
  const text = query.toString().replaceAll('+', '%20');
  return text === '' ? '' : `?${text}`;
}

/** Reading stops there, whatever the service says. */
const MAX_APPLICATIONS = 10_000;
const MAX_PAGES = 2000;

interface ApplicationRows {
  readonly rows: readonly JsonObject[];
  /** Why the list may be longer than `rows`; undefined when it was read to its end. */
  readonly stopped: 'repeated-page' | 'too-many' | undefined;
}

/**
 * Follows `next_path` by its page token alone, so that nothing in an answer decides where a request goes. A token that was
 * used before, and a page without a new row, end the list.
 */
async function readApplicationPages(
  fetch: (pageToken: string | undefined) => Promise<JsonValue>,
  onProgress?: (done: number, total: number | undefined) => void,
  signal?: AbortSignal,
): Promise<ApplicationRows> {
  const rows = new Map<string, JsonObject>();
  const used = new Set<string>();
  let token: string | undefined;
  let unnamed = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    throwIfCanceled(signal);
    const value = await fetch(token);
    const before = rows.size;
    for (const row of pageRows(value)) {
      // Rows without an id are kept, once each: they are shown as far as they go.
      const key = wordsAt(row, 'app_id', 'id') ?? `\0${unnamed++}`;
      if (rows.size >= MAX_APPLICATIONS) {
        return { rows: [...rows.values()], stopped: 'too-many' };
      }
      if (!rows.has(key)) {
        rows.set(key, row);
      }
    }
    const total = isJsonObject(value) ? Number(wordsOf(value.get('total')) ?? Number.NaN) : Number.NaN;
    onProgress?.(rows.size, total >= rows.size ? total : undefined);
    token = nextToken(value);
    if (token === undefined) {
      return { rows: [...rows.values()], stopped: undefined };
    }
    if (used.has(token) || rows.size === before) {
      return { rows: [...rows.values()], stopped: 'repeated-page' };
    }
    used.add(token);
  }
  return { rows: [...rows.values()], stopped: 'too-many' };
}

function pageRows(value: JsonValue): readonly JsonObject[] {
  if (!isJsonObject(value)) {
    return rowsOf(value);
  }
  // An object without `items` may be the only application.
  return value.has('items') || value.has('app_id')
    ? rowsOf(value.has('items') ? value.get('items') : value)
    : [];
}

function nextToken(value: JsonValue): string | undefined {
  const next = isJsonObject(value) ? value.get('next_path') : undefined;
  if (typeof next !== 'string' || !URL.canParse(next, 'http://localhost')) {
    return undefined;
  }
  return new URL(next, 'http://localhost').searchParams.get('page_token') || undefined;
}

/** The error for an answer of the SSPM service that is not a success; `notProvisioned` are statuses that mean so here. */
function sspmError(
  facts: RequestFacts,
  answer: Answer,
  notProvisioned: readonly number[],
  redaction: Redaction,
  now: number,
): HttpError {
  const { origin } = facts;
  const { status } = answer;
  const said = (code: HttpError['code'], message: string, advice: string): HttpError =>
    new HttpError(
      code,
      message,
      {
        ...facts,
        path: redaction.redact(facts.path),
        status,
        excerpt: excerptOf(answer, (text) => redaction.redact(text)),
        mayHaveArrived: false,
      },
      { advice },
    );
  if (notProvisioned.includes(status)) {
    return said(
      'not-provisioned',
      `The SSPM service at ${origin} is not provisioned for this tenant (status ${status}).`,
      'Check sspmUrl and the tenant of the token; the product may not be part of the license.',
    );
  }
  if (status === 401) {
    return said(
      'unauthorized',
      `The SSPM service at ${origin} does not accept the token.`,
      'Sign in to the SSPM service again; a pasted token ends after a few minutes.',
    );
  }
  if (status === 403) {
    return said(
      'forbidden',
      'This token does not permit this request.',
      'Ask an administrator of the SSPM service for the role, or sign in with other credentials.',
    );
  }
  if (status === 404) {
    return said('not-found', 'The SSPM service does not have this resource.', 'Refresh the row above it.');
  }
  return statusError(facts, answer, redaction, now);
}
