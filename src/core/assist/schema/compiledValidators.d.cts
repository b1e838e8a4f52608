import type * as compiled from '../../../generated/validators.js';

export declare function loadValidators(): typeof compiled;
