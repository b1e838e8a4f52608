import { isJsonArray, type JsonObject } from '../json/json.ts';
import { writeJsonSteps } from '../json/writeJson.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { finished } from '../util/finished.ts';
import { yamlLines, yamlMemberLines } from './yaml/writeYaml.ts';

/**
 * The text of a new policy file. Reading it back gives the identical value: key order and number lexemes are kept, and in
 * YAML every string is quoted that some reader could take for something else.
 */
export function writePolicyText(value: JsonObject, spelling: Spelling): string {
  return finished(writePolicySteps(value, spelling));
}

/** The same in steps, a rule each. */
export function* writePolicySteps(
  value: JsonObject,
  spelling: Spelling,
): Generator<true | void, string, void> {
  const text = spelling === 'json' ? yield* writeJsonSteps(value, { indent: 2 }) : yield* yamlSteps(value);
  return `${text}\n`;
}

function* yamlSteps(object: JsonObject): Generator<void, string, void> {
  const parts: string[] = [];
  for (const [key, value] of object) {
    const [first, ...others] = isJsonArray(value) ? value : [];
    parts.push(yamlMemberLines(key, first === undefined ? value : [first], '').join('\n'));
    for (const item of others) {
      parts.push(`  ${yamlLines([item], '  ').join('\n')}`);
      yield;
    }
  }
  return parts.length > 0 ? parts.join('\n') : '{}';
}
