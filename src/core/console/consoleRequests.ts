import { isPage, isSuccess, looksLikeJson, excerptOf, textOf, type Answer } from './answer.ts';
import type { Authenticator, Credentials } from './authenticator.ts';
import type { ConsoleClock } from './consoleClock.ts';
import { consolePath, splitAddress, type PathParts } from './endpoints.ts';
import { HttpError, type HttpErrorFacts } from './httpError.ts';
import type { Operation } from './operations.ts';
import type { Redaction } from './redaction.ts';
import { secretInAnswer } from './secretInAnswer.ts';
import { statusError } from './statusError.ts';
import type { Transport, TransportRequest } from './transport.ts';
import type { ConsoleConnection } from './types.ts';

export interface ConsoleRequest extends PathParts, Omit<Operation, 'policy'> {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** JSON text. */
  readonly body?: string;
}

export interface AcceptedAnswer {
  readonly answer: Answer;
  /** The credentials that the console accepted for it. */
  readonly credentials: Credentials;
}

/** Authenticated requests to one console. Answers with a success status are values, all others `HttpError`s. */
export class ConsoleRequests {
  readonly #connection: ConsoleConnection;
  readonly #transport: Transport;
  readonly #authenticator: Authenticator;
  readonly #clock: ConsoleClock;
  readonly #redaction: Redaction;

  constructor(
    connection: ConsoleConnection,
    transport: Transport,
    authenticator: Authenticator,
    clock: ConsoleClock,
    redaction: Redaction,
  ) {
    this.#connection = connection;
    this.#transport = transport;
    this.#authenticator = authenticator;
    this.#clock = clock;
    this.#redaction = redaction;
  }

  async send(request: ConsoleRequest, signal?: AbortSignal): Promise<Answer> {
    return (await this.exchange(request, signal)).answer;
  }

  /**
   * A read whose session is refused is sent once more with a new session. A write never is: a console may apply what it
   * answers with 401. With `ready` credentials, nothing is awaited before the request leaves.
   */
  async exchange(
    request: ConsoleRequest,
    signal?: AbortSignal,
    ready?: Credentials,
  ): Promise<AcceptedAnswer> {
    const { origin, base } = splitAddress(this.#connection.url);
    const path = base + consolePath(this.#connection, request) + this.#query(request);
    const facts = { method: request.method, origin, path: this.#redaction.redact(path) };
    const isRead = request.method === 'GET';
    for (let attempt = 1; ; attempt++) {
      const credentials = ready ?? (await this.#authenticator.credentials(request.scope, signal));
      const answer = await this.#transport.send(
        {
          method: request.method,
          origin,
          path,
          retry: isRead,
          headers: { ...headersOf(request), ...credentials.headers },
          ...(request.body === undefined ? {} : { body: Buffer.from(request.body) }),
        } satisfies TransportRequest,
        signal,
      );
      if (answer.status === 401 && credentials.refused() && isRead && attempt === 1) {
        continue;
      }
      if (isSuccess(answer)) {
        this.#checkSecrets(facts, answer);
        return { answer, credentials };
      }
      const permission = request.permission === undefined ? {} : { permission: request.permission };
      throw statusError({ ...facts, ...permission }, answer, this.#redaction, this.#clock.now());
    }
  }

  /** The text of a JSON answer, exactly as sent and not parsed yet. */
  async text(request: ConsoleRequest, signal?: AbortSignal): Promise<string> {
    return (await this.acceptedText(request, signal)).text;
  }

  /** Also returns the credentials that the console accepted. */
  async acceptedText(
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

  /** Parsed plain data of a JSON answer; only for what need not be kept without loss. */
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

  /** The error for an answer that is not what a console sends. */
  notJson(request: ConsoleRequest, answer: Answer): HttpError {
    const { origin, base } = splitAddress(this.#connection.url);
    const excerpt = excerptOf(answer, (text) => this.#redaction.redact(text));
    const what = isPage(answer)
      ? 'a web page'
      : answer.body.length === 0
        ? 'nothing'
        : 'something that is not JSON';
    return new HttpError(
      'not-json',
      `${origin} answered with ${what} where ${request.method === 'GET' ? 'JSON' : 'an empty answer'} was expected.`,
      {
        method: request.method,
        origin,
        path: base + consolePath(this.#connection, request),
        status: answer.status,
        excerpt,
        mayHaveArrived: true,
      },
      {
        advice:
          'Check that the address leads to the console itself; a sign-in page or a proxy may answer instead.',
      },
    );
  }

  /** Ordinance keeps answers in files, in a committed lock file and on pages, so none may repeat a secret. */
  #checkSecrets(facts: Omit<HttpErrorFacts, 'mayHaveArrived'>, { body, status }: Answer): void {
    if (this.#redaction.isHeldBy(body.toString('utf8'))) {
      throw secretInAnswer(facts, status);
    }
  }

  #query(request: ConsoleRequest): string {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) {
        query.set(key, String(value));
      }
    }
    if (this.#connection.project !== undefined && request.scope !== 'public') {
      query.set('project', this.#connection.project);
    }
    // Form encoding writes a blank as a plus sign, which not every server reads as one.
    const text = query.toString().replaceAll('+', '%20');
    return text === '' ? '' : `?${text}`;
  }
}

function headersOf(request: ConsoleRequest): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}
