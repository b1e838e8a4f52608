import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { LostChange } from '../../../../src/core/sync/outcomes.ts';
import { lossLine } from '../../../../src/core/sync/planFacts.ts';

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

test('the colon in the name of a rule does not end the key of a line', async () => {
  const { patterns } = JSON.parse(await readFile('syntaxes/ordinance-plan.tmLanguage.json', 'utf8')) as {
    patterns: readonly Pattern[];
  };
  const keyOf = (line: string): string | undefined =>
    patterns
      .filter(({ match }) => match !== undefined)
      .map(({ match = '$^' }) => new RegExp(match).exec(line))
      .find((found) => found !== null)?.[1];
  assert.equal(
    keyOf('    collections of "docs: block critical": "docs"'),
    'collections of "docs: block critical"',
  );
  assert.equal(keyOf('    blockThreshold.enabled: true -> false'), 'blockThreshold.enabled');
});

test('each risk of a plan has the color of a warning', async () => {
  const { patterns } = JSON.parse(await readFile('syntaxes/ordinance-plan.tmLanguage.json', 'utf8')) as {
    patterns: readonly Pattern[];
  };
  const losses = (['change', 'unknown', 'perhaps-removed', 'remove'] as const).map((change) =>
    lossLine({ rule: 'a: b', change } as LostChange),
  );
  for (const line of ['This push leaves the policy without any rule.', ...losses]) {
    const own = patterns.find(({ match }) => match !== undefined && new RegExp(match).test(line));
    assert.match(own?.name ?? '', /warning/, line);
  }
});
