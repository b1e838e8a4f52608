import { isMadeOn } from '../findings/rules/complianceChecks.ts';
import type { ConsoleKnowledge } from '../../consoles/consoleKnowledge.ts';
import type { NodePath } from '../../document/syntaxNode.ts';

/** What is known, without the checks that are not made on the objects of a policy. */
export function wordsFor(policy: string, words: ConsoleKnowledge): ConsoleKnowledge {
  const { checks } = words;
  return checks
    ? { ...words, checks: new Map([...checks].filter(([id, { type }]) => isMadeOn(policy, id, type))) }
    : words;
}

export type ReferenceKind = 'collection' | 'check' | 'customRule' | 'tag' | 'networkList';

const networkListHolders: readonly (string | number)[] = [
  'subnets',
  'exceptionSubnets',
  'excludedNetworkLists',
];

/** What the value at a path of a rule, or of a document, refers to by name or number. */
export function referenceAt(path: NodePath): ReferenceKind | undefined {
  const [last, item, list] = [path.at(-1), path.at(-2), path.at(-3)];
  if (typeof item === 'number' && last === 'name') {
    return list === 'collections' ? 'collection' : list === 'tags' ? 'tag' : undefined;
  }
  if (typeof item === 'number' && last === 'id') {
    return list === 'vulnerabilities' ? 'check' : undefined;
  }
  if (typeof item === 'number' && last === '_id') {
    return list === 'customRules' ? 'customRule' : undefined;
  }
  if (typeof last !== 'number') {
    return undefined;
  }
  if (item === 'collections') {
    return 'collection';
  }
  return path.includes('applicationsSpec') && path.some((step) => networkListHolders.includes(step))
    ? 'networkList'
    : undefined;
}
