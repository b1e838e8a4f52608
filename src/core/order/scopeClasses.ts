import { Bits } from './bits.ts';
import { FieldIndex } from './fieldIndex.ts';
import { reachOf, type NamedScope } from './orderedRule.ts';
import type { Ranges } from './ranges.ts';
import { RangesIndex } from './rangesIndex.ts';
import { isWithin } from './pattern.ts';
import { canBeSeveral, isRanges, type Box, type FieldValues, type Point } from './scope.ts';
import { ValueIndex } from './valueIndex.ts';
import type { Values } from './values.ts';

/** What one class asks of one field. */
interface Question {
  readonly field: number;
  readonly number: number;
}

interface ScopeClass {
  /** All that it may name. */
  readonly reach: Box;
  /** Whether it names exactly that. */
  readonly isKnown: boolean;
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
    const reach = reachOf(scope).map(withoutTaken);
    const isKnown = scope.box !== undefined;
    const asks = this.#asksOf(reach);
    const text = asks.map(({ field, number }) => `${field}:${number}`).join(' ');
    const key = isKnown ? text : `${text}\n${scope.name}`;
    let known = this.#byKey.get(key);
    if (known === undefined) {
      known = this.#add(reach, isKnown, asks);
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
          isRanges(values) ? new RangesIndex() : new ValueIndex(),
          this.#filled.copy(),
        ));
        asks.push({ field, number: index.numberOf(values) });
      }
    }
    return asks;
  }

  #add(reach: Box, isKnown: boolean, asks: readonly Question[]): number {
    const number = this.#classes.length;
    const isEmpty = reach.some((values) => values && !isRanges(values) && values.some.length === 0);
    const none = new Bits();
    this.#classes.push({ reach, isKnown, isEmpty, asks, near: none, wider: none, asOf: 0 });
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
function withoutTaken(values: FieldValues, field: number): FieldValues {
  if (!values || isRanges(values) || values.none.length === 0 || canBeSeveral(field)) {
    return values;
  }
  const some = values.some.filter((pattern) => !values.none.some((taken) => isWithin(pattern, taken)));
  return some.length === values.some.length ? values : { ...values, some };
}
