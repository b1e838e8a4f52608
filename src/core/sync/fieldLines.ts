import { firstLines } from '../util/firstLines.ts';
import { collectionName } from '../policy/comparisonForm.ts';
import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  stringAt,
  type JsonObject,
  type JsonValue,
  sameValue,
} from '../json/json.ts';
import { writeJson } from '../json/writeJson.ts';
import type { FieldChange } from '../policy/fieldChanges.ts';
import { clippedValue } from './planFacts.ts';

const factsOfRule = ['disabled', 'effect', 'collections'];

/** Facts for the reader about an added, removed or moved rule. */
export function ruleFacts(document: JsonObject, array: string, index: number, keys = factsOfRule): string[] {
  const rule = arrayAt(document, array)[index];
  if (!isJsonObject(rule)) {
    return [];
  }
  const known: Readonly<Record<string, string | undefined>> = {
    disabled: rule.get('disabled') === true ? 'true' : undefined,
    effect: stringAt(rule, 'effect') ? shown(rule.get('effect')) : undefined,
    collections:
      arrayAt(rule, 'collections')
        .map((item) => shown(collectionName(item) ?? item))
        .join(', ') || undefined,
  };
  return keys.flatMap((key) => (known[key] === undefined ? [] : [`    ${key}: ${known[key]}`]));
}

export function fieldLines(change: FieldChange): readonly string[] {
  const { path, before, after } = change;
  if (/(^|\.)plain$/.test(path)) {
    return [`    ${path}: (secret)`];
  }
  const line = (name: string, old: JsonValue | undefined, now: JsonValue | undefined): string =>
    `    ${name}: ${shown(old)} -> ${shown(now)}`;
  const paths = specificationLines(change);
  if (!paths) {
    return [line(path === '' ? '(rule)' : path, before, after)];
  }
  const isWhole = path.endsWith('apiSpec');
  return isWhole
    ? [...paths, line(`${path} without paths`, withoutPaths(before), withoutPaths(after))]
    : paths;
}

function shown(value: JsonValue | undefined): string {
  if (value === undefined) {
    return '(absent)';
  }
  const text =
    isJsonArray(value) && value.length > 0
      ? value.map((item) => writeJson(masked(item))).join(', ')
      : writeJson(masked(value));
  return clippedValue(text);
}

/** A secret that the push is about to seal must not appear in a plan. */
function masked(value: JsonValue): JsonValue {
  if (isJsonArray(value)) {
    return value.map(masked);
  }
  return isJsonObject(value)
    ? new Map(
        [...value].map(([key, member]) => [
          key,
          key === 'plain' && member !== '' ? '(secret)' : masked(member),
        ]),
      )
    : value;
}

/** Paths of an API specification that a plan names; more are counted. */
const MAX_PATHS = 40;

/**
 * Returns one line for each path of an API specification with added, removed or changed methods. Undefined
 * for every other change.
 */
function specificationLines({ path, before, after }: FieldChange): readonly string[] | undefined {
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
  return lines.length === 0
    ? undefined
    : firstLines(
        lines,
        MAX_PATHS,
        (line) => line,
        (more) => `    ${path}: and ${more} more paths`,
      );
}

/** A specification without its paths, which have lines of their own. */
function withoutPaths(value: JsonValue | undefined): JsonValue | undefined {
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
 * Returns the methods by path, for a specification or a list of paths. A single path or a list of methods has
 * an empty name. Undefined for other values.
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
