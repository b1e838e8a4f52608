import { isSuccess, looksLikeJson, textOf, type Answer } from './answer.ts';
import type { Authenticator } from './authenticator.ts';
import { consolePath, splitAddress, type PathParts } from './endpoints.ts';
import type { HttpError } from './httpError.ts';
import type { Operation } from './operations.ts';
import type { AcceptedAnswer, Credentials, Transport } from './transport.ts';
import type { ConsoleConnection } from './types.ts';

export interface ConsoleRequest extends PathParts, Operation {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** JSON text. */
  readonly body?: string;
}

/**
 * Sends authenticated requests to one console. Returns every answer with a success status; throws `HttpError`
 * for all others.
 */
export class ConsoleRequests {
  readonly #connection: ConsoleConnection;
  readonly #transport: Transport;
  readonly #authenticator: Authenticator;

  constructor(connection: ConsoleConnection, transport: Transport, authenticator: Authenticator) {
    this.#connection = connection;
    this.#transport = transport;
    this.#authenticator = authenticator;
  }

  async send(request: ConsoleRequest, signal?: AbortSignal): Promise<Answer> {
    return (await this.exchange(request, signal)).answer;
  }

  /** With `ready` credentials, nothing is awaited before the request leaves. */
  async exchange(
    request: ConsoleRequest,
    signal?: AbortSignal,
    ready?: Credentials,
  ): Promise<AcceptedAnswer> {
    const { origin, base } = splitAddress(this.#connection.url);
    const { method, body, permission, scope } = request;
    const path = base + consolePath(this.#connection, request) + this.#query(request);
    const accepted = await this.#transport.sendWith(
      {
        method,
        origin,
        path,
        retry: method === 'GET',
        headers: {
          accept: 'application/json',
          'accept-encoding': 'gzip',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: Buffer.from(body) }),
      },
      ready ?? (() => this.#authenticator.credentials(scope, signal)),
      signal,
    );
    if (!isSuccess(accepted.answer)) {
      const facts = { method, origin, path: this.#transport.redaction.redact(path) };
      throw this.#transport.refusal(
        { ...facts, ...(permission !== undefined && { permission }) },
        accepted.answer,
      );
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
    const { answer, credentials } = await this.exchange(request, signal);
    const text = looksLikeJson(answer) ? textOf(answer) : undefined;
    if (text === undefined) {
      throw this.notJson(request, answer);
    }
    return { text, credentials };
  }

  /** Reads a JSON answer. `value` lacks exact numbers and duplicate keys, so it must not be sent back. */
  async json(
    request: ConsoleRequest,
    signal?: AbortSignal,
  ): Promise<{ readonly value: unknown; readonly answer: Answer }> {
    const answer = await this.send(request, signal);
    try {
      return { value: JSON.parse((textOf(answer) ?? '').replace(/^\uFEFF/, '')) as unknown, answer };
    } catch {
      throw this.notJson(request, answer);
    }
  }

  /** The error for a successful answer of a wrong form. */
  notJson(request: ConsoleRequest, answer: Answer): HttpError {
    const { origin, base } = splitAddress(this.#connection.url);
    return this.#transport.notJson(
      { method: request.method, origin, path: base + consolePath(this.#connection, request) },
      answer,
      request.method === 'GET' ? 'JSON' : 'an empty answer',
      'Check that the address leads to the console itself; a sign-in page or a proxy may answer instead.',
    );
  }

  #query(request: ConsoleRequest): string {
    const project = request.scope === 'public' ? undefined : this.#connection.project;
    return queryText({ ...request.query, ...(project !== undefined && { project }) });
  }
}

/** The query of an address, with its question mark. */
export function queryText(
  parameters: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
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
