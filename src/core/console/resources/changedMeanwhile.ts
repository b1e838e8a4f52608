import { ExpectedError } from '../../util/errors.ts';

/** Why an entry of a list is left as it is: it is not what was shown to whoever wants to `what` it. */
export function changedMeanwhile(entry: string, what: 'edit' | 'delete'): ExpectedError {
  return what === 'edit'
    ? new ExpectedError(
        'changed-meanwhile',
        `${entry} was changed on the console meanwhile. Nothing was written.`,
        { advice: 'Look at it again, and edit it as it is now.' },
      )
    : new ExpectedError(
        'changed-meanwhile',
        `${entry} was changed on the console meanwhile. It was not deleted.`,
        { advice: 'Look at it again, and delete it as it is now.' },
      );
}
