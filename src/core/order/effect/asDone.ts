import { exactNumber } from '../../json/exactNumber.ts';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../json/json.ts';
import { sensorsOf, type Sensors } from './sensors.ts';
import { canBlock, canCheckBlock, type PolicyKind } from '../../policy/families.ts';

/** The rule as it is done: what its policy cannot do is written as what is done instead, or as one and the same. */
export function asDone(kind: PolicyKind, rule: JsonObject): JsonObject {
  switch (kind.decidesBy) {
    case 'checks':
      return withItem(rule, 'condition', (condition) =>
        isJsonObject(condition) ? withItem(condition, 'vulnerabilities', eachOf(asAlert(kind))) : condition,
      );
    case 'thresholds':
      return canBlock(kind) ? rule : unblocked(rule);
    case 'sensors': {
      const sensors = sensorsOf(kind);
      const placed = kind.hasApps ? withoutMisplaced(sensors, rule) : rule;
      return kind.cannot.length < 2 ? placed : sameWord(kind.cannot, sensors.words, placed);
    }
    case 'connections':
    default:
      return rule;
  }
}

/** A check that cannot block is alerted on. */
function asAlert(kind: PolicyKind): (check: JsonObject) => JsonObject {
  return (check) => {
    const id = check.get('id');
    return check.get('block') === true &&
      id instanceof JsonNumber &&
      !canCheckBlock(kind, exactNumber(id.lexeme))
      ? without(check, 'block')
      : check;
  };
}

/** A rule of a policy that cannot block: exceptions that block alert instead, and thresholds that block do nothing. */
function unblocked(rule: JsonObject): JsonObject {
  const isBlock = (exception: JsonObject): boolean => exception.get('effect') === 'block';
  const alerting = eachOf((one) => (isBlock(one) ? new Map([...one, ['effect', 'alert']]) : one));
  const types = eachOf((one) => without(one, 'blockThreshold'));
  return withItem(
    withItem(withItem(rule, 'cveRules', alerting), 'tags', alerting),
    'pkgTypesThresholds',
    types,
  );
}

/** A protection outside the applications of a rule protects nothing. */
function withoutMisplaced({ objects, more }: Sensors, rule: JsonObject): JsonObject {
  const isMisplaced = (key: string): boolean => objects.has(key) || more.has(key);
  return [...rule.keys()].some(isMisplaced) ? new Map([...rule].filter(([key]) => !isMisplaced(key))) : rule;
}

/** The first of the words for each of them, wherever a sensor has one. */
function sameWord(words: readonly string[], sensors: ReadonlySet<string>, object: JsonObject): JsonObject {
  const inside = (value: JsonValue): JsonValue =>
    isJsonArray(value) ? value.map(inside) : isJsonObject(value) ? sameWord(words, sensors, value) : value;
  return new Map(
    [...object].map(([key, value]): [string, JsonValue] =>
      typeof value === 'string' && words.includes(value) && sensors.has(key)
        ? [key, words[0] ?? value]
        : [key, inside(value)],
    ),
  );
}

function eachOf(change: (item: JsonObject) => JsonObject): (list: JsonValue) => JsonValue {
  return (list) => (isJsonArray(list) ? list.map((one) => (isJsonObject(one) ? change(one) : one)) : list);
}

function withItem(object: JsonObject, key: string, change: (value: JsonValue) => JsonValue): JsonObject {
  const value = object.get(key);
  const changed = value === undefined ? undefined : change(value);
  return changed === undefined || changed === value ? object : new Map([...object, [key, changed]]);
}

function without(object: JsonObject, key: string): JsonObject {
  return object.has(key) ? new Map([...object].filter(([member]) => member !== key)) : object;
}
