import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import {
  hasAction,
  hasUnknown,
  knownWords,
  memberPart,
  partsOf,
  sensorWords,
  switchStateOf,
  type ObjectPart,
  type Part,
} from '../ruleActions.ts';
import { boundWords, isMet, readBound } from './bound.ts';
import type { Clause, ApplyingRule } from './expectation.ts';

const verbs: Readonly<Record<string, string>> = {
  alerts: 'alert',
  prevents: 'prevent',
  blocks: 'block',
  bans: 'ban',
};

/**
 * `blocks: never`: no part of the rule takes this action. A part with an unknown action makes the result
 * unknown.
 */
export function noSensor(kind: PolicyKind, verb: string): Clause {
  const action = verbs[verb] ?? '';
  return {
    words: `${verb} never`,
    meets: (applying) => {
      const isDone = applying ? hasAction(partsOf(kind), applying.rule, action, knownWords(kind)) : false;
      return isDone === undefined ? undefined : !isDone;
    },
  };
}

/**
 * `effects: { processes.defaultEffect: at least prevent }`: the word at a path of the rule. WAAS rules are
 * checked at this path in each of their apps. Without an applying rule, and for switched off parts, the word
 * is `disable`.
 */
export function sensorClause(kind: PolicyKind, place: string, written: string): Clause | undefined {
  const words = sensorWords(kind);
  const bound = readBound(written, words);
  const known = knownWords(kind);
  // A word outside the scale cannot be compared.
  const rank = (word = ''): number => (known.includes(word) ? words.indexOf(word) : Number.NaN);
  const foundIn = (applying: ApplyingRule): readonly (string | undefined)[] =>
    applying ? wordsAt(kind, applying.rule, place) : ['disable'];
  return (
    bound && {
      words: `${place}: ${boundWords(bound)}`,
      is: (applying) => {
        const found = [...new Set(foundIn(applying))];
        return found.length > 0 && found.every((word) => word !== undefined)
          ? `${place}: ${found.join(' or ')}`
          : undefined;
      },
      meets: (applying) => {
        const found = foundIn(applying);
        const met = found.map((word) => isMet(bound, rank(word), words.indexOf(bound.word)));
        return met.includes(false) ? false : met.length === 0 || met.includes(undefined) ? undefined : true;
      },
    }
  );
}

function wordsAt(kind: PolicyKind, rule: JsonObject, place: string): readonly (string | undefined)[] {
  const part = partsOf(kind);
  const steps = place.split('.');
  if (!kind.hasApps) {
    return [wordAt(part, rule, steps)];
  }
  const [list, parts] = [rule.get('applicationsSpec'), memberPart(part, 'applicationsSpec')];
  return parts?.kind !== 'each' || !isJsonArray(list) || hasUnknown(part, rule)
    ? []
    : list.map((one) => wordAt(parts.of, one, steps));
}

/** Undefined where the rule has no word, or where a part of the path may switch it off. */
function wordAt(top: Part, holder: JsonValue, steps: readonly string[]): string | undefined {
  let [part, value]: [Part | undefined, JsonValue | undefined] = [top, holder];
  let around: JsonObject | undefined;
  for (const step of steps) {
    const found = effective(part, value);
    if (typeof found !== 'object') {
      return found;
    }
    around = found.value;
    [part, value] = [memberPart(found.part, step), around.get(step)];
  }
  if (part?.kind === 'object') {
    const found = effective(part, value);
    if (typeof found !== 'object') {
      return found;
    }
    around = found.value;
    [part, value] = [memberPart(found.part, 'effect'), around.get('effect')];
  }
  const counts = part?.kind === 'word' && (part.onlyIf === undefined || around?.get(part.onlyIf) === true);
  return counts && typeof value === 'string' ? value : undefined;
}

/** Returns a part that is switched on; `disable` where it is off, undefined where this is unknown. */
function effective(
  part: Part | undefined,
  value: JsonValue | undefined,
): { readonly part: ObjectPart; readonly value: JsonObject } | 'disable' | undefined {
  if (part?.kind !== 'object' || !isJsonObject(value) || hasUnknown(part, value)) {
    return undefined;
  }
  const state = switchStateOf(part, value);
  return state === 'on' ? { part, value } : state === 'off' ? 'disable' : undefined;
}
