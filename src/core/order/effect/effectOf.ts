import { stringAt, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { checksOf } from './complianceChange.ts';
import { severityNames } from '../../policy/severities.ts';
import { thresholdsOf } from './thresholds.ts';

/** The action of a rule, for one line of text. `no-rule` is the action where no rule applies. */
export type Effect =
  | {
      readonly kind: 'thresholds';
      /** The lowest severity with this action; undefined means never, 0 means everything. */
      readonly alertFrom: number | undefined;
      readonly blockFrom: number | undefined;
    }
  | { readonly kind: 'checks'; readonly alerts: number; readonly blocks: number }
  /** The number of sensors or protections with each word, without `disable`. */
  | { readonly kind: 'sensors'; readonly words: Readonly<Record<string, number>> }
  | { readonly kind: 'connections'; readonly word: string }
  | { readonly kind: 'no-rule'; readonly does: 'alerts' | 'nothing' | 'allows' };

/** The rule is undefined where no rule applies. */
export function effectOf(kind: PolicyKind, rule: JsonObject | undefined): Effect {
  switch (kind.decidesBy) {
    case 'thresholds': {
      if (!rule) {
        return { kind: 'no-rule', does: 'alerts' };
      }
      const { alertFrom, blockFrom } = thresholdsOf(kind, rule);
      return { kind: 'thresholds', alertFrom: finite(alertFrom), blockFrom: finite(blockFrom) };
    }
    case 'checks': {
      const levels = [...checksOf(kind, rule ?? new Map()).values()];
      const count = (level: number): number => levels.filter((other) => other === level).length;
      return rule
        ? { kind: 'checks', alerts: count(1), blocks: count(2) }
        : { kind: 'no-rule', does: 'nothing' };
    }
    case 'connections':
      return rule
        ? { kind: 'connections', word: stringAt(rule, 'effect') ?? '' }
        : { kind: 'no-rule', does: 'allows' };
    case 'sensors':
    default:
      return rule ? { kind: 'sensors', words: wordsIn(rule) } : { kind: 'no-rule', does: 'nothing' };
  }
}

/** The action of a rule in one word; `mixed` alerts on some findings and blocks others. */
export type RuleAction = 'block' | 'alert' | 'mixed' | 'ignore' | 'allow' | 'unknown';

/** Returns `unknown` for a value that is not a rule, and for thresholds that cannot be read. */
export function ruleAction(kind: PolicyKind, rule: JsonValue): RuleAction {
  if (!isJsonObject(rule)) {
    return 'unknown';
  }
  const effect = effectOf(kind, rule);
  switch (effect.kind) {
    case 'thresholds':
      return [effect.blockFrom, effect.alertFrom].some(Number.isNaN)
        ? 'unknown'
        : actionOf(effect.blockFrom !== undefined, effect.alertFrom !== undefined);
    case 'checks':
      return actionOf(effect.blocks > 0, effect.alerts > 0);
    case 'sensors':
      return actionOfWords(Object.keys(effect.words));
    case 'connections':
      return actionOfWords([effect.word]);
    case 'no-rule':
    default:
      return 'ignore';
  }
}

function actionOfWords(words: readonly string[]): RuleAction {
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

/**
 * The action of a rule, for the text after its name: `"a" (blocks from high, alerts on everything)`. The ending of
 * the verbs is empty after "would".
 */
export function effectWords(effect: Effect, ending: 's' | '' = 's'): string {
  switch (effect.kind) {
    case 'thresholds':
      return verbWords(fromWords(effect.blockFrom), fromWords(effect.alertFrom), ending);
    case 'checks':
      return verbWords(checkWords(effect.blocks), checkWords(effect.alerts), ending);
    case 'sensors': {
      const [first, ...more] = Object.entries(effect.words).map(
        ([word, count], at) =>
          `${at > 0 ? count : count === 1 ? '1 setting' : `${count} settings`} to ${word}`,
      );
      return first === undefined ? `set${ending} no effect` : `set${ending} ${[first, ...more].join(', ')}`;
    }
    case 'connections':
      return effect.word === '' ? `set${ending} no effect` : `${effect.word}${ending}`;
    case 'no-rule':
    default:
      return { alerts: 'alerts on everything', nothing: 'does nothing', allows: 'allowed' }[effect.does];
  }
}

/** Empty where the rule never blocks or alerts. */
function verbWords(blocks: string, alerts: string, ending: string): string {
  const parts = [blocks && `block${ending} ${blocks}`, alerts && `alert${ending} ${alerts}`];
  return parts.filter((part) => part !== '').join(', ') || `ignore${ending}`;
}

function fromWords(severity: number | undefined): string {
  return severity === undefined
    ? ''
    : severity <= 0
      ? 'on everything'
      : `from ${severityNames.get(severity) ?? `severity ${severity}`}`;
}

function checkWords(count: number): string {
  return count === 0 ? '' : count === 1 ? 'on 1 check' : `on ${count} checks`;
}

function finite(severity: number): number | undefined {
  return severity === Infinity ? undefined : severity;
}

const order = ['ban', 'block', 'prevent', 'alert', 'allow', 'reCAPTCHA'];

/** Counts the effects of sensors at any depth, without the sensors that are off. */
function wordsIn(rule: JsonObject): Readonly<Record<string, number>> {
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
  return Object.fromEntries(
    order.flatMap((word) => (counts.has(word) ? [[word, counts.get(word) ?? 0]] : [])),
  );
}
