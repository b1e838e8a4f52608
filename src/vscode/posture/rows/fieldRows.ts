import { isJsonArray, isJsonObject, type JsonValue } from '../../../core/json/json.ts';
import { textAt, asText } from '../../../core/posture/tolerant.ts';
import { isTime, timeWords } from '../timeWords.ts';
import { orNone, type PostureRow } from './postureRow.ts';

/** Every member of an answer as a row, known or not; what lies deeper is below. Empty members are left out. */
export function fieldRows(value: JsonValue): readonly PostureRow[] {
  const members: readonly (readonly [string, JsonValue])[] = isJsonObject(value)
    ? [...value]
    : isJsonArray(value)
      ? value.map((item, index) => [titleOf(item) ?? String(index + 1), item] as const)
      : [];
  const rows = members.flatMap(([name, member], index) => fieldRow(`${index} ${name}`, name, member));
  const words = isJsonObject(value) || isJsonArray(value) ? undefined : asText(value);
  return orNone(words === undefined ? rows : [{ key: 'text', label: words, icon: 'symbol-string' }]);
}

/** One fact. */
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

function fieldRow(key: string, label: string, member: JsonValue): readonly PostureRow[] {
  if (isJsonObject(member) || isJsonArray(member)) {
    const size = isJsonObject(member) ? member.size : member.length;
    const plain = isJsonArray(member) && !member.some((item) => isJsonObject(item) || isJsonArray(item));
    if (size === 0) {
      return [];
    }
    return plain
      ? factRow(key, label, member.map((item) => asText(item) ?? '').join(', '))
      : [
          {
            key,
            label,
            icon: isJsonArray(member) ? 'symbol-array' : 'symbol-object',
            below: () => fieldRows(member),
          },
        ];
  }
  return factRow(key, label, asText(member));
}

function titleOf(item: JsonValue): string | undefined {
  return isJsonObject(item) ? textAt(item, 'name', 'label', 'display_name', 'key', 'id', 'kind') : undefined;
}
