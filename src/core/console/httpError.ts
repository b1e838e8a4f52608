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
  /** The answer contains the access key or a token. */
  | 'secret-in-answer'
  /** The tenant does not have this product. */
  | 'not-provisioned';

/** The text of a failure. */
export interface FailureText {
  readonly code: HttpErrorCode;
  readonly message: string;
  readonly advice: string;
  /** Text for the log. */
  readonly detail?: string;
  /** True when a read is worth another try. */
  readonly isTransient?: true;
  /**
   * False when the console certainly did not and will not act on the request: it was not sent, or was
   * refused. After true, a write has to be read back.
   */
  readonly mayHaveArrived: boolean;
}

interface HttpErrorFacts {
  readonly method: string;
  /** The scheme, host and port of the request. */
  readonly origin: string;
  /** With query. */
  readonly path: string;
  /** The status of the answer, if there was one. */
  readonly status?: number | undefined;
  /** The start of the answer's body, at most 500 characters. */
  readonly excerpt?: string | undefined;
}

/** A request to a console or its login service that failed. Its texts contain no secret: see `Transport.failure`. */
export class HttpError extends ExpectedError {
  override readonly name = 'HttpError';
  declare readonly code: HttpErrorCode;
  readonly status: number | undefined;
  readonly mayHaveArrived: boolean;
  readonly isTransient: boolean;

  constructor(text: FailureText, { method, origin, path, status, excerpt }: HttpErrorFacts) {
    const line = `${method} ${origin}${path}${status === undefined ? '' : ` ${status}`}`;
    super(text.code, text.message, {
      advice: text.advice,
      detail: [line, text.detail, excerpt].filter(Boolean).join(': '),
    });
    this.status = status;
    this.mayHaveArrived = text.mayHaveArrived;
    this.isTransient = text.isTransient ?? false;
  }
}
