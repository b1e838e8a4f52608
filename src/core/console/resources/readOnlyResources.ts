import { plainLists, type ListColumn } from '../../consoleFile/lists.ts';
import type { ConsoleResources } from '../../consoleFile/resources.ts';
import { isJsonObject } from '../../json/json.ts';
import { parseJson } from '../../json/jsonText.ts';
import { ExpectedError } from '../../util/errors.ts';
import { HttpError } from '../httpError.ts';
import { isPlain, type Plain } from '../../util/plainRecord.ts';
import { joined, numberAt, plainList, textAt, textsAt } from './plainMembers.ts';
import type { ResourceRequests } from './resourceRequests.ts';

/** Small lists that rules refer to. */
export function lookups(requests: ResourceRequests): ConsoleResources['lookups'] {
  return {
    async checks(signal) {
      let value: unknown;
      try {
        value = await requests.read('checks', signal);
      } catch (error) {
        // The published API lacks this path, so not every console or role has it.
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
    },

    async rows(list, signal) {
      const { operation, columns } = plainLists[list];
      const rows = await requests.list(operation, signal);
      return rows.map((row) =>
        Object.fromEntries(columns.map((column) => [column.key, cellOf(row, column)])),
      );
    },

    async release(signal) {
      const value = await requests.read('version', signal);
      const release = typeof value === 'string' ? value : '';
      return { release, apiVersion: apiVersionOf(release) };
    },
  };
}

/** The API version of a release as `GET /version` names it: `34.04` for `34.04.141`; undefined for anything else. */
export function apiVersionOf(release: string): string | undefined {
  return /^v?(\d{1,3}\.\d{1,3})(\.|$)/.exec(release.trim())?.[1];
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

/** The deployments of agentless WAAS rules. */
export function agentless(requests: ResourceRequests): ConsoleResources['agentless'] {
  return {
    async state(signal) {
      const value = await requests.read('waas.agentless.state', signal);
      const state = isPlain(value) ? value : {};
      return {
        states: plainList(state['states']).map((entry) => ({
          configId: textAt(entry, 'configID'),
          status: textAt(entry, 'status'),
          lastUpdate: textAt(entry, 'lastUpdate'),
          error: textAt(entry, 'error'),
        })),
        deletedRules: plainList(state['deletedRules']).map((rule) => textAt(rule, 'name')),
      };
    },

    async *resources(configId, signal) {
      const keyOf = (row: unknown): string | undefined =>
        isPlain(row) ? textAt(row, 'id') || JSON.stringify(row) : undefined;
      const pages = requests.pages('waas.agentless.resources', { configID: configId }, keyOf, signal);
      for await (const { rows, total } of pages) {
        yield {
          rows: rows.filter(isPlain).map((row) => ({
            name: textAt(row, 'name'),
            type: textAt(row, 'type'),
            id: textAt(row, 'id'),
            configuration: configId,
          })),
          ...(total !== undefined && { total }),
        };
      }
    },
  };
}

/** Lets the console read API specifications. */
export function apiSpecification(requests: ResourceRequests): ConsoleResources['apiSpecification'] {
  return {
    async resolve(text, signal) {
      const value = parseJson(await requests.text('waas.apispec.resolve', text, signal));
      if (!isJsonObject(value)) {
        throw new ExpectedError('not-json', 'The console did not answer with an API specification.');
      }
      return value;
    },
  };
}
