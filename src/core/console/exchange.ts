import type { Dispatcher } from 'undici';
import type { Answer } from './answer.ts';
import type { FailureText } from './httpError.ts';
import { describeTimeout, describeTooLarge, networkFailure } from './networkFailure.ts';

export interface RawRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly origin: string;
  /** With query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface ExchangeLimits {
  /** The server with its port, for messages. */
  readonly host: string;
  readonly proxyHost: string | undefined;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Called with the size of each piece that arrives. A failure stops the reading. */
  readonly takeBytes: (bytes: number) => FailureText | undefined;
}

/** An answer as it is on the wire, or the reason why there is none. */
type ExchangeResult = { readonly answer: Answer } | { readonly failure: FailureText | 'canceled' };

/** Sends one request once and reads its whole answer. Never throws, follows a redirect or sends again. */
export function exchange(
  dispatcher: Dispatcher,
  { method, origin, path, headers, body }: RawRequest,
  { host, proxyHost, timeoutMs, maxBytes, takeBytes }: ExchangeLimits,
  signal?: AbortSignal,
): Promise<ExchangeResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let answerHeaders: Answer['headers'] = {};
    /** Set as soon as bytes of the request may have been sent. */
    let controller: Dispatcher.DispatchController | undefined;
    let hasEnded = false;

    const end = (result: ExchangeResult): void => {
      if (hasEnded) {
        return;
      }
      hasEnded = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(result);
      if ('failure' in result) {
        controller?.abort(new Error('the exchange has ended'));
      }
    };
    const fail = (failure: FailureText | 'canceled'): void => end({ failure });
    const cancel = (): void => fail('canceled');
    const onError = (error: Error): void =>
      fail({ ...networkFailure(error, host, proxyHost), mayHaveArrived: controller !== undefined });
    const timer = setTimeout(() => {
      fail({
        ...describeTimeout(host, timeoutMs, status > 0),
        mayHaveArrived: controller !== undefined,
      });
    }, timeoutMs);
    if (signal?.aborted) {
      cancel();
      return;
    }
    signal?.addEventListener('abort', cancel);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (hasEnded) {
          // The exchange ended while the request waited for a connection. Abort it, so that no byte is sent.
          started.abort(new Error('the exchange has ended'));
        }
      },
      onResponseStart(_, received, receivedHeaders) {
        if (received < 200) {
          return;
        }
        status = received;
        answerHeaders = receivedHeaders;
        if (Number(receivedHeaders['content-length'] ?? 0) > maxBytes) {
          fail(describeTooLarge(host, maxBytes));
        }
      },
      onResponseData(_, chunk) {
        if (hasEnded) {
          return;
        }
        size += chunk.length;
        chunks.push(chunk);
        const failure = size > maxBytes ? describeTooLarge(host, maxBytes) : takeBytes(chunk.length);
        if (failure) {
          fail(failure);
        }
      },
      onResponseEnd: () => end({ answer: { status, headers: answerHeaders, body: Buffer.concat(chunks) } }),
      onResponseError: (_, error) => onError(error),
    };
    try {
      dispatcher.dispatch({ method, origin, path, headers: { ...headers }, body: body ?? null }, handler);
    } catch (error) {
      onError(error as Error);
    }
  });
}
