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
  return effectDifference(kind, from, to).change;
}

/** Works like `effectChange`, and also names the parts that change. */
export function effectDifference(
  kind: PolicyKind,
  from: JsonObject | undefined,
  to: JsonObject | undefined,
): ActionDifference {
  return from === to ? alike : actionDifference(kind, actionOf(kind, from), actionOf(kind, to));
}

/** The change between two actions, and the parts that change. */
export interface ActionDifference {
  readonly change: Change;
  /** Undefined where no part can be named. */
  readonly ways: ChangeWays | undefined;
}

const alike: ActionDifference = { change: plainChange.same, ways: undefined };

/** Compares two actions. Undefined where no rule applies, and no rule is known to act alike. */
export function actionDifference(
  kind: PolicyKind,
  before: Action | undefined,
  after: Action | undefined,
): ActionDifference {
  if (before?.text === after?.text) {
    return alike;
  }
  const [old = nothing, now = nothing] = [before?.data, after?.data];
  switch (kind.decidesBy) {
    case 'thresholds': {
      const ways = vulnerabilityWays(kind, old, now);
      const unknown = unknownWays(kind, old, now);
      const change = together([vulnerabilityChange(kind, old, now, ways), changeOf(unknown)]);
      return differenceOf(change, () => [...ways, ...unknown]);
    }
    case 'checks': {
      const ways = [...complianceWays(kind, old, now), ...unknownWays(kind, old, now)];
      return differenceOf(changeOf(ways), () => ways);
    }
    case 'connections': {
      const level = (rule: JsonObject): number => levelAmong(kind.levels, rule.get('effect'));
      const ways = unknownWays(kind, old, now);
      return differenceOf(together([rising(level(old), level(now)), changeOf(ways)]), () => ways);
    }
    case 'sensors':
    default: {
      const comparison = new SensorComparison(kind);
      return differenceOf(comparison.change(before?.data, after?.data), () => comparison.ways(old, now));
    }
  }
}

/** Only texts need the names of ways. */
function differenceOf(change: Change, waysOf: () => readonly Way[]): ActionDifference {
  return {
    change,
    get ways() {
      return namedWays(waysOf());
    },
  };
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

function namedWays(ways: readonly Way[]): ChangeWays | undefined {
  const parts = Map.groupBy(ways.flatMap(innermostWays), ({ what }) => what);
  const byWord = Map.groupBy(parts.keys(), (what) => changeWord(changeOf(parts.get(what) ?? [])));
  const { weaker = [], mixed = [], stricter = [], unknown = [], same = [] } = Object.fromEntries(byWord);
  return parts.size > same.length ? { weaker, mixed, stricter, unknown } : undefined;
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
