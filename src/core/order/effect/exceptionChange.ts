import { arrayAt, isJsonObject, stringAt, type JsonObject } from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import {
  falling,
  levelAmong,
  opposite,
  plainChange,
  rising,
  together,
  type Change,
  type Way,
} from './change.ts';
import { itemsOfRules, pairChange } from './keyedItems.ts';
import { allThresholds, flagAt, graceOf, hasGrace, readableObjectAt } from './thresholds.ts';
import { wordLevels } from './wordLevels.ts';

const { same, weaker, stricter, unknown } = plainChange;

/** A policy that cannot block has no exceptions with a block in its `effectText`. */
export const exceptionLevels = wordLevels({ family: 'vulnerability', cannot: [] });

export function levelOf(exception: JsonObject): number {
  return levelAmong(exceptionLevels, stringAt(exception, 'effect'));
}

/** Compares the exceptions of two rules one by one, by their key. */
export function exceptionWays(kind: PolicyKind, from: JsonObject, to: JsonObject): readonly Way[] {
  const [before, after] = [surroundingsOf(kind, from), surroundingsOf(kind, to)];
  return lists.flatMap(([list, key]) => {
    const { pairs, isWhole } = itemsOfRules(from, to, list, key);
    const ways = pairs.map((pair) => ({
      what: pair.key,
      change: pairChange(pair, (old, now) => exceptionChange([before, old], [after, now])),
    }));
    return isWhole ? ways : [...ways, { what: 'exceptions', change: unknown }];
  });
}

const lists = [
  ['cveRules', 'id'],
  ['tags', 'name'],
] as const;

/** The facts of a rule that matter for its exceptions. */
interface Surroundings {
  /** The change by an added exception that alerts. */
  readonly alertChange: Change;
  readonly mayAlert: boolean;
  /** A block may begin after days of grace without even an alert. */
  readonly isBlockDelayed: boolean;
}

function surroundingsOf(kind: PolicyKind, rule: JsonObject): Surroundings {
  const own = allThresholds(kind, rule);
  const isReadable = !own.some(
    ({ alertFrom, blockFrom }) => Number.isNaN(alertFrom) || Number.isNaN(blockFrom),
  );
  const mayBlock =
    own.some(({ blockFrom }) => blockFrom < Infinity) || arrayAt(rule, 'riskFactorsEffects').length > 0;
  const mayIgnore =
    own.some(({ alertFrom }) => alertFrom > 0) ||
    ['onlyFixed', 'excludeBaseImageVulns'].some((key) => flagAt(rule, key) !== false);
  // An alert is weaker where the rule would block the severity, which is unknown, and stricter where it would do nothing.
  const isSure = isReadable && !(mayBlock && mayIgnore);
  const change = mayBlock ? weaker : !isReadable ? unknown : mayIgnore ? stricter : same;
  return {
    alertChange: isSure ? change : together([change, unknown]),
    mayAlert: own.some(({ alertFrom }) => alertFrom !== Infinity),
    isBlockDelayed: hasGrace(graceOf(rule)) && !own.every(({ alertFrom }) => alertFrom <= 0),
  };
}

type OfRule = readonly [rule: Surroundings, exception: JsonObject | undefined];

/** Compares both exceptions until one expires, then the longer one with the other rule without an exception. */
function exceptionChange([from, old]: OfRule, [to, now]: OfRule): Change {
  const both = old && now ? levelChange([from, levelOf(old)], [to, levelOf(now)]) : same;
  const [oldEnd, nowEnd] = [endOf(old), endOf(now)];
  if (Number.isNaN(oldEnd) || Number.isNaN(nowEnd)) {
    return together([both, unknown]);
  }
  const later =
    now && nowEnd > oldEnd
      ? addedChange(from, to, now)
      : old && oldEnd > nowEnd
        ? opposite(addedChange(to, from, old))
        : same;
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

type LevelOfRule = readonly [rule: Surroundings, level: number];

/** A block in its days of grace may do less than an alert. The comparison of grace covers two blocks. */
function levelChange([from, old]: LevelOfRule, [to, now]: LevelOfRule): Change {
  const mayDoLess =
    (old === 2 && now === 1 && from.isBlockDelayed) || (now === 2 && old === 1 && to.isBlockDelayed);
  return together([rising(old, now), mayDoLess ? unknown : same]);
}

/** Compares an exception that a rule adds with the rule `without` it. */
function addedChange(without: Surroundings, rule: Surroundings, exception: JsonObject): Change {
  switch (levelOf(exception)) {
    case 0:
      return weaker;
    case 1:
      return without.alertChange;
    case 2:
      return rule.isBlockDelayed && without.mayAlert ? together([stricter, unknown]) : stricter;
    default:
      return unknown;
  }
}

/** Returns the change if grace also delays the blocks of exceptions, which no document says. */
export function graceOfExceptions(from: JsonObject, to: JsonObject): Change {
  const blocks = (rule: JsonObject): boolean =>
    ['cveRules', 'tags', 'riskFactorsEffects'].some((key) =>
      arrayAt(rule, key).some((item) => isJsonObject(item) && stringAt(item, 'effect') === 'block'),
    );
  if (!blocks(from) || !blocks(to)) {
    return same;
  }
  const after = graceOf(to);
  return together(graceOf(from).map((days, at) => falling(days, after[at] ?? 0)));
}
