import { Bits } from './bits.ts';
import { FieldIndex } from './fieldIndex.ts';
import { reachOf, type NamedScope } from './orderedRule.ts';
import { haveCommonPlain, plainPoint } from './plainPoint.ts';
import type { Ranges } from './ranges.ts';
import { RangesIndex } from './rangesIndex.ts';
import { canBeSeveral, isRanges, type Box, type FieldValues, type Point } from './scope.ts';
import { ValueIndex } from './valueIndex.ts';
import { withoutTaken, type Values } from './values.ts';
import { Work } from './work.ts';

/** Looks at patterns to relate all that is asked: about a second. What comes beyond may name anything. */
export const usualLooks = 20_000_000;

/** What one class asks of one field. */
interface Question {
  readonly field: number;
  readonly number: number;
}

/** A box as it is looked at. */
interface Read {
  readonly reach: Box;
  readonly asks: readonly Question[];
  /** The same for boxes that ask the same. */
  readonly text: string;
  /** Not all that it asks is looked at. */
  readonly isOpen: boolean;
}

interface ScopeClass {
  /** All that it may name. */
  readonly reach: Box;
  /** Whether it names exactly that. */
  readonly isKnown: boolean;
  /** What it names is not looked at in full, as that would take too much. */
  readonly isTooMuch: boolean;
  /** Nothing can be in it. */
  readonly isEmpty: boolean;
  readonly asks: readonly Question[];
  written: string | undefined;
  near: Bits;
  wider: Bits;
  holders: Bits;
  hasWider: boolean;
  /** How many classes there were when these were worked out. */
  asOf: number;
}

/**
 * Scopes that name the same are one class, whatever they are called; a scope of which it is not known what it names is one
 * with those that are called the same. For each class there is an index of those that share something with it, and of those
 * that name all that it names. To be shared by all that is analysed together.
 */
export class ScopeClasses {
  readonly #classes: ScopeClass[] = [];
  readonly #known = new Bits();
  readonly #byScope = new WeakMap<NamedScope, number>();
  readonly #byKey = new Map<string, number>();
  /** By field; a field that nothing asks of has none. */
  readonly #fields: (FieldIndex<Values | Ranges> | undefined)[] = [];
  readonly #filled = new Bits();
  #steps = 0;
  #stepsAsOf = 0;

  readonly #work: Work;

  /** `work`: looks at patterns, for all classes together. */
  constructor(work = new Work(usualLooks)) {
    this.#work = work;
  }

  /** Looks at patterns that were needed so far. */
  get work(): number {
    return this.#work.done;
  }

  /** Whether some class asks for numbers. */
  hasNumbers = false;

  /** Whether of some class what it names is not looked at in full. */
  hasTooMuch = false;

  get size(): number {
    return this.#classes.length;
  }

  classOf(scope: NamedScope): number {
    const seen = this.#byScope.get(scope);
    if (seen !== undefined) {
      return seen;
    }
    const { reach, asks, text, isOpen } = this.#read(reachOf(scope));
    const isKnown = scope.box !== undefined && !isOpen;
    const isTooMuch = isOpen || scope.isTooMuch === true;
    const key = isKnown ? text : `${text}\n${scope.name}`;
    let known = this.#byKey.get(key);
    if (known === undefined) {
      known = this.#add({ reach, isKnown, isTooMuch, asks });
      this.#byKey.set(key, known);
    }
    this.#byScope.set(scope, known);
    return known;
  }

  /** All that it may name. */
  reach(scopeClass: number): Box {
    return this.#class(scopeClass).reach;
  }

  /** The plain point of a class, or of two. */
  plainPoint(one: number, other: number | undefined): Point {
    return plainPoint(other === undefined ? [this.reach(one)] : [this.reach(one), this.reach(other)]);
  }

  /**
   * Whether the plain point of a class, or of two, is surely in it and in none of `outside`. When not, there may be another
   * that is.
   */
  isPlainOutside(one: number, other: number | undefined, outside: Bits): boolean {
    if (this.hasNumbers || this.isEmpty(one)) {
      return false;
    }
    if (other === undefined) {
      return !this.holders(one).meets(outside);
    }
    if (this.isEmpty(other) || !haveCommonPlain(this.reach(one), this.reach(other))) {
      return false;
    }
    if (outside.isEmpty) {
      return true;
    }
    const [left, right] = [this.#class(one), this.#class(other)];
    const holders = outside.copy();
    for (let field = 0; field < this.#fields.length; field++) {
      const index = this.#fields[field];
      if (index) {
        const [asked, alsoAsked] = [askedOf(left.asks, field), askedOf(right.asks, field)];
        if (asked === undefined && alsoAsked === undefined) {
          holders.keep(index.freeHolders);
        } else {
          holders.keepAny([
            index.free,
            ...(asked === undefined ? [] : [index.holders(asked)]),
            ...(alsoAsked === undefined ? [] : [index.holders(alsoAsked)]),
          ]);
        }
      }
    }
    return holders.isEmpty;
  }

  /** What it asks for, the same wherever it is asked. */
  written(scopeClass: number): string {
    const own = this.#class(scopeClass);
    own.written ??= own.asks
      .map(({ field, number }) => `${field}\n${this.#fields[field]?.written(number)}`)
      .join('\n\n\n');
    return own.written;
  }

  isKnown(scopeClass: number): boolean {
    return this.#class(scopeClass).isKnown;
  }

  /** Whether what it names is not looked at in full, as that would take too much. */
  isTooMuch(scopeClass: number): boolean {
    return this.#class(scopeClass).isTooMuch;
  }

  isEmpty(scopeClass: number): boolean {
    return this.#class(scopeClass).isEmpty;
  }

  /** Classes of which it is known exactly what they name. */
  get known(): Bits {
    return this.#known;
  }

  /** Classes that may share something with it, itself too. */
  near(scopeClass: number): Bits {
    return this.#related(scopeClass).near;
  }

  /** Classes that surely name all that it may name, as far as it shows field by field. */
  wider(scopeClass: number): Bits {
    return this.#related(scopeClass).wider;
  }

  /** Whether another class surely names all that it may name. */
  hasWider(scopeClass: number): boolean {
    return this.#related(scopeClass).hasWider;
  }

  /** Classes that have its plain point (see `plainPoint.ts`), itself too. Only where nothing asks for numbers. */
  holders(scopeClass: number): Bits {
    return this.#related(scopeClass).holders;
  }

  /** Steps for finding those that have a point, beside one for each. */
  get stepsOfPoint(): number {
    if (this.#stepsAsOf !== this.size) {
      let tried = 0;
      for (const index of this.#fields) {
        tried += index?.tried ?? 0;
      }
      this.#steps = tried >> 4;
      this.#stepsAsOf = this.size;
    }
    return this.#steps;
  }

  /** Of `among`, those that may have a point. */
  holding(point: Point, among: Bits = this.#filled): Bits {
    const holding = among.copy();
    for (let field = 0; field < this.#fields.length; field++) {
      const index = this.#fields[field];
      if (index) {
        holding.keepEither(index.holding(point[field] ?? '', this.size), index.free);
      }
    }
    return holding;
  }

  #class(scopeClass: number): ScopeClass {
    return this.#classes[scopeClass] as ScopeClass;
  }

