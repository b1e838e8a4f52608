import type { PolicyKind } from '../../policy/families.ts';
import type {
  ConsoleResources,
  ImpactedShape,
  ResourceRows,
  ImpactedResource,
  ResourceRow,
} from '../../consoleFile/resources.ts';
import { impactedOperation } from '../operations.ts';
import {
  isPlain,
  textAt,
  type Plain,
  plainAt,
  plainList,
  textsAt,
  joined,
  numberAt,
} from './plainMembers.ts';
import type { ResourceRequests } from './resourceRequests.ts';
import type { ResourceNames } from '../../policy/collections.ts';

const shapes: Readonly<Record<string, ImpactedShape>> = {
  'runtime.container.impacted': 'container',
  'waas.container.impacted': 'container',
  'waas.outOfBand.impacted': 'out-of-band',
  'waas.agentless.impacted': 'mirrored',
};

/** Resources within the scope of a rule. Records are large: each page is cut down to what a table shows. */
export function impacted(requests: ResourceRequests): ConsoleResources['impacted'] {
  const shapeOf = (kind: PolicyKind): ImpactedShape | undefined => {
    const operation = impactedOperation(kind);
    return operation && (shapes[operation.id] ?? 'image');
  };

  async function* pages(
    kind: PolicyKind,
    ruleName: string,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ readonly records: readonly Plain[]; readonly total: Pick<ResourceRows, 'total'> }> {
    const operation = impactedOperation(kind);
    if (!operation) {
      throw new TypeError(`${kind.name} has no list of impacted resources`);
    }
    for await (const { rows, total } of requests.pages(operation.id, { ruleName }, keyOf, signal)) {
      yield { records: rows.filter(isPlain), total: total === undefined ? {} : { total } };
    }
  }

  return {
    shapeOf,

    async *rows(kind, ruleName, signal) {
      const shape = shapeOf(kind) ?? 'image';
      for await (const { records, total } of pages(kind, ruleName, signal)) {
        yield { rows: records.map((record) => impactedRow(shape, record)), ...total };
      }
    },

    async *resources(kind, ruleName, signal) {
      const shape = shapeOf(kind) ?? 'image';
      for await (const { records, total } of pages(kind, ruleName, signal)) {
        yield { resources: records.map((record) => impactedResource(shape, record)), ...total };
      }
    },
  };
}

/** Records without an id are told apart by everything they say. */
function keyOf(row: unknown): string | undefined {
  if (!isPlain(row)) {
    return undefined;
  }
  return textAt(row, '_id') || textAt(row, 'id') || JSON.stringify(row);
}

/**
 * Reads the fields of a record that collections match, place by place: an image runs on several hosts, and another rule may apply on
 * each. Absent fields are unknown.
 */
function impactedResource(shape: ImpactedShape, record: Plain): ImpactedResource {
  const { name } = impactedRow(shape, record);
  const id = textAt(record, '_id') || textAt(record, 'id') || JSON.stringify(record);
  const told = { id, name: String(name ?? '') };
  switch (shape) {
    case 'container':
      return { ...told, what: 'container', places: [containerPlace(record)] };
    case 'out-of-band': {
      const place = {
        ...one('containers', record, 'containerName'),
        ...one('hosts', record, 'hostname'),
        ...one('images', record, 'image'),
      };
      return { ...told, what: 'container', places: [place] };
    }
    case 'image':
      switch (textAt(record, 'type')) {
        case 'image':
          return { ...told, what: 'image', places: imagePlaces(record, told.name) };
        case 'host':
        case 'agentlessHost':
          return { ...told, what: 'host', places: [hostPlace(record)] };
        default:
          // The rules do not match resources of this kind.
          return { ...told, what: 'other', places: [] };
      }
    case 'mirrored':
      return { ...told, what: 'other', places: [] };
    default:
      return shape satisfies never;
  }
}

function imagePlaces(record: Plain, name: string): readonly ResourceNames[] {
  const labels = labelsOf(record);
  const hosts = plainAt(record, 'hosts');
  const instances = plainList(record['instances']);
  const places = Object.entries(hosts).flatMap(([host, told]): readonly ResourceNames[] => {
    if (!isPlain(told)) {
      return [];
    }
    const images = instances
      .filter((each) => textAt(each, 'host') === host)
      .map((each) => textAt(each, 'image'));
    const where = {
      ...labels,
      hosts: [host],
      ...one('accountIDs', told, 'accountID'),
      ...one('clusters', told, 'cluster'),
    };
    return unique(
      images.filter((image) => image !== ''),
      name,
    ).flatMap((image) =>
      namespacesOf(told).map((namespace) => ({ ...where, images: [image], ...namespace })),
    );
  });
  // Nothing is said of where it runs.
  return places.length > 0 ? places : [{ ...labels, ...(name !== '' && { images: [name] }) }];
}

