import type { Dispatcher } from 'undici';
import type { Answer } from './answer.ts';
import type { FailureText } from './httpError.ts';
import { describeTimeout, describeTooLarge, networkFailure } from './networkFailure.ts';
import { getCACertificates } from 'node:tls';
import connect from 'undici/lib/api/api-connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { authoritiesIn, type TransportConnection } from '../consoleFile/connectionOf.ts';
import { spentOn } from '../util/operation.ts';

export interface RawRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly origin: string;
  /** With query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

interface ExchangeLimits {
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

// The index of undici installs a dispatcher for the whole process, which other extensions would then use. Its
// parts do not.

const MAX_CONNECT_MS = 15_000;

/**
 * The connections of one console. Their number has no limit here, because callers limit their reads. Therefore a write
 * never waits behind reads after its last look.
 */
export function openDispatcher(connection: TransportConnection, proxy?: string): Dispatcher {
  const timeout = Math.min(connection.timeoutMs, MAX_CONNECT_MS);
  const trust =
    connection.ca === undefined
      ? {}
      : { ca: [...getCACertificates('default'), ...authoritiesIn(connection.ca)] };
  const tls = { rejectUnauthorized: connection.rejectUnauthorized, ...trust };
  const options = {
    // HTTP/2 may send a request again, and a write must never be sent twice. So HTTP/2 is off, with one
    // request at a time.
    pipelining: 1,
    allowH2: false,
    // `exchange` limits the time of the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (proxy !== undefined) {
    return openProxy(proxy, {
      ...options,
      connectTimeout: timeout,
      requestTls: tls,
      proxyTls: { ...trust, allowH2: false },
    });
  }
  return new Agent({ ...options, connect: { timeout, ...tls } });
}

/** Sends all requests through a tunnel, so that the proxy sees neither requests nor credentials. */
function openProxy(uri: string, options: object): Dispatcher {
  return new ProxyAgent({
    ...options,
    uri,
    proxyTunnel: true,
    // The index of undici adds `connect` to all dispatchers; this part lacks it.
    clientFactory: (origin, poolOptions) => Object.assign(new Pool(origin, poolOptions), { connect }),
  });
}

const mebibyte = 1024 * 1024;
const defaultMaxBytes = 64 * mebibyte;
/** This is enough for fifty policies of the largest supported size. */
const defaultOperationBytes = 512 * mebibyte;
/** This is enough to read each application of the longest list and its pages twice. */
const MAX_ANSWERS = 25_000;

/**
 * Limits the reading of one answer of a console: its size, and the bytes and answers of the running operation. An
 * answer counts with its compressed or its decompressed size, whichever is larger. A write has no limit for the
 * operation, so that earlier reads never cut off its answer. `source` identifies the console.
 */
export function readingLimits(
  source: object,
  connection: TransportConnection,
  host: string,
  isRead: boolean,
) {
  const {
    maxAnswerBytes: maxBytes = defaultMaxBytes,
    maxOperationBytes = defaultOperationBytes,
    maxOperationAnswers = MAX_ANSWERS,
  } = connection;
  const spent = spentOn(source);
  const bytesLeft = (): number => (isRead ? maxOperationBytes - spent.bytes : Infinity);
  const tooMuch: FailureText = {
    code: 'too-much',
    message: `Stopped reading ${host}: one operation reads at most ${Math.max(1, Math.floor(maxOperationBytes / mebibyte))} MiB or ${maxOperationAnswers} answers of a console.`,
    advice: 'Name fewer policies at a time, and check that the address leads to a console.',
    mayHaveArrived: true,
  };
  return {
    maxBytes,
    bytesLeft,
    tooMuch,
    /** Counts one more answer. Returns false when the operation must not read it. */
    takeAnswer: (): boolean => bytesLeft() > 0 && (++spent.answers <= maxOperationAnswers || !isRead),
    /** Counts bytes that were read. Returns the failure when they exceed the limit. */
    takeBytes: (bytes: number): FailureText | undefined => {
      spent.bytes += bytes;
      return bytesLeft() >= 0 ? undefined : tooMuch;
    },
  };
}