  /** What a box asks of fields, as far as it is not too much. Whatever comes after too much may be anything. */
  #read(given: Box): Read {
    const reach: FieldValues[] = [];
    const asks: Question[] = [];
    let [text, isOpen] = ['', false];
    for (let field = 0; field < given.length; field++) {
      let values = given[field];
      if (values && this.#work.isTooMuch) {
        [values, isOpen] = [undefined, true];
      }
      if (values) {
        values = named(values, field, this.#work);
        const index = (this.#fields[field] ??= this.#indexFor(values));
        const number = index.numberOf(values);
        if (index.isTooMuch(number)) {
          [values, isOpen] = [undefined, true];
        } else {
          asks.push({ field, number });
          text += `${field}:${number} `;
        }
      }
      reach.push(values);
    }
    return { reach, asks, text, isOpen };
  }

  #indexFor(values: Values | Ranges): FieldIndex<Values | Ranges> {
    this.hasNumbers ||= isRanges(values);
    return new FieldIndex<Values | Ranges>(
      isRanges(values) ? new RangesIndex(this.#work) : new ValueIndex(this.#work),
      this.#filled.copy(),
    );
  }

  #add(found: Pick<ScopeClass, 'reach' | 'isKnown' | 'isTooMuch' | 'asks'>): number {
    const { reach, isKnown, isTooMuch, asks } = found;
    const number = this.#classes.length;
    const isEmpty = reach.some(isNothing);
    this.#classes.push({
      reach,
      isKnown,
      isTooMuch,
      asks,
      isEmpty,
      written: undefined,
      near: noClasses,
      wider: noClasses,
      holders: noClasses,
      hasWider: false,
      asOf: 0,
    });
    this.hasTooMuch ||= isTooMuch;
    if (!isEmpty) {
      this.#filled.add(number);
      if (isKnown) {
        this.#known.add(number);
      }
      for (let field = 0; field < this.#fields.length; field++) {
        const asked = askedOf(asks, field);
        if (asked === undefined) {
          this.#fields[field]?.enterFree(number);
        } else {
          this.#fields[field]?.enter(asked, number);
        }
      }
    }
    return number;
  }

  #related(scopeClass: number): ScopeClass {
    const own = this.#class(scopeClass);
    if (own.asOf !== this.size && !own.isEmpty) {
      own.asOf = this.size;
      const { isKnown } = own;
      const near = this.#filled.copy();
      const wider = this.#known.copy();
      const holders = this.#filled.copy();
      for (let field = 0; field < this.#fields.length; field++) {
        const index = this.#fields[field];
        if (!index) {
          continue;
        }
        const number = askedOf(own.asks, field);
        if (number === undefined) {
          wider.keep(index.free);
          holders.keep(index.freeHolders);
        } else {
          wider.keepEither(index.wider(number), index.free);
          holders.keepEither(index.holders(number), index.free);
          // Of several values each can be for another.
          if (!canBeSeveral(field)) {
            index.keepNear(near, number);
          }
        }
      }
      own.near = near;
      own.wider = wider;
      own.holders = holders;
      own.hasWider = wider.size > (isKnown ? 1 : 0);
    }
    return own;
  }
}

function askedOf(asks: readonly Question[], field: number): number | undefined {
  for (let at = 0; at < asks.length; at++) {
    const ask = asks[at] as Question;
    if (ask.field === field) {
      return ask.number;
    }
  }
  return undefined;
}

const noClasses: Bits = new Bits();

function isNothing(values: FieldValues): boolean {
  return values !== undefined && !isRanges(values) && values.some.length === 0;
}

/** Without the patterns that are taken away as a whole. Of several values one may be named and another taken away. */
function named(values: Values | Ranges, field: number, work: Work): Values | Ranges {
  return isRanges(values) || canBeSeveral(field) ? values : withoutTaken(values, work);
}
