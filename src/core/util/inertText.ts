/**
 * Text that others wrote (consoles, repositories, colleagues) is shown as text and as nothing else. The editor makes
 * links of `[text](command:…)` in messages and prompts, and icons of a dollar sign and a name in brackets; control
 * characters drive terminals; directional marks turn round what stands after them. Nothing here escapes: what is shown is
 * what can be read, with a space or `<U+202E>` where something was not to be.
 */

/** Line ends of every kind, of Unicode and of terminals. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** Characters that are not seen and do something: controls, directional marks, joints, tags, halves of characters. */
const hidden =
  '[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}\\p{Cs}]';

/** Words written from right to left, and the spaces between them. */
const letter =
  '\\u0590-\\u061b\\u061d-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const words = `[${letter}](?:[${letter}\\u200c\\u200d]| (?=[${letter}]))*`;

/** What `isolated` made stays as it is: text may pass here twice. */
const kept = `\\u2068${words}\\u2069`;
const hiddenExceptKept = new RegExp(`${kept}|${hidden}`, 'gu');
const everyHidden = new RegExp(hidden, 'gu');
const toIsolate = new RegExp(`${kept}|${words}`, 'gu');
const aloneKept = new RegExp(`^${kept}$`, 'u');

const harmless = /^[ -~]*$/;
const active = /\](?=\()|\$(?=\()/g;

/** One line on which every character can be seen. */
export function visibleLine(text: string): string {
  return harmless.test(text)
    ? text
    : visible(
        text
          .replace(/(?:\r\n|\r|\n)$/, '')
          .replaceAll(lineEnds, '↵')
          .replaceAll('\t', ' '),
      );
}

/** For one line of the editor: nothing in it is a link or an icon, and nothing in it turns round what stands after it. */
export function inertLine(text: string): string {
  return isolated(visibleLine(text).replaceAll(active, '$& '));
}

/** As `inertLine`, for places that have several lines. */
export function inertText(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => inertLine(line))
    .join('\n');
}

/** For a page of our own, which makes nothing of a text: every character can be seen, and none turns what is beside it. */
export function pageText(text: string): string {
  return harmless.test(text)
    ? text
    : text
        .split(/\r\n|\r|\n/)
        .map((line) => isolated(visibleLine(line)))
        .join('\n');
}

/** What a spreadsheet takes for the beginning of a formula. */
const formula = '[=+\\-@\\uff0b\\uff0d\\uff1d\\uff20]';
const formulaInFront = new RegExp(`^[\\s\\p{Cc}\\p{Cf}]*${formula}|^[\\t\\r\\n]`, 'u');
/** Each place once, however long: what may stand before a formula, and whether there is one. */
const beforeFormula = new RegExp(`([;"\\s\\p{Cc}\\p{Cf}]+)(${formula}?)`, 'gu');

/** A cell that a spreadsheet takes for text, also where it reads formulas (`=`, `+`, `-`, `@`): an apostrophe is in front. */
export function spreadsheetText(text: string): string {
  return formulaInFront.test(text) ? `'${text}` : text;
}

/**
 * Likewise in a file of comma-separated values. Where commas are for decimals, a spreadsheet parts cells at semicolons, and at tabs or line
 * ends within the quotes, which then do not begin its cell: a formula behind one of them has an apostrophe, too.
 */
export function csvText(text: string): string {
  return spreadsheetText(text).replaceAll(beforeFormula, (found, before: string, begin: string) =>
    begin !== '' && /[;\t\r\n]/.test(before) ? `${before}'${begin}` : found,
  );
}

/** Comma-separated values that somebody else wrote: an apostrophe in front of each formula, and all else as it is. Numbers are none. */
export function spreadsheetFile(csv: string): string {
  const parts: string[] = [];
  let written = 0;
  for (let start = 0, end = 0; start < csv.length; start = end + 1) {
    end = endOfField(csv, start);
    const from = csv[start] === '"' ? start + 1 : start;
    const text = csv.slice(from, end);
    const safe = csvText(text);
    if (safe !== text && !/^[+-]?\d+(?:\.\d+)?"?$/.test(text)) {
      parts.push(csv.slice(written, from), safe);
      written = end;
    }
  }
  return parts.join('') + csv.slice(written);
}

/** A quote that is never closed goes on to the end. */
function endOfField(csv: string, start: number): number {
  let closed = start;
  if (csv[start] === '"') {
    do {
      closed = csv.indexOf('"', closed + 1) + 1;
    } while (closed > 0 && csv[closed] === '"');
    if (closed === 0) {
      return csv.length;
    }
  }
  fieldEnd.lastIndex = closed;
  return fieldEnd.exec(csv)?.index ?? csv.length;
}

const fieldEnd = /[,\r\n]/g;

/**
 * For one line of a terminal or of the log of a pipeline, which take `::error::` at the start of a line, and `##[error]`
 * or `##vso[…]` anywhere, for commands.
 */
export function terminalLine(text: string): string {
  return visibleLine(text)
    .replace(/^(\s*:)(?=:)/, '$1 ')
    .replaceAll(/#(?=#\w*\[)/g, '# ');
}

/** Valid JSON of the very same value on one line that a terminal, and the log of a pipeline, take for nothing else. */
export function inertJson(value: unknown): string {
  return escapedInJson(JSON.stringify(value)).replaceAll(/#(?=#\w*\[)/g, escapeUnit);
}

/** JSON in which what is hidden stands as `\u…`. */
export function escapedInJson(json: string): string {
  return harmless.test(json)
    ? json
    : json.replaceAll(everyHidden, (character) =>
        character === '\n' ? character : character.split('').map(escapeUnit).join(''),
      );
}

function visible(text: string): string {
  return text.replaceAll(hiddenExceptKept, (found) =>
    aloneKept.test(found)
      ? found
      : `<U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  );
}

/** Puts each run of words from right to left between marks, so that it moves nothing beside it. */
function isolated(text: string): string {
  return harmless.test(text)
    ? text
    : text.replaceAll(toIsolate, (found) => (aloneKept.test(found) ? found : `\u2068${found}\u2069`));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
