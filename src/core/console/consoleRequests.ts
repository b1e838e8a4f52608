import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { parseJson } from '../json/jsonText.ts';
import { writeJson } from '../json/writeJson.ts';
import { ExpectedError, messageOf, throwIfCanceled } from '../util/errors.ts';
import { withinOperation } from '../util/operation.ts';
import { plainList, type Plain } from '../util/plainRecord.ts';
import { headerOf, isSuccess, isWhole, looksLikeJson, textOf, type Answer } from './answer.ts';
import { authenticator, type AccessKeyProvider } from './authenticator.ts';
import type { RawRequest } from './exchange.ts';
import { HttpError } from './httpError.ts';
import { consolePath, splitAddress, type Operation } from './operations.ts';
import { notJsonError, statusError } from './statusError.ts';
import type { AcceptedAnswer, Credentials, Transport } from './transport.ts';
import type { ConsoleConnection } from '../consoleFile/connectionOf.ts';

export interface ConsoleRequest extends Operation {
  /** Replaces `{…}` in the path, and is percent-encoded there. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** JSON text. */
  readonly body?: string;
}

interface JsonAnswer {
  /** Lacks exact numbers and duplicate keys, so it must not be sent back. */
  readonly value: unknown;
  readonly answer: Answer;
}

type KeyOf = (row: unknown) => string | undefined;

/**
 * Sends authenticated requests to one console. Returns every answer with a success status; throws `HttpError`
 * for all others.
 */
export class ConsoleRequests {
  readonly #connection: ConsoleConnection;
  readonly #transport: Transport;
  readonly #credentials: ReturnType<typeof authenticator>;

  constructor(connection: ConsoleConnection, keys: AccessKeyProvider, transport: Transport) {
    this.#connection = connection;
    this.#transport = transport;
    this.#credentials = authenticator(connection, keys, transport);
  }

  /** With `ready` credentials, nothing is awaited before the request leaves. */
  async send(request: ConsoleRequest, signal?: AbortSignal, ready?: Credentials): Promise<AcceptedAnswer> {
    const { body, permission, scope, query } = request;
    const place = this.#placeOf(request);
    const project = scope === 'public' ? undefined : this.#connection.project;
    const sent: RawRequest = {
      ...place,
      path: place.path + queryText({ ...query, project }),
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: Buffer.from(body) }),
    };
    const accepted = await this.#transport.sendWith(
      sent,
      ready ?? (() => this.#credentials(scope, signal)),
      signal,
    );
    const isComplete = sent.method === 'GET' ? isWhole : isSuccess;
    if (!isComplete(accepted.answer)) {
      throw statusError(sent, accepted.answer, this.#transport, permission);
    }
    return accepted;
  }

  /**
   * Returns the text of a JSON answer, exactly as sent and not parsed yet, and the credentials that the console
   * accepted.
   */
  async text(
    request: ConsoleRequest,
    signal?: AbortSignal,
  ): Promise<{ readonly text: string; readonly credentials: Credentials }> {
    const { answer, credentials } = await this.send(request, signal);
    const text = looksLikeJson(answer) ? textOf(answer) : undefined;
    if (text === undefined) {
      throw this.notJson(request, answer);
    }
    return { text, credentials };
  }

  async json(request: ConsoleRequest, signal?: AbortSignal): Promise<JsonAnswer> {
    const { answer } = await this.send(request, signal);
    try {
      return { value: JSON.parse((textOf(answer) ?? '').replace(/^\uFEFF/, '')) as unknown, answer };
    } catch {
      throw this.notJson(request, answer);
    }
  }

  async list(request: ConsoleRequest, signal?: AbortSignal): Promise<readonly Plain[]> {
    return plainList((await this.json(request, signal)).value);
  }

  /** Reads records that are sent back, with exact numbers and all fields. */
  async lossless(request: ConsoleRequest): Promise<readonly JsonObject[]> {
    const value = parseWithoutLoss((await this.json(request)).answer);
    return isJsonArray(value) ? value.filter(isJsonObject) : [];
  }

  /** Reads the rows of a paged list. `keyOf` identifies a row. Throws `too-large` when the list does not end. */
  pages(request: ConsoleRequest, keyOf: KeyOf, signal?: AbortSignal): AsyncGenerator<Rows<unknown>> {
    return pagesOf((offset, limit) => this.#page(request, offset, limit, signal), keyOf, signal);
  }

  /**
   * Reads a paged list to its end, several pages at a time. With `parseWithoutLoss`, the rows keep exact numbers
   * and all fields, so that they can be sent back.
   */
  allRows(
    request: ConsoleRequest,
    keyOf: KeyOf,
    signal?: AbortSignal,
    parse?: (answer: Answer) => unknown,
  ): Promise<readonly unknown[]> {
    const fetch = readAhead((offset, limit) => this.#page(request, offset, limit, signal, parse));
    return withinOperation(async () => {
      const rows: unknown[] = [];
      for await (const page of pagesOf(fetch, keyOf, signal)) {
        rows.push(...page.rows);
      }
      return rows;
    });
  }

  /** Sends one write, once. */
  async write(request: ConsoleRequest, body?: JsonObject): Promise<void> {
    await this.send(body === undefined ? request : { ...request, body: writeJson(body) });
  }

  /** Sends one POST, once. When it failed but may have arrived, `isAdded` reads the console to find out. */
  async add(request: ConsoleRequest, body: JsonObject, isAdded: () => Promise<boolean>): Promise<void> {
    try {
      await this.write(request, body);
    } catch (error) {
      if (!(error instanceof HttpError && error.mayHaveArrived && (await isAdded().catch(() => false)))) {
        throw error;
      }
    }
  }

  /** The error for a successful answer of a wrong form. */
  notJson(request: ConsoleRequest, answer: Answer): HttpError {
    return notJsonError(
      this.#placeOf(request),
      answer,
      this.#transport,
      request.method === 'GET' ? 'JSON' : 'an empty answer',
      'Check that the address leads to the console itself; a sign-in page or a proxy may answer instead.',
    );
  }

  #placeOf(request: ConsoleRequest): Pick<RawRequest, 'method' | 'origin' | 'path'> {
    const { origin, base } = splitAddress(this.#connection.url);
    return { method: request.method, origin, path: base + consolePath(this.#connection, request) };
  }

  async #page(
    request: ConsoleRequest,
    offset: number,
    limit: number,
    signal: AbortSignal | undefined,
    parse?: (answer: Answer) => unknown,
  ): Promise<Page> {
    const query = { ...request.query, offset, limit };
    const { value, answer } = await this.json({ ...request, query }, signal);
    const total = Number(headerOf(answer, 'total-count') ?? Number.NaN);
    return {
      value: parse ? parse(answer) : value,
      bytes: answer.body.length,
      ...(Number.isSafeInteger(total) && total >= 0 && { total }),
    };
  }
}

/** Throws `not-lossless` for data that cannot be sent back exactly, such as duplicate keys. */
export function parseWithoutLoss(answer: Answer): JsonValue {
  try {
    return parseJson(textOf(answer) ?? '');
  } catch (error) {
    throw new ExpectedError(
      'not-lossless',
      `Could not write because the current data cannot be sent back without loss: ${messageOf(error)}. Nothing was written.`,
      { cause: error },
    );
  }
}

/** The query of an address, with its question mark. */
export function queryText(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined) {
      query.set(key, String(value));
    }
  }
  // Form encoding writes a blank as `+`, which some servers read as a plus sign.
  const text = query.toString().replaceAll('+', '%20');
  return text === '' ? '' : `?${text}`;
}

