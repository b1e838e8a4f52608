import type { ExampleResource } from '../../../src/core/order/example.ts';
import { singular } from '../../../src/core/order/example.ts';
import type { ResourceList } from '../../../src/core/policy/collections.ts';
import { words } from './universe.ts';

export type Collection = Readonly<Partial<Record<ResourceList, readonly string[]>>>;
export type Resource = Readonly<Partial<Record<ResourceList, string>>>;

/** By hand, independent of the model. */
export function matches(written: string, value: string): boolean {
  const text = written.toLowerCase();
  const inner = text.replaceAll('*', '');
  if (text === '*') {
    return true;
  }
  return text.startsWith('*')
    ? text.endsWith('*')
      ? value.includes(inner)
      : value.endsWith(inner)
    : text.endsWith('*')
      ? value.startsWith(inner)
      : value === inner;
}

/** One value for each set of the patterns that some value matches. */
export function differing(patterns: readonly string[]): readonly string[] {
  const all = words(['a', 'b', 'c'], 4).toReversed();
  return [
    ...new Map(all.map((word) => [patterns.map((one) => matches(one, word)).join(' '), word])).values(),
  ];
}

/** By hand as well. */
export function isIn(collection: Collection, resource: Resource): boolean {
  return Object.entries(collection).every(([list, written]) => {
    const given = (resource[list as ResourceList] ?? '').split('\n');
    return (
      written.some((one) => !one.startsWith('-') && given.some((value) => matches(one, value))) &&
      !written.some((one) => one.startsWith('-') && given.some((value) => matches(one.slice(1), value)))
    );
  });
}

/** An example as one of the small world. */
export function resourceOf(example: ExampleResource): Resource {
  return Object.fromEntries(
    Object.entries(singular).flatMap(([list, name]) => {
      const value = example[name];
      return value === undefined ? [] : [[list, [value].flat().join('\n')]];
    }),
  );
}
