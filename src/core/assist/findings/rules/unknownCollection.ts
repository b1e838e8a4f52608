import { closest } from '../../../util/closest.ts';
import type { DocumentCheck, Finding, RuleCheck } from '../finding.ts';
import { listAt, textAt } from '../plain.ts';
import { shownText } from '../shown.ts';
import type { NodePath } from '../../../document/syntaxNode.ts';

const description = {
  code: 'unknown-collection',
  summary: 'A rule names a collection that the console does not have.',
  severity: 'error',
} as const;

export const unknownCollection: RuleCheck = {
  ...description,
  scope: 'rule',
  check: ({ rule, knowledge }) => unknownIn(rule, [], knowledge.collections),
};

/** Network rules have their collections by way of entities. */
export const unknownEntityCollection: DocumentCheck = {
  ...description,
  scope: 'document',
  applies: (kind) => kind.family === 'cnns',
  *check({ head, knowledge }) {
    for (const [index, entity] of listAt(head, 'networkEntities').entries()) {
      yield* unknownIn(entity, ['networkEntities', index], knowledge.collections);
    }
  },
};

function* unknownIn(
  holder: unknown,
  path: NodePath,
  known: ReadonlySet<string> | undefined,
): Generator<Omit<Finding, 'code'>> {
  if (!known) {
    return;
  }
  const collections = listAt(holder, 'collections');
  for (let index = 0; index < collections.length; index += 1) {
    const name = textAt(collections[index], 'name');
    if (name === undefined || name.trim() === '' || known.has(name)) {
      continue;
    }
    const meant = closest(name, known);
    const place = [...path, 'collections', index, 'name'];
    yield {
      message: unknownWords(name, meant),
      path: place,
      fixes:
        meant === undefined
          ? []
          : [{ kind: 'set', title: `Change to ${shownText(meant)}`, path: place, value: meant }],
    };
  }
}

/** `meant`: one that it has, and that may be meant. */
export function unknownWords(name: string, meant: string | undefined): string {
  return `the console has no collection ${shownText(name)}: the rule would silently not be added${meant === undefined ? '' : `; did you mean ${shownText(meant)}?`}`;
}
