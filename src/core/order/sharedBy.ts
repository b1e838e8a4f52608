import { Bits } from './bits.ts';
import type { NamedScope, OrderedRule } from './orderedRule.ts';
import type { Point } from './scope.ts';
import type { RegionLimits } from './decidersIn.ts';

/** What two rules both name: something for certain, nothing for certain, or it is not known. */
export type Shared =
  | { readonly kind: 'something'; readonly example: Point; readonly collection?: undefined }
  | { readonly kind: 'something'; readonly example?: undefined; readonly collection: string }
  | { readonly kind: 'nothing' | 'unknown' };

/** A collection that both name is shared, also where it is not known what it names; so is any, with everything. */
export function sharedBy(one: OrderedRule, other: OrderedRule, limits: RegionLimits): Shared {
  let open = false;
  let collection: string | undefined;
  for (const own of one.scopes) {
    for (const theirs of other.scopes) {
      const inside = [limits.matrix.classOf(own), limits.matrix.classOf(theirs)];
      const found = limits.applies(inside, new Bits());
      const example = one.lane === other.lane ? limits.exampleOf(found) : undefined;
      if (example) {
        return { kind: 'something', example };
      }
      if (found.kind !== 'none' && one.lane === other.lane) {
        collection ??=
          isAll(own) || own.name === theirs.name ? theirs.name : isAll(theirs) ? own.name : undefined;
      }
      open ||= found.kind !== 'none';
    }
  }
  if (collection !== undefined) {
    return { kind: 'something', collection };
  }
  return { kind: open ? 'unknown' : 'nothing' };
}

function isAll({ box }: NamedScope): boolean {
  return box !== undefined && box.every((values) => values === undefined);
}
