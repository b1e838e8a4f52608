import type { ImpactedShape, ResourceRow } from '../../consoles/resources.ts';
import { joined, numberAt, plainAt, plainList, textAt, textsAt, type Plain } from './plainMembers.ts';

/** The row of a table for the record of an affected resource. */
export function impactedRow(shape: ImpactedShape, record: Plain): ResourceRow {
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
