import type { ImpactedShape, PolicyKind } from '../../policy/families.ts';
import type { ImpactedResource, ResourceRow } from '../../consoleFile/resources.ts';
import type { ConsoleRequests, Rows } from '../consoleRequests.ts';
import { impactedOperation } from '../operations.ts';
import {
  isPlain,
  objectAt,
  type Plain,
  textOrEmpty,
  textsAt,
  plainList,
  numberAt,
} from '../../util/plainRecord.ts';
import { joined } from '../answer.ts';
import type { ResourceNames } from '../../policy/collections.ts';

/** A resource with its row of a table. */
export interface ListedResource extends ImpactedResource {
  readonly row: ResourceRow;
}

/**
 * Resources in the scope of a rule, page by page. Their records are large, so each page keeps only the fields that are
 * used.
 */
export function impacted(requests: ConsoleRequests) {
  return {
    async *resources(
      kind: PolicyKind,
      ruleName: string,
      signal?: AbortSignal,
    ): AsyncGenerator<Rows<ListedResource>> {
      const shape = kind.impacted;
      if (shape === undefined) {
        throw new TypeError(`${kind.name} has no list of impacted resources`);
      }
      const request = { ...impactedOperation(kind), query: { ruleName } };
      const keyOf = (record: unknown): string | undefined => (isPlain(record) ? idOf(record) : undefined);
      for await (const page of requests.pages(request, keyOf, signal)) {
        yield { ...page, rows: page.rows.filter(isPlain).map((record) => listedResource(shape, record)) };
      }
    },
  };
}

/** The id of a record. The whole content identifies a record without an id. */
function idOf(record: Plain): string {
  return textOrEmpty(record, '_id') || textOrEmpty(record, 'id') || JSON.stringify(record);
}

/**
 * Reads the fields that collections match, for each place where the resource runs: an image runs on several
 * hosts, and another rule may apply on each. Absent fields are unknown.
 */
function listedResource(shape: ImpactedShape, record: Plain): ListedResource {
  const row = impactedRow(shape, record);
  const identity = { id: idOf(record), name: String(row['name'] ?? ''), row };
  switch (shape) {
    case 'container':
      return { ...identity, kind: 'container', places: [containerPlace(record)] };
    case 'out-of-band': {
      const place = {
        ...nameIn('containers', record, 'containerName'),
        ...nameIn('hosts', record, 'hostname'),
        ...nameIn('images', record, 'image'),
      };
      return { ...identity, kind: 'container', places: [place] };
    }
    case 'image':
    case 'machine-image':
      switch (textOrEmpty(record, 'type')) {
        case 'image':
          return { ...identity, kind: 'image', places: imagePlaces(record) };
        case 'host':
        case 'agentlessHost':
          return { ...identity, kind: 'host', places: [hostPlace(record)] };
        default:
          // The rules do not match resources of this kind.
          return { ...identity, kind: 'other', places: [] };
      }
    case 'mirrored':
      return { ...identity, kind: 'other', places: [] };
    default:
      return shape satisfies never;
  }
}

function imagePlaces(record: Plain): readonly ResourceNames[] {
  const name = imageOf(record);
  const labels = labelsOf(record);
  const hosts = objectAt(record, 'hosts');
  const instances = plainList(record['instances']);
  const places = Object.entries(hosts).flatMap(([host, hostRecord]): readonly ResourceNames[] => {
    if (!isPlain(hostRecord)) {
      return [];
    }
    const images = instances
      .filter((instance) => textOrEmpty(instance, 'host') === host)
      .map((instance) => textOrEmpty(instance, 'image'))
      .filter((image) => image !== '');
    const where = {
      ...labels,
      hosts: [host],
      ...nameIn('accountIDs', hostRecord, 'accountID'),
      ...nameIn('clusters', hostRecord, 'cluster'),
    };
    return [...new Set(images.length > 0 ? images : [name])].flatMap((image) =>
      namespacesOf(hostRecord).map((namespace) => ({
        ...where,
        ...knownName('images', image),
        ...namespace,
      })),
    );
  });
  // The record has no host.
  return places.length > 0 ? places : [{ ...labels, ...knownName('images', name) }];
}

function hostPlace(record: Plain): ResourceNames {
  const clusters = record['clusters'];
  return {
    ...labelsOf(record),
    ...nameIn('hosts', record, 'hostname'),
    ...knownName('accountIDs', textOrEmpty(objectAt(record, 'cloudMetadata'), 'accountID')),
    ...(Array.isArray(clusters) && clusters.length < 2 && { clusters: textsAt(record, 'clusters') }),
  };
}

