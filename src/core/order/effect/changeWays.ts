import type { JsonObject } from '../../json/json.ts';
import { familyTable, type PolicyKind } from '../../policy/families.ts';
import type { Change, Way } from './change.ts';
import { complianceWays } from './complianceChange.ts';
import { effectOfNone, effectOfText, effectText } from './effectText.ts';
import { sensorWays } from './sensorChange.ts';
import { sensorsOf } from './sensors.ts';
import { vulnerabilityWays } from './vulnerabilityChange.ts';

/** In what a decision becomes milder, and in what stricter, each named once. */
export interface ChangeWays {
  readonly milder: readonly string[];
  readonly stricter: readonly string[];
}

/** More are counted. */
export const mostWays = 8;

/** Undefined where no way can be named. */
export function changeWays(
  kind: PolicyKind,
  from: JsonObject | undefined,
  to: JsonObject | undefined,
): ChangeWays | undefined {
  const text = (rule: JsonObject | undefined): string | undefined =>
    rule ? effectText(kind, rule) : effectOfNone(kind);
  const [old, now] = [from, to].map((rule) => effectOfText(text(rule) ?? '{}'));
  const ways = old && now ? waysOf(kind, old, now) : [];
  const named = (change: Change): readonly string[] => {
    const all = ways.flatMap((way) => (way.change === change || way.change === 'mixed' ? [way.what] : []));
    return [...new Set(all)];
  };
  const [milder, stricter] = [named('milder'), named('stricter')];
  return milder.length + stricter.length > 0 ? { milder, stricter } : undefined;
}

function waysOf(kind: PolicyKind, from: JsonObject, to: JsonObject): readonly Way[] {
  switch (familyTable[kind.family].decidesBy) {
    case 'thresholds':
      return vulnerabilityWays(kind, from, to);
    case 'checks':
      return complianceWays(kind, from, to);
    case 'sensors':
      return sensorWays(sensorsOf(kind), from, to);
    case 'connections':
    default:
      return [];
  }
}

/** `milder in exceptions (CVE); stricter in what has no fix`. */
export function wayWords({ milder, stricter }: ChangeWays, most = mostWays): string {
  const part = (word: string, all: readonly string[]): readonly string[] => {
    const more = all.length - most;
    const named = all.slice(0, most).join(', ');
    return all.length === 0 ? [] : [`${word} in ${named}${more > 0 ? ` and ${more} more` : ''}`];
  };
  return [...part('milder', milder), ...part('stricter', stricter)].join('; ');
}
