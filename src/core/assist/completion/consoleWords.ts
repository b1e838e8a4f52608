import { isMadeOn } from '../findings/rules/complianceChecks.ts';
import type { ConsoleKnowledge } from '../../consoleFile/consoleKnowledge.ts';
import type { NodePath } from '../../document/syntaxNode.ts';

/** This function removes checks that do not apply to the objects of the policy. */
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

/** The kind depends on the path, which counts from a rule or from a document. */
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
