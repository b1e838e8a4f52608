import { ExpectedError } from '../util/errors.ts';

export type HttpErrorCode =
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'rejected'
  | 'throttled'
  | 'server-error'
  | 'unreachable'
  | 'timeout'
  | 'tls'
  | 'proxy'
  | 'not-json'
  | 'too-large'
  /** All answers of one operation together exceed its limit. */
  | 'too-much'
  | 'redirected'
  | 'no-credentials'
  /** The answer contains the access key or a token. */
  | 'secret-in-answer'
  /** The tenant does not have this product. */
  | 'not-provisioned';

export interface HttpErrorFacts {
  readonly method: string;
  /** The scheme, host and port of the request. */
  readonly origin: string;
  /** With query. */
  readonly path: string;
  /** The status of the answer, if there was one. */
  readonly status?: number;
  /** The start of the answer's body, at most 500 characters, without secrets. */
  readonly excerpt?: string;
  /**
   * False when the console certainly did not and will not act on the request: it was not sent, or was
   * refused. After true, a write has to be read back.
   */
  readonly mayHaveArrived: boolean;
}

/** A request to a console or its login service that failed. Message, advice and excerpt contain no secret. */
export class HttpError extends ExpectedError {
  override readonly name = 'HttpError';
  declare readonly code: HttpErrorCode;
  readonly status: number | undefined;
  readonly mayHaveArrived: boolean;
  /** True when a read is worth another try. */
  readonly isTransient: boolean;

  constructor(
    code: HttpErrorCode,
    message: string,
    facts: HttpErrorFacts,
    more: { readonly advice?: string; readonly detail?: string; readonly isTransient?: true } = {},
  ) {
    const line = `${facts.method} ${facts.origin}${facts.path}${facts.status === undefined ? '' : ` ${facts.status}`}`;
    super(code, message, {
      ...more,
      detail: [line, more.detail, facts.excerpt].filter(Boolean).join(': '),
    });
    this.status = facts.status;
    this.mayHaveArrived = facts.mayHaveArrived;
    this.isTransient = more.isTransient ?? false;
  }
}
