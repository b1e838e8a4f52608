import { sameValue, type JsonObject } from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import {
  changeWord,
  levelAmong,
  plainChange,
  rising,
  together,
  type Change,
  type ChangeWord,
  type Way,
} from './change.ts';
import { complianceWays } from './complianceChange.ts';
import { Action, effectText } from './effectText.ts';
import { ruleFieldsOf } from '../../policy/ruleFields.ts';
import { SensorComparison } from './sensorChange.ts';
import { uncompared } from './uncompared.ts';
import { vulnerabilityChange, vulnerabilityWays } from './vulnerabilityChange.ts';

/**
 * Returns the change of the action when `to` applies instead of `from`. Undefined means that no rule applies. A
 * difference that no comparison reads is unknown, at any depth.
 */
export function effectChange(
  kind: PolicyKind,
  from: JsonObject | undefined,
  to: JsonObject | undefined,
): Change {
  return from === to ? plainChange.same : actionChange(kind, actionOf(kind, from), actionOf(kind, to));
}

/** Returns the change between two actions. Undefined where no rule applies, and no rule is known to act alike. */
export function actionChange(
  kind: PolicyKind,
  before: Action | undefined,
  after: Action | undefined,
): Change {
  if (before?.text === after?.text) {
    return plainChange.same;
  }
  const [old = nothing, now = nothing] = [before?.data, after?.data];
  switch (kind.decidesBy) {
    case 'thresholds':
      return together([vulnerabilityChange(kind, old, now), changeOf(unknownWays(kind, old, now))]);
    case 'checks':
      return changeOf([...complianceWays(kind, old, now), ...unknownWays(kind, old, now)]);
    case 'connections': {
      const level = (rule: JsonObject): number => levelAmong(kind.levels, rule.get('effect'));
      return together([rising(level(old), level(now)), changeOf(unknownWays(kind, old, now))]);
    }
    case 'sensors':
    default:
      return new SensorComparison(kind).change(before?.data, after?.data);
  }
}

/**
 * The action where no rule applies, in the form of a rule. The console alerts on every vulnerability, checks no
 * compliance, and allows every connection. Undefined where no rule is known to have the same action.
 */
const actionOfNone: Readonly<Record<PolicyKind['decidesBy'], string | undefined>> = {
  thresholds: '{}',
  checks: '{}',
  connections: '{"effect":"allow"}',
  sensors: undefined,
};

function actionOf(kind: PolicyKind, rule: JsonObject | undefined): Action | undefined {
  const text = rule ? effectText(kind, rule) : actionOfNone[kind.decidesBy];
  return text === undefined ? undefined : new Action(text);
}

const nothing: JsonObject = new Map();

function changeOf(ways: readonly Way[]): Change {
  return together(ways.map(({ change }) => change));
}

/** Returns a way for each field that differs and that no comparison reads. */
function unknownWays(kind: PolicyKind, from: JsonObject, to: JsonObject): readonly Way[] {
  const fields = ruleFieldsOf(kind);
  const [old, now] = [uncompared(fields, from), uncompared(fields, to)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((key) => !sameValue(old.get(key), now.get(key)))
    .map((what) => ({ what, change: plainChange.unknown }));
}

/** The parts in which a decision changes, by the word for their change; each named once. */
export type ChangeWays = Readonly<Record<Exclude<ChangeWord, 'same'>, readonly string[]>>;

/** Undefined where no part can be named. */
export function changeWays(
  kind: PolicyKind,
  from: JsonObject | undefined,
  to: JsonObject | undefined,
): ChangeWays | undefined {
  const [old = nothing, now = nothing] = [from, to].map((rule) => actionOf(kind, rule)?.data);
  const parts = Map.groupBy(waysOf(kind, old, now).flatMap(innermostWays), ({ what }) => what);
  const byWord = Map.groupBy(parts.keys(), (what) => changeWord(changeOf(parts.get(what) ?? [])));
  const { weaker = [], mixed = [], stricter = [], unknown = [], same = [] } = Object.fromEntries(byWord);
  return parts.size > same.length ? { weaker, mixed, stricter, unknown } : undefined;
}

function waysOf(kind: PolicyKind, from: JsonObject, to: JsonObject): readonly Way[] {
  switch (kind.decidesBy) {
    case 'thresholds':
      return [...vulnerabilityWays(kind, from, to), ...unknownWays(kind, from, to)];
    case 'checks':
      return [...complianceWays(kind, from, to), ...unknownWays(kind, from, to)];
    case 'connections':
      return unknownWays(kind, from, to);
    case 'sensors':
    default:
      return new SensorComparison(kind).ways(from, to);
  }
}

/** Returns the parts of a way in place of the way, if together they are the same change. */
export function innermostWays(way: Way): readonly Way[] {
  const parts = way.parts?.().flatMap(innermostWays);
  return parts && together(parts.map(({ change }) => change)) === way.change ? parts : [way];
}

/** Further ways are only counted. */
const MAX_WAYS = 8;

/** `weaker in severities; stricter in what has no fix; unknown: CVE-2024-1`. */
export function wayWords({ weaker, mixed, stricter, unknown }: ChangeWays, max = MAX_WAYS): string {
  const part = (words: string, all: readonly string[]): readonly string[] => {
    const more = all.length - max;
    const named = all.slice(0, max).join(', ');
    return all.length === 0 ? [] : [`${words} ${named}${more > 0 ? ` and ${more} more` : ''}`];
  };
  return [
    ...part('weaker in', weaker),
    ...part('mixed in', mixed),
    ...part('stricter in', stricter),
    ...part('unknown:', unknown),
  ].join('; ');
}
