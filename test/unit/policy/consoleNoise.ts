import type { PolicyKind } from '../../../src/core/policy/families.ts';
import {
  fromPlain,
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../../src/core/json/json.ts';

/** A source of choices, the same for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  yes(): boolean {
    return this.below(2) === 1;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  shuffle<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, key: this.below(1e9) }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
  }
}

const date = (dice: Dice): string => `20${10 + dice.below(80)}-01-01T00:00:00.${'0'.repeat(dice.below(9))}1Z`;
const empties = (): JsonValue[] => [
  null,
  false,
  '',
  [],
  new JsonNumber('0'),
  new JsonNumber('-0.0e5'),
  new Map(),
];

/** The same document as a console might answer it: filled in, re-spelled and re-ordered where nothing depends on it. */
export function withNoise(kind: PolicyKind, document: JsonObject, dice: Dice): JsonObject {
  const result = new Map(respell(document, dice) as JsonObject);
  fill(result, dice, [
    ['modified', date(dice)],
    ['owner', dice.pick(['', 'system', 'someone'])],
    ['_id', result.get('_id') ?? kind.identity.value],
  ]);
  for (const { key } of kind.arrays) {
    const rules = result.get(key);
    if (isJsonArray(rules)) {
      result.set(
        key,
        rules.map((rule) => (isJsonObject(rule) ? noisyRule(kind, rule, dice) : rule)),
      );
    }
  }
  const entities = result.get('networkEntities');
  if (kind.family === 'cnns' && isJsonArray(entities)) {
    result.set(
      'networkEntities',
      entities.map((entity) => (isJsonObject(entity) ? fullCollections(new Map(entity), dice) : entity)),
    );
  }
  return result;
}

function noisyRule(kind: PolicyKind, rule: JsonObject, dice: Dice): JsonObject {
  const result = fullCollections(new Map(rule), dice);
  result.set('modified', date(dice));
  result.set('owner', dice.pick(['', 'system', 'someone']));
  if (dice.yes()) {
    result.set('previousName', dice.pick(['', 'old']));
  }
  if (kind.identity.field === 'policyType') {
    fill(result, dice, [
      ['action', ['*']],
      ['group', ['*']],
    ]);
  }
  fill(result, dice, [
    ['condition', fromPlain({ readonly: false, device: '', vulnerabilities: [] })],
    ['blockThreshold', fromPlain({ enabled: false, value: 0 })],
    ['graceDays', new JsonNumber('0')],
  ]);
  const condition = result.get('condition');
  const checks = isJsonObject(condition) ? condition.get('vulnerabilities') : undefined;
  if (isJsonObject(condition) && isJsonArray(checks)) {
    const more = checks.map((check) =>
      isJsonObject(check) && dice.yes() ? new Map([...check, ['minSeverity', new JsonNumber('1')]]) : check,
    );
    result.set('condition', new Map([...condition, ['vulnerabilities', dice.shuffle(more)]]));
  }
  for (const key of ['cveRules', 'tags']) {
    const list = result.get(key);
    if (isJsonArray(list)) {
      result.set(
        key,
        dice.shuffle(
          list.map((item) =>
            isJsonObject(item) && !item.has('expiration')
              ? new Map([
                  ...item,
                  ['expiration', fromPlain({ enabled: false, date: '0001-01-01T00:00:00Z' })],
                ])
              : item,
          ),
        ),
      );
    }
  }
  return result;
}

function fullCollections(owner: Map<string, JsonValue>, dice: Dice): Map<string, JsonValue> {
  const list = owner.get('collections');
  if (isJsonArray(list) && dice.yes()) {
    owner.set(
      'collections',
      list.map((item) =>
        isJsonObject(item)
          ? new Map([
              ...(fromPlain({ hosts: ['*'], owner: 'system', color: '#3FA2F7', system: true }) as JsonObject),
              ...item,
            ])
          : item,
      ),
    );
  }
  return owner;
}

function fill(
  object: Map<string, JsonValue>,
  dice: Dice,
  members: readonly (readonly [string, JsonValue])[],
): void {
  for (const [key, value] of members) {
    if (!object.has(key) && dice.yes()) {
      object.set(key, value);
    }
  }
}

function isNothing(value: JsonValue): boolean {
  return (
    value === null ||
    value === false ||
    value === '' ||
    (isJsonArray(value) && value.length === 0) ||
    (value instanceof JsonNumber && value.value === 0)
  );
}

/** Other key order, other spellings of numbers, other ways to say nothing. */
function respell(value: JsonValue, dice: Dice): JsonValue {
  if (value instanceof JsonNumber) {
    return /^-?\d+$/.test(value.lexeme)
      ? new JsonNumber(value.lexeme + dice.pick(['', '.0', 'e0', '.00E+0']))
      : value;
  }
  if (isJsonArray(value)) {
    return value.map((item) => respell(item, dice));
  }
  if (isJsonObject(value)) {
    const members: [string, JsonValue][] = [];
    for (const [key, member] of dice.shuffle([...value])) {
      if (!isNothing(member)) {
        members.push([key, respell(member, dice)]);
      } else if (dice.yes()) {
        members.push([key, dice.pick(empties())]);
      }
    }
    return new Map(members);
  }
  return value;
}
