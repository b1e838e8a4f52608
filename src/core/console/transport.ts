import type { Dispatcher } from 'undici';
import { CanceledError, throwIfCanceled } from '../util/errors.ts';
import { defined } from '../util/defined.ts';
import type { Disposable } from '../util/disposable.ts';
import type { Logger } from '../util/logger.ts';
import { authoritiesIn } from '../consoleFile/authoritiesIn.ts';
import { isSuccess, retryAfterMs, type Answer } from './answer.ts';
import { canLeavePath } from '../consoleFile/consoleRules.ts';
import { systemClock, type ConsoleClock } from './consoleClock.ts';
import { openDispatcher } from './dispatcher.ts';
import { exchange, type ExchangeFailure, type RawRequest } from './exchange.ts';
import { HttpError } from './httpError.ts';
import {
  describeDamage,
  describeFailure,
  describeMissingAuthority,
  describeTooLarge,
  type FailureDescription,
} from './networkFailure.ts';
import { ReadingLimits } from './readingLimits.ts';
import { Redaction } from './redaction.ts';
import type { TransportConnection } from './types.ts';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

export interface TransportRequest extends RawRequest {
  /** True for a read, which may be sent again after 425, 429, a server error or a lost connection. */
  readonly retry: boolean;
  /** Statuses that end the retries, although they usually are temporary. */
  readonly final?: readonly number[];
}

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
const strayPath: FailureDescription = {
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
  readonly #limits: ReadingLimits;
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
    this.#limits = new ReadingLimits(connection);
    this.#isAuthorityMissing = connection.ca !== undefined && authoritiesIn(connection.ca).length === 0;
    for (const proxy of Object.values(connection.proxies ?? {})) {
      redaction.hide(decoded(new URL(proxy).password));
    }
  }

  async send(request: TransportRequest, signal?: AbortSignal): Promise<Answer> {
    if (canLeavePath(request.path)) {
      throw this.#failure(request, strayPath);
    }
    if (this.#isAuthorityMissing) {
      throw this.#failure(request, describeMissingAuthority(this.#connection.name));
    }
    const maxTries = request.retry ? MAX_TRIES : 1;
    for (let attempt = 1; ; attempt++) {
      throwIfCanceled(signal);
      const outcome = await this.#sendOnce(request, signal);
      const wait = attempt < maxTries ? this.#waitBefore(outcome, attempt, request.final) : undefined;
      if (wait === undefined) {
        if (outcome instanceof HttpError) {
          throw outcome;
        }
        return outcome;
      }
      this.logger.debug(`trying again in ${wait} ms (${attempt} of ${maxTries})`);
      await this.clock.sleep(wait, signal);
    }
  }

  /**
   * Sends a request with credentials. A read that is answered with 401 is sent once more with a new session.
   * A write is not, because a console may apply a write that it answers with 401. With given credentials,
   * nothing is awaited before the request is sent.
   */
  async sendWith(
    request: TransportRequest,
    credentials: Credentials | (() => Promise<Credentials>),
    signal?: AbortSignal,
  ): Promise<AcceptedAnswer> {
    for (let attempt = 1; ; attempt++) {
      const used = typeof credentials === 'function' ? await credentials() : credentials;
      const headers = { ...request.headers, ...used.headers };
      const answer = await this.send({ ...request, headers }, signal);
      if (answer.status === 401 && used.onRefused() && request.retry && attempt === 1) {
        continue;
      }
      if (isSuccess(answer)) {
        this.#checkSecrets(request, answer);
      }
      return { answer, credentials: used };
    }
  }

  dispose(): void {
    this.#disposed = true;
    for (const dispatcher of this.#dispatchers.values()) {
      // Running requests end as canceled.
      void dispatcher.destroy().catch(() => undefined);
    }
  }

  /** Ordinance keeps answers in files, in a committed lock file and on pages, so none may repeat a secret. */
  #checkSecrets({ method, origin, path }: RawRequest, { body, status }: Answer): void {
    if (this.redaction.hasSecretIn(body.toString('utf8'))) {
      throw new HttpError(
        'secret-in-answer',
        `The answer of ${origin} contains your access key or a token. Ordinance does not save it.`,
        { method, origin, path: this.redaction.redact(path), status, mayHaveArrived: true },
        { advice: 'Use another access key, and report this to the operator of the console.' },
      );
    }
  }

  async #sendOnce(request: RawRequest, signal: AbortSignal | undefined): Promise<Outcome> {
    const { method, path } = request;
    const allowance = this.#limits.allowance(method === 'GET');
    if (!allowance.takeAnswer()) {
      return this.#failure(request, this.#limits.describeTooMuch(hostOf(request), false));
    }
    const id = `${this.#connection.name}#${++this.#count}`;
    const label = this.redaction.redact(`${id} ${method} ${path}`);
    this.logger.debug(`-> ${label} ${request.body?.byteLength ?? 0}`);
    const started = this.clock.now();
    // Writes one line for each request, at the level that the log shows by default.
    const log = (result: string | number): void => {
      this.logger.info(`${label} ${result} ${Math.round(this.clock.now() - started)} ms`);
    };
    const { timeoutMs } = this.#connection;
    const { maxBytes } = this.#limits;
    const limits = { timeoutMs, maxBytes, takeBytes: allowance.takeBytes };
    const result = await exchange(this.#dispatcherFor(request.origin), request, limits, signal);
    if ('failure' in result) {
      const { failure } = result;
      if (this.#disposed || failure.kind === 'canceled') {
        log('canceled');
        throw new CanceledError();
      }
      const words = this.#describe(failure, request);
      log(words.code);
      return this.#failure(request, words);
    }
    const { answer } = result;
    log(answer.status);
    const maxUnpacked = Math.min(maxBytes, allowance.bytesLeft() + answer.body.length);
    const unpacked = await decodeBody(answer, maxUnpacked);
    if (unpacked.kind === 'body') {
      allowance.takeBytes(Math.max(0, unpacked.body.length - answer.body.length));
      return { ...answer, body: unpacked.body };
    }
    if (unpacked.kind === 'too-large') {
      allowance.takeBytes(maxUnpacked);
    }
    const words =
      unpacked.kind === 'too-large'
        ? maxUnpacked < maxBytes
          ? this.#limits.describeTooMuch(hostOf(request), true)
          : describeTooLarge(hostOf(request), maxBytes)
        : describeDamage(hostOf(request), unpacked.reason);
    return this.#failure(request, words, answer.status);
  }

  #describe(
    failure: Exclude<ExchangeFailure, { kind: 'canceled' }>,
    request: RawRequest,
  ): FailureDescription {
    return failure.kind === 'too-much'
      ? this.#limits.describeTooMuch(hostOf(request), true)
      : describeFailure(failure, this.#hosts(request), {
          timeoutMs: this.#connection.timeoutMs,
          maxBytes: this.#limits.maxBytes,
        });
  }

  #dispatcherFor(origin: string): Dispatcher {
    if (this.#disposed) {
      throw new CanceledError();
    }
    const proxy = this.#proxy(origin);
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

  #hosts(request: RawRequest): { readonly host: string; readonly proxyHost?: string } {
    const proxy = this.#proxy(request.origin);
    return { host: hostOf(request), ...(proxy === undefined ? {} : { proxyHost: new URL(proxy).host }) };
  }

  #failure(request: RawRequest, words: FailureDescription, status?: number): HttpError {
    const { method, origin } = request;
    const { code, message, mayHaveArrived } = words;
    const path = this.redaction.redact(request.path);
    return new HttpError(code, message, defined({ method, origin, path, status, mayHaveArrived }), words);
  }

  /** The milliseconds to wait before the next attempt; undefined when there is none. */
  #waitBefore(outcome: Outcome, attempt: number, final: readonly number[] = []): number | undefined {
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

