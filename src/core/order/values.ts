import { areApart, isWithin, matches, readPattern, type Pattern } from './pattern.ts';

/** The values a list of patterns names: those that match one of `some` and none of `none`. Undefined: every value. */
export interface Values {
  readonly some: readonly Pattern[];
  readonly none: readonly Pattern[];
}

/** What a list names. Exactly where both are the same; `sure` is `nothing` where nothing is certain. */
export interface ListReading {
  readonly sure: Values | undefined | 'nothing';
  readonly may: Values | undefined;
}

/**
 * Reads one list of a collection. A list that is absent, empty or has `*` alone constrains nothing. Where the meaning is
 * documented nowhere (nothing but negations, or a pattern that cannot be read) what it names at least and at most differ.
 */
export function readList(list: readonly string[] | undefined): ListReading {
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
  const read = isEmpty ? undefined : valuesOf(some, none);
  return {
    sure: isEmpty || unread.none ? 'nothing' : read,
    may: isEmpty || unread.some ? undefined : read,
  };
}

/** Reads one list as `readList`; `unclear` where it is not known exactly what it names. */
export function readValues(list: readonly string[] | undefined): Values | undefined | 'unclear' {
  const { sure, may } = readList(list);
  return sure === may ? may : 'unclear';
}

function valuesOf(some: readonly Pattern[], none: readonly Pattern[]): Values | undefined {
  const least = withoutCovered(some);
  const taken = withoutCovered(none.filter((pattern) => least.some((one) => !areApart(pattern, one))));
  return taken.length === 0 && least.some(({ kind }) => kind === 'any')
    ? undefined
    : { some: least, none: taken };
}

export function isIn(values: Values | undefined, value: string): boolean {
  return (
    !values ||
    (values.some.some((pattern) => matches(pattern, value)) &&
      !values.none.some((pattern) => matches(pattern, value)))
  );
}

/** Quick and never wrong when true; when false, they may be apart all the same. */
export function areSurelyApart(left: Values | undefined, right: Values | undefined): boolean {
  if (!left || !right) {
    return false;
  }
  return left.some.every(
    (one) =>
      right.none.some((taken) => isWithin(one, taken)) ||
      left.none.some((taken) => isWithin(one, taken)) ||
      right.some.every((other) => areApart(one, other) || left.none.some((taken) => isWithin(other, taken))),
  );
}

/** Quick and never wrong when true; when false, `inner` may lie within `outer` all the same. */
export function isSurelyWithin(inner: Values | undefined, outer: Values | undefined): boolean {
  if (!outer) {
    return true;
  }
  if (!inner) {
    return false;
  }
  return (
    inner.some.every((one) => outer.some.some((other) => isWithin(one, other))) &&
    outer.none.every(
      (taken) =>
        inner.none.some((own) => isWithin(taken, own)) || inner.some.every((one) => areApart(one, taken)),
    )
  );
}

/** Of patterns of which one is within another only the wider stays. */
function withoutCovered(patterns: readonly Pattern[]): readonly Pattern[] {
  return patterns.filter(
    (pattern, index) =>
      !patterns.some(
        (other, place) =>
          place !== index && isWithin(pattern, other) && (place < index || !isWithin(other, pattern)),
      ),
  );
}
