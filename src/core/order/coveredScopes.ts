import type { NamedScope, OrderedRule } from './orderedRule.ts';
import type { ScopeClasses } from './scopeClasses.ts';

/** A collection that another of the same rule covers, by their places. */
export interface Covered {
  readonly scope: number;
  readonly by: number;
}

/** With so few collections, a look at each beside each is the quickest. */
export const fewScopes = 8;

/** The places of collections whose name none before them in the rule has; undefined when that is all of them. */
export function namedOnce({ scopes }: Pick<OrderedRule, 'scopes'>): readonly number[] | undefined {
  const names = scopes.length > fewScopes ? new Set<string>() : undefined;
  const once: number[] = [];
  for (let place = 0; place < scopes.length; place++) {
    const { name } = scopes[place] as NamedScope;
    if (names ? !names.has(name) : !isNamedBefore(scopes, place)) {
      names?.add(name);
      once.push(place);
    }
  }
  return once.length === scopes.length ? undefined : once;
}

function isNamedBefore(scopes: readonly NamedScope[], place: number): boolean {
  const { name } = scopes[place] as NamedScope;
  for (let before = 0; before < place; before++) {
    if ((scopes[before] as NamedScope).name === name) {
      return true;
    }
  }
  return false;
}

/** Collections that lie within others of the rule, as far as it shows field by field, each with the first such. */
export function coveredScopes(scopes: readonly NamedScope[], classes: ScopeClasses): readonly Covered[] {
  return scopes.length > fewScopes ? coveredOfMany(scopes, classes) : coveredOfFew(scopes, classes);
}

function coveredOfFew(scopes: readonly NamedScope[], classes: ScopeClasses): readonly Covered[] {
  const covered: Covered[] = [];
  const own = classesOf(scopes, classes);
  for (let scope = 0; scope < own.length; scope++) {
    const inner = own[scope] as number;
    const wider = classes.wider(inner);
    for (let by = 0; by < own.length; by++) {
      const outer = own[by] as number;
      // Of two that are the same the first stays.
      const isCovered =
        inner === outer ? by < scope : wider.has(outer) && (by < scope || !classes.wider(outer).has(inner));
      if (isCovered) {
        covered.push({ scope, by });
        break;
      }
    }
  }
  return covered;
}

function classesOf(scopes: readonly NamedScope[], classes: ScopeClasses): readonly number[] {
  const own: number[] = [];
  for (let at = 0; at < scopes.length; at++) {
    own.push(classes.classOf(scopes[at] as NamedScope));
  }
  return own;
}

/** The same for many. */
function coveredOfMany(scopes: readonly NamedScope[], classes: ScopeClasses): readonly Covered[] {
  const covered: Covered[] = [];
  const first = new Map<number, number>();
  const own = classesOf(scopes, classes);
  for (const [place, one] of own.entries()) {
    first.set(one, first.get(one) ?? place);
  }
  for (const [scope, inner] of own.entries()) {
    const same = first.get(inner) as number;
    let by = same < scope ? same : undefined;
    for (const outer of classes.wider(inner).members()) {
      const place = first.get(outer);
      // Of two that are the same the first stays.
      if (
        place !== undefined &&
        (by === undefined || place < by) &&
        outer !== inner &&
        (place < scope || !classes.wider(outer).has(inner))
      ) {
        by = place;
      }
    }
    if (by !== undefined) {
      covered.push({ scope, by });
    }
  }
  return covered;
}
