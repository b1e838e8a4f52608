import { ExpectedError } from '../../util/errors.ts';

const words = {
  edit: { end: 'Nothing was written.', advice: 'Review the new version, then edit again.' },
  delete: { end: 'It was not deleted.', advice: 'Review the new version, then delete again.' },
} as const;

/** Returns the present entry. Throws when it is gone, or changed on the console after a person saw it. */
export function unchangedEntry<T>(
  entry: string,
  action: keyof typeof words,
  present: T | undefined,
  isAsShown: (present: T) => boolean,
): T {
  if (present === undefined) {
    throw new ExpectedError('not-found', `The console no longer has the ${entry}.`);
  }
  if (!isAsShown(present)) {
    const { end, advice } = words[action];
    throw new ExpectedError('changed-meanwhile', `The ${entry} changed on the console. ${end}`, { advice });
  }
  return present;
}
