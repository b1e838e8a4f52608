/**
 * The column is that of the item's dash. The typed dash is alone on its line, in a column of keys. The result is
 * undefined for a correct or unclear column. `lineAt` returns the lines above and the line of the dash.
 */
export function dashColumn(lineAt: (line: number) => string, line: number): number | undefined {
  const column = /^( +)- ?$/.exec(lineAt(line))?.[1]?.length;
  if (column === undefined) {
    return undefined;
  }
  let isFirst = true;
  for (let at = line - 1; at >= 0; at--) {
    const text = lineAt(at).trimEnd();
    if (/^ *(?:#|$)/.test(text)) {
      continue;
    }
    const [before = ''] = /^ *(?:- +)*/.exec(text) ?? [];
    const dash = before.includes('-') ? before.trimEnd().length - 1 : undefined;
    // The dash is below another dash, or begins the value of the key above.
    if (dash === column || before.length < column || (isFirst && before.length === column && isOpen(text))) {
      return undefined;
    }
    if (before.length === column && dash !== undefined) {
      return dash;
    }
    isFirst = false;
  }
  return undefined;
}

/** A key without a value, or with one that goes on in the next lines. */
function isOpen(text: string): boolean {
  return /:(?: +(?:[|>][-+0-9]*|[&!]\S+))?(?: +#[^]*)?$/.test(text);
}
