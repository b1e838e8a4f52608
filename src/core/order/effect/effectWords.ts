import { stringAt, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { checksOf } from './complianceChange.ts';
import { severityNames } from '../../policy/severities.ts';
import { thresholdsOf } from './thresholds.ts';

/**
 * The action of a rule, for the text after its name: `"a" (blocks from high, alerts on everything)`; undefined where no
 * rule applies. The ending of the verbs is empty after "would".
 */
export function effectWords(kind: PolicyKind, rule: JsonObject | undefined, ending: 's' | '' = 's'): string {
  switch (kind.decidesBy) {
    case 'thresholds': {
      const { alertFrom, blockFrom } = thresholdsOf(kind, rule ?? new Map());
      return rule ? verbWords(fromWords(blockFrom), fromWords(alertFrom), ending) : 'alerts on everything';
    }
    case 'checks': {
      const levels = levelsOf(kind, rule);
      const words = (level: number): string => checkWords(levels.filter((other) => other === level).length);
      return rule ? verbWords(words(2), words(1), ending) : 'does nothing';
    }
    case 'connections': {
      const word = rule && stringAt(rule, 'effect');
      return !rule ? 'allowed' : word ? `${word}${ending}` : `set${ending} no effect`;
    }
    case 'sensors':
    default:
      return rule ? sensorWords(wordsIn(rule), ending) : 'does nothing';
  }
}

/** The action of a rule in one word; `mixed` alerts on some findings and blocks others. */
export type RuleAction = 'block' | 'alert' | 'mixed' | 'ignore' | 'allow' | 'unknown';

/** Returns `unknown` for a value that is not a rule, and for thresholds that cannot be read. */
export function ruleAction(kind: PolicyKind, rule: JsonValue): RuleAction {
  if (!isJsonObject(rule)) {
    return 'unknown';
  }
  switch (kind.decidesBy) {
    case 'thresholds': {
      const { alertFrom, blockFrom } = thresholdsOf(kind, rule);
      return Number.isNaN(blockFrom + alertFrom)
        ? 'unknown'
        : actionOf(blockFrom < Infinity, alertFrom < Infinity);
    }
    case 'checks': {
      const levels = levelsOf(kind, rule);
      return actionOf(levels.includes(2), levels.includes(1));
    }
    case 'connections':
      return actionOfWords([stringAt(rule, 'effect')]);
    case 'sensors':
    default:
      return actionOfWords([...wordsIn(rule).keys()]);
  }
}

function actionOfWords(words: readonly (string | undefined)[]): RuleAction {
  const action = actionOf(
    ['ban', 'block', 'prevent'].some((word) => words.includes(word)),
    words.includes('alert'),
  );
  return action === 'ignore' && words.includes('allow') ? 'allow' : action;
}

function actionOf(blocks: boolean, alerts: boolean): RuleAction {
  if (blocks) {
    return alerts ? 'mixed' : 'block';
  }
  return alerts ? 'alert' : 'ignore';
}

function levelsOf(kind: PolicyKind, rule: JsonObject = new Map()): readonly number[] {
  return [...checksOf(kind, rule).values()];
}

/** Empty where the rule never blocks or alerts. */
function verbWords(blocks: string, alerts: string, ending: string): string {
  const parts = [blocks && `block${ending} ${blocks}`, alerts && `alert${ending} ${alerts}`];
  return parts.filter((part) => part !== '').join(', ') || `ignore${ending}`;
}

function fromWords(severity: number): string {
  return severity === Infinity
    ? ''
    : severity <= 0
      ? 'on everything'
      : `from ${severityNames.get(severity) ?? `severity ${severity}`}`;
}

function checkWords(count: number): string {
  return count === 0 ? '' : count === 1 ? 'on 1 check' : `on ${count} checks`;
}

function sensorWords(words: ReadonlyMap<string, number>, ending: string): string {
  const [first, ...more] = order.flatMap((word) => {
    const count = words.get(word);
    return count === undefined ? [] : [{ word, count }];
  });
  return first === undefined
    ? `set${ending} no effect`
    : [
        `set${ending} ${first.count === 1 ? '1 setting' : `${first.count} settings`} to ${first.word}`,
        ...more.map(({ word, count }) => `${count} to ${word}`),
      ].join(', ');
}

const order = ['ban', 'block', 'prevent', 'alert', 'allow', 'reCAPTCHA'];

/** Counts the effects of sensors at any depth, without `disable` and without the sensors that are off. */
function wordsIn(rule: JsonObject): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const waiting: JsonObject[] = [rule];
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    for (const [key, value] of object) {
      if (typeof value === 'string' && order.includes(value) && key !== 'name' && key !== 'notes') {
        counts.set(value, (counts.get(value) ?? 0) + 1);
      } else if (isJsonObject(value) && value.get('disabled') !== true) {
        waiting.push(value);
      } else if (isJsonArray(value) && key !== 'collections') {
        value.filter(isJsonObject).forEach((item) => waiting.push(item));
      }
    }
  }
  return counts;
}
