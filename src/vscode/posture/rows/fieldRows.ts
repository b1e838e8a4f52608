import { isJsonArray, isJsonObject, type JsonValue } from '../../../core/json/json.ts';
import { textAt, asText } from '../../../core/posture/tolerant.ts';
import { isTime, timeWords } from '../timeWords.ts';
import { orNone, type PostureRow } from './postureRow.ts';

/** A row for each field of an answer that is not empty, with nested fields below. */
export function fieldRows(value: JsonValue): readonly PostureRow[] {
  const fields: readonly (readonly [string, JsonValue])[] = isJsonObject(value)
    ? [...value]
    : isJsonArray(value)
      ? value.map((item, index) => [titleOf(item) ?? String(index + 1), item] as const)
      : [];
  const rows = fields.flatMap(([name, field]) => fieldRow(name, field));
  const words = isJsonObject(value) || isJsonArray(value) ? undefined : asText(value);
  return orNone(words === undefined ? rows : [{ key: 'text', label: words, icon: 'symbol-string' }]);
}

/** A row with one text; none for an undefined text. */
export function factRow(
  key: string,
  label: string,
  text: string | undefined,
  icon = 'symbol-field',
): PostureRow[] {
  return text === undefined
    ? []
    : [
        {
          key,
          label,
          details: [isTime(text) ? timeWords(text) : text.replaceAll(/\s+/g, ' ')],
          icon,
          tooltip: text,
        },
      ];
}

function fieldRow(name: string, field: JsonValue): readonly PostureRow[] {
  if (isJsonObject(field) || isJsonArray(field)) {
    const size = isJsonObject(field) ? field.size : field.length;
    const plain = isJsonArray(field) && !field.some((item) => isJsonObject(item) || isJsonArray(item));
    if (size === 0) {
      return [];
    }
    return plain
      ? factRow(name, name, field.map((item) => asText(item) ?? '').join(', '))
      : [
          {
            key: name,
            label: name,
            icon: isJsonArray(field) ? 'symbol-array' : 'symbol-object',
            below: () => fieldRows(field),
          },
        ];
  }
  return factRow(name, name, asText(field));
}

function titleOf(item: JsonValue): string | undefined {
  return isJsonObject(item) ? textAt(item, 'name', 'label', 'display_name', 'key', 'id', 'kind') : undefined;
}
