import { l10n } from '../../../core/util/l10n.ts';
import { type JsonObject, type JsonValue, isJsonArray, isJsonObject } from '../../../core/json/json.ts';
import type { Application } from '../../../core/posture/application.ts';
import type { Resource } from '../../../core/posture/resource.ts';
import type { Setting } from '../../../core/posture/setting.ts';
import { listParts } from '../../../core/util/listParts.ts';
import type { Link } from '../postureLinks.ts';
import { firstText, asText } from '../../../core/posture/tolerant.ts';
import { momentWords } from '../../workspace/whenWords.ts';

/** A row of the SaaS posture view: its texts, the rows below, and the targets of commands. */
export interface PostureRow {
  /** Unique among its siblings, and stable. */
  readonly key: string;
  readonly label: string;
  /** Texts behind the label; undefined ones are left out. */
  readonly details?: readonly (string | undefined)[];
  /** The label for a screen reader, where an icon means more. */
  readonly spoken?: string | undefined;
  readonly tooltip?: string | undefined;
  readonly icon: string;
  readonly color?: string | undefined;
  /** Words of the `contextValue`, beside those that follow from the other fields. */
  readonly can?: readonly string[];
  readonly isExpanded?: boolean;
  /** The resource that is read before the rows below. The row shows the time of the read, and a command reads it again. */
  readonly resource?: Resource | undefined;
  /** Rows below that are read again together. */
  readonly parts?: readonly PostureRow[];
  /** A second resource for the rows below. The rows are shown without it if it cannot be read. */
  readonly beside?: Resource | undefined;
  /** Rows below; `value` is the answer for `resource`, null without one, and `beside` the answer for `beside`. */
  readonly below?: ((value: JsonValue, beside?: JsonValue) => readonly PostureRow[]) | undefined;
  /** The name of its document, with the value when it is part of another answer. */
  readonly document?: { readonly name: string; readonly value?: JsonObject };
  /** The address that a command opens in a browser. */
  readonly url?: string | undefined;
  /** The application of the row, or of its setting. */
  readonly application?: Application | undefined;
  readonly setting?: Setting;
}

/** The words of the commands that act on a row. */
export function capabilitiesOf({ can = [], resource, document, url }: PostureRow): readonly string[] {
  return [
    ...can,
    ...(resource || document ? ['canOpenDocument'] : []),
    ...(resource ? ['canRefresh'] : []),
    ...(url === undefined ? [] : ['canBrowse']),
  ];
}

/** The details of a row in one line, with another text behind them. */
export function descriptionOf({ details = [] }: PostureRow, more?: string): string {
  return [...details, more].filter(Boolean).join(' · ');
}

/** The text of a row for a screen reader. */
export function spokenOf({ spoken, label, details = [] }: PostureRow, more?: string): string {
  return [spoken ?? label, ...details, more].filter(Boolean).join(', ');
}

/** The data of rows beside the answers. */
export interface RowContext {
  /** The filter text of a list; empty without a filter. */
  filter(list: 'applications' | 'catalog'): string;
  links(): readonly Link[];
}

/** Returns the rows, or rows for parts of a list that is too long. */
export function inParts(rows: readonly PostureRow[]): readonly PostureRow[] {
  const parts = listParts(rows.length)?.map(({ from, to }) => ({
    key: `part ${from}`,
    label: l10n.t('{0} to {1}', from + 1, to),
    details: [rows[from]?.label],
    icon: 'list-unordered',
    below: () => rows.slice(from, to),
  }));
  return parts ?? rows;
}

/** Adds a number to the key of siblings with the same name in the service, because the editor refuses a second row of one id. */
export function uniqueKeys(rows: readonly PostureRow[]): readonly PostureRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const count = seen.get(row.key) ?? 0;
    seen.set(row.key, count + 1);
    return count === 0 ? row : { ...row, key: `${row.key}\t${count}` };
  });
}

/** Returns the rows, or one row with a sentence when there are none. */
export function orNone(
  rows: readonly PostureRow[],
  sentence = l10n.t('Nothing here'),
): readonly PostureRow[] {
  return rows.length > 0 ? rows : [{ key: 'none', label: sentence, icon: 'info' }];
}

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
  return isJsonObject(item)
    ? firstText(item, 'name', 'label', 'display_name', 'key', 'id', 'kind')
    : undefined;
}

/** A time of the service in the format of other views. Another text stays as it is. */
export function timeWords(time: string, words: (at: Date) => string = momentWords): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : words(at);
}

/** True for a complete time only, because `Date` also reads a version or a number as a time. */
function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/.test(text);
}
