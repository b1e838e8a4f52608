import { isJsonObject, JsonNumber } from '../../json/json.ts';
import type { RuleSlice } from '../../document/ruleView.ts';
import type { Plain } from './finding.ts';
import { isPlain, listAt } from './plain.ts';

export interface NetworkFacts {
  readonly id?: number;
  readonly src?: number;
  readonly dst?: number;
}

const known = new WeakMap<RuleSlice, NetworkFacts>();

/** The numbers of a network rule; read once for each text. */
export function networkFacts(slice: RuleSlice): NetworkFacts {
  let facts = known.get(slice);
  if (!facts) {
    const rule = slice.broken ? null : slice.value();
    const numberAt = (key: string): number | undefined => {
      const value = isJsonObject(rule) ? rule.get(key) : undefined;
      return value instanceof JsonNumber ? value.value : undefined;
    };
    facts = { id: numberAt('id'), src: numberAt('src'), dst: numberAt('dst') };
    known.set(slice, facts);
  }
  return facts;
}

/** The network entities that have a number. */
export function entitiesOf(head: Plain): readonly { id: number; index: number }[] {
  return listAt(head, 'networkEntities').flatMap((entity, index) => {
    const id = isPlain(entity) ? entity['_id'] : undefined;
    return typeof id === 'number' ? [{ id, index }] : [];
  });
}
