import { arrayAt, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { effectOf } from '../../order/effect/effectOf.ts';
import { runtimeSensors, waasSensors } from '../../order/effect/sensors.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { boundWords, isMet, readBound } from './bound.ts';
import type { Clause } from './expectation.ts';

/** Words of sensors and protections, from the weakest on. */
export function sensorWords({ family }: Pick<PolicyKind, 'family'>): readonly string[] {
  const { levels } = family === 'waas' ? waasSensors : runtimeSensors;
  return Object.keys(levels).toSorted((a, b) => (levels[a] ?? 0) - (levels[b] ?? 0));
}

/** The words of `effectOf` by the verbs of tests. */
const verbs: Readonly<Record<string, string>> = {
  alerts: 'alert',
  prevents: 'prevent',
  blocks: 'block',
  bans: 'ban',
};

/** Verbs that a sensor of the family can have. */
export function sensorVerbs(kind: Pick<PolicyKind, 'family'>): readonly string[] {
  const words = sensorWords(kind);
  return Object.keys(verbs).filter((verb) => words.includes(verbs[verb] ?? ''));
}

/** `blocks: never`: no sensor is set to it. */
export function noSensor(kind: PolicyKind, verb: string): Clause {
  return {
    words: `${verb} never`,
    meets: (decided) => {
      const effect = effectOf(kind, decided?.rule);
      return effect.kind !== 'sensors' || (effect.words[verbs[verb] ?? ''] ?? 0) === 0;
    },
  };
}

/**
 * `effects: { processes.defaultEffect: at least prevent }`: the word at a place of the rule; of WAAS at that place of each of
 * its applications. Where no rule decides, and where something is switched off, it is `disable`.
 */
export function sensorClause(kind: PolicyKind, place: string, written: string): Clause | undefined {
  const words = sensorWords(kind);
  const bound = readBound(written, words);
  return (
    bound && {
      words: `${place}: ${boundWords(bound)}`,
      meets: (decided) => {
        const found = decided ? wordsAt(kind, decided.rule, place) : ['disable'];
        const met = found.map((word) => isMet(bound, rank(words, word), words.indexOf(bound.word)));
        return met.includes(false) ? false : met.length === 0 || met.includes(undefined) ? undefined : true;
      },
    }
  );
}

/** A word that is not on the scale cannot be compared. */
function rank(words: readonly string[], word: string | undefined): number {
  const at = words.indexOf(word ?? '');
  return at === -1 ? Number.NaN : at;
}

function wordsAt({ family }: PolicyKind, rule: JsonObject, place: string): readonly (string | undefined)[] {
  const holders = family === 'waas' ? arrayAt(rule, 'applicationsSpec').filter(isJsonObject) : [rule];
  return holders.map((holder) => wordAt(holder, place.split('.')));
}

/** Undefined: nothing is said there. */
function wordAt(holder: JsonObject, steps: readonly string[]): string | undefined {
  let value: JsonValue | undefined = holder;
  for (const step of steps) {
    if (!isJsonObject(value)) {
      return undefined;
    }
    value = value.get(step);
    if (isJsonObject(value) && value.get('disabled') === true) {
      return 'disable';
    }
  }
  if (isJsonObject(value)) {
    value = value.get('effect');
  }
  return typeof value === 'string' ? value : undefined;
}