function hostPlace(record: Plain): ResourceNames {
  const clusters = record['clusters'];
  return {
    ...labelsOf(record),
    ...one('hosts', record, 'hostname'),
    ...given('accountIDs', textAt(plainAt(record, 'cloudMetadata'), 'accountID')),
    ...(Array.isArray(clusters) && clusters.length < 2 && { clusters: textsAt(record, 'clusters') }),
  };
}

function containerPlace(record: Plain): ResourceNames {
  const info = plainAt(record, 'info');
  return {
    ...labelsOf(info),
    ...given('containers', textAt(info, 'name')),
    ...given('images', textAt(info, 'imageName') || textAt(info, 'image')),
    ...one('hosts', record, 'hostname'),
    ...one('namespaces', info, 'namespace'),
    ...one('clusters', info, 'cluster'),
    ...given('accountIDs', textAt(plainAt(info, 'cloudMetadata'), 'accountID')),
  };
}

/** Labels of its own. Where it has others from elsewhere, it is not known how collections spell those. */
function labelsOf(record: Plain): ResourceNames {
  const others = record['externalLabels'];
  const isAll = others === undefined || others === null || (Array.isArray(others) && others.length === 0);
  return isAll && 'labels' in record ? { labels: textsAt(record, 'labels') } : {};
}

/** One for each; a place without any has none, and one of which nothing is said is not known. */
function namespacesOf(place: Plain): readonly ResourceNames[] {
  const namespaces = textsAt(place, 'namespaces');
  if (namespaces.length > 0) {
    return namespaces.map((namespace) => ({ namespaces: [namespace] }));
  }
  return 'namespaces' in place ? [{ namespaces: [] }] : [{}];
}

/** A text that is there and empty says that there is none. */
function one(list: keyof ResourceNames, record: Plain, key: string): ResourceNames {
  const value = record[key];
  return typeof value === 'string' ? { [list]: value === '' ? [] : [value] } : {};
}

function given(list: keyof ResourceNames, value: string): ResourceNames {
  return value === '' ? {} : { [list]: [value] };
}

function unique(values: readonly string[], otherwise: string): readonly string[] {
  return values.length > 0 ? [...new Set(values)] : [otherwise];
}

/** The row of a table for the record of an affected resource. */
function impactedRow(shape: ImpactedShape, record: Plain): ResourceRow {
  switch (shape) {
    case 'image':
      return imageRow(record);
    case 'container':
      return containerRow(record);
    case 'out-of-band':
      return {
        name: textAt(record, 'containerName'),
        host: textAt(record, 'hostname'),
        image: textAt(record, 'image'),
      };
    case 'mirrored':
      return { name: textAt(record, 'name'), id: textAt(record, 'id') };
    default:
      return shape satisfies never;
  }
}

function imageRow(record: Plain): ResourceRow {
  const [instance] = plainList(record['instances']);
  const image = imageName(plainAt(record, 'repoTag')) || (instance ? textAt(instance, 'image') : '');
  const id = textAt(record, '_id') || textAt(record, 'id');
  const hosts = record['hosts'];
  return {
    name: image || textAt(record, 'hostname') || id,
    type: textAt(record, 'type'),
    ...distribution('vulnerabilities', plainAt(record, 'vulnerabilityDistribution')),
    ...distribution('compliance', plainAt(record, 'complianceDistribution')),
    hosts: typeof hosts === 'object' && hosts !== null ? Object.keys(hosts).length : null,
    clusters: joined(textsAt(record, 'clusters')),
    namespaces: joined(textsAt(record, 'namespaces')),
    collections: joined(textsAt(record, 'collections')),
    account: textAt(plainAt(record, 'cloudMetadata'), 'accountID'),
    system: textAt(record, 'distro'),
    scanned: textAt(record, 'scanTime'),
    error: textAt(record, 'err'),
    id,
  };
}

function containerRow(record: Plain): ResourceRow {
  const info = plainAt(record, 'info');
  return {
    name: textAt(info, 'name') || textAt(record, '_id'),
    image: textAt(info, 'imageName') || textAt(info, 'image'),
    host: textAt(record, 'hostname'),
    namespace: textAt(info, 'namespace'),
    cluster: textAt(info, 'cluster'),
    ...distribution('compliance', plainAt(info, 'complianceDistribution')),
    collections: joined(textsAt(record, 'collections')),
    started: textAt(info, 'startTime'),
    scanned: textAt(record, 'scanTime'),
    id: textAt(record, '_id'),
  };
}

function imageName(tag: Plain): string {
  const [registry, repository, name] = ['registry', 'repo', 'tag'].map((key) => textAt(tag, key));
  return repository ? `${registry ? `${registry}/` : ''}${repository}${name ? `:${name}` : ''}` : '';
}

function distribution(prefix: string, counts: Plain): ResourceRow {
  return Object.fromEntries(
    ['critical', 'high', 'medium', 'low', 'total'].map((severity) => [
      `${prefix}.${severity}`,
      numberAt(counts, severity),
    ]),
  );
}
