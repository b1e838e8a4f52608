import type { PolicyDocument } from '../../document/policyDocument.ts';
import { lastOf, valueOfNode, type NodePath } from '../../document/syntaxNode.ts';
import { toPlain } from '../../json/json.ts';
import { readScope } from '../../order/scopeReader.ts';
import { resourceLists, type ResourceList } from '../../policy/collections.ts';
import { listsByTarget, type PolicyKind } from '../../policy/families.ts';
import { closest } from '../../util/closest.ts';
import { inSlices } from '../../util/inSlices.ts';
import { sentence } from '../../util/sentence.ts';
import { unshared } from '../../json/jsonText.ts';
import {
  changeTo,
  removeFix,
  type AddFinding,
  type DocumentSubject,
  type RuleSubject,
  type Knowledge,
  keyOrName,
  setFix,
  type FixData,
} from './finding.ts';
import { quotedText } from '../../util/quotedInMessages.ts';
import { listAt, textAt, type Plain, isPlain } from '../../util/plainRecord.ts';

/** Finds collections of rules that are unknown, or that filter resources the policy does not use. */
export function checkCollections({ kind, rule, knowledge, add }: RuleSubject): void {
  const unused = unusedLists(kind);
  for (const { name, collection, path } of namedIn(rule, [])) {
    checkName(name, path, knowledge, add);
    // The scope on the console counts; a full document has it too.
    const scope: unknown = knowledge.scopes?.get(name) ?? collection;
    const narrowed = unused.filter((list) => {
      const patterns = listAt(scope, list);
      return patterns.length > 0 && !patterns.includes('*');
    });
    if (narrowed.length > 0) {
      add({
        code: 'constrained-collection',
        message: `the collection ${quotedText(name)} filters ${narrowed.map((list) => `\`${list}\``).join(', ')}, which ${kind.name} does not use: use a collection with \`*\` there`,
        path: [...path, 'name'],
      });
    }
  }
}

/** Network rules have their collections by way of entities. The order of other rules covers empty and repeated collections. */
export function checkEntityCollections({ kind, head, knowledge, add }: DocumentSubject): void {
  for (const [index, entity] of kind.isNetwork ? listAt(head, 'networkEntities').entries() : []) {
    const type = textAt(entity, 'type');
    const lists = new Set<ResourceList>(type === 'container' || type === 'host' ? listsByTarget[type] : []);
    const seen = new Set<string>();
    for (const { name, path } of namedIn(entity, ['networkEntities', index])) {
      checkName(name, path, knowledge, add);
      const trimmed = name.trim();
      if (trimmed !== '' && seen.has(trimmed)) {
        add({
          code: 'duplicate-collection',
          message: `the collection ${quotedText(trimmed)} is already listed, so this entry changes nothing`,
          path: [...path, 'name'],
          tags: ['unnecessary'],
          fixes: [removeFix(`Remove the repeated ${quotedText(trimmed)}`, path)],
        });
      }
      seen.add(trimmed);
      const patterns = knowledge.scopes?.get(name);
      if (lists.size > 0 && patterns && readScope(name, patterns, lists).isEmpty) {
        add({
          code: 'empty-collection',
          message: `the collection ${quotedText(name)} is always empty: its patterns exclude everything they include, so no network rule applies through it. Correct the patterns of the collection, or remove it from the entity`,
          path: [...path, 'name'],
        });
      }
    }
  }
}

interface NamedCollection {
  readonly name: string;
  readonly collection: unknown;
  readonly path: NodePath;
}

function namedIn(holder: unknown, path: NodePath): readonly NamedCollection[] {
  return listAt(holder, 'collections').flatMap((collection, index) => {
    const name = textAt(collection, 'name');
    return name === undefined ? [] : [{ name, collection, path: [...path, 'collections', index] }];
  });
}

function checkName(name: string, path: NodePath, { collections: known }: Knowledge, add: AddFinding): void {
  const place = [...path, 'name'];
  const trimmed = name.trim();
  if (trimmed === '') {
    return;
  }
  if (known && !known.has(name)) {
    const likelyName = closestKey(name, known);
    add({
      code: 'unknown-collection',
      message: unknownWords(name, likelyName),
      path: place,
      fixes: likelyName === undefined ? [] : [changeTo(place, likelyName)],
    });
  } else if (!known && trimmed !== name) {
    add({
      code: 'collection-spaces',
      message: `the name ${quotedText(name)} starts or ends with a space, so it is another collection: remove the space`,
      path: place,
      fixes: [changeTo(place, trimmed)],
    });
  }
}

const closestByKeys = new WeakMap<object, Map<string, string | undefined>>();
const MAX_CACHED_WORDS = 10_000;

/** Works like `closest`. The result is cached, because each edit asks for the same unknown words again. */
export function closestKey(
  word: string,
  candidates: ReadonlySet<string> | ReadonlyMap<string, unknown>,
): string | undefined {
  let known = closestByKeys.get(candidates);
  if (!known || known.size === MAX_CACHED_WORDS) {
    known = new Map();
    closestByKeys.set(candidates, known);
  }
  if (!known.has(word)) {
    known.set(unshared(word), closest(word, candidates.keys()));
  }
  return known.get(word);
}

