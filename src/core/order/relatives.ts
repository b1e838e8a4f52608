/** Relations of what is asked of a field with all else that is asked of it, itself too, by their numbers. */
export interface Relatives {
  /** Those that may share a value with it. */
  readonly near: readonly number[];
  readonly wider: readonly number[];
  readonly narrower: readonly number[];
}

export interface Related<Values> {
  readonly values: Values;
  readonly near: number[];
  readonly wider: number[];
  readonly narrower: number[];
}

/** Enters in both what they are to each other. */
export function relate<Values>(
  number: number,
  own: Related<Values>,
  otherNumber: number,
  other: Related<Values> | undefined,
  areApart: (left: Values, right: Values) => boolean,
  isWithin: (inner: Values, outer: Values) => boolean,
): void {
  if (!other || areApart(own.values, other.values)) {
    return;
  }
  own.near.push(otherNumber);
  other.near.push(number);
  if (isWithin(own.values, other.values)) {
    own.wider.push(otherNumber);
    other.narrower.push(number);
  }
  if (isWithin(other.values, own.values)) {
    own.narrower.push(otherNumber);
    other.wider.push(number);
  }
}
