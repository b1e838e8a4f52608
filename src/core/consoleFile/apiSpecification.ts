import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  stringAt,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  sameValue,
} from '../json/json.ts';

/** One operation of an API specification. */
interface ServiceOperation {
  readonly path: string;
  readonly method: string;
  readonly parameters: number;
}

export function operationsIn(specification: JsonObject): readonly ServiceOperation[] {
  return methodsIn(specification).map(([path, method]) => ({
    ...nameOf(path, method),
    parameters: arrayAt(method, 'parameters').length,
  }));
}

/** Each method with its path. */
function methodsIn(specification: JsonObject): readonly (readonly [path: JsonObject, method: JsonObject])[] {
  return arrayAt(specification, 'paths')
    .filter(isJsonObject)
    .flatMap((path) =>
      arrayAt(path, 'methods')
        .filter(isJsonObject)
        .map((method) => [path, method] as const),
    );
}

function nameOf(path: JsonObject, method: JsonObject): Pick<ServiceOperation, 'path' | 'method'> {
  return { path: text(path, 'path'), method: text(method, 'method') };
}

/** Keeps only these operations, and leaves out paths without operations. */
export function withOperations(
  specification: JsonObject,
  keep: (operation: Pick<ServiceOperation, 'path' | 'method'>) => boolean,
): JsonObject {
  const paths = arrayAt(specification, 'paths').flatMap((path) => {
    if (!isJsonObject(path)) {
      return [];
    }
    const methods = arrayAt(path, 'methods').filter(
      (method) => isJsonObject(method) && keep(nameOf(path, method)),
    );
    return methods.length > 0 ? [new Map([...path, ['methods', methods]])] : [];
  });
  return new Map([...specification, ['paths', paths]]);
}

/** How a new specification enters a rule that already has one. */
export type SpecificationMode = 'add' | 'replace';

/**
 * Updates the specification of a rule with a new one. `add` adds missing items, down to single parameters,
 * and changes nothing else. `replace` takes the title, paths and endpoints of the new one. Both keep the
 * effects of the rule: the console only fills effects in, so a new specification does not determine them.
 */
export function withSpecification(
  existing: JsonObject | undefined,
  incoming: JsonObject,
  mode: SpecificationMode,
): JsonObject {
  if (!existing) {
    return incoming;
  }
  const next = new Map(existing);
  for (const [key, value] of incoming) {
    const current = existing.get(key) ?? undefined;
    const form = lists[key];
    if (value !== null && current !== undefined && mode === 'replace' && descriptiveFields.has(key)) {
      next.set(key, value);
    } else if (form && isJsonArray(value) && (current === undefined || isJsonArray(current))) {
      next.set(key, withItems(current ?? [], value, form));
    } else if (current === undefined) {
      next.set(key, value);
    }
  }
  return next;
}

/** Fields that describe a service. */
const descriptiveFields: ReadonlySet<string> = new Set(['description', 'endpoints', 'paths']);

/** The key of the items of a list, and the list inside each item that is merged too. */
interface ListForm {
  readonly keyOf: (item: JsonObject) => string;
  readonly inner?: { readonly key: string; readonly form: ListForm };
}

const text = (item: JsonObject, key: string): string => stringAt(item, key) ?? '';

const lists: Readonly<Record<string, ListForm>> = {
  // The port does not identify an endpoint, because a person may have changed it in the rule.
  endpoints: { keyOf: (item) => `${text(item, 'host')} ${text(item, 'basePath')}` },
  paths: {
    keyOf: (item) => text(item, 'path'),
    inner: {
      key: 'methods',
      form: {
        keyOf: (item) => text(item, 'method').toUpperCase(),
        inner: {
          key: 'parameters',
          form: { keyOf: (item) => `${text(item, 'location')} ${text(item, 'name')}` },
        },
      },
    },
  },
};

/** Existing items keep their order; missing items are appended. */
function withItems(current: JsonArray, incoming: JsonArray, form: ListForm): JsonArray {
  const next = [...current];
  const places = new Map<string, number>();
  const note = (item: JsonValue, at: number): void => {
    const key = isJsonObject(item) ? form.keyOf(item) : undefined;
    if (key !== undefined && !places.has(key)) {
      places.set(key, at);
    }
  };
  next.forEach(note);
  for (const item of incoming) {
    const at = isJsonObject(item) ? (places.get(form.keyOf(item)) ?? -1) : -1;
    const existing = next[at];
    if (!isJsonObject(existing)) {
      note(item, next.length);
      next.push(item);
    } else if (form.inner && isJsonObject(item)) {
      next[at] = withInner(existing, item, form.inner);
    }
  }
  return next;
}

function withInner(
  current: JsonObject,
  incoming: JsonObject,
  { key, form }: NonNullable<ListForm['inner']>,
): JsonObject {
  const incomingList = incoming.get(key);
  const list = current.get(key);
  if (
    !isJsonArray(incomingList) ||
    incomingList.length === 0 ||
    (list !== undefined && list !== null && !isJsonArray(list))
  ) {
    return current;
  }
  const next = withItems(list ?? [], incomingList, form);
  return list && next.length === list.length && next.every((item, at) => item === list[at])
    ? current
    : new Map([...current, [key, next]]);
}

/** Changes of the operations and endpoints of a rule. */
export interface SpecificationChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

export function specificationChanges(
  before: JsonObject | undefined,
  after: JsonObject,
): SpecificationChanges {
  const [oldParts, newParts] = [partsOf(before), partsOf(after)];
  const inBoth = [...newParts.keys()].filter((key) => oldParts.has(key));
  return {
    added: [...newParts.keys()].filter((key) => !oldParts.has(key)),
    removed: [...oldParts.keys()].filter((key) => !newParts.has(key)),
    changed: inBoth.filter((key) => !sameValue(oldParts.get(key), newParts.get(key))),
  };
}

/** Operations and endpoints by the name that a person sees. */
function partsOf(specification: JsonObject | undefined): ReadonlyMap<string, JsonValue> {
  const parts = new Map<string, JsonValue>();
  if (!specification) {
    return parts;
  }
  for (const [path, method] of methodsIn(specification)) {
    parts.set(`${text(method, 'method')} ${text(path, 'path')}`, method);
  }
  for (const endpoint of arrayAt(specification, 'endpoints').filter(isJsonObject)) {
    parts.set(`${text(endpoint, 'host')}${text(endpoint, 'basePath')}`, endpoint);
  }
  return parts;
}
