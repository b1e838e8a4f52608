/** The user gave up, or a token fired: nothing is shown. */
export class CanceledError extends Error {
  override readonly name = 'CanceledError';

  constructor(message = 'canceled') {
    super(message);
  }
}

/** Ways on that the editor makes buttons of; on the command line the advice says the same in words. */
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
 * Something that can happen in good order: shown as one plain message with what to do.
 * Anything that is neither this nor a `CanceledError` is a bug.
 */
export class ExpectedError extends Error {
  override readonly name: string = 'ExpectedError';
  /** Stable; branch on this, never on the message. */
  readonly code: string;
  /** What the user can do about it, one sentence. */
  readonly advice: string | undefined;
  /** For the log only. */
  readonly detail: string | undefined;
  /** What helps here, where the code alone does not say. */
  readonly help: readonly HelpId[] | undefined;
  #about: unknown;

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
    this.#about = more.about;
  }

  /** The target this is about, as commands take it, when it is known. */
  get about(): unknown {
    return this.#about;
  }

  /** Said by who knows what a request was for, unless it was said where it failed. */
  regarding(about: unknown): this {
    this.#about ??= about;
    return this;
  }
}

/** Codes of failures before anybody was asked: nothing is known by them. */
const unasked: ReadonlySet<string> = new Set([
  'untrusted',
  'signed-out',
  'no-console',
  'no-credentials',
  'broken-console-file',
]);

/** Whether this went wrong before a request could be made. */
export function isUnasked(error: unknown): error is ExpectedError {
  return isExpected(error) && unasked.has(error.code);
}

/** Says of what goes wrong in `work` what it is about. */
export async function regarding<T>(about: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isExpected(error) ? error.regarding(about) : error;
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

/** For whoever goes on after a failure: being canceled is none. */
export function passOnCanceled(error: unknown): void {
  if (isCanceled(error)) {
    throw error;
  }
}

/** For whoever goes on after what can happen in good order: nothing else may be passed over. */
export function passOnUnexpected(error: unknown): asserts error is ExpectedError {
  if (!isExpected(error)) {
    throw error;
  }
}
