import assert from 'node:assert/strict';

/** What context keys may be; one that is not named is not set. */
export type Context = Readonly<Record<string, boolean | number | string>>;

/** Whether a when clause holds: `||` of `&&` of `key`, `!key`, `key == value`, `key != value`, `key =~ /pattern/`. */
export function holds(when: string, context: Context): boolean {
  return when.split(' || ').some((part) => part.split(' && ').every((clause) => isSo(clause, context)));
}

function isSo(clause: string, context: Context): boolean {
  if (clause === 'true' || clause === 'false') {
    return clause === 'true';
  }
  const pattern = /^([\w.]+) =~ \/(.*)\/$/.exec(clause);
  if (pattern) {
    return new RegExp(pattern[2] ?? '').test(String(context[pattern[1] ?? ''] ?? ''));
  }
  const [, not = '', key = '', operator, value] = /^(!?)([\w.]+)(?: ([!=]=) ([\w-]+))?$/.exec(clause) ?? [];
  assert.notEqual(key, '', `a clause that this test can read: ${clause}`);
  const now = context[key];
  return operator === undefined
    ? Boolean(now) !== (not === '!')
    : (String(now) === value) === (operator === '==');
}
