import { areApart, findValue, isWithin, matches, readPattern, type Pattern } from './pattern.ts';
import { PatternSet, Work } from './patternSet.ts';

/** A list with more patterns, or more text, is not analyzed: it may contain anything. */
const maxPatterns = 2000;
const maxText = 100_000;
/** With so few looks, a look at each is the quickest. */
const fewLooks = 40;

/** The values of a list of patterns: they match one of `some` and none of `none`. Undefined: every value. */
export interface Values {
  readonly some: readonly Pattern[];
  readonly none: readonly Pattern[];
}

/** The inner and the outer bound of a list, equal where its contents are exactly known. `sure` is `nothing` where nothing is certain. */
interface ListReading {
  readonly sure: Values | undefined | 'nothing';
  readonly may: Values | undefined;
  /** Set where the list is too long to be read. */
  readonly isTooMuch?: true;
}

/**
 * Reads one list of a collection. A list that is absent, empty or has only `*` constrains nothing. The bounds differ where the meaning
 * is not documented (only negations, or an unreadable pattern), and where the list is too long.
 */
export function readList(list: readonly string[] | undefined, work = new Work()): ListReading {
  if (list && isTooLong(list)) {
    return { sure: 'nothing', may: undefined, isTooMuch: true };
  }
  const some: Pattern[] = [];
  const none: Pattern[] = [];
  const unread = { some: false, none: false };
  for (const written of list ?? []) {
    const isNegated = written.startsWith('-');
    const pattern = readPattern(isNegated ? written.slice(1) : written);
    if (pattern) {
      (isNegated ? none : some).push(pattern);
    } else {
      unread[isNegated ? 'none' : 'some'] = true;
    }
  }
  const isEmpty = some.length === 0;
  if (isEmpty && none.length === 0 && !unread.some && !unread.none) {
    return { sure: undefined, may: undefined };
  }
  const read = isEmpty ? undefined : valuesOf(some, none, work);
  return {
    sure: isEmpty || unread.none ? 'nothing' : read,
    may: isEmpty || unread.some ? undefined : read,
  };
}

function isTooLong(list: readonly string[]): boolean {
  return list.length > maxPatterns || list.reduce((sum, { length }) => sum + length, 0) > maxText;
}

function valuesOf(some: readonly Pattern[], none: readonly Pattern[], work: Work): Values | undefined {
  const least = withoutCovered(some, work);
  const taken = withoutCovered(
    none.filter((pattern) => work.setOf(least).meets(pattern)),
    work,
  );
  return taken.length === 0 && least.some(({ kind }) => kind === 'any')
    ? undefined
    : { some: least, none: taken };
}

export function isIn({ some, none }: Values, value: string): boolean {
  return isAnyMatched(some, value) && !isAnyMatched(none, value);
}

function isAnyMatched(patterns: readonly Pattern[], value: string): boolean {
  for (let at = 0; at < patterns.length; at++) {
    if (matches(patterns[at] as Pattern, value)) {
      return true;
    }
  }
  return false;
}

/** Whether a list contains no value, because it excludes all that it includes. */
export function isNothing({ some, none }: Values): boolean {
  return some.every((pattern) => findValue([pattern], none) === undefined);
}

/** Whether one of some patterns has all of a pattern. */
function isWithinAny(pattern: Pattern, others: readonly Pattern[]): boolean {
  for (let at = 0; at < others.length; at++) {
    if (isWithin(pattern, others[at] as Pattern)) {
      return true;
    }
  }
  return false;
}

/** Without the patterns that are excluded as a whole. */
export function withoutTaken(values: Values, work: Work): Values {
  const { some, none } = values;
  if (none.length === 0) {
    return values;
  }
  const isFew = some.length * none.length <= fewLooks;
  const taken = isFew ? undefined : work.setOf(none);
  const left = some.filter((pattern) => !(taken ? taken.covers(pattern) : isWithinAny(pattern, none)));
  return left.length === some.length ? values : { some: left, none };
}

