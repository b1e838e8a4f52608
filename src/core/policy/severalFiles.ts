import { ExpectedError } from '../util/errors.ts';
import type { PolicyName } from './families.ts';

/** Which of them is meant nobody can know, and the other one would be lost. */
export function severalFiles(policy: PolicyName, files: readonly string[]): ExpectedError {
  return new ExpectedError('several-files', `${policy} has more than one file: ${files.join(', ')}.`, {
    advice: 'Keep the one that is right, and remove the others.',
  });
}
