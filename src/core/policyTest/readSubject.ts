import type { KnownConnection, KnownResource } from '../order/rulesApplyingTo.ts';
import { singular } from '../order/example.ts';
import { addressNumber, isDomain, networkRange } from '../order/network/connection.ts';
import { readList } from '../order/values.ts';
import { resourceLists, type ResourceList } from '../policy/collections.ts';
import { listsByTarget, type PolicyKind } from '../policy/families.ts';
import type { Path, ResourcePattern, DestinationPattern, Problems, Side, Subject } from './policyTest.ts';

type Texts = string | number | readonly (string | number)[];

/** Returns one text, or the texts of a list, with numbers as text. */
export function textsOf(value: unknown): readonly string[] {
  return [value].flat().map(String);
}

/** One resource, or the patterns of many resources, by the names of their fields. */
type Written = Readonly<Record<string, Texts | undefined>> & { readonly type?: Side };

interface WrittenConnection {
  readonly source: Written;
  readonly destination: Written;
  readonly port?: number;
  readonly ports?: Texts;
}

/** The subjects of a test in the form of the schemas; a valid test has exactly one. */
export interface WrittenSubjects {
  readonly resource?: Written;
  readonly connection?: WrittenConnection;
  readonly every?: Written | WrittenConnection;
  readonly order?: readonly string[];
}

const subjects = ['resource', 'connection', 'every', 'order'] as const;

export function readSubject(
  kind: PolicyKind,
  test: WrittenSubjects,
  path: Path,
  problems: Problems,
): Subject | undefined {
  const named = subjects.filter((subject) => test[subject] !== undefined);
  const [about, other] = named;
  if (!about || other) {
    const needed = kind.isNetwork ? '`connection`, `every` or `order`' : '`resource`, `every` or `order`';
    return problems.add(
      other
        ? `a test has one subject; remove \`${about}\` or \`${other}\``
        : `the test has no subject: add ${needed}`,
      path,
      named.map((subject) => ({ path: [...path, subject], isChoice: true })),
    );
  }
  const place = [...path, about];
  const { resource, connection, every, order } = test;
  if (order) {
    return readOrder(order, place, problems);
  }
  if (connection) {
    return readConnection(connection, place, problems);
  }
  if (every && isConnection(every)) {
    return readEveryConnection(every, place, problems);
  }
  if (every) {
    const resources = readPattern(every, kind.scopeLists, kind.name, place, problems);
    return resources && { kind: 'every', resources };
  }
  const known = readResource(resource ?? {}, place, problems);
  return known && { kind: 'resource', resource: known };
}

function isConnection(every: Written | WrittenConnection): every is WrittenConnection {
  return typeof every.source === 'object' && !Array.isArray(every.source);
}

function readOrder(rules: readonly string[], path: Path, problems: Problems): Subject | undefined {
  const twice = rules.findIndex((name, index) => rules.indexOf(name) !== index);
  const place = [...path, twice];
  return twice === -1
    ? { kind: 'order', rules }
    : problems.add('this rule is already listed above', place, [{ path: place }]);
}

/** An absent field is unknown, and an empty text is an empty field. */
function readResource(written: Written, path: Path, problems: Problems): KnownResource | undefined {
  const before = problems.all.length;
  const resource: Partial<Record<ResourceList, readonly string[]>> = {};
  for (const list of resourceLists) {
    const value = written[singular[list]];
    const values = value === undefined ? undefined : textsOf(value);
    if (values?.some((name) => name.includes('*'))) {
      const message =
        'give one resource without a pattern; for all resources that match a pattern, use `every`';
      problems.add(message, [...path, singular[list]]);
    } else if (values) {
      resource[list] = values.filter((name) => name !== '');
    }
  }
  if (problems.all.length > before) {
    return undefined;
  }
  return Object.keys(resource).length > 0
    ? resource
    : problems.add('the resource has no field; give at least one, such as `image`', path);
}

