import type { Bits } from './bits.ts';
import { isRanges, type Box, type FieldValues } from './scope.ts';

/** What one class asks of one field. */
export interface Question {
  readonly field: number;
  readonly number: number;
}

/** A box as it is looked at. */
export interface Read {
  readonly reach: Box;
  readonly asks: readonly Question[];
  /** The same for boxes that ask the same. */
  readonly text: string;
  /** Not all that it asks is looked at. */
  readonly isOpen: boolean;
}

export interface ScopeClass {
  /** All that it may name. */
  readonly reach: Box;
  /** Whether it names exactly that. */
  readonly isKnown: boolean;
  /** What it names is not looked at in full, as that would take too much. */
  readonly isTooMuch: boolean;
  /** Nothing can be in it. */
  readonly isEmpty: boolean;
  readonly asks: readonly Question[];
  /** Fields of which it asks something, as flags: there are fewer than 31. */
  readonly fields: number;
  written: string | undefined;
  /** What is related to it, as far as anybody asked, and of how many classes. */
  near: Bits | undefined;
  wider: Bits | undefined;
  holders: Bits | undefined;
  asOf: number;
}

/** A class of which nobody asked yet what is related to it. */
export function scopeClass(found: Pick<ScopeClass, 'reach' | 'isKnown' | 'isTooMuch' | 'asks'>): ScopeClass {
  const { reach, isKnown, isTooMuch, asks } = found;
  let fields = 0;
  for (let at = 0; at < asks.length; at++) {
    fields |= 1 << (asks[at] as Question).field;
  }
  return {
    reach,
    isKnown,
    isTooMuch,
    asks,
    isEmpty: reach.some(isNothing),
    fields,
    written: undefined,
    near: undefined,
    wider: undefined,
    holders: undefined,
    asOf: 0,
  };
}

/** The number of what it asks of a field; undefined: nothing. */
export function askedOf(asks: readonly Question[], field: number): number | undefined {
  for (let at = 0; at < asks.length; at++) {
    const ask = asks[at] as Question;
    if (ask.field === field) {
      return ask.number;
    }
  }
  return undefined;
}

/** Whether nothing has such values. */
function isNothing(values: FieldValues): boolean {
  return values !== undefined && !isRanges(values) && values.some.length === 0;
}
