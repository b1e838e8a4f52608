import { clipped } from '../util/firstLines.ts';

/** An answer that arrived whole. The body is decompressed, except within the transport. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** True for a success with all that a request reads. The data of 202 may be missing, and that of 206 is a part. */
export function isWhole(answer: Answer): boolean {
  return isSuccess(answer) && answer.status !== 202 && answer.status !== 206;
}

/** The value of a header; repeated headers are joined by commas. */
export function headerOf(answer: Pick<Answer, 'headers'>, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** True for a web page, which usually comes from a proxy or a sign-in page instead of the service. */
export function isPage(answer: Answer): boolean {
  const type = headerOf(answer, 'content-type') ?? '';
  return /\bx?html\b/i.test(type) || /^(\uFEFF)?\s*</.test(startOf(answer));
}

/** True when the body begins like JSON. */
export function looksLikeJson(answer: Answer): boolean {
  return !isPage(answer) && /^(\uFEFF)?\s*[[{"\-\dtfn]/.test(startOf(answer));
}

function startOf(answer: Answer): string {
  return answer.body.subarray(0, 4096).toString('utf8');
}

/** The text of a body exactly as sent; undefined when it is not UTF-8. */
export function textOf(answer: Answer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(answer.body);
  } catch {
    return undefined;
  }
}

const MAX_EXCERPT = 500;

/** The start of the body on one line, at most 500 characters, without secrets. */
export function excerptOf(body: Buffer, redact: (text: string) => string): string {
  // Redact before the cut, so that no half of a secret stays at the end.
  const clean = redact(body.subarray(0, 64 * 1024).toString('utf8'));
  return clipped(oneLine(clean), MAX_EXCERPT - 1);
}

/** Replaces each run of white space and control characters by one blank. */
export function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\s\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, ' ').trim();
}

/** The milliseconds that a Retry-After header asks to wait. The header has seconds or a date. */
export function retryAfterMs(answer: Answer, now: number): number | undefined {
  const text = headerOf(answer, 'retry-after')?.trim();
  if (!text) {
    return undefined;
  }
  if (/^\d{1,9}$/.test(text)) {
    return Number(text) * 1000;
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - (serverNow(answer) ?? now));
}

/** The server's own clock, from its Date header. */
export function serverNow(answer: Pick<Answer, 'headers'>): number | undefined {
  const date = Date.parse(headerOf(answer, 'date') ?? '');
  return Number.isNaN(date) ? undefined : date;
}

/** The distinct values as the text of one table cell. */
export function joined(values: readonly string[]): string {
  return [...new Set(values)].filter((value) => value !== '').join(', ');
}
