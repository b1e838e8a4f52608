import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { parseJson } from '../../json/jsonText.ts';
import { writeJson } from '../../json/writeJson.ts';
import { ExpectedError, messageOf } from '../../util/errors.ts';
import { withinOperation } from '../../util/operation.ts';
import { textOf, type Answer } from '../answer.ts';
import type { ConsoleRequest, ConsoleRequests } from '../consoleRequests.ts';
import { HttpError } from '../httpError.ts';
import { operation, type Operation } from '../operations.ts';
import { readPage, pagesOf, readAhead, type FetchPage, type PageRows } from '../pagesOf.ts';
import type { Plain } from '../../util/plainRecord.ts';
import { plainList } from './plainMembers.ts';

/** The hosted console returns at most this many rows in one page. */
const PAGE_LIMIT = 50;
const MAX_PAGES = 2000;

type Query = NonNullable<ConsoleRequest['query']>;

/** Sends the requests of a console that are not about policies. */
export class ResourceRequests {
  readonly #requests: ConsoleRequests;

  constructor(requests: ConsoleRequests) {
    this.#requests = requests;
  }

  async read(id: string, signal?: AbortSignal, parts: Query & { name?: string } = {}): Promise<unknown> {
    return (await this.#requests.json(requestOf(operation(id), parts), signal)).value;
  }

  async list(id: string, signal?: AbortSignal): Promise<readonly Plain[]> {
    return plainList(await this.read(id, signal));
  }

  /** Reads records that are sent back, with exact numbers and all fields. */
  async lossless(id: string, signal?: AbortSignal): Promise<readonly JsonObject[]> {
    const { answer } = await this.#requests.json(requestOf(operation(id)), signal);
    const value = parseWithoutLoss(answer);
    return isJsonArray(value) ? value.filter(isJsonObject) : [];
  }

  /** Sends a body, and returns the JSON text of the answer. */
  async text(id: string, body: string, signal?: AbortSignal): Promise<string> {
    return (await this.#requests.text({ ...requestOf(operation(id)), body }, signal)).text;
  }

  /** Returns the answer as text, of any type. */
  async plainText(id: string, signal?: AbortSignal): Promise<string> {
    const answer = await this.#requests.send(requestOf(operation(id)), signal);
    return new TextDecoder().decode(answer.body);
  }

  /** Reads the rows of a paged list. Throws `too-large` when the list does not end. */
  pages(
    id: string,
    query: Query,
    keyOf: (row: unknown) => string | undefined,
    signal?: AbortSignal,
  ): AsyncGenerator<PageRows> {
    const request = requestOf(operation(id));
    return wholePages(request, this.#fetch(request, query, signal), keyOf, signal);
  }

  /** Reads a paged list to its end, several pages at a time. `valueOf` reads the value of an answer. */
  allRows(
    id: string,
    keyOf: (row: unknown) => string | undefined,
    signal?: AbortSignal,
    valueOf?: (read: JsonAnswer) => unknown,
  ): Promise<readonly unknown[]> {
    const request = requestOf(operation(id));
    const fetch = readAhead(this.#fetch(request, {}, signal, valueOf));
    return withinOperation(async () => {
      const rows: unknown[] = [];
      for await (const page of wholePages(request, fetch, keyOf, signal)) {
        rows.push(...page.rows);
      }
      return rows;
    });
  }

  /** Reads a paged list of records that are sent back, with exact numbers and all fields. */
  async losslessRows(
    id: string,
    keyOf: (record: JsonObject) => string | undefined,
    signal?: AbortSignal,
  ): Promise<readonly JsonObject[]> {
    const keyOfRow = (row: unknown): string | undefined => (row instanceof Map ? keyOf(row) : undefined);
    const rows = await this.allRows(id, keyOfRow, signal, ({ answer }) => parseWithoutLoss(answer));
    return rows.filter((row) => row instanceof Map);
  }

  #fetch(
    request: ConsoleRequest,
    query: Query,
    signal: AbortSignal | undefined,
    valueOf: (read: JsonAnswer) => unknown = ({ value }) => value,
  ): FetchPage {
    return async (offset, limit) => {
      const read = await this.#requests.json({ ...request, query: { ...query, offset, limit } }, signal);
      return readPage({ value: valueOf(read), answer: read.answer });
    };
  }

  /** Sends one write, once. */
  async write(id: string, body: JsonObject | undefined, signal?: AbortSignal, name?: string): Promise<void> {
    const request = requestOf(operation(id), name === undefined ? {} : { name });
    await this.#requests.send(body === undefined ? request : { ...request, body: writeJson(body) }, signal);
  }

  /** Sends one POST, once. When it failed but may have arrived, `isAdded` reads the console to find out. */
  async add(
    id: string,
    body: JsonObject,
    isAdded: () => Promise<boolean>,
    signal?: AbortSignal,
  ): Promise<void> {
    try {
      await this.write(id, body, signal);
    } catch (error) {
      if (!(error instanceof HttpError && error.mayHaveArrived && (await isAdded().catch(() => false)))) {
        throw error;
      }
    }
  }
}

interface JsonAnswer {
  readonly value: unknown;
  readonly answer: Answer;
}

/** Throws `not-lossless` for data that cannot be sent back exactly, such as duplicate keys. */
function parseWithoutLoss(answer: Answer): JsonValue {
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

function requestOf(
  { id, method, path, scope, permission }: Operation,
  { name, ...query }: Query & { name?: string } = {},
): ConsoleRequest {
  return {
    method,
    id,
    path,
    scope,
    query,
    ...(name === undefined ? {} : { name }),
    ...(permission === undefined ? {} : { permission }),
    // The API publishes this path only under version 1.
    ...(id === 'checks' ? { apiVersion: '1' } : {}),
  };
}

async function* wholePages(
  request: ConsoleRequest,
  fetch: FetchPage,
  keyOf: (row: unknown) => string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<PageRows> {
  for await (const page of pagesOf(fetch, { limit: PAGE_LIMIT, maxPages: MAX_PAGES, keyOf }, signal)) {
    yield page;
    if (page.isCut) {
      throw endlessListError(request);
    }
  }
}

function endlessListError({ method, path }: ConsoleRequest): HttpError {
  return new HttpError(
    'too-large',
    `The list does not end after ${MAX_PAGES * PAGE_LIMIT} rows, or 64 MiB.`,
    { method, origin: '', path, mayHaveArrived: true },
    { advice: 'Narrow the scope of the rule.' },
  );
}

/** The error for an entry that changed on the console after it was shown. */
export function staleEntryError(entry: string, action: 'edit' | 'delete'): ExpectedError {
  return action === 'edit'
    ? new ExpectedError('changed-meanwhile', `${entry} changed on the console. Nothing was written.`, {
        advice: 'Review the new version, then edit again.',
      })
    : new ExpectedError('changed-meanwhile', `${entry} changed on the console. It was not deleted.`, {
        advice: 'Review the new version, then delete again.',
      });
}
