import { clipped } from '../util/clipped.ts';
import { excerptOf, headerOf, retryAfterMs, type Answer, isPage, oneLine } from './answer.ts';
import { HttpError, type HttpErrorCode, type HttpErrorFacts } from './httpError.ts';
import { isPlain, jsonIn } from '../util/plainRecord.ts';
import type { Transport } from './transport.ts';

export interface RequestFacts extends Pick<HttpErrorFacts, 'method' | 'origin' | 'path'> {
  /** The permission that the console requires for this request. */
  readonly permission?: string;
}

interface ErrorText {
  readonly code: HttpErrorCode;
  readonly message: string;
  readonly advice: string;
}

/** The error for an answer that is not a success. */
export function statusError(
  facts: RequestFacts,
  answer: Answer,
  { redaction, clock }: Pick<Transport, 'redaction' | 'clock'>,
): HttpError {
  const retryAfter = retryAfterMs(answer, clock.now());
  const { code, message, advice } = textFor(facts, answer, retryAfter);
  const reason = serverMessage(answer);
  const excerpt = excerptOf(answer, (text) => redaction.redact(text));
  return new HttpError(
    code,
    redaction.redact(reason === undefined ? message : `${message} It says: ${reason}`),
    {
      method: facts.method,
      origin: facts.origin,
      path: facts.path,
      status: answer.status,
      excerpt,
      mayHaveArrived: !isRefusal(answer),
    },
    { advice: redaction.redact(advice) },
  );
}

/** The error for a successful answer of a wrong form. `expected` names the right form in the message. */
export function notJsonError(
  { method, origin, path }: RequestFacts,
  answer: Answer,
  { redaction }: Pick<Transport, 'redaction'>,
  expected: string,
  advice: string,
): HttpError {
  const content = isPage(answer)
    ? 'a web page'
    : answer.body.length === 0
      ? 'nothing'
      : 'something that is not JSON';
  return new HttpError(
    'not-json',
    `${origin} answered with ${content} where ${expected} was expected.`,
    {
      method,
      origin,
      path: redaction.redact(path),
      status: answer.status,
      excerpt: excerptOf(answer, (text) => redaction.redact(text)),
      mayHaveArrived: true,
    },
    { advice },
  );
}

function textFor(
  { method, origin, path, permission }: RequestFacts,
  answer: Answer,
  retryAfter: number | undefined,
): ErrorText {
  const { status } = answer;
  const place = `${origin}${path.replace(/\?.*/, '')}`;
  if (status >= 300 && status < 400) {
    return {
      code: 'redirected',
      message: `${origin} redirects to ${targetOf(answer, origin)}, which was not followed.`,
      advice: 'If this address is right, set it in ordinance.yaml and sign in there.',
    };
  }
  if (status === 401 && method === 'PUT') {
    return {
      code: 'unauthorized',
      message: `${origin} refused the write, but accepted the same credentials for the read before.`,
      advice: 'Try again. If it happens again, sign in again.',
    };
  }
  if (status === 401) {
    return {
      code: 'unauthorized',
      message: `${origin} does not accept the access key.`,
      advice:
        'Sign in again; the key may have been revoked or mistyped, or "auth" may not match this console.',
    };
  }
  if (status === 403) {
    return {
      code: 'forbidden',
      message: permission
        ? `The role of this access key lacks the permission ${permission}.`
        : `The role of this access key does not permit this request.`,
      advice: `Ask an administrator of the console${permission ? ` for ${permission}` : ''}, or sign in with another access key.`,
    };
  }
  if (status === 404 || status === 405) {
    return {
      code: 'not-found',
      message: `There is nothing at ${place}.`,
      advice: 'Check the address and apiVersion; this release or license of the console may not have it.',
    };
  }
  if (status === 407) {
    return {
      code: 'proxy',
      message: 'The proxy requires credentials.',
      advice: 'Set them in the proxy settings of the editor or in the proxy environment variable.',
    };
  }
  if (status === 408) {
    return { code: 'timeout', message: `${origin} gave up waiting.`, advice: 'Try again.' };
  }
  if (status === 425 || status === 429) {
    return {
      code: 'throttled',
      message: `${origin} asks for fewer requests.`,
      advice:
        retryAfter === undefined
          ? 'Wait a minute and try again.'
          : `Try again in ${Math.ceil(retryAfter / 1000)} seconds.`,
    };
  }
  if (status >= 500) {
    return {
      code: 'server-error',
      message: `${origin} failed (status ${status}).`,
      advice: 'Try again. If it happens again, see the log of the console.',
    };
  }
  return {
    code: 'rejected',
    message: `${origin} refused the request (status ${status}).`,
    advice: 'See the answer of the console.',
  };
}

/** The length limit of an address in a message. */
const MAX_ADDRESS_LENGTH = 300;

function targetOf(answer: Answer, origin: string): string {
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
