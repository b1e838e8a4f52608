import type { PolicyKind } from '../policy/families.ts';
import { scopeFieldsOf } from '../policy/scopeFields.ts';
import { membersOf, mostNamed, textsOf } from './plainValues.ts';
import type { Subject } from './policyTest.ts';
import type { Path, Problems } from './problems.ts';
import { readConnection, readEveryConnection } from './readConnection.ts';
import { readPatterned, readResource } from './readResources.ts';

export function readSubject(
  kind: PolicyKind,
  about: 'resource' | 'connection' | 'every' | 'order',
  written: unknown,
  path: Path,
  problems: Problems,
): Subject | undefined {
  if (about === 'order') {
    return readOrder(written, path, problems);
  }
  const members = membersOf(written);
  if (!members) {
    return problems.add('give the fields of the subject, such as `image`', path);
  }
  const isNetwork = kind.isNetwork;
  if (about === 'every') {
    if (isNetwork) {
      return readEveryConnection(members, path, problems);
    }
    const patterned = readPatterned(members, scopeFieldsOf(kind.name).lists, kind.name, path, problems);
    return patterned && { kind: 'every', patterned };
  }
  if ((about === 'connection') !== isNetwork) {
    return problems.add(
      isNetwork
        ? 'network rules match connections: use `connection`, not `resource`'
        : `rules of ${kind.name} match resources: use \`resource\`, not \`connection\``,
      path,
    );
  }
  if (isNetwork) {
    return readConnection(members, path, problems);
  }
  const resource = readResource(members, path, problems);
  return resource && { kind: 'resource', resource };
}

function readOrder(written: unknown, path: Path, problems: Problems): Subject | undefined {
  const rules = Array.isArray(written) ? textsOf(written) : undefined;
  if (!rules || rules.length < 2 || rules.includes('')) {
    return problems.add('give the names of two or more rules', path);
  }
  if (rules.length > mostNamed) {
    return problems.add(`the limit is ${mostNamed} names`, path);
  }
  const twice = rules.findIndex((name, index) => rules.indexOf(name) !== index);
  return twice === -1
    ? { kind: 'order', rules }
    : problems.add(
        'this rule is already listed above',
        [...path, twice],
        [{ kind: 'remove', path: [...path, twice] }],
      );
}
