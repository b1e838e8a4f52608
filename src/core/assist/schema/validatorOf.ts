import type { Validator, ValidatorName } from '../../../generated/validators.js';
import { lazyPart } from '../../util/lazyPart.ts';
import { loadValidators } from './compiledValidators.cjs';

const compiled = lazyPart('the checks of the schemas', loadValidators);

/** What is compiled from one schema; all of them are loaded with the first. */
export function validatorOf(name: ValidatorName): Validator {
  return compiled().validators[name];
}
