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

type ErrorText = readonly [code: string, reason: string, advice: string];

const errorTexts: Readonly<Record<string, ErrorText>> = {
  ENOSPC: ['no-space', 'there is no space left', 'Free some space and try again.'],
  EDQUOT: ['no-space', 'the disk quota is used up', 'Free some space and try again.'],
  EACCES: ['read-only', 'you have no permission to write there', 'Allow it and try again.'],
  EPERM: ['read-only', 'you have no permission to write there', 'Allow it and try again.'],
  EROFS: [
    'read-only',
    'the file system is read-only',
    'Move the workspace to a place that can be written to.',
  ],
  ENOTDIR: ['not-a-folder', 'a part of the path is a file', 'Rename or remove that file and try again.'],
  EEXIST: ['not-a-folder', 'there is a file where a folder is needed', 'Rename or remove it and try again.'],
  EISDIR: ['not-a-file', 'there is a folder where a file is needed', 'Rename or remove it and try again.'],
  ELOOP: ['not-a-file', 'its symbolic links lead in a circle', 'Remove the links and try again.'],
};

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Converts a known system error about `path` to an ExpectedError; returns any other error unchanged. */
export function diskFailure(error: unknown, path: string, doing: 'read' | 'written' = 'written'): unknown {
  const text = describeError(error, doing);
  if (text) {
    const [code, reason, advice] = text;
    return new ExpectedError(code, `${path} cannot be ${doing}: ${reason}.`, { advice, cause: error });
  }
  return error;
}

/** Returns only the reason, for messages that already name the unreadable file. */
export function readFailureReason(error: unknown): string {
  return describeError(error, 'read')?.[1] ?? messageOf(error);
}

function describeError(error: unknown, doing: 'read' | 'written'): ErrorText | undefined {
  // VS Code puts the system error code only into the message.
  const codes = [errorCode(error), /\b(E[A-Z]{3,}): /.exec(messageOf(error))?.[1]];
  const code = codes.find((candidate) => candidate !== undefined && Object.hasOwn(errorTexts, candidate));
  const text = code === undefined || error instanceof ExpectedError ? undefined : errorTexts[code];
  return doing === 'read' && text?.[0] === 'read-only'
    ? [text[0], 'you have no permission to read it', 'Allow it and try again.']
    : text;
}
