import { resourceLists } from '../core/policy/collections.ts';
import type { JsonObject, JsonValue } from '../core/json/json.ts';
import { isJsonArray } from '../core/json/json.ts';

const colors = ['#3FA2F7', '#68DCFC', '#A94CC7', '#F2A93B', '#2D9E6B', '#D64550', '#5B6ABF', '#8A8D91'];

/** Collections by name, with all their fields. */
export class CollectionStore {
  readonly #byName = new Map<string, JsonObject>();

  get(name: string): JsonObject | undefined {
    return this.#byName.get(name);
  }

  all(): JsonObject[] {
    return [...this.#byName.values()];
  }

  names(): Set<string> {
    return new Set(this.#byName.keys());
  }

  /** Stores a collection and fills in missing fields. `modified` is RFC 3339 text. */
  set(name: string, fields: JsonObject, owner: string, modified: string): void {
    const full = new Map<string, JsonValue>();
    for (const list of resourceLists) {
      const value = fields.get(list);
      full.set(list, isJsonArray(value) && value.length > 0 ? value : ['*']);
    }
    full.set('name', name);
    full.set('owner', owner);
    full.set('modified', modified);
    full.set('color', fields.get('color') || (colors[name.length % colors.length] as string));
    full.set('description', fields.get('description') ?? '');
    full.set('system', owner === 'system');
    for (const [key, value] of fields) {
      if (!full.has(key)) {
        full.set(key, value);
      }
    }
    this.#byName.set(name, full);
  }

  delete(name: string): boolean {
    return this.#byName.delete(name);
  }
}
