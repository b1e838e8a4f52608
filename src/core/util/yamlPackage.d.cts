import type * as yaml from 'yaml';

export declare function loadYaml(): typeof yaml;
