import type { Dispatcher } from 'undici';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { CanceledError, messageOf, throwIfCanceled } from '../util/errors.ts';
import type { Disposable } from '../util/disposable.ts';
import type { Logger } from '../util/logger.ts';
import { authoritiesIn, type TransportConnection } from '../consoleFile/connectionOf.ts';
import { excerptOf, headerOf, isSuccess, retryAfterMs, type Answer } from './answer.ts';
import { canLeavePath } from '../consoleFile/consoleEntry.ts';
import { openDispatcher, exchange, type RawRequest, readingLimits } from './exchange.ts';
import { HttpError, type FailureText } from './httpError.ts';
import { describeDamage, describeMissingAuthority, describeTooLarge } from './networkFailure.ts';
import { Redaction } from './redaction.ts';
import { setTimeout as delay } from 'node:timers/promises';

export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Call this when the console does not accept the credentials. Returns true when one more try gets other
   * credentials.
   */
  onRefused(): boolean;
}

export interface AcceptedAnswer {
  readonly answer: Answer;
  /** The credentials that were sent. */
  readonly credentials: Credentials;
}

/** `ordinance.yaml` is checked when it is read, but a name such as `..` can still change the path. */
const strayPath: FailureText = {
  code: 'rejected',
  message: 'The path of this request leads outside the address of the console. Nothing was sent.',
  advice: 'Check "paths" in ordinance.yaml, and names that consist of dots.',
  mayHaveArrived: false,
};

export interface ClientOptions {
  readonly logger: Logger;
  readonly clock?: ConsoleClock;
  /** Receives every secret that the client uses, so that the log can hide it. */
  readonly redaction?: Redaction;
}

const retryStatuses = new Set([425, 429, 500, 502, 503, 504]);
const firstWaitMs = 1000;
const MAX_TRIES = 4;
const MAX_WAIT_MS = 60_000;

/**
 * Sends requests to one console over its own connections, with limits for time and size, retries of reads,
 * and log lines. Returns answers of any status. Throws `HttpError` when there is no whole answer, and
 * `CanceledError`.
 */
export class Transport implements Disposable {
  readonly logger: Logger;
  readonly clock: ConsoleClock;
  readonly redaction: Redaction;
  readonly #connection: TransportConnection;
  /** A dispatcher for each proxy; there is rarely more than one. */
  readonly #dispatchers = new Map<string | undefined, Dispatcher>();
  readonly #isAuthorityMissing: boolean;
  #disposed = false;
  #count = 0;

  constructor(
    connection: TransportConnection,
    { logger, clock = systemClock, redaction = new Redaction() }: ClientOptions,
  ) {
    this.#connection = connection;
    this.logger = logger;
    this.clock = clock;
    this.redaction = redaction;
    this.#isAuthorityMissing = connection.ca !== undefined && authoritiesIn(connection.ca).length === 0;
    for (const proxy of Object.values(connection.proxies ?? {})) {
      redaction.hide(decoded(new URL(proxy).password));
    }
  }

  /** Sends a request once. */
  async send(request: RawRequest, signal?: AbortSignal): Promise<Answer> {
    const outcome = await this.#outcomeOf(request, signal);
    if (outcome instanceof HttpError) {
      throw outcome;
    }
    return outcome;
  }

  /**
   * Sends a request with credentials. A read is sent again after 425, 429, a server error or a lost connection, unless
   * `final` has the status. A read that is answered with 401 is sent once more with a new session. A write is sent
   * once, because a console may apply a write that it answers with 401. With given credentials, nothing is awaited
   * before the request is sent.
   */
  async sendWith(
    request: RawRequest,
    credentials: Credentials | (() => Promise<Credentials>),
    signal?: AbortSignal,
    final: readonly number[] = [],
  ): Promise<AcceptedAnswer> {
    const isRead = request.method === 'GET';
    for (let attempt = 1; ; attempt++) {
      const used = typeof credentials === 'function' ? await credentials() : credentials;
      const withCredentials = { ...request, headers: { ...request.headers, ...used.headers } };
      const answer = isRead
        ? await this.#sendRead(withCredentials, final, signal)
        : await this.send(withCredentials, signal);
      if (answer.status === 401 && used.onRefused() && isRead && attempt === 1) {
        continue;
      }
      if (isSuccess(answer)) {
        this.#checkSecrets(request, answer);
      }
      return { answer, credentials: used };
    }
  }

  /**
   * The error of a request, without secrets. With the body of an answer, the log also shows the beginning of this
   * body.
   */
  failure(
    { method, origin, path }: Pick<RawRequest, 'method' | 'origin' | 'path'>,
    text: FailureText,
    { status, body }: Partial<Pick<Answer, 'status' | 'body'>> = {},
  ): HttpError {
    const redact = (part: string): string => this.redaction.redact(part);
    return new HttpError(
      { ...text, message: redact(text.message), advice: redact(text.advice) },
      { method, origin, path: redact(path), status, excerpt: body && excerptOf(body, redact) },
    );
  }

  dispose(): void {
    this.#disposed = true;
    for (const dispatcher of this.#dispatchers.values()) {
      // Running requests end as canceled.
      void dispatcher.destroy().catch(() => undefined);
    }
  }

