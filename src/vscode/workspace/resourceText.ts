import { writePolicyText } from '../../core/document/updatedText.ts';
import { isJsonObject, type JsonValue } from '../../core/json/json.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import type { Spelling } from '../../core/policy/policyFile.ts';

/**
 * The answer of a service as a document. In YAML, a list becomes the field `items`, so that the document is
 * an object.
 */
export function resourceText(value: JsonValue, spelling: Spelling): string {
  if (isJsonObject(value)) {
    return writePolicyText(value, spelling);
  }
  return spelling === 'json'
    ? `${writeJson(value, { indent: 2 })}\n`
    : writePolicyText(new Map([['items', value]]), spelling);
}
