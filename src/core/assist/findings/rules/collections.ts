import { closest } from '../../../util/closest.ts';
import { unshared } from '../../../util/unshared.ts';
import { changeTo, type DocumentCheck, type Finding, type RuleCheck } from '../finding.ts';
import { listAt, textAt } from '../plainData.ts';
import { quotedText } from '../quotedInMessages.ts';
import type { NodePath } from '../../../document/syntaxNode.ts';
import type { Knowledge } from '../knowledge.ts';
import type { PolicyKind } from '../../../policy/families.ts';
import { resourceLists, type ResourceList } from '../../../policy/collections.ts';
import { scopeFieldsOf, entityFields } from '../../../policy/scopeFields.ts';
import { readScope } from '../../../order/scopeReader.ts';

const unknown = {
  code: 'unknown-collection',
  summary: 'A rule names a collection that the console does not have.',
  severity: 'error',
} as const;

function* unknownIn(
  holder: unknown,
  path: NodePath,
  { collections: known }: Knowledge,
): Generator<Omit<Finding, 'code'>> {
  for (const [index, collection] of known ? listAt(holder, 'collections').entries() : []) {
    const name = textAt(collection, 'name');
    if (!known || name === undefined || name.trim() === '' || known.has(name)) {
      continue;
    }
    const meant = likelyCollection(name, known);
    const place = [...path, 'collections', index, 'name'];
    yield {
      message: unknownWords(name, meant),
      path: place,
      fixes: meant === undefined ? [] : [changeTo(place, meant)],
    };
  }
}

/**
 * The cache avoids repeated comparisons with thousands of names after each edit. Keys are the set of known names and
 * the given name.
 */
const likelyByKnown = new WeakMap<ReadonlySet<string>, Map<string, string | undefined>>();
const MAX_CACHED_NAMES = 10_000;

/** The known one that may be meant. */
export function likelyCollection(name: string, known: ReadonlySet<string>): string | undefined {
  let meant = likelyByKnown.get(known);
  if (!meant || meant.size === MAX_CACHED_NAMES) {
    meant = new Map();
    likelyByKnown.set(known, meant);
  }
  if (!meant.has(name)) {
    meant.set(unshared(name), closest(name, known));
  }
  return meant.get(name);
}

/** `meant` is a known name that is likely the intended one. */
export function unknownWords(name: string, meant: string | undefined): string {
  return `the console has no collection ${quotedText(name)}: the console would silently drop the rule${meant === undefined ? '' : `; did you mean ${quotedText(meant)}?`}`;
}

const repeated = {
  code: 'duplicate-collection',
  summary: 'A network entity lists a collection twice.',
  severity: 'warning',
} as const;

const spaced = {
  code: 'collection-spaces',
  summary: 'A collection name starts or ends with a space.',
  severity: 'warning',
} as const;

const empty = {
  code: 'empty-collection',
  summary: 'The patterns of a collection exclude everything they include, so the collection is empty.',
  severity: 'warning',
} as const;

type Description = typeof unknown | typeof repeated | typeof spaced | typeof empty;
type FindIn = (holder: unknown, path: NodePath, knowledge: Knowledge) => Iterable<Omit<Finding, 'code'>>;

export const unknownCollection = inRules(unknown, unknownIn);
export const unknownEntityCollection = inEntities(unknown, unknownIn);
/** The finding `covered-collection` reports duplicates in a rule, so only entities need this check. */
export const duplicateEntityCollection = inEntities(repeated, repeatedIn);
export const collectionSpaces = inRules(spaced, spacedIn);
export const entityCollectionSpaces = inEntities(spaced, spacedIn);
/** Rules with collections are checked for empty ones with their order. */
export const emptyEntityCollection = inEntities(empty, emptyIn);

function inRules(description: Description, find: FindIn): RuleCheck {
  return { ...description, scope: 'rule', check: ({ rule, knowledge }) => find(rule, [], knowledge) };
}

