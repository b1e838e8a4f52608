import type { RanTest } from './runningTests.ts';

/** What of a test that was run is told apart by. */
type Told = Pick<RanTest, 'name' | 'index' | 'ran'> & {
  readonly found: { readonly uri: { toString(): string } };
};

/**
 * What the Testing view is told: all tests of each file in which one is new, as it counts in the run that it was told of last.
 * What was withdrawn meanwhile is told again, whatever it is.
 * That a policy has no file is news only where there was one: what was passed then must not stay so.
 */
export function newsOf<T extends Told>(
  before: readonly T[],
  ran: readonly T[],
  isWithdrawn = false,
): readonly T[] {
  const known = new Map(before.map((one) => [nameOf(one), textOf(one)]));
  const told = ran.filter((one) => one.ran.kind !== 'no-file' || known.has(nameOf(one)));
  const fileOf = ({ found }: Told): string => found.uri.toString();
  const files = new Set(
    told.filter((one) => isWithdrawn || known.get(nameOf(one)) !== textOf(one)).map(fileOf),
  );
  return told.filter((one) => files.has(fileOf(one)));
}

function nameOf({ found, name }: Told): string {
  return `${found.uri.toString()}#${name}`;
}

function textOf({ ran, found, index }: Told): string {
  return JSON.stringify([ran, index, found.uri.toString()]);
}
