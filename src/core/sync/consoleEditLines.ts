import { writeJson } from '../json/writeJson.ts';
import type { ConsoleEdit } from '../policy/consoleEdits.ts';

const MAX_LINES = 20;

/** What a console did by itself to what was sent, one sentence each. */
export function consoleEditLines(edits: readonly ConsoleEdit[] = []): readonly string[] {
  const lines = edits.slice(0, MAX_LINES).map(lineOf);
  const more = edits.length - lines.length;
  return more > 0 ? [...lines, `The console made ${more} more edits of this kind.`] : lines;
}

function lineOf({ kind, rule, path, value = null }: ConsoleEdit): string {
  const where = rule === undefined ? '' : ` of rule "${rule}"`;
  return kind === 'wrote'
    ? `The console wrote ${path}${where}: ${writeJson(value)}.`
    : `The console dropped ${path}${where}: it does not have this field.`;
}
