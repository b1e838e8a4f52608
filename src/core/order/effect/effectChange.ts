import { stringAt, type JsonObject } from '../../json/json.ts';
import { canonicalText } from '../../policy/canonical.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { ruleFieldsOf } from '../../policy/ruleFields.ts';
import { levelAmong, plainChange, rising, together, type Change } from './change.ts';
import { complianceChange } from './complianceChange.ts';
import { effectOfNone, effectOfText, effectText } from './effectText.ts';
import { SensorComparison } from './sensorChange.ts';
import { uncompared } from './uncompared.ts';
import { vulnerabilityChange } from './vulnerabilityChange.ts';

/**
 * Returns the change of the action when `to` applies instead of `from`. Undefined means that no rule applies. A
 * difference that no comparison reads is unknown, at any depth.
 */
export function effectChange(
  kind: PolicyKind,
  from: JsonObject | undefined,
  to: JsonObject | undefined,
): Change {
  if (from === to) {
    return plainChange.same;
  }
  const none = effectOfNone(kind);
  const [before, after] = [from, to].map((rule) => (rule ? effectText(kind, rule) : none));
  return effectTextChange(kind, before, after);
}

/** Compares actions by their `effectText`. Undefined where no rule applies, and no rule is known to act alike. */
export function effectTextChange(
  kind: PolicyKind,
  before: string | undefined,
  after: string | undefined,
): Change {
  if (before === after) {
    return plainChange.same;
  }
  const [old, now] = [effectOfText(before ?? '{}'), effectOfText(after ?? '{}')];
  switch (kind.decidesBy) {
    case 'thresholds':
      return compared(kind, old, now, vulnerabilityChange(kind, old, now));
    case 'checks':
      return compared(kind, old, now, complianceChange(kind, old, now));
    case 'connections':
      return compared(kind, old, now, rising(connectionLevel(old), connectionLevel(now)));
    case 'sensors':
    default:
      return new SensorComparison(kind).change(
        before === undefined ? undefined : old,
        after === undefined ? undefined : now,
      );
  }
}

/** A difference in fields that no comparison reads adds an unknown part. */
function compared(kind: PolicyKind, old: JsonObject, now: JsonObject, known: Change): Change {
  const [before, after] = [old, now].map((rule) =>
    canonicalText(uncompared(rule, ruleFieldsOf(kind)), undefined),
  );
  return before === after ? known : together([known, plainChange.unknown]);
}

const connectionLevels: Readonly<Record<string, number>> = { allow: 0, alert: 1, prevent: 2 };

function connectionLevel(rule: JsonObject): number {
  return levelAmong(connectionLevels, stringAt(rule, 'effect'));
}
