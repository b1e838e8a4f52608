import { plainLists, type ListColumn, type PlainListName } from '../../consoles/lists.ts';
import type { ComplianceCheck, ConsoleResources, ResourceRow } from '../../consoles/resources.ts';
import { apiVersionOf } from '../apiVersionOf.ts';
import { HttpError } from '../httpError.ts';
import { isPlain, joined, numberAt, plainList, textAt, textsAt, type Plain } from './plainMembers.ts';
import type { ResourceRequests } from './resourceRequests.ts';

/** Small lists rules refer to. */
export class LookupClient implements Readonly<ConsoleResources['lookups']> {
  readonly #requests: ResourceRequests;

  constructor(requests: ResourceRequests) {
    this.#requests = requests;
  }

  async checks(signal?: AbortSignal): Promise<readonly ComplianceCheck[] | undefined> {
    let value: unknown;
    try {
      value = await this.#requests.read('checks', signal);
    } catch (error) {
      // The route is not part of the published interface: not every console or role has it.
      if (error instanceof HttpError && (error.code === 'not-found' || error.code === 'forbidden')) {
        return undefined;
      }
      throw error;
    }
    const rows = plainList(isPlain(value) ? value['complianceVulnerabilities'] : undefined);
    return rows.flatMap((row) => {
      const id = numberAt(row, 'id');
      return id === null
        ? []
        : [
            {
              id,
              title: textAt(row, 'title'),
              type: textAt(row, 'type'),
              severity: textAt(row, 'severity'),
              description: textAt(row, 'description'),
              templates: textsAt(row, 'templates'),
            },
          ];
    });
  }

  async rows(list: PlainListName, signal?: AbortSignal): Promise<readonly ResourceRow[]> {
    const { operation, columns } = plainLists[list];
    const rows = await this.#requests.list(operation, signal);
    return rows.map((row) => Object.fromEntries(columns.map((column) => [column.key, cellOf(row, column)])));
  }

  async release(
    signal?: AbortSignal,
  ): Promise<{ readonly release: string; readonly apiVersion: string | undefined }> {
    const value = await this.#requests.read('version', signal);
    const release = typeof value === 'string' ? value : '';
    return { release, apiVersion: apiVersionOf(release) };
  }
}

function cellOf(row: Plain, { key, kind, member = key, of }: ListColumn): string | number | boolean | null {
  if (of !== undefined) {
    const entries = plainList(row[member]);
    return of === 'count' ? entries.length : joined(entries.map((entry) => textAt(entry, 'id')));
  }
  switch (kind) {
    case 'number':
      return numberAt(row, member);
    case 'boolean':
      return row[member] === true;
    case 'date':
    case undefined:
      return textAt(row, member);
  }
}
