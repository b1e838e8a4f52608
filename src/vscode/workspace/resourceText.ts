import { writePolicyText } from '../../core/document/writePolicy.ts';
import { isJsonObject, type JsonValue } from '../../core/json/json.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import type { Spelling } from '../../core/policy/policyFile.ts';

/** Any answer of a service as a document. YAML shows a list as `items`, so that it is a document of its own. */
export function resourceText(value: JsonValue, spelling: Spelling): string {
  if (isJsonObject(value)) {
    return writePolicyText(value, spelling);
  }
  return spelling === 'json'
    ? `${writeJson(value, { indent: 2 })}\n`
    : writePolicyText(new Map([['items', value]]), spelling);
}
