import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  stringAt,
  type JsonObject,
  type JsonValue,
} from '../json/json.ts';
import { sameValue } from '../json/sameValue.ts';
import { writeJson } from '../json/writeJson.ts';
import type { FieldChange } from '../policy/planStep.ts';

/** Paths of an API specification that a plan names; more are counted. */
const MAX_PATHS = 40;

/**
 * The paths and methods of an API specification that a change adds, removes and changes, a line for each path. Undefined for
 * every other change.
 */
export function specificationLines({ path, before, after }: FieldChange): readonly string[] | undefined {
  if (!path.includes('apiSpec')) {
    return undefined;
  }
  const [old, now] = [methodsByPath(before), methodsByPath(after)];
  if (!old || !now) {
    return undefined;
  }
  const lines = [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const words = changeWords(old.get(name), now.get(name));
    return words === '' ? [] : [`    ${path}: ${name === '' ? '' : `${writeJson(name)}: `}${words}`];
  });
  const more = lines.length - MAX_PATHS;
  return lines.length === 0
    ? undefined
    : [...lines.slice(0, MAX_PATHS), ...(more > 0 ? [`    ${path}: and ${more} more paths`] : [])];
}

/** A specification without its paths, which `specificationLines` names. */
export function withoutPaths(value: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(value) ? new Map([...value].filter(([key]) => key !== 'paths')) : undefined;
}

type Methods = ReadonlyMap<string, JsonObject>;

function changeWords(old: Methods | undefined, now: Methods | undefined): string {
  const all = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
  const words = (
    [
      ['adds', (was, is) => !was && is],
      ['removes', (was, is) => was && !is],
      ['changes', (was, is) => was && is && !sameValue(was, is)],
    ] as const satisfies readonly (readonly [
      string,
      (was: JsonObject | undefined, is: JsonObject | undefined) => unknown,
    ])[]
  ).flatMap(([verb, isMeant]) => {
    const some = all.filter((method) => isMeant(old?.get(method), now?.get(method)));
    return some.length > 0 ? [`${verb} ${some.join(', ')}`] : [];
  });
  return words.join('; ') || (old ? (now ? '' : 'removes the path') : 'adds the path');
}

/**
 * The methods of each path in a specification, its paths, or of one path or its methods, then under an empty name. Undefined
 * for a value of another shape.
 */
function methodsByPath(value: JsonValue | undefined): ReadonlyMap<string, Methods> | undefined {
  if (value === undefined || value === null) {
    return new Map();
  }
  if (isJsonObject(value)) {
    return value.has('path') ? new Map([['', methodsOf(value)]]) : methodsByPath(value.get('paths'));
  }
  const items = isJsonArray(value) ? value.filter(isJsonObject) : [];
  if (items.length > 0 && items.every((item) => item.has('method'))) {
    return new Map([['', byMethod(items)]]);
  }
  return items.every((item) => item.has('path'))
    ? new Map(items.map((item) => [stringAt(item, 'path') ?? '', methodsOf(item)]))
    : undefined;
}

function methodsOf(path: JsonObject): Methods {
  return byMethod(arrayAt(path, 'methods').filter(isJsonObject));
}

function byMethod(methods: readonly JsonObject[]): Methods {
  return new Map(methods.map((method) => [stringAt(method, 'method') ?? '', method]));
}