/** Quick and never wrong when true; when false, they may still be apart. */
export function areSurelyApart(left: Values, right: Values, work = new Work()): boolean {
  if (work.isBeyondLimit) {
    return false;
  }
  const looks = left.some.length * (left.none.length + right.none.length + right.some.length);
  if (looks * (1 + left.none.length) > fewLooks) {
    return areManySurelyApart(left, right, work);
  }
  work.done += looks;
  for (let at = 0; at < left.some.length; at++) {
    const pattern = left.some[at] as Pattern;
    for (let place = 0; place < right.some.length; place++) {
      const other = right.some[place] as Pattern;
      if (
        !areApart(pattern, other) &&
        !isWithinAny(pattern, right.none) &&
        !isWithinAny(pattern, left.none) &&
        !isWithinAny(other, left.none)
      ) {
        return false;
      }
    }
  }
  return true;
}

/** Compares long lists by sets. */
function areManySurelyApart(left: Values, right: Values, work: Work): boolean {
  const [leftNone, rightNone] = [work.setOf(left.none), work.setOf(right.none)];
  const rest = left.none.length === 0 ? right.some : right.some.filter((other) => !leftNone.covers(other));
  const others = work.setOf(rest);
  return left.some.every(
    (pattern) =>
      !work.isBeyondLimit &&
      (rightNone.covers(pattern) || leftNone.covers(pattern) || !others.meets(pattern)),
  );
}

/** Quick and never wrong when true; when false, `inner` may still lie within `outer`. */
export function isSurelyWithin(inner: Values, outer: Values, work = new Work()): boolean {
  if (work.isBeyondLimit) {
    return false;
  }
  const looks =
    inner.some.length * outer.some.length + outer.none.length * (inner.none.length + inner.some.length);
  if (looks > fewLooks) {
    return areManySurelyWithin(inner, outer, work);
  }
  work.done += looks;
  for (let at = 0; at < inner.some.length; at++) {
    if (!isWithinAny(inner.some[at] as Pattern, outer.some)) {
      return false;
    }
  }
  for (let at = 0; at < outer.none.length; at++) {
    const taken = outer.none[at] as Pattern;
    if (!isWithinAny(taken, inner.none) && inner.some.some((pattern) => !areApart(pattern, taken))) {
      return false;
    }
  }
  return true;
}

/** Compares long lists by sets. */
function areManySurelyWithin(inner: Values, outer: Values, work: Work): boolean {
  const [outerSome, innerNone, innerSome] = [
    work.setOf(outer.some),
    work.setOf(inner.none),
    work.setOf(inner.some),
  ];
  return (
    inner.some.every((pattern) => !work.isBeyondLimit && outerSome.covers(pattern)) &&
    outer.none.every((taken) => !work.isBeyondLimit && (innerNone.covers(taken) || !innerSome.meets(taken)))
  );
}

/** Leaves out patterns within a wider one, and repeated patterns. */
function withoutCovered(patterns: readonly Pattern[], work: Work): readonly Pattern[] {
  const wider = new PatternSet([], work);
  const left = new Set<Pattern>();
  for (const pattern of patterns.toSorted(byWidth)) {
    if (!wider.covers(pattern)) {
      wider.add(pattern);
      left.add(pattern);
    }
  }
  return left.size === patterns.length ? patterns : patterns.filter((pattern) => left.has(pattern));
}

/** A pattern lies only within patterns of a shorter text, or of the same text and a wider kind. */
function byWidth(left: Pattern, right: Pattern): number {
  return widthOf(left) - widthOf(right);
}

function widthOf(pattern: Pattern): number {
  return pattern.kind === 'any' ? 0 : pattern.text.length + rankOf[pattern.kind];
}

const rankOf = { contains: 0, prefix: 0.1, suffix: 0.1, exact: 0.2 } as const;
