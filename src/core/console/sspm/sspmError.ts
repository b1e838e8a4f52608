import { excerptOf, type Answer } from '../answer.ts';
import { HttpError } from '../httpError.ts';
import type { Redaction } from '../redaction.ts';
import { statusError, type RequestFacts } from '../statusError.ts';

/** The error for an answer of the SSPM service that is not a success; `notProvisioned` are statuses that mean so here. */
export function sspmError(
  facts: RequestFacts,
  answer: Answer,
  notProvisioned: readonly number[],
  redaction: Redaction,
  now: number,
): HttpError {
  const { origin } = facts;
  const { status } = answer;
  const said = (code: HttpError['code'], message: string, advice: string): HttpError =>
    new HttpError(
      code,
      message,
      {
        ...facts,
        path: redaction.redact(facts.path),
        status,
        excerpt: excerptOf(answer, (text) => redaction.redact(text)),
        mayHaveArrived: false,
      },
      { advice },
    );
  if (notProvisioned.includes(status)) {
    return said(
      'not-provisioned',
      `The SSPM service at ${origin} is not provisioned for this tenant (status ${status}).`,
      'Check sspmUrl and the tenant of the token; the product may not be part of the license.',
    );
  }
  if (status === 401) {
    return said(
      'unauthorized',
      `The SSPM service at ${origin} does not accept the token.`,
      'Sign in to the SSPM service again; a pasted token ends after a few minutes.',
    );
  }
  if (status === 403) {
    return said(
      'forbidden',
      'This token does not permit to read this.',
      'Ask an administrator of the SSPM service for the role, or sign in with other credentials.',
    );
  }
  if (status === 404) {
    return said('not-found', 'The SSPM service does not have this resource.', 'Refresh the row above it.');
  }
  return statusError(facts, answer, redaction, now);
}
