import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

interface Pattern {
  readonly match?: string;
  readonly name?: string;
  readonly captures?: Readonly<Record<string, { readonly patterns?: readonly Pattern[] }>>;
}

test('the summary of a plan gives the color of a danger to weaker decisions, and another to mixed and unknown ones', async () => {
  const { patterns } = JSON.parse(await readFile('syntaxes/ordinance-plan.tmLanguage.json', 'utf8')) as {
    patterns: readonly Pattern[];
  };
  const colorsOf = (line: string): string[] => {
    const own = patterns.find(({ match }) => match !== undefined && new RegExp(match).test(line));
    return (own?.captures?.['0']?.patterns ?? []).flatMap(({ match = '$^', name = '' }) =>
      [...line.matchAll(new RegExp(match, 'g'))].map(([text]) => `${text}: ${name.split(' ').at(-1)}`),
    );
  };
  assert.deepEqual(colorsOf('Decisions: 9 changed: 1 weaker, 2 mixed, 3 unknown, 3 stricter.'), [
    '1 weaker: token.error-token',
    '2 mixed: string.unquoted.warning.ordinance',
    '3 unknown: string.unquoted.warning.ordinance',
  ]);
});
