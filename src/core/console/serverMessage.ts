import { headerOf, oneLine, type Answer } from './answer.ts';

const longest = 300;

/** Members within members; a server that nests deeper says nothing for people. */
const deepest = 8;

/**
 * What a refusing server said, for people: the console's `{err}`, the login service's `{error: {message}}`, `{message}`
 * or reason list in a header, or a short plain text. Undefined for pages and anything else. Not yet redacted.
 */
export function serverMessage(answer: Answer): string | undefined {
  const text = answer.body.subarray(0, 64 * 1024).toString('utf8');
  const body = parse(text);
  const said = fromBody(body) ?? fromReasons(answer) ?? (body === undefined ? plain(text) : undefined);
  const line = said === undefined ? '' : oneLine(said);
  return line === '' ? undefined : line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

function fromBody(body: unknown, depth = 0): string | undefined {
  if (typeof body === 'string') {
    return body;
  }
  if (typeof body !== 'object' || body === null || depth === deepest) {
    return undefined;
  }
  const members = new Map(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value as unknown]));
  const said = members.get('err') ?? members.get('message') ?? members.get('error');
  return fromBody(said, depth + 1);
}

/** The login service names its reasons in the header `x-…-status`: a JSON list of `{i18nKey, …}`. */
function fromReasons(answer: Answer): string | undefined {
  const name = Object.keys(answer.headers).find((header) => /^x-.*-status$/.test(header));
  const list = name === undefined ? undefined : parse(headerOf(answer, name) ?? '');
  const keys = (Array.isArray(list) ? list : [])
    .map((reason: unknown) =>
      typeof reason === 'object' && reason !== null && 'i18nKey' in reason ? reason.i18nKey : undefined,
    )
    .filter((key) => typeof key === 'string');
  return keys.length > 0 ? keys.join(', ').replaceAll('_', ' ') : undefined;
}

function plain(text: string): string | undefined {
  const start = text.trimStart();
  return start === '' || /^[<{[]/.test(start) ? undefined : start;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