/** Network rules have their collections by way of entities. */
function inEntities(description: Description, find: FindIn): DocumentCheck {
  return {
    ...description,
    scope: 'document',
    applies: (kind) => kind.isNetwork,
    *check({ head, knowledge }) {
      for (const [index, entity] of listAt(head, 'networkEntities').entries()) {
        yield* find(entity, ['networkEntities', index], knowledge);
      }
    },
  };
}

function* repeatedIn(holder: unknown, path: NodePath): Generator<Omit<Finding, 'code'>> {
  const collections = listAt(holder, 'collections');
  const seen = new Set<string>();
  for (const [index, collection] of collections.length < 2 ? [] : collections.entries()) {
    const name = textAt(collection, 'name')?.trim();
    if (name === undefined || name === '') {
      continue;
    }
    if (seen.has(name)) {
      const place = [...path, 'collections', index];
      yield {
        message: `the collection ${quotedText(name)} is already listed`,
        path: [...place, 'name'],
        tags: ['unnecessary'],
        fixes: [{ kind: 'remove', title: `Remove the repeated ${quotedText(name)}`, path: place }],
      };
    }
    seen.add(name);
  }
}

function* spacedIn(
  holder: unknown,
  path: NodePath,
  { collections: known }: Knowledge,
): Generator<Omit<Finding, 'code'>> {
  for (const [index, collection] of listAt(holder, 'collections').entries()) {
    const name = textAt(collection, 'name');
    const meant = name?.trim();
    // A name on the console is right, and `unknown-collection` reports the others.
    if (name === undefined || meant === undefined || meant === '' || meant === name || known) {
      continue;
    }
    const place = [...path, 'collections', index, 'name'];
    yield {
      message: `the name ${quotedText(name)} starts or ends with a space, so it is another collection`,
      path: place,
      fixes: [changeTo(place, meant)],
    };
  }
}

export const constrainedCollection: RuleCheck = {
  code: 'constrained-collection',
  summary: 'A collection filters resources that this policy does not use.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => listsOf(kind).length > 0,
  *check({ kind, rule, knowledge }) {
    const lists = listsOf(kind);
    for (const [index, collection] of listAt(rule, 'collections').entries()) {
      const name = textAt(collection, 'name');
      if (name === undefined) {
        continue;
      }
      // The scope on the console counts; a full document has it too.
      const scope: unknown = knowledge.scopes?.get(name) ?? collection;
      const narrowed = lists.filter((list) => isNarrow(scope, list));
      if (narrowed.length > 0) {
        yield {
          message: `the collection ${quotedText(name)} filters ${narrowed.map((list) => `\`${list}\``).join(', ')}, which ${kind.name} does not use`,
          path: ['collections', index, 'name'],
        };
      }
    }
  },
};

/** Resource lists that must stay `*` for a collection to be usable by a policy: where that is documented, or next to it. */
function listsOf({ name, decidesBy }: PolicyKind): readonly ResourceList[] {
  const { lists } = scopeFieldsOf(name);
  const isSaid = decidesBy === 'checks' || decidesBy === 'thresholds';
  return isSaid ? resourceLists.filter((list) => !lists.includes(list)) : [];
}

function isNarrow(scope: unknown, list: ResourceList): boolean {
  const patterns = listAt(scope, list);
  return patterns.length > 0 && !patterns.includes('*');
}

function* emptyIn(entity: unknown, path: NodePath, { scopes }: Knowledge): Generator<Omit<Finding, 'code'>> {
  const type = textAt(entity, 'type');
  if (type !== 'container' && type !== 'host') {
    return;
  }
  const lists = new Set(entityFields[type].lists);
  for (const [index, collection] of listAt(entity, 'collections').entries()) {
    const name = textAt(collection, 'name') ?? '';
    const patterns = scopes?.get(name);
    if (patterns && readScope(name, patterns, lists).isEmpty) {
      yield {
        message: `the collection ${quotedText(name)} is always empty: its patterns exclude everything they include, so no network rule applies through it. Correct the patterns of the collection, or remove it from the entity`,
        path: [...path, 'collections', index, 'name'],
      };
    }
  }
}
