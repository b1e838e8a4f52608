import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { parseJson } from '../../json/jsonText.ts';
import { writeJson } from '../../json/writeJson.ts';
import { ExpectedError, messageOf } from '../../util/errors.ts';
import { withinOperation } from '../../util/operation.ts';
import { textOf, type Answer } from '../answer.ts';
import type { ConsoleRequest, ConsoleRequests } from '../consoleRequests.ts';
import { HttpError } from '../httpError.ts';
import { operation, type Operation } from '../operations.ts';
import { pageIn, pagesOf, readAhead, type FetchPage, type PageRows } from '../pagesOf.ts';
import { plainList, type Plain } from './plainMembers.ts';

/** The hosted console gives no more rows at a time. */
const pageLimit = 50;
const MAX_PAGES = 2000;

type Query = NonNullable<ConsoleRequest['query']>;

/** Requests of the operations beside policies: lists, pages, and single writes. */
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

  /** Records that are sent back: every number and member as it is written. */
  async lossless(id: string, signal?: AbortSignal): Promise<readonly JsonObject[]> {
    const { answer } = await this.#requests.json(requestOf(operation(id)), signal);
    return objectsIn(withoutLoss(answer));
  }

  /** The text of a JSON answer to a body. */
  text(id: string, body: string, signal?: AbortSignal): Promise<string> {
    return this.#requests.text({ ...requestOf(operation(id)), body }, signal);
  }

  /** The answer as text, whatever it is. */
  async plainText(id: string, signal?: AbortSignal): Promise<string> {
    const answer = await this.#requests.send(requestOf(operation(id)), signal);
    return new TextDecoder().decode(answer.body);
  }

  /** Rows of a paged list. Throws `too-large` when it does not end. */
  pages(
    id: string,
    query: Query,
    keyOf: (row: unknown) => string | undefined,
    signal?: AbortSignal,
  ): AsyncGenerator<PageRows> {
    return this.#pages(id, query, keyOf, ({ value }) => value, signal);
  }

  /** Reads a paged list to its end, several pages at a time. */
  allRows(
    id: string,
    keyOf: (row: unknown) => string | undefined,
    signal?: AbortSignal,
  ): Promise<readonly unknown[]> {
    const request = requestOf(operation(id));
    const fetch = readAhead(this.#fetch(request, {}, ({ value }) => value, signal));
    return withinOperation(async () => {
      const rows: unknown[] = [];
      for await (const page of wholePages(request, fetch, keyOf, signal)) {
        rows.push(...page.rows);
      }
      return rows;
    });
  }

  /** Reads without loss, for records that are sent back. */
  async *losslessPages(
    id: string,
    keyOf: (record: JsonObject) => string | undefined,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly JsonObject[]> {
    const keyOfRow = (row: unknown): string | undefined => (row instanceof Map ? keyOf(row) : undefined);
    const valueOf = ({ answer }: Read): unknown => withoutLoss(answer);
    for await (const { rows } of this.#pages(id, {}, keyOfRow, valueOf, signal)) {
      yield rows.filter((row) => row instanceof Map);
    }
  }

  #pages(
    id: string,
    query: Query,
    keyOf: (row: unknown) => string | undefined,
    valueOf: (read: Read) => unknown,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<PageRows> {
    const request = requestOf(operation(id));
    return wholePages(request, this.#fetch(request, query, valueOf, signal), keyOf, signal);
  }

  #fetch(
    request: ConsoleRequest,
    query: Query,
    valueOf: (read: Read) => unknown,
    signal: AbortSignal | undefined,
  ): FetchPage {
    return async (offset, limit) => {
      const read = await this.#requests.json({ ...request, query: { ...query, offset, limit } }, signal);
      return pageIn({ value: valueOf(read), answer: read.answer });
    };
  }

  /** Sends one write, once. */
  async write(id: string, body: JsonObject | undefined, signal?: AbortSignal, name?: string): Promise<void> {
    const request = requestOf(operation(id), name === undefined ? {} : { name });
    await this.#requests.send(body === undefined ? request : { ...request, body: writeJson(body) }, signal);
  }

  /**
   * Sends one POST, once. When it is not known whether it arrived, `isThere` reads the console; what is not there, or cannot
   * be looked for, is a failure.
   */
  async add(
    id: string,
    body: JsonObject,
    isThere: () => Promise<boolean>,
    signal?: AbortSignal,
  ): Promise<void> {
    try {
      await this.write(id, body, signal);
    } catch (error) {
      if (!(error instanceof HttpError && error.mayHaveArrived && (await isThere().catch(() => false)))) {
        throw error;
      }
    }
  }
}

interface Read {
  readonly value: unknown;
  readonly answer: Answer;
}

/** Throws where something of it would be lost, such as one of two members of one name. */
function withoutLoss(answer: Answer): JsonValue {
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

function objectsIn(value: JsonValue): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
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
    // Published under version 1 only.
    ...(id === 'checks' ? { apiVersion: '1' } : {}),
  };
}

async function* wholePages(
  request: ConsoleRequest,
  fetch: FetchPage,
  keyOf: (row: unknown) => string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<PageRows> {
  for await (const page of pagesOf(fetch, { limit: pageLimit, maxPages: MAX_PAGES, keyOf }, signal)) {
    yield page;
    if (page.cut) {
      throw endless(request);
    }
  }
}

function endless({ method, path }: ConsoleRequest): HttpError {
  return new HttpError(
    'too-large',
    `The list does not end after ${MAX_PAGES * pageLimit} rows, or 64 MiB.`,
    { method, origin: '', path, mayHaveArrived: true },
    { advice: 'Narrow the scope of the rule.' },
  );
}

/** Why an entry of a list is left as it is: it is not what was shown to whoever wants to `what` it. */
export function changedMeanwhile(entry: string, what: 'edit' | 'delete'): ExpectedError {
  return what === 'edit'
    ? new ExpectedError('changed-meanwhile', `${entry} changed on the console. Nothing was written.`, {
        advice: 'Review the new version, then edit again.',
      })
    : new ExpectedError('changed-meanwhile', `${entry} changed on the console. It was not deleted.`, {
        advice: 'Review the new version, then delete again.',
      });
}
