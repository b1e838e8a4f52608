import { stringAt, type JsonObject, type JsonValue } from '../../json/json.ts';
import { canonicalText } from '../../policy/canonical.ts';
import { ruleFormOf } from '../../policy/comparisonForm.ts';
import { familyTable, type PolicyKind } from '../../policy/families.ts';
import { rising, type Change } from './change.ts';
import { complianceChange } from './complianceChange.ts';
import { effectOfNone, effectText, idleMembers, isShared } from './effectText.ts';
import { changeFromNothing, sensorChange } from './sensorChange.ts';
import { runtimeSensors, waasSensors } from './sensors.ts';
import { opposite, vulnerabilityChange } from './vulnerabilityChange.ts';

/** How what is done changes when `to` decides instead of `from`. Undefined: no rule decides. */
export function effectChange(
  kind: PolicyKind,
  from: JsonObject | undefined,
  to: JsonObject | undefined,
): Change {
  const none = effectOfNone(kind);
  const text = (rule: JsonObject | undefined): string | undefined => (rule ? effectText(kind, rule) : none);
  if (from === to || (text(from) !== undefined && text(from) === text(to))) {
    return 'same';
  }
  switch (familyTable[kind.family].decidesBy) {
    case 'thresholds':
    case 'checks': {
      const [old, now] = [acting(kind, from) ?? nothing, acting(kind, to) ?? nothing];
      if (othersOf(kind, old) !== othersOf(kind, now)) {
        return 'not known';
      }
      return kind.family === 'compliance' ? complianceChange(old, now) : vulnerabilityChange(kind, old, now);
    }
    case 'connections': {
      return rising(connectionLevel(from), connectionLevel(to));
    }
    case 'sensors':
    default: {
      const sensors = kind.family === 'waas' ? waasSensors : runtimeSensors;
      const [old, now] = [acting(kind, from), acting(kind, to)];
      return old && now
        ? sensorChange(sensors, old, now)
        : now
          ? changeFromNothing(sensors, now)
          : opposite(changeFromNothing(sensors, old ?? nothing));
    }
  }
}

const nothing: JsonObject = new Map<string, JsonValue>();

/** What Ordinance does not know. */
function othersOf(kind: PolicyKind, rule: JsonObject): string {
  return canonicalText(new Map([...rule].filter(([key]) => !isShared(key))), ruleFormOf(kind));
}

function acting(kind: PolicyKind, rule: JsonObject | undefined): JsonObject | undefined {
  const idle = idleMembers(kind);
  return rule && new Map([...rule].filter(([key]) => !idle.has(key)));
}

const connectionLevels: Readonly<Record<string, number>> = { allow: 0, alert: 1, prevent: 2 };

/** Where no rule decides a connection is allowed. */
function connectionLevel(rule: JsonObject | undefined): number {
  return rule ? (connectionLevels[stringAt(rule, 'effect') ?? ''] ?? Number.NaN) : 0;
}