function hostOf(request: RawRequest): string {
  return new URL(request.origin).host;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const decoders: Readonly<Record<string, typeof unzip>> = {
  gzip: unzip,
  'x-gzip': unzip,
  deflate: promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate),
  br: promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress),
};

function unzip(body: Buffer, options: { maxOutputLength: number }): Promise<Buffer> {
  return promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)(body, options);
}

type DecodedBody =
  | { readonly kind: 'body'; readonly body: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'damaged'; readonly reason: string };

/** Decodes the content encoding of an answer, up to `maxBytes` of output. */
async function decodeBody(answer: Answer, maxBytes: number): Promise<DecodedBody> {
  let { body } = answer;
  for (const encoding of encodingsOf(answer).toReversed()) {
    const decode = decoders[encoding];
    if (!decode) {
      return { kind: 'damaged', reason: `unknown content encoding "${encoding.slice(0, 40)}"` };
    }
    try {
      body = body.length === 0 ? body : await decode(body, { maxOutputLength: maxBytes });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        ? { kind: 'too-large' }
        : { kind: 'damaged', reason: `its ${encoding} encoding cannot be read` };
    }
  }
  return { kind: 'body', body };
}

function encodingsOf({ headers }: Answer): string[] {
  const value = headers['content-encoding'];
  return (Array.isArray(value) ? value.join(',') : (value ?? ''))
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
}
