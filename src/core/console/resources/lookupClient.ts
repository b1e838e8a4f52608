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

  customChecks(signal?: AbortSignal): Promise<readonly ResourceRow[]> {
    return this.#rows('customChecks', signal, (row) => ({
      id: numberAt(row, '_id'),
      name: textAt(row, 'name'),
      title: textAt(row, 'title'),
      severity: textAt(row, 'severity'),
      disabled: row['disabled'] === true,
      owner: textAt(row, 'owner'),
      modified: textAt(row, 'modified'),
    }));
  }

  customRules(signal?: AbortSignal): Promise<readonly ResourceRow[]> {
    return this.#rows('customRules', signal, (row) => ({
      id: numberAt(row, '_id'),
      name: textAt(row, 'name'),
      type: textAt(row, 'type'),
      description: textAt(row, 'description'),
      owner: textAt(row, 'owner'),
      modified: textAt(row, 'modified'),
    }));
  }

  tags(signal?: AbortSignal): Promise<readonly ResourceRow[]> {
    return this.#rows('tags', signal, (row) => ({
      name: textAt(row, 'name'),
      description: textAt(row, 'description'),
      exceptions: plainList(row['vulns']).length,
      vulnerabilities: joined(plainList(row['vulns']).map((one) => textAt(one, 'id'))),
      color: textAt(row, 'color'),
    }));
  }

  async release(
    signal?: AbortSignal,
  ): Promise<{ readonly release: string; readonly apiVersion: string | undefined }> {
    const value = await this.#requests.read('version', signal);
    const release = typeof value === 'string' ? value : '';
    return { release, apiVersion: apiVersionOf(release) };
  }

  async #rows(
    id: string,
    signal: AbortSignal | undefined,
    rowOf: (row: Plain) => ResourceRow,
  ): Promise<readonly ResourceRow[]> {
    return (await this.#requests.list(id, signal)).map(rowOf);
  }
}
