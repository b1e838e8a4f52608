import type { PolicyKind } from './families.ts';
import { arrayAt, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';

/** What a rule does to what it matches; `mixed` alerts on some things and blocks others. */
export type RuleAction = 'block' | 'alert' | 'mixed' | 'ignore' | 'allow' | 'unknown';

/**
 * What the rule does, from the members that are enforced (checks, thresholds, effects of sensors), never from the
 * display text in `effect` of compliance and vulnerability rules. `unknown` for something that is not a rule.
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

/** A check that is absent is ignored; `block: false` alerts. */
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

/** Built-in rules say `disabled: false, value: 0` and alert on everything, so the flag alone decides. */
function alertsAboveThreshold(rule: JsonObject): boolean {
  const threshold = rule.get('alertThreshold');
  return !isJsonObject(threshold) || threshold.get('disabled') !== true;
}

const blocking: ReadonlySet<string> = new Set(['block', 'prevent', 'ban', 'deny']);
const effects: ReadonlySet<string> = new Set([...blocking, 'alert', 'allow', 'disable']);

/** Runtime, WAAS and CNNS say per sensor what happens; the members differ per shape and release, the words do not. */
function actionOfEffects(rule: JsonObject): RuleAction {
  const found = new Set<string>();
  const waiting: JsonObject[] = [rule];
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    for (const [key, value] of object) {
      if (typeof value === 'string') {
        if (key !== 'name' && key !== 'notes' && effects.has(value)) {
          found.add(value);
        }
      } else if (isJsonObject(value)) {
        waiting.push(value);
      } else if (isJsonArray(value) && key !== 'collections') {
        value.filter(isJsonObject).forEach((one) => waiting.push(one));
      }
    }
  }
  const blocks = [...blocking].some((effect) => found.has(effect));
  if (!blocks && !found.has('alert') && found.has('allow')) {
    return 'allow';
  }
  return actionOf(blocks, found.has('alert'));
}

function actionOf(blocks: boolean, alerts: boolean): RuleAction {
  if (blocks) {
    return alerts ? 'mixed' : 'block';
  }
  return alerts ? 'alert' : 'ignore';
}
