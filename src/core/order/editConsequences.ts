import type { JsonValue } from '../json/json.ts';
import type { OrderedRule } from './orderedRule.ts';
import { handedOver, inOne, type ActingList, type PolicyConsequences } from './policyConsequences.ts';

/** What an edit did to a list of rules. */
export interface ListEdit {
  /** `order[place]` is where what stands there stood; undefined: it is new. */
  readonly order: readonly (number | undefined)[];
  /** Rules that are gone, or say something else now, as they were: by where they stood. */
  readonly was: ReadonlyMap<number, { readonly value: JsonValue; readonly rule: OrderedRule }>;
}

/** What changed hands in a list by an edit of it, in short steps. `list`: as it is after the edit. */
export function* editConsequenceSteps(
  list: ActingList,
  { order, was }: ListEdit,
  budget?: number,
): Generator<void, PolicyConsequences, void> {
  const places = new Map<number, number>();
  for (const [place, old] of order.entries()) {
    if (old !== undefined) {
      places.set(old, place);
    }
  }
  const gone = [...was.keys()].filter((old) => !places.has(old)).length;
  const length = places.size + gone;
  const rules: OrderedRule[] = [];
  for (let old = 0; old < length; old++) {
    rules.push(was.get(old)?.rule ?? list.rules[places.get(old) ?? -1] ?? nothing);
  }
  const before: ActingList = {
    ...list,
    rules,
    written: { at: (old) => was.get(old)?.value ?? list.written.at(places.get(old) ?? length) },
  };
  const counterparts = rules.map((_, old) => places.get(old));
  return inOne([yield* handedOver(before, list, counterparts, budget)]);
}

const nothing: OrderedRule = { name: '', enabled: false, scopes: [], effect: '' };
