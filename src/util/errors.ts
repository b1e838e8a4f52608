/** The user gave up, or a token fired: nothing is shown. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';

  constructor(message = 'cancelled') {
    super(message);
  }
}

/**
 * Something that can happen in good order: shown as one plain message with what to do.
 * Anything that is neither this nor a `CancelledError` is a bug.
 */
export class ExpectedError extends Error {
  override readonly name: string = 'ExpectedError';
  /** Stable; branch on this, never on the message. */
  readonly code: string;
  /** What the user can do about it, one sentence. */
  readonly advice: string | undefined;
  /** For the log only. */
  readonly detail: string | undefined;

  constructor(
    code: string,
    message: string,
    more: { advice?: string; detail?: string; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.advice = more.advice;
    this.detail = more.detail;
  }
}

export function isCancelled(error: unknown): boolean {
  return error instanceof CancelledError || (error instanceof Error && error.name === 'AbortError');
}

export function isExpected(error: unknown): error is ExpectedError {
  return error instanceof ExpectedError;
}

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new CancelledError();
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
