import { resourceLists } from '../policy/collections.ts';
import type { NamedScope, OrderedRule } from './orderedRule.ts';
import { readScope } from './readScope.ts';

const written = {
  'one service': ['a/b:*'],
  'one image': ['a/b:1'],
  'two ways': ['a/b*', '*c'],
  'but for some': ['a/*', '-a/b*', '-*:2'],
  team: ['a/*'],
  part: ['*b*'],
  others: ['*', '-a/*'],
  tag: ['*:1'],
  everything: ['*'],
} as const;

/** By rule, what it names and does. */
const rules: readonly (readonly [names: readonly (keyof typeof written)[], effect: string])[] = [
  [['one service', 'one image'], '1'],
  [['two ways'], '2'],
  [['tag', 'but for some'], '1'],
  [['team'], '2'],
  [['one service', 'team'], '2'],
  [['one image'], '1'],
  [['two ways', 'but for some'], '3'],
  [['part'], '1'],
  [['others'], '1'],
  [['everything'], '2'],
  [['part', 'one image'], '2'],
  [['tag', 'everything'], '1'],
];

/**
 * A few rules that have a bit of everything: rules that decide, that are dead, redundant or without effect, by one rule or by
 * several. With the last object of a shape goes the code that was compiled for such objects; so what is made of these rules
 * is kept for good by those who analyze, and code that large policies warmed up is there for the next one.
 */
export function fewRules(): readonly OrderedRule[] {
  const all = new Set(resourceLists);
  const scopes = new Map<string, NamedScope>();
  for (const [name, images] of Object.entries(written)) {
    const clusters = name === 'two ways' ? ['k-*'] : [];
    scopes.set(name, readScope(name, { images, clusters }, all));
  }
  return rules.map(([names, effect], place) => ({
    name: `rule ${place}`,
    enabled: true,
    effect,
    scopes: names.flatMap((name) => scopes.get(name) ?? []),
  }));
}
