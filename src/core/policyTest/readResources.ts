import type { KnownResource } from '../order/rulesApplyingTo.ts';
import { singular } from '../order/example.ts';
import { readValues } from '../order/values.ts';
import { resourceLists, type CollectionPatterns, type ResourceList } from '../policy/collections.ts';
import { at, mostNamed, textsOf, type Members } from './plainValues.ts';
import type { Patterned } from './policyTest.ts';
import type { Path, Problems } from './problems.ts';

/** What is not said of it is not known. An empty text is none. */
export function readResource(members: Members, path: Path, problems: Problems): KnownResource | undefined {
  const resource: Partial<Record<ResourceList, readonly string[]>> = {};
  for (const list of resourceLists) {
    const key = singular[list];
    const written = at(members, key);
    const values = written === undefined ? undefined : textsOf(written);
    if (written !== undefined && (!values || (values.length !== 1 && list !== 'labels'))) {
      problems.add('give one value', [...path, key]);
    } else if (values?.some((value) => value.includes('*'))) {
      problems.add(
        'give one resource without a pattern; for all resources that match a pattern, use `every`',
        [...path, key],
      );
    } else if (values) {
      resource[list] = values.filter((value) => value !== '');
    }
  }
  return Object.keys(resource).length > 0
    ? resource
    : problems.add('the resource has no field; give at least one, such as `image`', path);
}

/** `looksAt`: lists that the policy looks at. */
export function readPatterned(
  members: Members,
  looksAt: readonly ResourceList[],
  policy: string,
  path: Path,
  problems: Problems,
): Patterned | undefined {
  const before = problems.all.length;
  const lists: Partial<Record<ResourceList, readonly string[]>> = {};
  for (const list of resourceLists) {
    const written = at(members, list);
    const patterns = written === undefined ? undefined : textsOf(written);
    const problem = patterns && patternProblem(list, patterns, looksAt, policy);
    if (problem !== undefined) {
      // What the policy does not look at, and a list of nothing, say nothing.
      const isNeedless = !looksAt.includes(list) || patterns?.length === 0;
      problems.add(problem, [...path, list], isNeedless ? [{ kind: 'remove', path: [...path, list] }] : []);
    } else if (patterns) {
      lists[list] = patterns;
    }
  }
  const named = at(members, 'collections');
  const collections = named === undefined ? [] : (textsOf(named) ?? []);
  if (named !== undefined && (collections.length === 0 || collections.includes(''))) {
    problems.add('give the names of collections', [...path, 'collections']);
  }
  if (collections.length > mostNamed) {
    problems.add(`the limit is ${mostNamed} names`, [...path, 'collections']);
  }
  if (problems.all.length === before && Object.keys(lists).length === 0 && collections.length === 0) {
    problems.add('give `collections` or a list of patterns', path);
  }
  return problems.all.length === before
    ? { collections, lists: lists satisfies CollectionPatterns }
    : undefined;
}

function patternProblem(
  list: ResourceList,
  patterns: readonly string[],
  looksAt: readonly ResourceList[],
  policy: string,
): string | undefined {
  if (!looksAt.includes(list)) {
    return `${policy} does not use ${list}${looksAt.length > 0 ? `, only ${looksAt.join(', ')}` : ''}`;
  }
  if (patterns.length === 0) {
    return 'the list is empty';
  }
  const values = readValues(patterns);
  if (values === 'unclear') {
    return patterns.every((one) => one.startsWith('-'))
      ? 'the list only excludes; begin with "*"'
      : 'a pattern is not empty and has `*` only at its beginning, its end or both';
  }
  return list === 'labels' && values && values.none.length > 0
    ? 'labels cannot be excluded, because a resource has several'
    : undefined;
}
