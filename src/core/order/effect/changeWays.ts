import type { JsonObject } from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { memberText } from '../../policy/canonical.ts';
import { ruleFieldsOf } from '../../policy/ruleFields.ts';
import type { Change, Way } from './change.ts';
import { complianceWays } from './complianceChange.ts';
import { effectOfNone, effectOfText, effectText } from './effectText.ts';
import { SensorComparison } from './sensorChange.ts';
import { uncompared } from './uncompared.ts';
import { vulnerabilityWays } from './vulnerabilityChange.ts';

/** The parts in which a decision becomes weaker or stricter, or in which the change is unknown; each named once. */
export interface ChangeWays {
  readonly weaker: readonly string[];
  readonly stricter: readonly string[];
  readonly unknown: readonly string[];
}

/** Further ways are only counted. */
const MAX_WAYS = 8;

/** Undefined where no part can be named. */
export function changeWays(
  kind: PolicyKind,
  from: JsonObject | undefined,
  to: JsonObject | undefined,
): ChangeWays | undefined {
  const text = (rule: JsonObject | undefined): string | undefined =>
    rule ? effectText(kind, rule) : effectOfNone(kind);
  const [old, now] = [from, to].map((rule) => effectOfText(text(rule) ?? '{}'));
  const whole = old && now ? waysOf(kind, old, now) : [];
  const ways = whole.flatMap((way) => way.parts?.() ?? [way]);
  const named = (fact: keyof Change): readonly string[] => [
    ...new Set(ways.flatMap((way) => (way.change[fact] ? [way.what] : []))),
  ];
  const [weaker, stricter] = [named('someWeaker'), named('someStricter')];
  const others = old && now ? notCompared(kind, old, now) : [];
  const unknown = [...new Set([...named('someUnknown'), ...others])];
  return weaker.length + stricter.length + unknown.length > 0 ? { weaker, stricter, unknown } : undefined;
}

/** Returns the fields that differ and that no comparison reads. The fields of sensors have ways of their own. */
function notCompared(kind: PolicyKind, from: JsonObject, to: JsonObject): readonly string[] {
  if (kind.decidesBy === 'sensors') {
    return [];
  }
  const [old, now] = [from, to].map((rule) => uncompared(rule, ruleFieldsOf(kind)));
  const keys = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
  return keys.filter((key) => memberText(old?.get(key), undefined) !== memberText(now?.get(key), undefined));
}

function waysOf(kind: PolicyKind, from: JsonObject, to: JsonObject): readonly Way[] {
  switch (kind.decidesBy) {
    case 'thresholds':
      return vulnerabilityWays(kind, from, to);
    case 'checks':
      return complianceWays(kind, from, to);
    case 'sensors':
      return new SensorComparison(kind).ways(from, to);
    case 'connections':
    default:
      return [];
  }
}

/** `weaker in severities; stricter in what has no fix; unknown: CVE-2024-1`. */
export function wayWords({ weaker, stricter, unknown }: ChangeWays, max = MAX_WAYS): string {
  const part = (words: string, all: readonly string[]): readonly string[] => {
    const more = all.length - max;
    const named = all.slice(0, max).join(', ');
    return all.length === 0 ? [] : [`${words} ${named}${more > 0 ? ` and ${more} more` : ''}`];
  };
  return [...part('weaker in', weaker), ...part('stricter in', stricter), ...part('unknown:', unknown)].join(
    '; ',
  );
}
