import type { JsonObject, JsonValue } from '../json/json.ts';
import { flagAt, listOf, rowsOf, timeAt, wordsAt, wordsOf } from './tolerant.ts';

/** An application that is registered with the SSPM service. Members are absent when the service does not say. */
export interface Application {
  readonly id: string;
  readonly name: string;
  /** Its name in the catalog. */
  readonly type?: string;
  /** The word of the service, such as `Up` or `Unhealthy`. */
  readonly health?: string;
  readonly status?: string;
  readonly instance?: string;
  readonly owner?: string;
  /** ISO time. */
  readonly lastScan?: string;
  readonly missingConfigs: readonly string[];
  readonly raw: JsonObject;
}

/** Undefined for a row that has no id: it cannot be asked for. */
export function readApplication(row: JsonObject): Application | undefined {
  const id = wordsAt(row, 'app_id', 'id');
  if (id === undefined) {
    return undefined;
  }
  const owner = row.get('owner');
  const facts = {
    type: wordsAt(row, 'type'),
    health: wordsAt(row, 'health_status'),
    status: wordsAt(row, 'status'),
    instance: wordsAt(row, 'instance_label'),
    owner: owner instanceof Map ? wordsAt(owner, 'full_name', 'email', 'user_id') : wordsOf(owner),
    lastScan: timeAt(row, 'last_scanned_at'),
  };
  return {
    id,
    name: wordsAt(row, 'name', 'display_name') ?? facts.type ?? id,
    ...present(facts),
    missingConfigs: listOf(row.get('missing_configs'))
      .map(wordsOf)
      .filter((text) => text !== undefined),
    raw: row,
  };
}

export function readApplications(value: JsonValue): readonly Application[] {
  return rowsOf(value)
    .map(readApplication)
    .filter((application) => application !== undefined);
}

/** An entry of the catalog of products the service can scan. */
export interface CatalogEntry {
  readonly name: string;
  readonly title: string;
  readonly enabled?: boolean;
  readonly features: readonly string[];
  readonly raw: JsonObject;
}

export function readCatalog(value: JsonValue): readonly CatalogEntry[] {
  return rowsOf(value).flatMap((row) => {
    const name = wordsAt(row, 'name', 'id');
    const enabled = flagAt(row, 'enabled');
    return name === undefined
      ? []
      : [
          {
            name,
            title: wordsAt(row, 'display_name') ?? name,
            ...(enabled === undefined ? {} : { enabled }),
            features: listOf(row.get('features'))
              .map(wordsOf)
              .filter((text) => text !== undefined),
            raw: row,
          },
        ];
  });
}

/** The members that are there. */
function present<T extends Readonly<Record<string, string | undefined>>>(
  facts: T,
): { readonly [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string;
  };
}
