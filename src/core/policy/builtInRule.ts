import { isJsonObject, stringAt, type JsonValue } from '../json/json.ts';

const prefix = 'default - ';

/**
 * Rules that the console came with: there is no way to get them back from it. However the owner and the name are spelled,
 * as a guard that goes by spelling is passed by spelling.
 */
export function isBuiltIn(rule: JsonValue | undefined): boolean {
  return (
    isJsonObject(rule) &&
    (folded(stringAt(rule, 'owner')).trim() === 'system' || folded(stringAt(rule, 'name')).startsWith(prefix))
  );
}

function folded(text = ''): string {
  return text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trimStart().toLowerCase();
}
