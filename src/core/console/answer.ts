import type { RawAnswer } from './exchange.ts';

/** A whole answer, decompressed. */
export interface Answer {
  readonly status: number;
  readonly headers: RawAnswer['headers'];
  readonly body: Buffer;
}

export function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** A header as one text. */
export function headerOf(answer: Pick<Answer, 'headers'>, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A page for people where data is expected: usually a proxy or a sign-in page in between. */
export function isPage(answer: Answer): boolean {
  const type = headerOf(answer, 'content-type') ?? '';
  return /\bx?html\b/i.test(type) || /^(\uFEFF)?\s*</.test(startOf(answer));
}

/** True when the body can be JSON: a cheap look at its first character. */
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

const excerptLength = 500;

/** The start of a body on one line for people, at most 500 characters. */
export function excerptOf(answer: Answer, redact: (text: string) => string): string {
  // Redacted before it is cut, so that no half of a secret stays at the end.
  const clean = redact(answer.body.subarray(0, 64 * 1024).toString('utf8'));
  const line = oneLine(clean);
  return line.length > excerptLength ? `${line.slice(0, excerptLength - 1)}…` : line;
}

/** Control characters and runs of blanks become one blank. */
export function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\s\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, ' ').trim();
}

/** Milliseconds of a Retry-After header, given in seconds or as a date. */
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
