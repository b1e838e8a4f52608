import type { Dispatcher } from 'undici';
import type { Answer } from './answer.ts';

export interface RawRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly origin: string;
  /** With query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/**
 * The reason why an exchange ended without a whole answer. `started`: bytes of the request may have been
 * sent.
 */
export type ExchangeFailure =
  | { readonly kind: 'network'; readonly error: Error; readonly started: boolean }
  | { readonly kind: 'timeout'; readonly started: boolean; readonly answering: boolean }
  | { readonly kind: 'too-large' }
  /** All answers of the operation together exceed its limit. */
  | { readonly kind: 'too-much' }
  | { readonly kind: 'canceled' };

interface ExchangeLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Called with the size of each piece that arrives. Returning false stops the reading. */
  takeBytes(bytes: number): boolean;
}

/** An answer as it is on the wire, or the reason why there is none. */
type ExchangeResult = { readonly answer: Answer } | { readonly failure: ExchangeFailure };

/** Sends one request once and reads its whole answer. Never throws, follows a redirect or sends again. */
export function exchange(
  dispatcher: Dispatcher,
  request: RawRequest,
  limits: ExchangeLimits,
  signal?: AbortSignal,
): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    new Exchange(limits, resolve, signal).start(dispatcher, request);
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #limits: ExchangeLimits;
  readonly #resolve: (result: ExchangeResult) => void;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Answer['headers'] = {};
  #ended = false;

  constructor(
    limits: ExchangeLimits,
    resolve: (result: ExchangeResult) => void,
    signal: AbortSignal | undefined,
  ) {
    this.#limits = limits;
    this.#resolve = resolve;
    this.#signal = signal;
    this.#timer = setTimeout(this.#onTimeout, limits.timeoutMs);
  }

  start(dispatcher: Dispatcher, request: RawRequest): void {
    if (this.#signal?.aborted) {
      this.#onAbort();
      return;
    }
    this.#signal?.addEventListener('abort', this.#onAbort);
    try {
      const { method, origin, path, headers, body } = request;
      dispatcher.dispatch({ method, origin, path, headers: { ...headers }, body: body ?? null }, this);
    } catch (error) {
      this.onResponseError(undefined, error as Error);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended) {
      // The exchange ended while the request waited for a connection. Abort it, so that no byte is sent.
      controller.abort(new Error('the exchange has ended'));
    }
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Answer['headers'],
  ): void {
    if (status < 200) {
      return;
    }
    this.#status = status;
    this.#headers = headers;
    if (Number(headers['content-length'] ?? 0) > this.#limits.maxBytes) {
      this.#fail({ kind: 'too-large' });
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#limits.maxBytes) {
      this.#fail({ kind: 'too-large' });
    } else if (!this.#ended && !this.#limits.takeBytes(chunk.length)) {
      this.#fail({ kind: 'too-much' });
    } else if (!this.#ended) {
      this.#chunks.push(chunk);
    }
  }

  onResponseEnd(): void {
    const answer = { status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) };
    this.#end({ answer });
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.#fail({ kind: 'network', error, started: this.#controller !== undefined });
  }

  readonly #onTimeout = (): void => {
    const started = this.#controller !== undefined;
    this.#fail({ kind: 'timeout', started, answering: this.#status > 0 });
  };

  readonly #onAbort = (): void => {
    this.#fail({ kind: 'canceled' });
  };

  #fail(failure: ExchangeFailure): void {
    if (this.#end({ failure })) {
      this.#controller?.abort(new Error('the exchange has ended'));
    }
  }

  #end(result: ExchangeResult): boolean {
    if (this.#ended) {
      return false;
    }
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#resolve(result);
    return true;
  }
}
