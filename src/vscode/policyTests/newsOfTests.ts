import type { RanTest } from './runningTests.ts';

/** These facts distinguish the results of a test. */
type Told = Pick<RanTest, 'name' | 'index' | 'ran'> & {
  readonly found: { readonly uri: { toString(): string } };
};

/**
 * The Testing view gets all tests of each file with a new result, because its counts cover the last run. After a
 * withdrawal it gets every result again. A missing policy file is new only after an earlier result, because an old pass
 * must not stay.
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
