import { ExpectedError } from '../../util/errors.ts';

/** Why an entry of a list is left as it is: it is not what was shown to whoever wants to `what` it. */
export function changedMeanwhile(entry: string, what: 'edit' | 'delete'): ExpectedError {
  return what === 'edit'
    ? new ExpectedError('changed-meanwhile', `${entry} changed on the console. Nothing was written.`, {
        advice: 'Review the new version, then edit again.',
      })
    : new ExpectedError('changed-meanwhile', `${entry} changed on the console. It was not deleted.`, {
        advice: 'Review the new version, then delete again.',
      });
}
