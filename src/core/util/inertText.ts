/**
 * Text from others (consoles, repositories, colleagues) is shown as plain text. VS Code turns
 * `[text](command:…)` into links and a dollar sign with a name in brackets into icons. Control characters
 * drive terminals, and directional marks reverse the text after them. These functions do not escape such
 * text: a space or `<U+202E>` makes the dangerous part visible and harmless.
 */

/** Line ends of every kind, of Unicode and of terminals. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** Invisible characters with an effect: controls, directional marks, joiners, tags, lone surrogates. */
const hidden =
  '[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}\\p{Cs}]';

/** Right-to-left words and the spaces between them. */
const letter =
  '\\u0590-\\u061b\\u061d-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const words = `[${letter}](?:[${letter}\\u200c\\u200d]| (?=[${letter}]))*`;

/** Text that `isolated` returned stays unchanged, because text may pass here twice. */
const kept = `\\u2068${words}\\u2069`;
const hiddenExceptKept = new RegExp(`${kept}|${hidden}`, 'gu');
const everyHidden = new RegExp(hidden, 'gu');
const toIsolate = new RegExp(`${kept}|${words}`, 'gu');
const aloneKept = new RegExp(`^${kept}$`, 'u');

const harmless = /^[ -~]*$/;
const active = /\](?=\()|\$(?=\()/g;

/** Returns one line on which every character is visible. */
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

/** Returns one line for VS Code without links or icons; its text direction does not affect later text. */
export function inertLine(text: string): string {
  return isolated(visibleLine(text).replaceAll(active, '$& '));
}

/** Applies `inertLine` to each line, for places that show several lines. */
export function inertText(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => inertLine(line))
    .join('\n');
}

/**
 * Returns text for an Ordinance web page, which has no links or icons in text. Every character is visible,
 * and the text direction does not affect neighbors.
 */
export function pageText(text: string): string {
  return harmless.test(text)
    ? text
    : text
        .split(/\r\n|\r|\n/)
        .map((line) => isolated(visibleLine(line)))
        .join('\n');
}

/** Characters that begin a formula in a spreadsheet. */
const formula = '[=+\\-@\\uff0b\\uff0d\\uff1d\\uff20]';
const formulaInFront = new RegExp(`^[\\s\\p{Cc}\\p{Cf}]*${formula}|^[\\t\\r\\n]`, 'u');
/**
 * Matches each place once: the characters that may precede a formula, and the start of the formula if
 * present.
 */
const beforeFormula = new RegExp(`([;"\\s\\p{Cc}\\p{Cf}]+)(${formula}?)`, 'gu');

/** Puts an apostrophe in front of a formula (`=`, `+`, `-`, `@`), so that spreadsheets read the cell as text. */
export function spreadsheetText(text: string): string {
  return formulaInFront.test(text) ? `'${text}` : text;
}

/**
 * Protects a cell of a CSV file against formulas. With decimal commas, spreadsheets split cells at
 * semicolons, tabs and line ends, even inside quotes. A formula after such a split also needs an apostrophe.
 */
export function csvText(text: string): string {
  return spreadsheetText(text).replaceAll(beforeFormula, (match, before: string, begin: string) =>
    begin !== '' && /[;\t\r\n]/.test(before) ? `${before}'${begin}` : match,
  );
}

/**
 * Puts an apostrophe in front of each formula in a CSV file from others. Everything else stays unchanged, and
 * numbers are not formulas.
 */
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

/** A quote without an end extends to the end of the text. */
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
 * Returns one line for a terminal or a pipeline log. Such a log executes `::error::` at the start of a line,
 * and `##[error]` or `##vso[…]` anywhere.
 */
export function terminalLine(text: string): string {
  return visibleLine(text)
    .replace(/^(\s*:)(?=:)/, '$1 ')
    .replaceAll(/#(?=#\w*\[)/g, '# ');
}

/** Returns JSON of the same value on one line that terminals and pipeline logs do not execute. */
export function inertJson(value: unknown): string {
  return escapedInJson(JSON.stringify(value)).replaceAll(/#(?=#\w*\[)/g, escapeUnit);
}

/** Returns JSON with hidden characters as `\u…` escapes. */
export function escapedInJson(json: string): string {
  return harmless.test(json)
    ? json
    : json.replaceAll(everyHidden, (character) =>
        character === '\n' ? character : character.split('').map(escapeUnit).join(''),
      );
}

function visible(text: string): string {
  return text.replaceAll(hiddenExceptKept, (match) =>
    aloneKept.test(match)
      ? match
      : `<U+${(match.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  );
}

/** Puts each run of right-to-left words between marks, so that neighboring text keeps its position. */
function isolated(text: string): string {
  return harmless.test(text)
    ? text
    : text.replaceAll(toIsolate, (match) => (aloneKept.test(match) ? match : `\u2068${match}\u2069`));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
