import type { Random } from '../random.ts';
import customRules from './data/custom-rules.json' with { type: 'json' };

/** Returns references to random custom rules of these types. */
export function customRuleRefs(random: Random, types: readonly string[]): object[] {
  const fitting = customRules.filter(({ type }) => types.includes(type));
  return random.some(fitting, random.between(0, 2)).map(({ _id }) => ({
    _id,
    action: random.pick(['audit', 'incident']),
    effect: random.pick(['alert', 'prevent']),
  }));
}
