import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { parseJson } from '../json/jsonText.ts';
import { writeJson } from '../json/writeJson.ts';
import { ExpectedError, messageOf } from '../util/errors.ts';
import { withinOperation } from '../util/operation.ts';
import type { Plain } from '../util/plainRecord.ts';
import { headerOf, isSuccess, looksLikeJson, textOf, type Answer } from './answer.ts';
import { authenticator } from './authenticator.ts';
import type { RawRequest } from './exchange.ts';
import { HttpError } from './httpError.ts';
import { consolePath, splitAddress, type Operation } from './operations.ts';
import { pagesOf, readAhead, type Page, type Rows } from './pagesOf.ts';
import { plainList } from './resources/plainMembers.ts';
import { notJsonError, statusError } from './statusError.ts';
import type { AcceptedAnswer, Credentials, Transport } from './transport.ts';
import type { AccessKeyProvider, ConsoleConnection } from './types.ts';

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
    if (!isSuccess(accepted.answer)) {
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
  async lossless(request: ConsoleRequest, signal?: AbortSignal): Promise<readonly JsonObject[]> {
    const value = parseWithoutLoss((await this.json(request, signal)).answer);
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
  async write(request: ConsoleRequest, body: JsonObject | undefined, signal?: AbortSignal): Promise<void> {
    await this.send(body === undefined ? request : { ...request, body: writeJson(body) }, signal);
  }

  /** Sends one POST, once. When it failed but may have arrived, `isAdded` reads the console to find out. */
  async add(
    request: ConsoleRequest,
    body: JsonObject,
    isAdded: () => Promise<boolean>,
    signal?: AbortSignal,
  ): Promise<void> {
    try {
      await this.write(request, body, signal);
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
