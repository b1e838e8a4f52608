import { arrayAt, type JsonObject } from '../../json/json.ts';
import { canonicalText } from '../../policy/canonical.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { anyOf, changeOf, plainChange, together, type Change, type Way } from './change.ts';
import { keyedPair } from './keyedItems.ts';
import { graceOf, severities, thresholdsOf, type Grace, type Thresholds } from './thresholds.ts';

/** The possible actions of a rule by severity. There are several where a value cannot be read. */
interface Side {
  readonly thresholds: readonly Thresholds[];
  readonly graces: readonly Grace[];
}

type Pair = readonly [before: Side, after: Side];

/** Compares the thresholds of the rules, and of each type of packages with its own thresholds in one of them. */
export function thresholdWays(kind: PolicyKind, from: JsonObject, to: JsonObject): readonly Way[] {
  const { pairs, isWhole } = pairsOf(kind, from, to);
  return [
    ...pairs.map((pair) => {
      const change = sidesChange(pair);
      return { what: 'severities, days of grace', change, parts: () => partsOf(pair, change) };
    }),
    ...(isWhole ? [] : [{ what: 'thresholds of packages', change: plainChange.unknown }]),
  ];
}

function pairsOf(
  kind: PolicyKind,
  from: JsonObject,
  to: JsonObject,
): { readonly pairs: readonly Pair[]; readonly isWhole: boolean } {
  const { before, after, isWhole } = keyedPair(from, to, 'pkgTypesThresholds', 'type');
  const graces = [possibleGraces(from), possibleGraces(to)] as const;
  const isGraceAlike = textOf(from, graceMembers) === textOf(to, graceMembers);
  const holders = [
    [[from], [to]] as const,
    ...[...new Set([...before.keys(), ...after.keys()])].map(
      (type) => [before.get(type) ?? [from], after.get(type) ?? [to]] as const,
    ),
  ];
  return {
    // Equal texts are the same action, even where they cannot be read.
    pairs: holders
      .filter(
        ([olds, nows]) =>
          !isGraceAlike || textsOf(olds, thresholdMembers) !== textsOf(nows, thresholdMembers),
      )
      .map(([olds, nows]) => [
        { thresholds: olds.flatMap((old) => possibleThresholds(kind, old)), graces: graces[0] },
        { thresholds: nows.flatMap((now) => possibleThresholds(kind, now)), graces: graces[1] },
      ]),
    isWhole,
  };
}

const thresholdMembers = ['alertThreshold', 'blockThreshold'];
const graceMembers = ['graceDays', 'graceDaysPolicy', 'riskFactorsEffects'];

function textOf(holder: JsonObject, members: readonly string[]): string {
  return canonicalText(new Map([...holder].filter(([key]) => members.includes(key))), undefined);
}

function textsOf(holders: readonly JsonObject[], members: readonly string[]): string {
  return holders.map((holder) => textOf(holder, members)).join('\n');
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
  const longest: Grace = grace.map(([from, days]) => [from, Number.isNaN(days) ? Infinity : days]);
  const shortest: Grace = grace.map(([from, days]) => [from, Number.isNaN(days) ? 0 : days]);
  const isReadable = !grace.some(([, days]) => Number.isNaN(days));
  const isFactored = arrayAt(rule, 'riskFactorsEffects').length > 0;
  return [longest, ...(isReadable ? [] : [shortest]), ...(isFactored && hasGrace(longest) ? [noGrace] : [])];
}

function sidesChange([before, after]: Pair): Change {
  const changes = before.thresholds.flatMap((old) =>
    before.graces.flatMap((was) =>
      after.thresholds.flatMap((now) => after.graces.map((is) => outcomesChange(old, was, now, is))),
    ),
  );
  return anyOf(changes);
}

/** Returns the changes by severities and by days of grace, if together they are the whole change. */
function partsOf([before, after]: Pair, change: Change): readonly Way[] {
  // Both orders are tried for the fewest names: grace matters only where both rules block.
  const parts = (between: readonly Grace[], { thresholds }: Side): readonly Way[] => [
    ...differing(
      'severities',
      anyOf(
        between.map((grace) =>
          sidesChange([
            { ...before, graces: [grace] },
            { ...after, graces: [grace] },
          ]),
        ),
      ),
    ),
    ...graceWays(thresholds, before.graces, after.graces),
  ];
  const [fewest] = [parts(before.graces, after), parts(after.graces, before)]
    .filter((ways) => together(ways.map((way) => way.change)) === change)
    .toSorted((a, b) => a.length - b.length);
  return fewest ?? [{ what: 'severities, days of grace', change }];
}

function differing(what: string, change: Change): readonly Way[] {
  return change === plainChange.same ? [] : [{ what, change }];
}

/** Names each severity where the days do not all change in one direction. */
function graceWays(
  thresholds: readonly Thresholds[],
  before: readonly Grace[],
  after: readonly Grace[],
): readonly Way[] {
  const changeBetween = (graces: readonly Grace[], other: readonly Grace[]): Change =>
    anyOf(
      thresholds.flatMap((limits) =>
        graces.flatMap((was) => other.map((is) => outcomesChange(limits, was, limits, is))),
      ),
    );
  const whole = changeBetween(before, after);
  const [was, ...others] = before;
  const [is, ...more] = after;
  if (!was || !is || others.length + more.length > 0 || whole !== plainChange.mixed) {
    return differing('days of grace', whole);
  }
  return severities.flatMap(([from, severity]) => {
    const days = daysFrom(is, from);
    const only: Grace = severities.map(([other]) => [other, other === from ? days : daysFrom(was, other)]);
    return differing(`days of grace of ${severity}`, changeBetween([was], [only]));
  });
}

function daysFrom(grace: Grace, severity: number): number {
  return grace.find(([from]) => from === severity)?.[1] ?? 0;
}

const noGrace: Grace = [[0, 0]];

/**
 * Compares two rules at each severity and age at which either changes its action: a finding in
 * grace is not blocked, only alerted on where the rule alerts. 0 nothing, 1 an alert, 2 a block.
 */
function outcomesChange(from: Thresholds, graceFrom: Grace, to: Thresholds, graceTo: Grace): Change {
  let isWeaker = false;
  let isStricter = false;
  const limits = [from.alertFrom, from.blockFrom, to.alertFrom, to.blockFrom];
  const starts = [...graceFrom, ...graceTo].map(([severity]) => severity);
  for (const severity of new Set([-Infinity, ...limits, ...starts])) {
    const before = daysAt(graceFrom, severity);
    const after = daysAt(graceTo, severity);
    for (const age of severity < Infinity ? [0, before, after] : []) {
      const more = outcomeOf(to, severity, age, after) - outcomeOf(from, severity, age, before);
      isWeaker ||= more < 0;
      isStricter ||= more > 0;
    }
  }
  return changeOf({ someWeaker: isWeaker, someStricter: isStricter, someUnknown: false });
}

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
  for (const [from, days] of grace) {
    if (severity >= from) {
      return days;
    }
  }
  return grace.at(-1)?.[1] ?? 0;
}

export function hasGrace(grace: Grace): boolean {
  return !grace.every(([, days]) => days <= 0);
}
