import { Bits } from './bits.ts';
import { FieldIndex } from './fieldIndex.ts';
import { reachOf, type NamedScope } from './orderedRule.ts';
import type { Ranges } from './ranges.ts';
import { RangesIndex } from './rangesIndex.ts';
import { canBeSeveral, isRanges, type Box, type FieldValues, type Point } from './scope.ts';
import { ValueIndex } from './valueIndex.ts';
import type { Values } from './values.ts';
import { Work } from './work.ts';

/** Looks at patterns to relate all that is asked: about a second. What comes beyond may name anything. */
export const usualLooks = 20_000_000;

/** What one class asks of one field. */
interface Question {
  readonly field: number;
  readonly number: number;
  /** It is not known what that is related to. */
  readonly isTooMuch: boolean;
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
  written?: string;
  near: Bits;
  wider: Bits;
  /** How many classes there were when `near` and `wider` were worked out. */
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

  readonly #work: Work;

  /** `limit`: looks at patterns, for all classes together. */
  constructor(limit = usualLooks) {
    this.#work = new Work(limit);
  }

  /** Looks at patterns that were needed so far. */
  get work(): number {
    return this.#work.done;
  }

  /** Whether some class asks for numbers. */
  hasNumbers = false;

  get size(): number {
    return this.#classes.length;
  }

  classOf(scope: NamedScope): number {
    const seen = this.#byScope.get(scope);
    if (seen !== undefined) {
      return seen;
    }
    const given = reachOf(scope);
    // Whatever comes after too much may be anything.
    const isOver = this.#work.isTooMuch && given.some((values) => values !== undefined);
    const read = isOver ? [] : given.map((values, field) => withoutTaken(values, field, this.#work));
    const asked = this.#asksOf(read);
    const asks = asked.filter(({ isTooMuch }) => !isTooMuch);
    const isOpen = isOver || asks.length < asked.length;
    const reach = read.map((values, field) => (asks.some((ask) => ask.field === field) ? values : undefined));
    const isKnown = scope.box !== undefined && !isOpen;
    const isTooMuch = isOpen || scope.isTooMuch === true;
    const text = asks.map(({ field, number }) => `${field}:${number}`).join(' ');
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

  /** Steps for finding those that have a point, beside one for each. */
  get stepsOfPoint(): number {
    let tried = 0;
    for (const index of this.#fields) {
      tried += index?.tried ?? 0;
    }
    return tried >> 4;
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

  #asksOf(reach: Box): readonly Question[] {
    const asks: Question[] = [];
    for (const [field, values] of reach.entries()) {
      if (values) {
        this.hasNumbers ||= isRanges(values);
        const index = (this.#fields[field] ??= new FieldIndex<Values | Ranges>(
          isRanges(values) ? new RangesIndex(this.#work) : new ValueIndex(this.#work),
          this.#filled.copy(),
        ));
        const number = index.numberOf(values);
        asks.push({ field, number, isTooMuch: index.isTooMuch(number) });
      }
    }
    return asks;
  }

  #add(found: Pick<ScopeClass, 'reach' | 'isKnown' | 'isTooMuch' | 'asks'>): number {
    const { reach, isKnown, asks } = found;
    const number = this.#classes.length;
    const isEmpty = reach.some((values) => values && !isRanges(values) && values.some.length === 0);
    const none = new Bits();
    this.#classes.push({ ...found, isEmpty, near: none, wider: none, asOf: 0 });
    if (!isEmpty) {
      this.#filled.add(number);
      if (isKnown) {
        this.#known.add(number);
      }
      const asked = new Set(asks.map(({ field }) => field));
      for (const [field, index] of this.#fields.entries()) {
        if (!asked.has(field)) {
          index?.free.add(number);
        }
      }
      for (const ask of asks) {
        this.#fields[ask.field]?.enter(ask.number, number);
      }
    }
    return number;
  }

  #related(scopeClass: number): ScopeClass {
    const own = this.#class(scopeClass);
    if (own.asOf !== this.size && !own.isEmpty) {
      own.asOf = this.size;
      own.near = this.#filled.copy();
      own.wider = this.#known.copy();
      const asked: (number | undefined)[] = [];
      for (const { field, number } of own.asks) {
        asked[field] = number;
      }
      for (const [field, index] of this.#fields.entries()) {
        const number = asked[field];
        if (!index) {
          continue;
        }
        if (number === undefined) {
          own.wider.keepEither(undefined, index.free);
        } else {
          const { near, wider } = index.related(number, this.size);
          own.wider.keepEither(wider, index.free);
          // Of several values each can be for another.
          if (!canBeSeveral(field)) {
            own.near.keepEither(near, index.free);
          }
        }
      }
    }
    return own;
  }
}

/** Without the patterns that are taken away as a whole. Of several values one may be named and another taken away. */
function withoutTaken(values: FieldValues, field: number, work: Work): FieldValues {
  if (!values || isRanges(values) || values.none.length === 0 || canBeSeveral(field)) {
    return values;
  }
  const taken = work.setOf(values.none);
  const some = values.some.filter((pattern) => !taken.covers(pattern));
  return some.length === values.some.length ? values : { ...values, some };
}
