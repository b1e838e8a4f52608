import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

interface Pattern {
  readonly match?: string;
  readonly name?: string;
  readonly captures?: Readonly<Record<string, { readonly patterns?: readonly Pattern[] }>>;
}

test('a heading of a plan gives the color of a danger to what is weaker, and another to what is so in one way only', async () => {
  const { patterns } = JSON.parse(await readFile('syntaxes/ordinance-plan.tmLanguage.json', 'utf8')) as {
    patterns: readonly Pattern[];
  };
  const colorsOf = (line: string): string[] => {
    const own = patterns.find(({ match }) => match !== undefined && new RegExp(match).test(line));
    return (own?.captures?.['0']?.patterns ?? []).flatMap(({ match = '$^', name = '' }) =>
      [...line.matchAll(new RegExp(match, 'g'))].map(([text]) => `${text}: ${name.split(' ').at(-1)}`),
    );
  };
  assert.deepEqual(
    colorsOf(
      'What changes hands, 1 of 9 to something weaker, 2 of 9 to something weaker in one way and stricter in another, 3 of 9 perhaps:',
    ),
    [
      '1 of 9 to something weaker: token.error-token',
      '2 of 9 to something weaker in one way and stricter in another: string.unquoted.warning.ordinance',
    ],
  );
});
