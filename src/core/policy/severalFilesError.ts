import { ExpectedError } from '../util/errors.ts';
import type { PolicyName } from './families.ts';

/** Ordinance cannot know which file is right, and choosing one would lose the other. */
export function severalFilesError(policy: PolicyName, files: readonly string[]): ExpectedError {
  return new ExpectedError('several-files', `${policy} has more than one file: ${files.join(', ')}.`, {
    advice: 'Keep the right file, and remove the others.',
  });
}
