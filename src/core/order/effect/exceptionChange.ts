import { arrayAt, isJsonObject, stringAt, type JsonObject } from '../../json/json.ts';
import { canonicalText } from '../../policy/canonical.ts';
import type { PolicyKind } from '../../policy/families.ts';
import {
  anyOf,
  falling,
  levelAmong,
  opposite,
  plainChange,
  rising,
  together,
  type Change,
  type Way,
} from './change.ts';
import { areAlike, keyedPair } from './keyedItems.ts';
import { hasGrace } from './thresholdChange.ts';
import { flagAt, graceOf, readableObjectAt, thresholdsOf, type Thresholds } from './thresholds.ts';

export const exceptionLevels: Readonly<Record<string, number>> = { ignore: 0, alert: 1, block: 2 };

/** Compares exceptions one by one, by their key. */
export function exceptionWays(
  kind: PolicyKind,
  from: JsonObject,
  to: JsonObject,
  list: 'cveRules' | 'tags',
  key: 'id' | 'name',
): readonly Way[] {
  const { before, after, isWhole } = keyedPair(from, to, list, key);
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return [
    ...names.map((what) => {
      const [olds, nows] = [before.get(what) ?? [], after.get(what) ?? []];
      const changes = (): readonly Change[] =>
        orNone(olds).flatMap((old) =>
          orNone(nows).map((now) => exceptionChange(kind, [from, old], [to, now])),
        );
      return { what, change: areAlike(olds, nows) ? plainChange.same : anyOf(changes()) };
    }),
    ...(isWhole ? [] : [{ what: 'exceptions', change: plainChange.unknown }]),
  ];
}

function orNone(items: readonly JsonObject[]): readonly (JsonObject | undefined)[] {
  return items.length > 0 ? items : [undefined];
}

type OfRule = readonly [rule: JsonObject, exception: JsonObject | undefined];

/** Compares both exceptions until one expires, then the longer one with the other rule without an exception. */
function exceptionChange(kind: PolicyKind, [from, old]: OfRule, [to, now]: OfRule): Change {
  if (old && now && canonicalText(old, undefined) === canonicalText(now, undefined)) {
    return plainChange.same;
  }
  const both = old && now ? levelChange(kind, [from, old], [to, now]) : plainChange.same;
  const [oldEnd, nowEnd] = [endOf(old), endOf(now)];
  if (Number.isNaN(oldEnd) || Number.isNaN(nowEnd)) {
    return together([both, plainChange.unknown]);
  }
  const later =
    now && nowEnd > oldEnd
      ? addedChange(kind, from, [to, now])
      : old && oldEnd > nowEnd
        ? opposite(addedChange(kind, to, [from, old]))
        : plainChange.same;
  return together([both, later]);
}

/** Returns the end of an exception; an absent exception ended long ago. Not a number where the end cannot be read. */
function endOf(exception: JsonObject | undefined): number {
  if (!exception) {
    return -Infinity;
  }
  const expiration = readableObjectAt(exception, 'expiration');
  const isEnding = expiration && flagAt(expiration, 'enabled');
  return isEnding === undefined
    ? Number.NaN
    : isEnding
      ? Date.parse(stringAt(expiration, 'date') ?? '')
      : Infinity;
}

/** A block in its days of grace may do less than an alert. The comparison of grace covers two blocks. */
function levelChange(
  kind: PolicyKind,
  [from, old]: readonly [JsonObject, JsonObject],
  [to, now]: readonly [JsonObject, JsonObject],
): Change {
  const change = rising(levelOf(old), levelOf(now));
  const mayDoLess = (rule: JsonObject, exception: JsonObject, other: JsonObject): boolean =>
    levelOf(other) === 1 && isDelayedBlock(kind, rule, exception);
  return mayDoLess(from, old, now) || mayDoLess(to, now, old)
    ? together([change, plainChange.unknown])
    : change;
}

/** The exception blocks, but perhaps only after days of grace without even an alert. */
function isDelayedBlock(kind: PolicyKind, rule: JsonObject, exception: JsonObject): boolean {
  return (
    levelOf(exception) === 2 &&
    hasGrace(graceOf(rule)) &&
    !allThresholds(kind, rule).every(({ alertFrom }) => alertFrom <= 0)
  );
}

function allThresholds(kind: PolicyKind, rule: JsonObject): readonly Thresholds[] {
  const holders = [rule, ...arrayAt(rule, 'pkgTypesThresholds').filter(isJsonObject)];
  return holders.map((holder) => thresholdsOf(kind, holder));
}

/** Compares an added exception with the rule `without` it. */
function addedChange(
  kind: PolicyKind,
  without: JsonObject,
  [rule, exception]: readonly [JsonObject, JsonObject],
): Change {
  switch (levelOf(exception)) {
    case 0:
      return plainChange.weaker;
    case 1:
      return alertChange(kind, without);
    case 2: {
      const mayAlert = allThresholds(kind, without).some(({ alertFrom }) => alertFrom !== Infinity);
      return isDelayedBlock(kind, rule, exception) && mayAlert
        ? together([plainChange.stricter, plainChange.unknown])
        : plainChange.stricter;
    }
    default:
      return plainChange.unknown;
  }
}

/**
 * An alert is weaker where the rule would block the severity, and stricter where the rule would do nothing. Ordinance
 * does not know the severity.
 */
function alertChange(kind: PolicyKind, without: JsonObject): Change {
  const own = allThresholds(kind, without);
  const isReadable = !own.some(
    ({ alertFrom, blockFrom }) => Number.isNaN(alertFrom) || Number.isNaN(blockFrom),
  );
  const mayBlock =
    own.some(({ blockFrom }) => blockFrom < Infinity) || arrayAt(without, 'riskFactorsEffects').length > 0;
  const mayIgnore =
    own.some(({ alertFrom }) => alertFrom > 0) ||
    ['onlyFixed', 'excludeBaseImageVulns'].some((key) => flagAt(without, key) !== false);
  if (mayBlock) {
    return mayIgnore || !isReadable
      ? together([plainChange.weaker, plainChange.unknown])
      : plainChange.weaker;
  }
  return isReadable ? (mayIgnore ? plainChange.stricter : plainChange.same) : plainChange.unknown;
}

/** Returns the change if grace also delays the blocks of exceptions, which no document says. */
export function graceOfExceptions(from: JsonObject, to: JsonObject): Change {
  const blocks = (rule: JsonObject): boolean =>
    ['cveRules', 'tags', 'riskFactorsEffects'].some((key) =>
      arrayAt(rule, key).some((item) => isJsonObject(item) && stringAt(item, 'effect') === 'block'),
    );
  if (!blocks(from) || !blocks(to)) {
    return plainChange.same;
  }
  const after = graceOf(to);
  return together(graceOf(from).map(([, days], at) => falling(days, after[at]?.[1] ?? 0)));
}

export function levelOf(exception: JsonObject): number {
  return levelAmong(exceptionLevels, stringAt(exception, 'effect'));
}
