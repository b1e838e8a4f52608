import { stringAt, type JsonObject, type JsonValue } from '../../json/json.ts';
import { canonicalText } from '../../policy/canonical.ts';
import { familyTable, type PolicyKind } from '../../policy/families.ts';
import { levelAmong, opposite, rising, type Change } from './change.ts';
import { comparedOf } from './compared.ts';
import { complianceChange } from './complianceChange.ts';
import { effectOfNone, effectOfText, effectText } from './effectText.ts';
import { changeFromNothing, wholeChange } from './sensorChange.ts';
import { sensorsOf } from './sensors.ts';
import { uncompared } from './uncompared.ts';
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
      const [old, now] = [before, after].map((one) => (one === undefined ? undefined : effectOfText(one)));
      return old && now
        ? wholeChange(sensors, old, now)
        : now
          ? changeFromNothing(sensors, now)
          : opposite(changeFromNothing(sensors, old ?? new Map()));
    }
  }
}

function compared(
  kind: PolicyKind,
  before: string | undefined,
  after: string | undefined,
  change: (kind: PolicyKind, old: JsonObject, now: JsonObject) => Change,
): Change {
  const [old, now] = [effectOfText(before ?? '{}'), effectOfText(after ?? '{}')];
  const misread: JsonValue[] = [];
  const [restOld, restNow] = [old, now].map((rule) =>
    canonicalText(uncompared(rule, comparedOf(kind), misread), undefined),
  );
  return restOld === restNow && misread.length === 0 ? change(kind, old, now) : 'not known';
}

const connectionLevels: Readonly<Record<string, number>> = { allow: 0, alert: 1, prevent: 2 };

function connectionLevel(rule: JsonObject): number {
  return levelAmong(connectionLevels, stringAt(rule, 'effect'));
}