function unknownWords(name: string, likelyName: string | undefined): string {
  return `the console has no collection ${quotedText(name)}: the console would silently drop the rule${likelyName === undefined ? '' : `; did you mean ${quotedText(likelyName)}?`}`;
}

/**
 * The sentences name collections that the document uses and the console does not have. The names are compared in slices of
 * time, because the collections of another console are thousands of unknown names.
 */
export function unknownCollections(
  document: PolicyDocument,
  kind: PolicyKind,
  known: ReadonlySet<string>,
): Promise<readonly string[]> {
  const entities = kind.isNetwork ? lastOf(document.members(), 'networkEntities') : undefined;
  const list = entities && toPlain(valueOfNode(entities.value));
  const names = new Set([
    ...document.arrays().flatMap(({ rules }) => rules.flatMap(({ facts }) => facts.collections)),
    ...(Array.isArray(list) ? list.flatMap((entity) => namedIn(entity, []).map(({ name }) => name)) : []),
  ]);
  return inSlices(unknownSteps(names, known));
}

function* unknownSteps(
  names: Iterable<string>,
  known: ReadonlySet<string>,
): Generator<void, readonly string[], void> {
  const sentences: string[] = [];
  for (const name of names) {
    if (name.trim() !== '' && !known.has(name)) {
      sentences.push(sentence(unknownWords(name, closestKey(name, known))));
      yield;
    }
  }
  return sentences;
}

/** Resource lists that a policy does not use, so a collection needs `*` there. Empty where this is undocumented. */
function unusedLists({ scopeLists, decidesBy }: PolicyKind): readonly ResourceList[] {
  const isDocumented = decidesBy === 'checks' || decidesBy === 'thresholds';
  return isDocumented ? resourceLists.filter((list) => !scopeLists.includes(list)) : [];
}

/** Finds rules without a collection, and rules with the scope format from before collections. */
export function checkScope({ rule, knowledge, add }: RuleSubject): void {
  if (hasOldScope(rule)) {
    const matching = sameScope(rule, knowledge.scopes);
    add({
      code: 'old-scope',
      message:
        matching === undefined
          ? 'the console does not read `resources`: create a collection with these patterns and list it under `collections`'
          : `the console does not read \`resources\`: the collection ${quotedText(matching)} has the same patterns`,
      path: ['resources'],
      mark: 'key',
      fixes: matching === undefined ? [] : [useCollectionFix(matching)],
    });
    return;
  }
  const list: unknown = rule['collections'] ?? [];
  // Values that are not lists or objects, and names that are not texts, have findings of their own.
  if (!Array.isArray(list)) {
    return;
  }
  for (const [index, collection] of list.entries()) {
    const name = isPlain(collection) ? (collection['name'] ?? '') : undefined;
    if (isPlain(collection) && typeof name === 'string' && name.trim() === '') {
      const path = ['collections', index];
      add({
        code: 'no-collections',
        message:
          'a collection has no `name`, so the rule does not apply through it: name a collection of the console',
        path: 'name' in collection ? [...path, 'name'] : path,
        mark: 'name' in collection ? 'value' : 'start',
        fixes: [
          list.length > 1
            ? removeFix('Remove the nameless collection', path)
            : setFix('Apply to `All`', [...path, 'name'], 'All'),
        ],
      });
    }
  }
  if (list.length === 0) {
    add({
      code: 'no-collections',
      message: 'the rule has no collection, so it never applies: list at least one under `collections`',
      ...keyOrName(rule, 'collections'),
      fixes: [setFix('Apply to `All`', ['collections'], [{ name: 'All' }])],
    });
  }
}

/** The rule has the scope format from before collections. */
export function hasOldScope(rule: Plain): boolean {
  return isPlain(rule['resources']) && listAt(rule, 'collections').length === 0;
}

function useCollectionFix(name: string): FixData {
  return {
    title: `Scope by the collection ${quotedText(name)}`,
    steps: [
      { kind: 'set', path: ['collections'], value: [{ name }] },
      { kind: 'remove', path: ['resources'] },
    ],
  };
}

/** A known collection with exactly these patterns; everything is the collection `All`. */
function sameScope(
  rule: Plain,
  scopes: ReadonlyMap<string, Readonly<Record<string, readonly string[] | undefined>>> | undefined,
): string | undefined {
  const patterns = signature((list) => listAt(rule['resources'], list));
  if (patterns === signature(() => [])) {
    return 'All';
  }
  return [...(scopes ?? [])].find(([, scope]) => signature((list) => scope[list] ?? []) === patterns)?.[0];
}

function signature(patternsOf: (list: string) => readonly unknown[]): string {
  return JSON.stringify(
    resourceLists.map((list) => {
      const patterns = patternsOf(list).map((pattern) => JSON.stringify(pattern));
      return patterns.length === 0 || patterns.includes('"*"') ? ['*'] : patterns.toSorted();
    }),
  );
}