/** `looksAt`: the lists that the policy evaluates. */
function readPattern(
  written: Written,
  looksAt: readonly ResourceList[],
  policy: string,
  path: Path,
  problems: Problems,
): ResourcePattern | undefined {
  const before = problems.all.length;
  const lists: Partial<Record<ResourceList, readonly string[]>> = {};
  for (const list of resourceLists) {
    const value = written[list];
    const patterns = value === undefined ? undefined : textsOf(value);
    const problem = patterns && patternProblem(list, patterns, looksAt, policy);
    const place = [...path, list];
    if (problem !== undefined) {
      // An empty list, or a list that the policy does not evaluate, can be removed.
      const isNeedless = !looksAt.includes(list) || patterns?.length === 0;
      problems.add(problem, place, isNeedless ? [{ path: place }] : []);
    } else if (patterns) {
      lists[list] = patterns;
    }
  }
  const collections = written['collections'] === undefined ? [] : textsOf(written['collections']);
  if (problems.all.length === before && Object.keys(lists).length === 0 && collections.length === 0) {
    problems.add('give `collections` or a list of patterns', path);
  }
  return problems.all.length === before ? { collections, lists } : undefined;
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
  const { sure, may } = readList(patterns);
  if (sure !== may) {
    return patterns.every((pattern) => pattern.startsWith('-'))
      ? 'the list only excludes; begin with "*"'
      : 'a pattern must not be empty, and may have `*` only at its beginning and its end';
  }
  return list === 'labels' && may && may.none.length > 0
    ? 'labels cannot be excluded, because a resource has several'
    : undefined;
}

/** `{ source: { image: … }, destination: { address: 10.0.0.1 }, port: 443 }`. */
function readConnection(
  { source, destination, port }: WrittenConnection,
  path: Path,
  problems: Problems,
): Subject | undefined {
  const from = source.type ?? 'container';
  const known = readResource(source, [...path, 'source'], problems);
  const to = readEnd(destination, from, [...path, 'destination'], problems);
  return (
    known &&
    to && { kind: 'connection', from, connection: { source: known, to, ...(port !== undefined && { port }) } }
  );
}

/** Containers connect to containers, and hosts to hosts, where no type is given. */
function readEnd(
  written: Written,
  from: Side,
  path: Path,
  problems: Problems,
): KnownConnection['to'] | undefined {
  const { address, domain, type = from } = written;
  if (address !== undefined) {
    return addressNumber(String(address)) !== undefined
      ? { type: 'subnet', address: String(address) }
      : problems.add('an address is written as 10.0.0.1 or 2001:db8::1', [...path, 'address']);
  }
  if (domain !== undefined) {
    return isDomain(String(domain))
      ? { type: 'dns', domain: String(domain) }
      : problems.add('a domain is a plain name', [...path, 'domain']);
  }
  const resource = readResource(written, path, problems);
  return resource && { type, resource };
}

/** `{ source: { namespaces: [dev] }, destination: { subnets: [10.0.0.0/8] }, ports: [443, 8000-8100] }`. */
function readEveryConnection(
  { source, destination, ports }: WrittenConnection,
  path: Path,
  problems: Problems,
): Subject | undefined {
  const from = source.type ?? 'container';
  const ranges = readPorts(ports, [...path, 'ports'], problems);
  const sources = readSide(source, from, [...path, 'source'], problems);
  const to = readDestination(destination, from, [...path, 'destination'], problems);
  return (
    ranges &&
    sources &&
    to && { kind: 'every-connection', source: { ...sources, type: from }, destination: to, ports: ranges }
  );
}

function readDestination(
  written: Written,
  from: Side,
  path: Path,
  problems: Problems,
): DestinationPattern | undefined {
  const { subnets, domains, type = from } = written;
  if (subnets !== undefined) {
    const all = textsOf(subnets);
    return all.length > 0 && all.every((subnet) => networkRange(subnet) !== undefined)
      ? { type: 'subnet', subnets: all }
      : problems.add('a subnet is written as 10.0.0.0/8, with no bits behind its length', [
          ...path,
          'subnets',
        ]);
  }
  if (domains !== undefined) {
    const all = textsOf(domains);
    return all.length > 0 && all.every(isDomain)
      ? { type: 'dns', domains: all.map((domain) => domain.toLowerCase()) }
      : problems.add('domains are plain names', [...path, 'domains']);
  }
  const resources = readSide(written, type, path, problems);
  return resources && { ...resources, type };
}

function readSide(written: Written, type: Side, path: Path, problems: Problems): ResourcePattern | undefined {
  const what = `a rule of the network between ${type}s`;
  return readPattern(written, listsByTarget[type], what, path, problems);
}

function readPorts(
  written: Texts | undefined,
  path: Path,
  problems: Problems,
): readonly (readonly [number, number])[] | undefined {
  const texts = written === undefined ? [] : textsOf(written);
  const ranges = texts.map((text): readonly [number, number] | undefined => {
    const [, start = '', end = start] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
    const [low, high] = [Number(start), Number(end)];
    return start !== '' && low <= high && high <= 65_535 ? [low, high] : undefined;
  });
  const known = ranges.filter((range) => range !== undefined);
  return known.length === ranges.length && (written === undefined || known.length > 0)
    ? known
    : problems.add('ports are numbers from 0 to 65535, or ranges such as 8000-8100', path);
}
