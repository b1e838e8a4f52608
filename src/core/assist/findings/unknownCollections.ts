import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { inSlices } from '../../util/inSlices.ts';
import { sentence } from '../../util/sentence.ts';
import { headOf } from './documentFindings.ts';
import { likelyCollection, unknownWords } from './rules/collections.ts';
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
  const unknown = new Set<string>();
  const note = (name: string | undefined): void => {
    if (name !== undefined && name.trim() !== '' && !known.has(name)) {
      unknown.add(name);
    }
  };
  for (const { rules } of document.arrays()) {
    for (const { facts } of rules) {
      facts.collections.forEach(note);
      yield;
    }
  }
  if (kind.isNetwork) {
    for (const entity of listAt(headOf(document), 'networkEntities')) {
      listAt(entity, 'collections').forEach((collection) => note(textAt(collection, 'name')));
    }
  }
  const sentences: string[] = [];
  for (const name of unknown) {
    sentences.push(sentence(unknownWords(name, likelyCollection(name, known))));
    yield;
  }
  return sentences;
}
