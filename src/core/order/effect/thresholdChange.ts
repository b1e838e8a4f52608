import { arrayAt, sameValue, type JsonObject } from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { anyOf, changeOf, plainChange, together, type Change, type Way } from './change.ts';
import { itemsOfRules } from './keyedItems.ts';
import { graceOf, hasGrace, severities, thresholdsOf, type Grace, type Thresholds } from './thresholds.ts';

/** The possible actions of a rule by severity. There are several where a value cannot be read. */
interface Side {
  readonly thresholds: readonly Thresholds[];
  readonly graces: readonly Grace[];
}

/** Compares the thresholds of the rules, and of each type of packages with its own thresholds in one of them. */
export function thresholdWays(kind: PolicyKind, from: JsonObject, to: JsonObject): readonly Way[] {
  const [fromGraces, toGraces] = [possibleGraces(from), possibleGraces(to)];
  const isGraceAlike = areAlike(from, to, ['graceDays', 'graceDaysPolicy', 'riskFactorsEffects']);
  const { pairs, isWhole } = itemsOfRules(from, to, 'pkgTypesThresholds', 'type');
  const ways = [{ olds: [from], nows: [to] }, ...pairs].flatMap(({ olds, nows }): readonly Way[] => {
    // A type without its own thresholds has those of the rule.
    const [own, other] = [olds.map((old) => old ?? from), nows.map((now) => now ?? to)];
    const isAlike =
      own.length === other.length &&
      own.every((old, at) => areAlike(old, other[at] ?? to, ['alertThreshold', 'blockThreshold']));
    // Equal texts are the same action, even where they cannot be read.
    if (isGraceAlike && isAlike) {
      return [];
    }
    const before = { thresholds: own.flatMap((old) => possibleThresholds(kind, old)), graces: fromGraces };
    const after = { thresholds: other.flatMap((now) => possibleThresholds(kind, now)), graces: toGraces };
    const change = sidesChange(before, after);
    return [{ what: 'severities, days of grace', change, parts: () => partsOf(before, after, change) }];
  });
  return isWhole ? ways : [...ways, { what: 'thresholds of packages', change: plainChange.unknown }];
}

function areAlike(a: JsonObject, b: JsonObject, members: readonly string[]): boolean {
  return members.every((key) => sameValue(a.get(key), b.get(key)));
}

/** An unreadable value is between two bounds. Both are compared, as less of a value always protects less. */
function possibleThresholds(kind: PolicyKind, holder: JsonObject): readonly Thresholds[] {
  const { alertFrom, blockFrom } = thresholdsOf(kind, holder);
  const possible = (from: number): readonly number[] => (Number.isNaN(from) ? [0, Infinity] : [from]);
  return possible(alertFrom).flatMap((alert) =>
    possible(blockFrom).map((block) => ({ alertFrom: alert, blockFrom: block })),
  );
}

/** A block by a risk factor disables grace, but no document says for which part of the rule. */
function possibleGraces(rule: JsonObject): readonly Grace[] {
  const grace = graceOf(rule);
  const reading = (unreadable: number): Grace =>
    grace.map((days) => (Number.isNaN(days) ? unreadable : days));
  const longest = reading(Infinity);
  const isFactored = arrayAt(rule, 'riskFactorsEffects').length > 0;
  return [
    longest,
    ...(grace.some(Number.isNaN) ? [reading(0)] : []),
    ...(isFactored && hasGrace(longest) ? [grace.map(() => 0)] : []),
  ];
}

function sidesChange(before: Side, after: Side): Change {
  return anyOf(
    before.thresholds.flatMap((old) =>
      before.graces.flatMap((was) =>
        after.thresholds.flatMap((now) => after.graces.map((is) => outcomesChange(old, was, now, is))),
      ),
    ),
  );
}

/** Returns the changes by severities and by days of grace, with the fewest names that together are the whole change. */
function partsOf(before: Side, after: Side, change: Change): readonly Way[] {
  const parts = (graces: readonly Grace[], { thresholds }: Side): readonly Way[] =>
    [
      {
        what: 'severities',
        change: anyOf(
          graces.map((grace) => sidesChange({ ...before, graces: [grace] }, { ...after, graces: [grace] })),
        ),
      },
      ...graceWays(thresholds, before.graces, after.graces),
    ].filter((way) => way.change !== plainChange.same);
  // Grace matters only where both rules block, so both orders are tried.
  const [fewest] = [parts(before.graces, after), parts(after.graces, before)]
    .filter((ways) => together(ways.map((way) => way.change)) === change)
    .toSorted((a, b) => a.length - b.length);
  return fewest ?? [];
}

/** Names each severity where the days do not all change in one direction. */
function graceWays(
  thresholds: readonly Thresholds[],
  before: readonly Grace[],
  after: readonly Grace[],
): readonly Way[] {
  const changeBetween = (graces: readonly Grace[], others: readonly Grace[]): Change =>
    anyOf(
      thresholds.map((limits) =>
        sidesChange({ thresholds: [limits], graces }, { thresholds: [limits], graces: others }),
      ),
    );
  const change = changeBetween(before, after);
  const [[was = [], ...others], [is = [], ...more]] = [before, after];
  return others.length + more.length > 0 || change !== plainChange.mixed
    ? [{ what: 'days of grace', change }]
    : severities.map(([severity], at) => ({
        what: `days of grace of ${severity}`,
        change: changeBetween([was], [was.with(at, is[at] ?? 0)]),
      }));
}

/**
 * Compares two rules at each severity and age at which either changes its action: a finding in
 * grace is not blocked, only alerted on where the rule alerts. 0 nothing, 1 an alert, 2 a block.
 */
function outcomesChange(from: Thresholds, graceFrom: Grace, to: Thresholds, graceTo: Grace): Change {
  let isWeaker = false;
  let isStricter = false;
  const limits = [from.alertFrom, from.blockFrom, to.alertFrom, to.blockFrom];
  for (const severity of [-Infinity, ...limits.filter((limit) => limit < Infinity), ...starts]) {
    const before = daysAt(graceFrom, severity);
    const after = daysAt(graceTo, severity);
    for (const age of [0, before, after]) {
      const more = outcomeOf(to, severity, age, after) - outcomeOf(from, severity, age, before);
      isWeaker ||= more < 0;
      isStricter ||= more > 0;
    }
  }
  return changeOf({ someWeaker: isWeaker, someStricter: isStricter, someUnknown: false });
}

const starts = severities.map(([, start]) => start);

function outcomeOf(
  { alertFrom, blockFrom }: Thresholds,
  severity: number,
  age: number,
  days: number,
): number {
  if (severity >= blockFrom && age >= days) {
    return 2;
  }
  return severity >= alertFrom ? 1 : 0;
}

/** Severities below low have the days of low. */
function daysAt(grace: Grace, severity: number): number {
  let at = 0;
  while (at < grace.length - 1 && severity < (starts[at] as number)) {
    at++;
  }
  return grace[at] ?? 0;
}
