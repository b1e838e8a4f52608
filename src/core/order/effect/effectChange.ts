import { stringAt, type JsonObject } from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { levelAmong, opposite, plainChange, rising, together, type Change } from './change.ts';
import { complianceChange } from './complianceChange.ts';
import { effectOfNone, effectText } from './effectText.ts';
import { ReadEffect } from './readEffect.ts';
import { changeFromNothing, wholeChange } from './sensorChange.ts';
import { sensorsOf } from './sensors.ts';
import { vulnerabilityChange } from './vulnerabilityChange.ts';

/**
 * How the action changes when `to` applies instead of `from`. Undefined: no rule applies. A difference that is not compared,
 * at whatever depth, is unknown.
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
  const [before, after] = [from, to].map((rule) => {
    const text = rule ? effectText(kind, rule) : none;
    return text === undefined ? undefined : new ReadEffect(kind, text);
  });
  return readEffectChange(kind, before, after);
}

/** Compares actions that were read. Undefined: no rule applies, and no rule is known to act like this. */
export function readEffectChange(
  kind: PolicyKind,
  before: ReadEffect | undefined,
  after: ReadEffect | undefined,
): Change {
  if (before?.text === after?.text) {
    return plainChange.same;
  }
  switch (kind.decidesBy) {
    case 'thresholds':
      return compared(kind, before, after, vulnerabilityChange);
    case 'checks':
      return compared(kind, before, after, complianceChange);
    case 'connections':
      return compared(kind, before, after, (_, old, now) =>
        rising(connectionLevel(old), connectionLevel(now)),
      );
    case 'sensors':
    default: {
      const sensors = sensorsOf(kind);
      return before && after
        ? wholeChange(sensors, before.value, after.value)
        : after
          ? changeFromNothing(sensors, after.value)
          : opposite(changeFromNothing(sensors, before?.value ?? new Map()));
    }
  }
}

function compared(
  kind: PolicyKind,
  before: ReadEffect | undefined,
  after: ReadEffect | undefined,
  change: (kind: PolicyKind, old: JsonObject, now: JsonObject) => Change,
): Change {
  const [old, now] = [before, after].map((one) => one ?? new ReadEffect(kind, '{}'));
  if (!old || !now) {
    return plainChange.unknown;
  }
  const known = change(kind, old.value, now.value);
  return old.rest === now.rest ? known : together([known, plainChange.unknown]);
}

const connectionLevels: Readonly<Record<string, number>> = { allow: 0, alert: 1, prevent: 2 };

function connectionLevel(rule: JsonObject): number {
  return levelAmong(connectionLevels, stringAt(rule, 'effect'));
}
