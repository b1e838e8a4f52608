import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Backtracking, TooManySteps } from './backtracking.ts';
import { pumped, pumpsOf, repeatsIn, type Pump } from './pumps.ts';
import { sourcePatterns } from './sourcePatterns.ts';

const MAX_STEPS = 2_000_000;
const patterns = await sourcePatterns();

/** A bound makes a cost constant, however large it is: small ones show the same growth in shorter texts. */
function withSmallBounds(source: string): string {
  return source.replaceAll(/\{(\d+)(?:,(\d*))?\}/g, (_, least: string, most?: string) => {
    const from = Math.min(Number(least), 3);
    return most === undefined
      ? `{${from}}`
      : `{${from},${most === '' ? '' : from + Math.min(Number(most) - Number(least), 3)}}`;
  });
}

/** The text with which a search takes more than a fixed number of steps for each character. */
function slowPump(source: string, flags: string): Pump | undefined {
  const pattern = new Backtracking(source, flags);
  const steps = (pump: Pump, times: number): number => {
    try {
      return pattern.search(pumped(pump, times), MAX_STEPS).steps;
    } catch (error) {
      if (error instanceof TooManySteps) {
        return Infinity;
      }
      throw error;
    }
  };
  const grows = (pump: Pump, times: number): boolean => {
    const more = steps(pump, 2 * times);
    return more === Infinity || more > 3 * steps(pump, times);
  };
  return repeatsIn(pattern.node).length === 0
    ? undefined
    : pumpsOf(pattern.node, flags).find((pump) => grows(pump, 24) && grows(pump, 200));
}

/** Where the engine itself ends its matches. */
function endsOf(source: string, flags: string, text: string): readonly number[] {
  const found = /[gy]/.test(flags)
    ? text.matchAll(new RegExp(source, flags.includes('g') ? flags : `${flags}g`))
    : [new RegExp(source, flags).exec(text)].filter((each) => each !== null);
  return Array.from(found, (each) => each.index + each[0].length);
}

test('steps are counted of what the engine does', () => {
  for (const { place, source, flags } of patterns) {
    const pattern = new Backtracking(source, flags);
    for (const pump of pumpsOf(pattern.node, flags)) {
      const text = pumped(pump, 3);
      const { ends } = pattern.search(text, MAX_STEPS);
      assert.deepEqual(
        ends,
        endsOf(source, flags, text),
        `${place} /${source}/${flags} ${JSON.stringify(text)}`,
      );
    }
  }
});

test('growth is seen where one run is searched again and again, and where runs can be parted in many ways', () => {
  const slow = [
    /\s+$/,
    /(?:a+)+$/,
    /(?:a|a)*b/,
    /\beyJ[\w-]{8,}\./,
    /^\s*:?\s*$/,
    /"(?:[^"\\]|\\.)*"/g,
    /x(?=.*y)/g,
  ];
  assert.deepEqual(
    slow.filter(({ source, flags }) => slowPump(withSmallBounds(source), flags) === undefined),
    [],
  );
  const quick = [/(?<!\s)\s+$/, /(?:a|b)*c/y, /^(?:a+b)+$/, /"(?:[^"\\]|\\.)*"?/g];
  assert.deepEqual(
    quick.filter(({ source, flags }) => slowPump(withSmallBounds(source), flags) !== undefined),
    [],
  );
});

test('no regular expression of the product takes more than a fixed number of steps for each character', () => {
  assert.ok(patterns.length > 300, `only ${patterns.length} were found`);
  const slow = patterns.flatMap(({ place, source, flags }) => {
    const pump = slowPump(withSmallBounds(source), flags);
    return pump ? [`${place} /${source}/${flags} ${JSON.stringify(pump)}`] : [];
  });
  assert.deepEqual(slow, []);
});
