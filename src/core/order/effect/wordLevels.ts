import type { Family, PolicyKind } from '../../policy/families.ts';

/** Words by how much they protect. A word that is not here is not compared with others. */
type WordLevels = Readonly<Record<string, number>>;

const levels: Readonly<Record<Family, WordLevels>> = {
  vulnerability: {},
  compliance: {},
  runtime: { disable: 0, alert: 1, prevent: 2, block: 3 },
  waas: { disable: 0, alert: 1, prevent: 2, ban: 3 },
  cnns: {},
};

/** The levels of a kind: words for actions that its objects cannot have are on no scale. */
export function wordLevels({ family, cannot }: Pick<PolicyKind, 'family' | 'cannot'>): WordLevels {
  const beyond: readonly string[] = cannot;
  return Object.fromEntries(Object.entries(levels[family]).filter(([word]) => !beyond.includes(word)));
}
