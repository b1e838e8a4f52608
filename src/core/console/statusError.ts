import { clipped } from '../util/firstLines.ts';
import { headerOf, retryAfterMs, type Answer, isPage, oneLine } from './answer.ts';
import type { RawRequest } from './exchange.ts';
import type { HttpError, HttpErrorCode } from './httpError.ts';
import { isPlain, jsonIn } from '../util/plainRecord.ts';
import type { Transport } from './transport.ts';

type RequestFacts = Pick<RawRequest, 'method' | 'origin' | 'path'>;

type StatusText = readonly [code: HttpErrorCode, message: string, advice: string];

/** The error for an answer that is not a success. `permission` is what the console requires for the request. */
export function statusError(
  request: RequestFacts,
  answer: Answer,
  transport: Pick<Transport, 'failure' | 'clock'>,
  permission?: string,
): HttpError {
  const [code, message, advice] = textFor(
    request,
    answer,
    retryAfterMs(answer, transport.clock.now()),
    permission,
  );
  const reason = serverMessage(answer);
  const text = {
    code,
    message: reason === undefined ? message : `${message} The answer says: ${reason}`,
    advice,
    mayHaveArrived: !isRefusal(answer),
  };
  return transport.failure(request, text, answer);
}

/** The error for a successful answer of a wrong form. `expected` names the right form in the message. */
export function notJsonError(
  request: RequestFacts,
  answer: Answer,
  transport: Pick<Transport, 'failure'>,
  expected: string,
  advice: string,
): HttpError {
  const content = isPage(answer)
    ? 'a web page'
    : answer.body.length === 0
      ? 'nothing'
      : 'something that is not JSON';
  const message = `${request.origin} answered with ${content} where ${expected} was expected.`;
  return transport.failure(request, { code: 'not-json', message, advice, mayHaveArrived: true }, answer);
}

function textFor(
  { method, origin, path }: RequestFacts,
  answer: Answer,
  retryAfter: number | undefined,
  permission: string | undefined,
): StatusText {
  const { status } = answer;
  switch (status) {
    case 202:
    case 206:
      return [
        'rejected',
        `${origin} did not send all of the data (status ${status}).`,
        'Try again. If it happens again, a proxy may answer instead of the console.',
      ];
    case 401:
      return method === 'PUT'
        ? [
            'unauthorized',
            `${origin} refused the write, but accepted the same credentials for the read before.`,
            'Try again. If it happens again, sign in again.',
          ]
        : [
            'unauthorized',
            `${origin} does not accept the access key.`,
            'Sign in again; the key may have been revoked or mistyped, or "auth" may not match this console.',
          ];
    case 403:
      return permission === undefined
        ? [
            'forbidden',
            'The role of this access key does not permit this request.',
            'Ask an administrator of the console, or sign in with another access key.',
          ]
        : [
            'forbidden',
            `The role of this access key lacks the permission ${permission}.`,
            `Ask an administrator of the console for ${permission}, or sign in with another access key.`,
          ];
    case 404:
    case 405:
      return [
        'not-found',
        `There is nothing at ${origin}${path.replace(/\?.*/, '')}.`,
        'Check the address and apiVersion; this release or license of the console may not have it.',
      ];
    case 407:
      return [
        'proxy',
        'The proxy requires credentials.',
        'Set them in the proxy settings of the editor or in the proxy environment variable.',
      ];
    case 408:
      return ['timeout', `${origin} gave up waiting.`, 'Try again.'];
    case 425:
    case 429:
      return [
        'throttled',
        `${origin} asks for fewer requests.`,
        retryAfter === undefined
          ? 'Wait a minute and try again.'
          : `Try again in ${Math.ceil(retryAfter / 1000)} seconds.`,
      ];
    default:
  }
  if (status >= 300 && status < 400) {
    return [
      'redirected',
      `${origin} redirects to ${redirectTarget(answer, origin)}, which was not followed.`,
      'If this address is right, set it in ordinance.yaml and sign in there.',
    ];
  }
  return status >= 500
    ? [
        'server-error',
        `${origin} failed (status ${status}).`,
        'Try again. If it happens again, see the log of the console.',
      ]
    : ['rejected', `${origin} refused the request (status ${status}).`, 'See the answer of the console.'];
}

/** The length limit of an address in a message. */
const MAX_ADDRESS_LENGTH = 300;

function redirectTarget(answer: Answer, origin: string): string {
  const location = headerOf(answer, 'location') ?? '';
  if (!URL.canParse(location, origin)) {
    return 'another place';
  }
  const target = new URL(location, origin);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return `an address of another kind (${clipped(target.protocol, MAX_ADDRESS_LENGTH)})`;
  }
  // Omit the query, into which sign-in pages put long or secret values.
  return clipped(`${target.origin}${target.pathname}`, MAX_ADDRESS_LENGTH);
}

/**
 * Statuses which prove that the console did not act on the request, even when a server in between sent them.
 */
const refusals: ReadonlySet<number> = new Set([
  307, 308, 400, 401, 402, 404, 405, 407, 409, 410, 411, 412, 413, 414, 415, 417, 421, 422, 423, 424, 425,
  426, 428, 429, 431, 451,
]);

/**
 * Statuses that prove it only without a web page. With one, a server in between may have refused only the
 * answer.
 */
const refusalsOfConsole: ReadonlySet<number> = new Set([403, 406]);

/**
 * True when the answer proves that the console did not and will not act on the request. A success, a
 * redirect, a failed or slow server and an unknown status prove nothing.
 */
function isRefusal(answer: Answer): boolean {
  return refusals.has(answer.status) || (refusalsOfConsole.has(answer.status) && !isPage(answer));
}

const MAX_MESSAGE_LENGTH = 300;

/** A message that is nested deeper is ignored. */
const MAX_DEPTH = 8;

/**
 * The reason in the answer of a refusing server: the console's `{err}`, the login service's `{error:
 * {message}}`, `{message}`, a list in a header, or a short plain text. Undefined for pages and everything
 * else. The text is not redacted.
 */
export function serverMessage(answer: Answer): string | undefined {
  const text = answer.body.subarray(0, 64 * 1024).toString('utf8');
  const body = jsonIn(text);
  const reason = fromBody(body) ?? fromReasons(answer) ?? (body === undefined ? plainText(text) : undefined);
  const line = reason === undefined ? '' : oneLine(reason);
  return line === '' ? undefined : clipped(line, MAX_MESSAGE_LENGTH - 1);
}

function fromBody(body: unknown, depth = 0): string | undefined {
  if (typeof body === 'string') {
    return body;
  }
  if (typeof body !== 'object' || body === null || depth === MAX_DEPTH) {
    return undefined;
  }
  const members = new Map(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value as unknown]));
  const reason = members.get('err') ?? members.get('message') ?? members.get('error');
  return fromBody(reason, depth + 1);
}

/** The login service names its reasons in the header `x-…-status`: a JSON list of `{i18nKey, …}`. */
function fromReasons(answer: Answer): string | undefined {
  const name = Object.keys(answer.headers).find((header) => /^x-.*-status$/.test(header));
  const list = name === undefined ? undefined : jsonIn(headerOf(answer, name));
  const keys = (Array.isArray(list) ? list : [])
    .map((reason: unknown) => (isPlain(reason) ? reason['i18nKey'] : undefined))
    .filter((key) => typeof key === 'string');
  return keys.length > 0 ? keys.join(', ').replaceAll('_', ' ') : undefined;
}

function plainText(text: string): string | undefined {
  const start = text.trimStart();
  return start === '' || /^[<{[]/.test(start) ? undefined : start;
}
