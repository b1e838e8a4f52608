import type { PolicyKind } from './families.ts';
import { arrayAt, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';

/** The action of a rule on the resources it matches; `mixed` alerts on some findings and blocks others. */
export type RuleAction = 'block' | 'alert' | 'mixed' | 'ignore' | 'allow' | 'unknown';

/**
 * Reads the action from the enforced fields: checks, thresholds and effects of sensors. The `effect` of
 * compliance and vulnerability rules is display text, so it is ignored. Returns `unknown` for a value that is
 * not a rule.
 */
export function ruleAction(kind: PolicyKind, rule: JsonValue): RuleAction {
  if (!isJsonObject(rule)) {
    return 'unknown';
  }
  if (kind.decidesBy === 'checks') {
    return actionOfChecks(rule);
  }
  return kind.decidesBy === 'thresholds'
    ? actionOf(blocksAboveThreshold(rule), alertsAboveThreshold(rule))
    : actionOfEffects(rule);
}

/** The console ignores an absent check; `block: false` alerts. */
function actionOfChecks(rule: JsonObject): RuleAction {
  const condition = rule.get('condition');
  const checks = isJsonObject(condition) ? arrayAt(condition, 'vulnerabilities') : [];
  let blocks = false;
  let alerts = false;
  for (const check of checks) {
    if (isJsonObject(check) && check.get('block') === true) {
      blocks = true;
    } else {
      alerts = true;
    }
  }
  return actionOf(blocks, alerts);
}

function blocksAboveThreshold(rule: JsonObject): boolean {
  const threshold = rule.get('blockThreshold');
  return isJsonObject(threshold) && threshold.get('enabled') === true;
}

/** Built-in rules have `disabled: false, value: 0` and alert on everything, so the flag alone counts. */
function alertsAboveThreshold(rule: JsonObject): boolean {
  const threshold = rule.get('alertThreshold');
  return !isJsonObject(threshold) || threshold.get('disabled') !== true;
}

const blocking: ReadonlySet<string> = new Set(['block', 'prevent', 'ban', 'deny']);
const effects: ReadonlySet<string> = new Set([...blocking, 'alert', 'allow', 'disable']);

/**
 * Runtime, WAAS and CNNS rules have one effect per sensor. The fields differ per shape and release, but the
 * effect words are always the same.
 */
function actionOfEffects(rule: JsonObject): RuleAction {
  const usedEffects = new Set<string>();
  const queue: JsonObject[] = [rule];
  for (let object = queue.pop(); object; object = queue.pop()) {
    for (const [key, value] of object) {
      if (typeof value === 'string') {
        if (key !== 'name' && key !== 'notes' && effects.has(value)) {
          usedEffects.add(value);
        }
      } else if (isJsonObject(value)) {
        queue.push(value);
      } else if (isJsonArray(value) && key !== 'collections') {
        value.filter(isJsonObject).forEach((item) => queue.push(item));
      }
    }
  }
  const blocks = [...blocking].some((effect) => usedEffects.has(effect));
  if (!blocks && !usedEffects.has('alert') && usedEffects.has('allow')) {
    return 'allow';
  }
  return actionOf(blocks, usedEffects.has('alert'));
}

function actionOf(blocks: boolean, alerts: boolean): RuleAction {
  if (blocks) {
    return alerts ? 'mixed' : 'block';
  }
  return alerts ? 'alert' : 'ignore';
}
