import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { inSlices } from '../../util/inSlices.ts';
import { sentence } from '../../util/sentence.ts';
import { headOf } from './documentFindings.ts';
import { likelyCollection, unknownWords } from './rules/collectionNames.ts';
import { listAt, textAt } from '../../util/plainRecord.ts';

/**
 * The sentences name collections that the document uses and the console does not have. The work runs in slices and uses
 * rules that were read, so it can run during typing.
 */
export function unknownCollections(
  document: PolicyDocument,
  kind: PolicyKind,
  known: ReadonlySet<string>,
): Promise<readonly string[]> {
  return inSlices(unknownSteps(document, kind, known));
}

function* unknownSteps(
  document: PolicyDocument,
  kind: PolicyKind,
  known: ReadonlySet<string>,
): Generator<void, readonly string[], void> {
  const names = new Set<string>();
  for (const { rules } of document.arrays()) {
    for (const { facts } of rules) {
      facts.collections.forEach((name) => names.add(name));
      yield;
    }
  }
  for (const entity of kind.isNetwork ? listAt(headOf(document), 'networkEntities') : []) {
    listAt(entity, 'collections').forEach((collection) => names.add(textAt(collection, 'name') ?? ''));
  }
  const sentences: string[] = [];
  for (const name of names) {
    if (name.trim() !== '' && !known.has(name)) {
      sentences.push(sentence(unknownWords(name, likelyCollection(name, known))));
      yield;
    }
  }
  return sentences;
}
