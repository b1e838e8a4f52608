import { type JsonValue, isJsonObject, type JsonObject } from '../../json/json.ts';
import { parseJson } from '../../json/jsonText.ts';
import { resourcePath, type Resource } from '../../posture/resource.ts';
import { defined } from '../../util/defined.ts';
import type { Disposable } from '../../util/disposable.ts';
import { passOnUnexpected } from '../../util/errors.ts';
import { withinOperation } from '../../util/operation.ts';
import { isSuccess, looksLikeJson, textOf } from '../answer.ts';
import { queryText } from '../consoleRequests.ts';
import { splitAddress } from '../operations.ts';
import { HttpError, type FailureText } from '../httpError.ts';
import { notJsonError, statusError } from '../statusError.ts';
import { Transport, type ClientOptions } from '../transport.ts';
import { bearerTokens, type SspmConnection, type SspmCredentialProvider } from './bearer.ts';
import { rowsOf, firstText } from '../../posture/tolerant.ts';

export interface SspmAnswer {
  /** The answer of the service; pages of applications are one list. */
  readonly value: JsonValue;
  /** The reason why the list may be incomplete. */
  readonly incompleteReason?: 'repeated-page' | 'too-many';
}

/** Answers to the list of applications for a tenant without the product. */
const notProvisionedStatuses = [404, 424, 500];

/**
 * The SSPM service of one console: thirteen reads and no write. Throws `HttpError`, `CanceledError`, and `ExpectedError`
 * for an answer that is not JSON.
 */
export class SspmClient implements Disposable {
  readonly #connection: SspmConnection;
  readonly #transport: Transport;
  readonly #credentials: ReturnType<typeof bearerTokens>;

  constructor(connection: SspmConnection, provider: SspmCredentialProvider, options: ClientOptions) {
    this.#connection = connection;
    this.#transport = new Transport(connection, options);
    this.#credentials = bearerTokens(connection, provider, this.#transport);
    for (const value of Object.values(connection.headers ?? {})) {
      this.#transport.redaction.hide(value);
    }
  }

  async read(resource: Resource, signal?: AbortSignal): Promise<SspmAnswer> {
    const path = resourcePath(resource);
    if (resource.kind !== 'applications') {
      return { value: await this.#get(path, [], signal) };
    }
    return withinOperation(() =>
      readApplicationPages((token) =>
        this.#get(path + queryText({ page_token: token }), notProvisionedStatuses, signal),
      ),
    );
  }

  /** Resolves when the service accepts the token, also for a tenant without the product. */
  async checkAccess(signal?: AbortSignal): Promise<void> {
    try {
      await this.#get(resourcePath({ kind: 'applications' }), notProvisionedStatuses, signal);
    } catch (error) {
      if (!(error instanceof HttpError && ['not-provisioned', 'forbidden'].includes(error.code))) {
        throw error;
      }
    }
  }

  /** Ends running requests as canceled. */
  dispose(): void {
    this.#transport.dispose();
  }

  /** `notProvisioned` are statuses which mean that the tenant lacks the product. */
  async #get(path: string, notProvisioned: readonly number[], signal?: AbortSignal): Promise<JsonValue> {
    const { origin, base } = splitAddress(this.#connection.sspmUrl);
    const request = { method: 'GET', origin, path: base + path } as const;
    const headers = { ...this.#connection.headers, accept: 'application/json', 'accept-encoding': 'gzip' };
    const { answer } = await this.#transport.sendWith(
      { ...request, headers },
      () => this.#credentials(signal),
      signal,
      notProvisioned,
    );
    if (!isSuccess(answer)) {
      const { status } = answer;
      const text = notProvisioned.includes(status) ? notProvisionedText : refusals[status];
      throw text
        ? this.#transport.failure(request, text(origin, status), answer)
        : statusError(request, answer, this.#transport);
    }
    const text = looksLikeJson(answer) ? textOf(answer) : undefined;
    try {
      if (text !== undefined) {
        return parseJson(text);
      }
    } catch (error) {
      passOnUnexpected(error);
    }
    throw notJsonError(
      request,
      answer,
      this.#transport,
      'JSON',
      'Check that sspmUrl leads to the SSPM service itself; a sign-in page or a proxy may answer instead.',
    );
  }
}

type RefusalText = (origin: string, status: number) => FailureText;

const notProvisionedText: RefusalText = (origin, status) => ({
  code: 'not-provisioned',
  message: `The SSPM service at ${origin} is not provisioned for this tenant (status ${status}).`,
  advice: 'Check sspmUrl and the tenant of the token; the product may not be part of the license.',
  mayHaveArrived: false,
});

const refusals: Readonly<Record<number, RefusalText>> = {
  401: (origin) => ({
    code: 'unauthorized',
    message: `The SSPM service at ${origin} does not accept the token.`,
    advice: 'Sign in to the SSPM service again; a pasted token ends after a few minutes.',
    mayHaveArrived: false,
  }),
  403: () => ({
    code: 'forbidden',
    message: 'This token does not permit this request.',
    advice: 'Ask an administrator of the SSPM service for the role, or sign in with other credentials.',
    mayHaveArrived: false,
  }),
  404: () => ({
    code: 'not-found',
    message: 'The SSPM service does not have this resource.',
    advice: 'Refresh the row above it.',
    mayHaveArrived: false,
  }),
};

/** Reading stops at these limits, because a faulty service may never end the list. */
const MAX_APPLICATIONS = 10_000;
const MAX_PAGES = 2000;

/**
 * Takes only the page token from `next_path`, so that an answer cannot redirect a request. A repeated token,
 * and a page without a new row, end the list.
 */
async function readApplicationPages(
  fetch: (pageToken: string | undefined) => Promise<JsonValue>,
): Promise<SspmAnswer> {
  const rows = new Map<string, JsonObject>();
  const answer = (incompleteReason?: SspmAnswer['incompleteReason']): SspmAnswer =>
    defined({ value: [...rows.values()], incompleteReason });
  const usedTokens = new Set<string>();
  let token: string | undefined;
  let unnamed = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    const value = await fetch(token);
    const before = rows.size;
    for (const row of pageRows(value)) {
      // Keep rows without an id, because their other fields can still be shown.
      const key = firstText(row, 'app_id', 'id') ?? `\0${unnamed++}`;
      if (rows.size >= MAX_APPLICATIONS) {
        return answer('too-many');
      }
      if (!rows.has(key)) {
        rows.set(key, row);
      }
    }
    token = nextToken(value);
    if (token === undefined) {
      return answer();
    }
    if (usedTokens.has(token) || rows.size === before) {
      return answer('repeated-page');
    }
    usedTokens.add(token);
  }
  return answer('too-many');
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
