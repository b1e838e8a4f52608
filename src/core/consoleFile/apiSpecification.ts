import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  stringAt,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../json/json.ts';
import { sameValue } from '../json/sameValue.ts';

/** One operation of a service, as the console read it from its description. */
export interface ServiceOperation {
  readonly path: string;
  readonly method: string;
  readonly parameters: number;
}

export function operationsIn(specification: JsonObject): readonly ServiceOperation[] {
  return arrayAt(specification, 'paths')
    .filter(isJsonObject)
    .flatMap((path) =>
      arrayAt(path, 'methods')
        .filter(isJsonObject)
        .map((method) => ({
          path: stringAt(path, 'path') ?? '',
          method: stringAt(method, 'method') ?? '',
          parameters: arrayAt(method, 'parameters').length,
        })),
    );
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
      (method) =>
        isJsonObject(method) &&
        keep({ path: stringAt(path, 'path') ?? '', method: stringAt(method, 'method') ?? '' }),
    );
    return methods.length > 0 ? [new Map([...path, ['methods', methods]])] : [];
  });
  return new Map([...specification, ['paths', paths]]);
}

/** How a description that was read goes into a rule that has one already. */
export type SpecificationMode = 'add' | 'replace';

/**
 * The description a rule has, with what was found. `add` puts in what is missing and leaves everything else alone, down to
 * a parameter. `replace` takes paths, endpoints and title as they were found. What is done about a request is never part
 * of a description: the console only fills it in, so the effects of the rule stay in both.
 */
export function withSpecification(
  existing: JsonObject | undefined,
  found: JsonObject,
  mode: SpecificationMode,
): JsonObject {
  if (!existing) {
    return found;
  }
  const next = new Map(existing);
  for (const [key, value] of found) {
    const mine = existing.get(key) ?? undefined;
    const form = lists[key];
    if (value !== null && mine !== undefined && mode === 'replace' && described.has(key)) {
      next.set(key, value);
    } else if (form && isJsonArray(value) && (mine === undefined || isJsonArray(mine))) {
      next.set(key, withItems(mine ?? [], value, form));
    } else if (mine === undefined) {
      next.set(key, value);
    }
  }
  return next;
}

/** Fields that describe a service. */
const described: ReadonlySet<string> = new Set(['description', 'endpoints', 'paths']);

/** How items of a list are told apart, and which list of theirs is looked into. */
interface ListForm {
  readonly keyOf: (item: JsonObject) => string;
  readonly inner?: { readonly key: string; readonly form: ListForm };
}

const text = (item: JsonObject, key: string): string => stringAt(item, key) ?? '';

const lists: Readonly<Record<string, ListForm>> = {
  // Another port does not make another endpoint: a person looked up the port of the rule.
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

/** Items that are there stay, in their order; what is missing comes behind them. */
function withItems(mine: JsonArray, found: JsonArray, form: ListForm): JsonArray {
  const next = [...mine];
  const places = new Map<string, number>();
  const note = (item: JsonValue, at: number): void => {
    const key = isJsonObject(item) ? form.keyOf(item) : undefined;
    if (key !== undefined && !places.has(key)) {
      places.set(key, at);
    }
  };
  next.forEach(note);
  for (const item of found) {
    const at = isJsonObject(item) ? (places.get(form.keyOf(item)) ?? -1) : -1;
    const known = next[at];
    if (!isJsonObject(known)) {
      note(item, next.length);
      next.push(item);
    } else if (form.inner && isJsonObject(item)) {
      next[at] = withInner(known, item, form.inner);
    }
  }
  return next;
}

function withInner(
  mine: JsonObject,
  found: JsonObject,
  { key, form }: NonNullable<ListForm['inner']>,
): JsonObject {
  const theirs = found.get(key);
  const list = mine.get(key);
  if (
    !isJsonArray(theirs) ||
    theirs.length === 0 ||
    (list !== undefined && list !== null && !isJsonArray(list))
  ) {
    return mine;
  }
  const next = withItems(list ?? [], theirs, form);
  return list && next.length === list.length && next.every((item, at) => item === list[at])
    ? mine
    : new Map([...mine, [key, next]]);
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
  const [mine, theirs] = [partsOf(before), partsOf(after)];
  const inBoth = [...theirs.keys()].filter((key) => mine.has(key));
  return {
    added: [...theirs.keys()].filter((key) => !mine.has(key)),
    removed: [...mine.keys()].filter((key) => !theirs.has(key)),
    changed: inBoth.filter((key) => !sameValue(mine.get(key), theirs.get(key))),
  };
}

/** Operations and endpoints by what a person calls them. */
function partsOf(specification: JsonObject | undefined): ReadonlyMap<string, JsonValue> {
  const parts = new Map<string, JsonValue>();
  if (!specification) {
    return parts;
  }
  for (const path of arrayAt(specification, 'paths').filter(isJsonObject)) {
    for (const method of arrayAt(path, 'methods').filter(isJsonObject)) {
      parts.set(`${text(method, 'method')} ${text(path, 'path')}`, method);
    }
  }
  for (const endpoint of arrayAt(specification, 'endpoints').filter(isJsonObject)) {
    parts.set(`${text(endpoint, 'host')}${text(endpoint, 'basePath')}`, endpoint);
  }
  return parts;
}
