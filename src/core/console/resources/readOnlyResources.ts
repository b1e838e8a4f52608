import { plainLists, type ListColumn, type PlainListName } from '../../consoleFile/lists.ts';
import type { ResourceRow } from '../../consoleFile/resources.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { parseJson } from '../../json/jsonText.ts';
import { ExpectedError } from '../../util/errors.ts';
import { HttpError } from '../httpError.ts';
import {
  isPlain,
  listAt,
  type Plain,
  textOrEmpty,
  textsAt,
  plainList,
  numberAt,
} from '../../util/plainRecord.ts';
import type { ConsoleRequests, Rows } from '../consoleRequests.ts';
import { listOperation, operations } from '../operations.ts';
import { joined } from '../answer.ts';

/** Small lists that rules refer to. */
export function lookups(requests: ConsoleRequests) {
  return {
    /** The catalog of compliance checks; undefined when this console does not publish it. */
    async checks(signal?: AbortSignal) {
      let value: unknown;
      try {
        ({ value } = await requests.json(operations.checks, signal));
      } catch (error) {
        // The published API lacks this path, so not every console or role has it.
        if (error instanceof HttpError && (error.code === 'not-found' || error.code === 'forbidden')) {
          return undefined;
        }
        throw error;
      }
      const rows = plainList(listAt(value, 'complianceVulnerabilities'));
      return rows.flatMap((row) => {
        const id = numberAt(row, 'id');
        return id === undefined
          ? []
          : [
              {
                id,
                title: textOrEmpty(row, 'title'),
                type: textOrEmpty(row, 'type'),
                severity: textOrEmpty(row, 'severity'),
                description: textOrEmpty(row, 'description'),
                templates: textsAt(row, 'templates'),
              },
            ];
      });
    },

    async rows(list: PlainListName, signal?: AbortSignal): Promise<readonly ResourceRow[]> {
      const { columns } = plainLists[list];
      const rows = await requests.list(listOperation(list), signal);
      return rows.map((row) =>
        Object.fromEntries(columns.map((column) => [column.key, cellOf(row, column)])),
      );
    },
  };
}

function cellOf(row: Plain, { key, kind, member = key, of }: ListColumn): string | number | boolean | null {
  if (of !== undefined) {
    const entries = plainList(row[member]);
    return of === 'count' ? entries.length : joined(entries.map((entry) => textOrEmpty(entry, 'id')));
  }
  switch (kind) {
    case 'number':
      return numberAt(row, member) ?? null;
    case 'boolean':
      return row[member] === true;
    case 'date':
    case undefined:
      return textOrEmpty(row, member);
  }
}

/** The deployments of agentless WAAS rules. */
export function agentless(requests: ConsoleRequests) {
  return {
    async state(signal?: AbortSignal) {
      const { value } = await requests.json(operations['waas.agentless.state'], signal);
      return {
        states: plainList(listAt(value, 'states')).map((entry) => ({
          configId: textOrEmpty(entry, 'configID'),
          status: textOrEmpty(entry, 'status'),
          lastUpdate: textOrEmpty(entry, 'lastUpdate'),
          error: textOrEmpty(entry, 'error'),
        })),
        /** Rules that were removed but whose deployment still exists. */
        deletedRules: plainList(listAt(value, 'deletedRules')).map((rule) => textOrEmpty(rule, 'name')),
      };
    },

    async *resources(configId: string, signal?: AbortSignal): AsyncGenerator<Rows<ResourceRow>> {
      const keyOf = (row: unknown): string | undefined =>
        isPlain(row) ? textOrEmpty(row, 'id') || JSON.stringify(row) : undefined;
      const request = { ...operations['waas.agentless.resources'], query: { configID: configId } };
      for await (const page of requests.pages(request, keyOf, signal)) {
        yield {
          ...page,
          rows: page.rows.filter(isPlain).map((row) => ({
            name: textOrEmpty(row, 'name'),
            type: textOrEmpty(row, 'type'),
            id: textOrEmpty(row, 'id'),
            configuration: configId,
          })),
        };
      }
    },
  };
}

/** Lets the console read API specifications. */
export function apiSpecification(requests: ConsoleRequests) {
  return {
    /** `body` is an OpenAPI or Swagger document. The result is for a rule; the console stores nothing. */
    async resolve(body: string, signal?: AbortSignal): Promise<JsonObject> {
      const { text } = await requests.text({ ...operations['waas.apispec.resolve'], body }, signal);
      const value = parseJson(text);
      if (!isJsonObject(value)) {
        throw new ExpectedError('not-json', 'The console did not answer with an API specification.');
      }
      return value;
    },
  };
}