  /** Ordinance keeps answers in files, in a committed lock file and on pages, so none may repeat a secret. */
  #checkSecrets(request: RawRequest, { body, status }: Answer): void {
    if (this.redaction.hasSecretIn(body.toString('utf8'))) {
      const text: FailureText = {
        code: 'secret-in-answer',
        message: `The answer of ${request.origin} contains your access key or a token. Ordinance does not save it.`,
        advice: 'Use another access key, and report this to the operator of the console.',
        mayHaveArrived: true,
      };
      throw this.failure(request, text, { status });
    }
  }

  async #sendRead(
    request: RawRequest,
    final: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#outcomeOf(request, signal);
      const wait = attempt < MAX_TRIES ? this.#waitBefore(outcome, attempt, final) : undefined;
      if (wait === undefined) {
        if (outcome instanceof HttpError) {
          throw outcome;
        }
        return outcome;
      }
      this.logger.debug(`trying again in ${wait} ms (${attempt} of ${MAX_TRIES})`);
      await this.clock.sleep(wait, signal);
    }
  }

  /** Sends a request once. Throws `CanceledError`. */
  async #outcomeOf(request: RawRequest, signal: AbortSignal | undefined): Promise<Outcome> {
    throwIfCanceled(signal);
    if (canLeavePath(request.path)) {
      return this.failure(request, strayPath);
    }
    if (this.#isAuthorityMissing) {
      return this.failure(request, describeMissingAuthority(this.#connection.name));
    }
    const { method, origin, path } = request;
    const { host } = new URL(origin);
    const { timeoutMs, name } = this.#connection;
    const limits = readingLimits(this, this.#connection, host, method === 'GET');
    const { maxBytes, tooMuch, takeBytes } = limits;
    if (!limits.takeAnswer()) {
      return this.failure(request, { ...tooMuch, mayHaveArrived: false });
    }
    const label = this.redaction.redact(`${name}#${++this.#count} ${method} ${path}`);
    this.logger.debug(`-> ${label} ${request.body?.byteLength ?? 0}`);
    const started = this.clock.now();
    // Writes one line for each request, at the level that the log shows by default.
    const log = (result: string | number): void => {
      this.logger.info(`${label} ${result} ${Math.round(this.clock.now() - started)} ms`);
    };
    const proxy = this.#proxy(origin);
    const proxyHost = proxy === undefined ? undefined : new URL(proxy).host;
    const result = await exchange(
      this.#dispatcherFor(proxy),
      request,
      { host, proxyHost, timeoutMs, maxBytes, takeBytes },
      signal,
    );
    if ('failure' in result) {
      const { failure } = result;
      if (this.#disposed || failure === 'canceled') {
        log('canceled');
        throw new CanceledError();
      }
      log(failure.code);
      return this.failure(request, failure);
    }
    const { answer } = result;
    log(answer.status);
    const { status, body: packed } = answer;
    const maxUnpacked = Math.min(maxBytes, limits.bytesLeft() + packed.length);
    try {
      const body = await decodedBody(answer, maxUnpacked);
      takeBytes(Math.max(0, body.length - packed.length));
      return { ...answer, body };
    } catch (error) {
      if (!(error instanceof RangeError)) {
        return this.failure(request, describeDamage(host, messageOf(error)), { status });
      }
      takeBytes(maxUnpacked);
      const text = maxUnpacked < maxBytes ? tooMuch : describeTooLarge(host, maxBytes);
      return this.failure(request, text, { status });
    }
  }

  #dispatcherFor(proxy: string | undefined): Dispatcher {
    if (this.#disposed) {
      throw new CanceledError();
    }
    let dispatcher = this.#dispatchers.get(proxy);
    if (!dispatcher) {
      dispatcher = openDispatcher(this.#connection, proxy);
      this.#dispatchers.set(proxy, dispatcher);
    }
    return dispatcher;
  }

  #proxy(origin: string): string | undefined {
    const { proxies } = this.#connection;
    // A proxy could read or redirect an unencrypted request.
    const isEncrypted = new URL(origin).protocol === 'https:';
    return isEncrypted && proxies && Object.hasOwn(proxies, origin) ? proxies[origin] : undefined;
  }

  /** The milliseconds to wait before the next attempt; undefined when there is none. */
  #waitBefore(outcome: Outcome, attempt: number, final: readonly number[]): number | undefined {
    const defaultWait = firstWaitMs * 2 ** (attempt - 1);
    if (outcome instanceof HttpError) {
      return outcome.isTransient ? defaultWait : undefined;
    }
    const { status } = outcome;
    if (isSuccess(outcome) || final.includes(status) || !retryStatuses.has(status)) {
      return undefined;
    }
    const requested = retryAfterMs(outcome, this.clock.now());
    // A longer wait is an error, which the user sees.
    return requested !== undefined && requested > MAX_WAIT_MS ? undefined : (requested ?? defaultWait);
  }
}

type Outcome = Answer | HttpError;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const unzip: Decoder = promisify(gunzip);
const decoders: Readonly<Record<string, Decoder>> = {
  gzip: unzip,
  'x-gzip': unzip,
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Throws `RangeError` for a body of more than `maxBytes`, and `Error` with the reason for a damaged body. */
async function decodedBody(answer: Answer, maxBytes: number): Promise<Buffer> {
  let { body } = answer;
  const encodings = (headerOf(answer, 'content-encoding') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  for (const encoding of encodings.toReversed()) {
    const decode = decoders[encoding];
    if (!decode) {
      throw new Error(`unknown content encoding "${encoding.slice(0, 40)}"`);
    }
    try {
      body = body.length === 0 ? body : await decode(body, { maxOutputLength: maxBytes });
    } catch (error) {
      throw error instanceof RangeError ? error : new Error(`its ${encoding} encoding cannot be read`);
    }
  }
  return body;
}

/** The clock of a client. Tests replace it. */
export interface ConsoleClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Rejects with `CanceledError` when `signal` fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

const systemClock: ConsoleClock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(ms, undefined, { signal });
    } catch {
      throw new CanceledError();
    }
  },
};
