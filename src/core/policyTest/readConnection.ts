import { addressNumber, networkRange } from '../order/network/connection.ts';
import type { KnownConnection } from '../order/policyDecision.ts';
import { entityFields } from '../policy/scopeFields.ts';
import { at, membersOf, textsOf, type Members } from './plainValues.ts';
import type { Patterned, PatternedEnd, Side, Subject } from './policyTest.ts';
import type { Path, Problems } from './problems.ts';
import { readPatterned, readResource } from './readResources.ts';

/** `{ source: { image: … }, destination: { address: 10.0.0.1 }, port: 443 }`. */
export function readConnection(members: Members, path: Path, problems: Problems): Subject | undefined {
  const ends = readEnds(members, path, problems);
  const port = at(members, 'port');
  if (port !== undefined && !isPort(port)) {
    return problems.add('a port is a number from 0 to 65535', [...path, 'port']);
  }
  if (!ends) {
    return undefined;
  }
  const { from, source, destination } = ends;
  const known = readResource(source, [...path, 'source'], problems);
  const to = readEnd(destination, from, [...path, 'destination'], problems);
  return (
    known &&
    to && {
      kind: 'connection',
      from,
      connection: { source: known, to, ...(port !== undefined && { port }) },
    }
  );
}

/** `{ source: { namespaces: [dev] }, destination: { subnets: [10.0.0.0/8] }, ports: [443, 8000-8100] }`. */
export function readEveryConnection(members: Members, path: Path, problems: Problems): Subject | undefined {
  const ends = readEnds(members, path, problems);
  const ports = readPorts(at(members, 'ports'), [...path, 'ports'], problems);
  if (!ends || !ports) {
    return undefined;
  }
  const { from, source, destination } = ends;
  const one = readSide(source, from, [...path, 'source'], problems);
  const other = readPatternedEnd(destination, from, [...path, 'destination'], problems);
  return (
    one && other && { kind: 'every-connection', source: { ...one, type: from }, destination: other, ports }
  );
}

function readEnds(
  members: Members,
  path: Path,
  problems: Problems,
): { readonly from: Side; readonly source: Members; readonly destination: Members } | undefined {
  const [source, destination] = [membersOf(at(members, 'source')), membersOf(at(members, 'destination'))];
  if (!source || !destination) {
    return problems.add('a connection has a `source` and a `destination`', path);
  }
  const from = at(source, 'type') ?? 'container';
  return from === 'container' || from === 'host'
    ? { from, source, destination }
    : problems.add('a connection comes from a container or a host', [...path, 'source', 'type']);
}

function readEnd(
  members: Members,
  from: Side,
  path: Path,
  problems: Problems,
): KnownConnection['to'] | undefined {
  const [address, domain] = [at(members, 'address'), at(members, 'domain')];
  if (address !== undefined) {
    return typeof address === 'string' && addressNumber(address) !== undefined
      ? { type: 'subnet', address }
      : problems.add('an address is written as 10.0.0.1 or 2001:db8::1', [...path, 'address']);
  }
  if (domain !== undefined) {
    return typeof domain === 'string' && isDomain(domain)
      ? { type: 'dns', domain }
      : problems.add('a domain is a plain name', [...path, 'domain']);
  }
  const resource = readResource(members, path, problems);
  return resource && { type: sideOf(members, from), resource };
}

function readPatternedEnd(
  members: Members,
  from: Side,
  path: Path,
  problems: Problems,
): PatternedEnd | undefined {
  const [subnets, domains] = [at(members, 'subnets'), at(members, 'domains')];
  if (subnets !== undefined) {
    const all = textsOf(subnets) ?? [];
    return all.length > 0 && all.every((one) => networkRange(one) !== undefined)
      ? { type: 'subnet', subnets: all }
      : problems.add('a subnet is written as 10.0.0.0/8, with no bits behind its length', [
          ...path,
          'subnets',
        ]);
  }
  if (domains !== undefined) {
    const all = textsOf(domains) ?? [];
    return all.length > 0 && all.every(isDomain)
      ? { type: 'dns', domains: all.map((one) => one.toLowerCase()) }
      : problems.add('domains are plain names', [...path, 'domains']);
  }
  const type = sideOf(members, from);
  const patterned = readSide(members, type, path, problems);
  return patterned && { ...patterned, type };
}

function readSide(members: Members, type: Side, path: Path, problems: Problems): Patterned | undefined {
  const what = `a rule of the network between ${type}s`;
  return readPatterned(members, entityFields[type].lists, what, path, problems);
}

/** Containers connect to containers, and hosts to hosts, where nothing else is said. */
function sideOf(members: Members, from: Side): Side {
  const type = at(members, 'type');
  return type === 'container' || type === 'host' ? type : from;
}

export function isDomain(text: string): boolean {
  return /^[^*?\s/:]+$/.test(text) && !text.endsWith('.');
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535;
}

function readPorts(
  written: unknown,
  path: Path,
  problems: Problems,
): readonly (readonly [number, number])[] | undefined {
  if (written === undefined) {
    return [];
  }
  const ranges = (textsOf(written) ?? ['']).map((text): readonly [number, number] | undefined => {
    const [, start = '', end = start] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
    const [low, high] = [Number(start), Number(end)];
    return start !== '' && isPort(low) && isPort(high) && low <= high ? [low, high] : undefined;
  });
  const known = ranges.filter((range) => range !== undefined);
  return known.length > 0 && known.length === ranges.length
    ? known
    : problems.add('ports are numbers from 0 to 65535, or ranges such as 8000-8100', path);
}
