import type { JsonObject } from '../json/json.ts';
import { writeJson } from '../json/writeJson.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { yamlLines } from './yaml/writeYaml.ts';

/**
 * The text of a new policy file. Reading it back gives the identical value: key order and number lexemes are kept, and in
 * YAML every string is quoted that some reader could take for something else.
 */
export function writePolicyText(value: JsonObject, spelling: Spelling): string {
  return `${spelling === 'json' ? writeJson(value, { indent: 2 }) : yamlLines(value, '').join('\n')}\n`;
}
