import type * as schemas from './jsonSchema.ts';

export declare function loadSchemas(): typeof schemas;
