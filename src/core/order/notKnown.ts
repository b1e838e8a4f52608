/** Why it is not known exactly what a rule names. */
export type NotKnown = keyof typeof words;

const words = {
  collections: 'Not enough is known of what the collections name.',
  'too-much': 'Collections have more patterns than are looked at.',
  misread: 'Not everything that the rules say can be read.',
  'denied-ports': 'What port ranges with "deny" mean is documented nowhere.',
  'no-ports': 'Whether a rule without ports means all ports is documented nowhere.',
  'odd-ports': 'Not every port range can be read.',
  domains: 'What a domain that is not a plain name means is documented nowhere.',
  subnets: 'Not every subnet can be read.',
  'no-entity': 'Rules join entities that are missing, or that cannot be read.',
  'odd-entity': 'Entities have members that are not known.',
  'odd-ends': 'Rules join entities of types that such rules are not known to join.',
  'open-entity': 'What an entity that allows everything leaves to rules is documented nowhere.',
  destinations: 'Rules to destinations of different types may be about the same place.',
  endpoints:
    'Whether rules that look at different ports, hosts or systems take from each other is documented nowhere.',
} as const;

/** A sentence for each, once. */
export function notKnownWords(reasons: readonly NotKnown[]): readonly string[] {
  return [...new Set(reasons)].map((reason) => words[reason]);
}
