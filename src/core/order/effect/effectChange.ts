import { stringAt, type JsonObject, type JsonValue } from '../../json/json.ts';
import { parseJson } from '../../json/jsonText.ts';
import { canonicalText } from '../../policy/canonical.ts';
import { familyTable, type PolicyKind } from '../../policy/families.ts';
import { levelAmong, opposite, rising, type Change } from './change.ts';
import { comparedOfChecks, comparedOfConnections, comparedOfVulnerabilities } from './compared.ts';
import { complianceChange } from './complianceChange.ts';
import { effectOfNone, effectText } from './effectText.ts';
import { changeFromNothing, sensorChange } from './sensorChange.ts';
import { runtimeSensors, waasSensors } from './sensors.ts';
import { uncompared, type Compared } from './uncompared.ts';
import { vulnerabilityChange } from './vulnerabilityChange.ts';

/**
 * How what is done changes when `to` decides instead of `from`. Undefined: no rule decides. What differs and is not compared,
 * at whatever depth, is not known.
 */
export function effectChange(
  kind: PolicyKind,
  from: JsonObject | undefined,
  to: JsonObject | undefined,
): Change {
  const none = effectOfNone(kind);
  const text = (rule: JsonObject | undefined): string | undefined => (rule ? effectText(kind, rule) : none);
  const [before, after] = [text(from), text(to)];
  if (from === to || (before !== undefined && before === after)) {
    return 'same';
  }
  switch (familyTable[kind.family].decidesBy) {
    case 'thresholds':
      return compared(comparedOfVulnerabilities, before, after, (old, now) =>
        vulnerabilityChange(kind, old, now),
      );
    case 'checks':
      return compared(comparedOfChecks, before, after, complianceChange);
    case 'connections':
      return compared(comparedOfConnections, before, after, (old, now) =>
        rising(connectionLevel(old), connectionLevel(now)),
      );
    case 'sensors':
    default: {
      const sensors = kind.family === 'waas' ? waasSensors : runtimeSensors;
      const [old, now] = [before, after].map((one) => (one === undefined ? undefined : ruleOf(one)));
      return old && now
        ? sensorChange(sensors, old, now)
        : now
          ? changeFromNothing(sensors, now)
          : opposite(changeFromNothing(sensors, old ?? new Map()));
    }
  }
}

function compared(
  members: Readonly<Record<string, Compared>>,
  before: string | undefined,
  after: string | undefined,
  change: (old: JsonObject, now: JsonObject) => Change,
): Change {
  const [old, now] = [ruleOf(before), ruleOf(after)];
  const misread: JsonValue[] = [];
  const [restOld, restNow] = [old, now].map((rule) =>
    canonicalText(uncompared(rule, members, misread), undefined),
  );
  return restOld === restNow && misread.length === 0 ? change(old, now) : 'not known';
}

/** All that counts of a rule, in the one form: nothing is there that is as good as absent. */
function ruleOf(text: string | undefined): JsonObject {
  const value: JsonValue = parseJson(text ?? '{}', { depth: Infinity, length: Infinity });
  return value instanceof Map ? value : new Map();
}

const connectionLevels: Readonly<Record<string, number>> = { allow: 0, alert: 1, prevent: 2 };

function connectionLevel(rule: JsonObject): number {
  return levelAmong(connectionLevels, stringAt(rule, 'effect'));
}
