import { ExpectedError, messageOf } from './errors.ts';

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