function containerPlace(record: Plain): ResourceNames {
  const info = objectAt(record, 'info');
  return {
    ...labelsOf(info),
    ...knownName('containers', textOrEmpty(info, 'name')),
    ...knownName('images', textOrEmpty(info, 'imageName') || textOrEmpty(info, 'image')),
    ...nameIn('hosts', record, 'hostname'),
    ...nameIn('namespaces', info, 'namespace'),
    ...nameIn('clusters', info, 'cluster'),
    ...knownName('accountIDs', textOrEmpty(objectAt(info, 'cloudMetadata'), 'accountID')),
  };
}

/**
 * The labels of the record. They are unknown when it has external labels, whose spelling in collections is
 * undocumented.
 */
function labelsOf(record: Plain): ResourceNames {
  const others = record['externalLabels'];
  const isAll = others === undefined || others === null || (Array.isArray(others) && others.length === 0);
  return isAll && 'labels' in record ? { labels: textsAt(record, 'labels') } : {};
}

/**
 * One entry for each namespace. A place with an empty list has no namespace; without a list, the namespace is
 * unknown.
 */
function namespacesOf(place: Plain): readonly ResourceNames[] {
  const namespaces = textsAt(place, 'namespaces');
  if (namespaces.length > 0) {
    return namespaces.map((namespace) => ({ namespaces: [namespace] }));
  }
  return 'namespaces' in place ? [{ namespaces: [] }] : [{}];
}

/** An empty text means that there is none; an absent field is unknown. */
function nameIn(list: keyof ResourceNames, record: Plain, key: string): ResourceNames {
  const value = record[key];
  return typeof value === 'string' ? { [list]: value === '' ? [] : [value] } : {};
}

/** An empty text is unknown. */
function knownName(list: keyof ResourceNames, value: string): ResourceNames {
  return value === '' ? {} : { [list]: [value] };
}

/** The row of a table for the record of an affected resource. */
function impactedRow(shape: ImpactedShape, record: Plain): ResourceRow {
  switch (shape) {
    case 'image':
    case 'machine-image':
      return imageRow(record);
    case 'container':
      return containerRow(record);
    case 'out-of-band':
      return {
        name: textOrEmpty(record, 'containerName'),
        host: textOrEmpty(record, 'hostname'),
        image: textOrEmpty(record, 'image'),
      };
    case 'mirrored':
      return { name: textOrEmpty(record, 'name'), id: textOrEmpty(record, 'id') };
    default:
      return shape satisfies never;
  }
}

function imageRow(record: Plain): ResourceRow {
  const id = textOrEmpty(record, '_id') || textOrEmpty(record, 'id');
  const hosts = record['hosts'];
  return {
    name: imageOf(record) || textOrEmpty(record, 'hostname') || id,
    type: textOrEmpty(record, 'type'),
    ...distribution('vulnerabilities', objectAt(record, 'vulnerabilityDistribution')),
    ...distribution('compliance', objectAt(record, 'complianceDistribution')),
    hosts: typeof hosts === 'object' && hosts !== null ? Object.keys(hosts).length : null,
    clusters: joined(textsAt(record, 'clusters')),
    namespaces: joined(textsAt(record, 'namespaces')),
    collections: joined(textsAt(record, 'collections')),
    account: textOrEmpty(objectAt(record, 'cloudMetadata'), 'accountID'),
    system: textOrEmpty(record, 'distro'),
    scanned: textOrEmpty(record, 'scanTime'),
    error: textOrEmpty(record, 'err'),
    id,
  };
}

function containerRow(record: Plain): ResourceRow {
  const info = objectAt(record, 'info');
  return {
    name: textOrEmpty(info, 'name') || textOrEmpty(record, '_id'),
    image: textOrEmpty(info, 'imageName') || textOrEmpty(info, 'image'),
    host: textOrEmpty(record, 'hostname'),
    namespace: textOrEmpty(info, 'namespace'),
    cluster: textOrEmpty(info, 'cluster'),
    ...distribution('compliance', objectAt(info, 'complianceDistribution')),
    collections: joined(textsAt(record, 'collections')),
    started: textOrEmpty(info, 'startTime'),
    scanned: textOrEmpty(record, 'scanTime'),
    id: textOrEmpty(record, '_id'),
  };
}

/** The name of the image; empty for an image without a name, and for a host. */
function imageOf(record: Plain): string {
  const [instance] = plainList(record['instances']);
  return imageName(objectAt(record, 'repoTag')) || (instance ? textOrEmpty(instance, 'image') : '');
}

function imageName(tag: Plain): string {
  const [registry, repository, name] = ['registry', 'repo', 'tag'].map((key) => textOrEmpty(tag, key));
  return repository ? `${registry ? `${registry}/` : ''}${repository}${name ? `:${name}` : ''}` : '';
}

function distribution(prefix: string, counts: Plain): ResourceRow {
  return Object.fromEntries(
    ['critical', 'high', 'medium', 'low', 'total'].map((severity) => [
      `${prefix}.${severity}`,
      numberAt(counts, severity) ?? null,
    ]),
  );
}
