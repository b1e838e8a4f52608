/**
 * Where a dash belongs that is typed, alone on its line, at a column where only keys of an item can stand: under the dash of
 * that item. Undefined where it is right already, or nobody knows. `lineAt`: the lines above, and the one with the dash.
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
    // The dash stands under another, or begins what the key above it holds.
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
