import { closest } from '../../../util/closest.ts';
import { unshared } from '../../../util/unshared.ts';
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
  applies: (kind) => kind.isNetwork,
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
    const meant = meantCollection(name, known);
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

/** By what is known, and the name: to compare it with thousands takes long, and is asked again whenever typing rests. */
const meantAmong = new WeakMap<ReadonlySet<string>, Map<string, string | undefined>>();
const MAX_CACHED_NAMES = 10_000;

/** The known one that may be meant. */
export function meantCollection(name: string, known: ReadonlySet<string>): string | undefined {
  let meant = meantAmong.get(known);
  if (!meant || meant.size === MAX_CACHED_NAMES) {
    meant = new Map();
    meantAmong.set(known, meant);
  }
  if (!meant.has(name)) {
    meant.set(unshared(name), closest(name, known));
  }
  return meant.get(name);
}

/** `meant`: one that it has, and that may be meant. */
export function unknownWords(name: string, meant: string | undefined): string {
  return `the console has no collection ${shownText(name)}: the console would silently drop the rule${meant === undefined ? '' : `; did you mean ${shownText(meant)}?`}`;
}
