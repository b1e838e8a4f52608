/** The user canceled, or a cancellation token fired: no message is shown. */
export class CanceledError extends Error {
  override readonly name = 'CanceledError';

  constructor(message = 'canceled') {
    super(message);
  }
}

/** Next steps that VS Code shows as buttons; on the command line, the advice describes them in words. */
export type HelpId =
  | 'add-console'
  | 'compare-live'
  | 'manage-trust'
  | 'merge'
  | 'open-console-file'
  | 'open-folder'
  | 'push'
  | 'proxy-settings'
  | 'pull'
  | 'retry'
  | 'show-conflicts'
  | 'show-problems'
  | 'sign-in'
  | 'try-sandbox';

/**
 * An expected failure, shown as one plain message with advice. Any error other than this and `CanceledError`
 * is a bug.
 */
export class ExpectedError extends Error {
  override readonly name: string = 'ExpectedError';
  /** The code is stable; branch on it, never on the message. */
  readonly code: string;
  /** The action that solves the problem, as one sentence. */
  readonly advice: string | undefined;
  /** Details for the log only. */
  readonly detail: string | undefined;
  /** The next steps, where the code alone does not determine them. */
  readonly help: readonly HelpId[] | undefined;
  /** The target of the failure in the form that commands accept, when it is known. */
  about: unknown;

  constructor(
    code: string,
    message: string,
    more: {
      advice?: string;
      detail?: string;
      cause?: unknown;
      help?: readonly HelpId[];
      about?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.advice = more.advice;
    this.detail = more.detail;
    this.help = more.help;
    this.about = more.about;
  }
}

/** Codes of failures before any request: such a failure proves nothing about the console. */
const unasked: ReadonlySet<string> = new Set([
  'untrusted',
  'signed-out',
  'no-console',
  'no-credentials',
  'broken-console-file',
]);

/** True when the failure happened before a request was possible. */
export function isUnasked(error: unknown): error is ExpectedError {
  return isExpected(error) && unasked.has(error.code);
}

/** Adds the target to expected errors of `work`. A target that is already set stays. */
export async function regarding<T>(about: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isExpected(error)) {
      error.about ??= about;
    }
    throw error;
  }
}

export function isCanceled(error: unknown): boolean {
  return error instanceof CanceledError || (error instanceof Error && error.name === 'AbortError');
}

export function isExpected(error: unknown): error is ExpectedError {
  return error instanceof ExpectedError;
}

export function throwIfCanceled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new CanceledError();
  }
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Rethrows a cancellation, so that code which continues after failures still stops. */
export function passOnCanceled(error: unknown): void {
  if (isCanceled(error)) {
    throw error;
  }
}

/** Rethrows a bug, so that code which continues after expected failures does not hide it. */
export function passOnUnexpected(error: unknown): asserts error is ExpectedError {
  if (!isExpected(error)) {
    throw error;
  }
}
