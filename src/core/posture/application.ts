import type { JsonObject, JsonValue } from '../json/json.ts';
import { defined } from '../util/defined.ts';
import { flagAt, rowsOf, textsOf, timeAt, firstText, asText } from './tolerant.ts';

/**
 * An application that is registered with the SSPM service. A field is absent when the service does not state
 * it.
 */
export type Application = NonNullable<ReturnType<typeof readApplication>>;

/** Undefined for a row without an id, because its settings could not be requested. */
export function readApplication(row: JsonObject) {
  const id = firstText(row, 'app_id', 'id');
  if (id === undefined) {
    return undefined;
  }
  const owner = row.get('owner');
  const type = firstText(row, 'type');
  return defined({
    id,
    name: firstText(row, 'name', 'display_name') ?? type ?? id,
    /** The name of the application in the catalog. */
    type,
    /** The word of the service, such as `Up` or `Unhealthy`. */
    health: firstText(row, 'health_status'),
    status: firstText(row, 'status'),
    instance: firstText(row, 'instance_label'),
    owner: owner instanceof Map ? firstText(owner, 'full_name', 'email', 'user_id') : asText(owner),
    /** ISO time. */
    lastScan: timeAt(row, 'last_scanned_at'),
    missingConfigs: textsOf(row.get('missing_configs')),
    raw: row,
  });
}

export function readApplications(value: JsonValue): readonly Application[] {
  return rowsOf(value).flatMap((row) => readApplication(row) ?? []);
}

/** The catalog of products that the service can scan. */
export function readCatalog(value: JsonValue) {
  return rowsOf(value).flatMap((row) => {
    const name = firstText(row, 'name', 'id');
    return name === undefined
      ? []
      : defined({
          name,
          title: firstText(row, 'display_name') ?? name,
          enabled: flagAt(row, 'enabled'),
          features: textsOf(row.get('features')),
        });
  });
}