interface Page {
  /** The answer of the console: a list, or `null` or `{}` for an empty list. */
  readonly value: unknown;
  /** The number of rows on all pages, if the console states it. */
  readonly total?: number;
  /** The size of the answer. */
  readonly bytes: number;
}

export type FetchPage = (offset: number, limit: number) => Promise<Page>;

/** Rows of one page. `total` is the number of rows on all pages, if the console states it. */
export interface Rows<T> {
  readonly rows: readonly T[];
  readonly total?: number;
}

/** The hosted console returns at most this many rows in one page. */
const PAGE_LIMIT = 50;
/** A faulty server may never end a list. */
const MAX_PAGES = 2000;
/** The limit for all pages of a list together, because each page may have the size of a full answer. */
const MAX_MEBIBYTES = 64;

/**
 * Reads a paged list page by page, tolerating lists that are not paged or repeat a page. Yields the rows that
 * no earlier page had. `keyOf` identifies a row; a row without a key is left out. Throws `too-large` when the
 * list does not end.
 */
export async function* pagesOf(
  fetch: FetchPage,
  keyOf: KeyOf,
  signal?: AbortSignal,
): AsyncGenerator<Rows<unknown>> {
  const knownKeys = new Set<string>();
  let rowCount = 0;
  let byteCount = 0;
  for (let page = 0; page < MAX_PAGES && byteCount < MAX_MEBIBYTES * 1024 * 1024; page++) {
    throwIfCanceled(signal);
    const { value, total, bytes } = await fetch(rowCount, PAGE_LIMIT);
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const rows = list.filter((row) => {
      const key = keyOf(row);
      return key !== undefined && !knownKeys.has(key) && knownKeys.add(key);
    });
    rowCount += list.length;
    byteCount += bytes;
    yield { rows, ...(total !== undefined && { total }) };
    // Without a total, a full page may have a successor. A page of another size is the whole list.
    const hasMore = total === undefined ? list.length === PAGE_LIMIT : rowCount < total;
    // Some servers repeat one page forever.
    if (!hasMore || rows.length === 0) {
      return;
    }
  }
  throw new ExpectedError(
    'too-large',
    `The list does not end after ${MAX_PAGES * PAGE_LIMIT} rows, or ${MAX_MEBIBYTES} MiB.`,
    { advice: 'Narrow the scope of the rule.' },
  );
}

/** The number of pages to request at the same time once the number of rows is known. */
const PARALLEL_PAGES = 4;

/** Requests the pages after a full page before they are needed. */
export function readAhead(fetch: FetchPage): FetchPage {
  const requested = new Map<number, Promise<Page>>();
  return async (offset, limit) => {
    const page = await (requested.get(offset) ?? fetch(offset, limit));
    const isFull = Array.isArray(page.value) && page.value.length === limit;
    const end = isFull ? Math.min(page.total ?? 0, offset + PARALLEL_PAGES * limit + 1) : 0;
    for (let next = offset + limit; next < end; next += limit) {
      if (!requested.has(next)) {
        const answer = fetch(next, limit);
        // The list may end before this page, so its failure must not count as unhandled.
        answer.catch(() => undefined);
        requested.set(next, answer);
      }
    }
    return page;
  };
}
