/** Reasons why the connections or resources of a rule are not fully known. */
export type NotKnown = keyof typeof words;

const words = {
  collections: 'The contents of some collections are unknown.',
  'too-much': 'Some collections have more patterns than Ordinance analyzes.',
  misread: 'Some parts of the rules cannot be read.',
  'denied-ports': 'The meaning of port ranges with "deny" is not documented.',
  'no-ports': 'It is not documented whether a rule without ports applies to all ports.',
  'odd-ports': 'Some port ranges cannot be read.',
  domains: 'The meaning of a domain that is not a plain name is not documented.',
  subnets: 'Some subnets cannot be read.',
  'no-entity': 'Some rules connect entities that are missing or cannot be read.',
  'odd-entity': 'Some entities have unknown fields.',
  'odd-ends': 'Some rules connect entities of types that network rules are not known to connect.',
  'open-entity': 'It is not documented how an entity that allows everything affects the rules.',
  destinations: 'Rules for destinations of different types may cover the same connections.',
  endpoints: 'It is not documented whether rules for different ports, hosts or systems affect each other.',
} as const;

/** A sentence for each, once. */
export function notKnownWords(reasons: readonly NotKnown[]): readonly string[] {
  return [...new Set(reasons)].map((reason) => words[reason]);
}
