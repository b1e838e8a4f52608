import type { PolicyKind } from '../../policy/families.ts';
import type {
  ConsoleResources,
  ImpactedResources,
  ImpactedShape,
  ResourceRows,
} from '../../consoles/resources.ts';
import { impactedOperation } from '../operations.ts';
import { impactedResource } from './impactedResource.ts';
import { impactedRow } from './impactedRow.ts';
import { isPlain, textAt, type Plain } from './plainMembers.ts';
import type { ResourceRequests } from './resourceRequests.ts';

const shapes: Readonly<Record<string, ImpactedShape>> = {
  'runtime.container.impacted': 'container',
  'waas.container.impacted': 'container',
  'waas.outOfBand.impacted': 'out-of-band',
  'waas.agentless.impacted': 'mirrored',
};

interface ImpactedPage {
  readonly records: readonly Plain[];
  readonly shape: ImpactedShape;
  readonly total: Pick<ResourceRows, 'total'>;
}

/** Resources within the scope of a rule. Records are large: each page is cut down to what a table shows. */
export class ImpactedClient implements Readonly<ConsoleResources['impacted']> {
  readonly #requests: ResourceRequests;

  constructor(requests: ResourceRequests) {
    this.#requests = requests;
  }

  shapeOf(kind: PolicyKind): ImpactedShape | undefined {
    const operation = impactedOperation(kind);
    return operation && (shapes[operation.id] ?? 'image');
  }

  async *rows(kind: PolicyKind, ruleName: string, signal?: AbortSignal): AsyncGenerator<ResourceRows> {
    for await (const { records, shape, total } of this.#pages(kind, ruleName, signal)) {
      yield { rows: records.map((record) => impactedRow(shape, record)), ...total };
    }
  }

  async *resources(
    kind: PolicyKind,
    ruleName: string,
    signal?: AbortSignal,
  ): AsyncGenerator<ImpactedResources> {
    for await (const { records, shape, total } of this.#pages(kind, ruleName, signal)) {
      yield { resources: records.map((record) => impactedResource(shape, record)), ...total };
    }
  }

  async *#pages(kind: PolicyKind, ruleName: string, signal?: AbortSignal): AsyncGenerator<ImpactedPage> {
    const operation = impactedOperation(kind);
    const shape = this.shapeOf(kind);
    if (!operation || !shape) {
      throw new TypeError(`${kind.name} has no list of impacted resources`);
    }
    const pages = this.#requests.pages(operation.id, { ruleName }, keyOf, signal);
    for await (const { rows, total } of pages) {
      yield { records: rows.filter(isPlain), shape, total: total === undefined ? {} : { total } };
    }
  }
}

/** Records without an id are told apart by everything they say. */
function keyOf(row: unknown): string | undefined {
  if (!isPlain(row)) {
    return undefined;
  }
  return textAt(row, '_id') || textAt(row, 'id') || JSON.stringify(row);
}
