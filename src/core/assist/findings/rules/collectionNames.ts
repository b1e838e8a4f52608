import type { NodePath } from '../../../document/syntaxNode.ts';
import type { DocumentCheck, Finding, RuleCheck } from '../finding.ts';
import type { Knowledge } from '../knowledge.ts';
import { listAt, textAt } from '../plain.ts';
import { shownText } from '../shown.ts';

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

type FindIn = (holder: unknown, path: NodePath, knowledge: Knowledge) => Iterable<Omit<Finding, 'code'>>;

/** Of a rule that names one twice `covered-collection` tells. */
export const duplicateEntityCollection = inEntities(repeated, repeatedIn);
export const collectionSpaces = inRules(spaced, spacedIn);
export const entityCollectionSpaces = inEntities(spaced, spacedIn);

function inRules(description: typeof spaced, find: FindIn): RuleCheck {
  return { ...description, scope: 'rule', check: ({ rule, knowledge }) => find(rule, [], knowledge) };
}

/** Network rules have their collections by way of entities. */
function inEntities(description: typeof repeated | typeof spaced, find: FindIn): DocumentCheck {
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
        message: `the collection ${shownText(name)} is already listed`,
        path: [...place, 'name'],
        tags: ['unnecessary'],
        fixes: [{ kind: 'remove', title: `Remove the repeated ${shownText(name)}`, path: place }],
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
    // What the console has is right, and of what it has not `unknown-collection` speaks.
    if (name === undefined || meant === undefined || meant === '' || meant === name || known) {
      continue;
    }
    const place = [...path, 'collections', index, 'name'];
    yield {
      message: `the name ${shownText(name)} starts or ends with a space, so it is another collection`,
      path: place,
      fixes: [{ kind: 'set', title: `Change to ${shownText(meant)}`, path: place, value: meant }],
    };
  }
}
