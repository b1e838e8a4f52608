import { writePolicyText } from '../language/writePolicy.ts';
import { isJsonObject, type JsonValue } from '../model/json.ts';
import { writeJson } from '../model/jsonText.ts';
import type { Spelling } from '../model/policyFile.ts';

/** Any answer of a service as a document. YAML shows a list as `items`, so that it is a document of its own. */
export function resourceText(value: JsonValue, spelling: Spelling): string {
  if (isJsonObject(value)) {
    return writePolicyText(value, spelling);
  }
  return spelling === 'json'
    ? `${writeJson(value, { indent: 2 })}\n`
    : writePolicyText(new Map([['items', value]]), spelling);
}
