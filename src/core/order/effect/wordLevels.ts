import type { Family, PolicyKind } from '../../policy/families.ts';

/** Words with the rank of their protection. A word without a rank is not compared. */
type WordLevels = Readonly<Record<string, number>>;

const levels: Readonly<Record<Family, WordLevels>> = {
  vulnerability: { ignore: 0, alert: 1, block: 2 },
  compliance: {},
  runtime: { disable: 0, alert: 1, prevent: 2, block: 3 },
  waas: { disable: 0, alert: 1, prevent: 2, ban: 3 },
  cnns: { allow: 0, alert: 1, prevent: 2 },
};

/** Returns the ranks of a kind, without words for actions that its resources cannot have. */
export function wordLevels({ family, cannot }: Pick<PolicyKind, 'family' | 'cannot'>): WordLevels {
  const beyond: readonly string[] = cannot;
  return Object.fromEntries(Object.entries(levels[family]).filter(([word]) => !beyond.includes(word)));
}
