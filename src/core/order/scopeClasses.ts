import { Bits } from './bits.ts';
import { FieldIndex } from './fieldIndex.ts';
import { FieldSets } from './fieldSets.ts';
import { reachOf, type NamedScope } from './orderedRule.ts';
import { haveCommonPlain, plainPoint } from './plainPoint.ts';
import type { Ranges } from './ranges.ts';
import { RangesIndex } from './rangesIndex.ts';
import { askedOf, scopeClass, type Question, type Read, type ScopeClass } from './scopeClass.ts';
import { canBeSeveral, isRanges, type Box, type FieldValues, type Point } from './scope.ts';
import { ValueIndex } from './valueIndex.ts';
import { withoutTaken, type Values } from './values.ts';
import { Work } from './work.ts';

/** Looks at patterns to relate all that is asked: about a second. What comes beyond may name anything. */
export const usualLooks = 20_000_000;

/** Whether a class may cover another one of a rule, or be covered: surely not, or perhaps. */
const never = 1;
export const maybe = 2;

/**
 * Scopes that name the same are one class, whatever they are called; a scope of which it is not known what it names is one
 * with those that are called the same. For each class there is an index of those that share something with it, and of those
 * that name all that it names. To be shared by all that is analyzed together.
 */
export class ScopeClasses {
  readonly #classes: ScopeClass[] = [];
  readonly #known = new Bits();
  readonly #byScope = new WeakMap<NamedScope, number>();
  readonly #byKey = new Map<string, number>();
  /** By field; a field that nothing asks of has none. */
  readonly #fields: (FieldIndex<Values | Ranges> | undefined)[] = [];
  readonly #filled = new Bits();
  #areAllKnown = true;
  /** The class that names everything, once there is one. */
  #everything: number | undefined;
  /** Classes of which several scopes are. */
  readonly #several = new Bits();
  /** By class, of as many as there were then: see `markOf`. */
  #marks = new Uint8Array(0);
  readonly #sets = new FieldSets(this.#fields, this.#known, this.#filled);
  /** What is found for one field after another, and kept by nobody. */
  readonly #ofField = new Bits();
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
    return this.#byScope.get(scope) ?? this.#firstOf(scope);
  }

  /** Of a scope that nobody asked for yet. */
  #firstOf(scope: NamedScope): number {
    const { reach, asks, text, isOpen } = this.#read(reachOf(scope));
    const isKnown = scope.box !== undefined && !isOpen;
    const isTooMuch = isOpen || scope.isTooMuch === true;
    const key = isKnown ? text : `${text}\n${scope.name}`;
    let known = this.#byKey.get(key);
    if (known === undefined) {
      known = this.#add(scopeClass({ reach, isKnown, isTooMuch, asks }));
      this.#byKey.set(key, known);
      if (key === '') {
        this.#everything = known;
      }
    } else {
      this.#several.add(known);
      this.#marks[known] = maybe;
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
    if (this.isEmpty(other) || !this.#haveCommonPlain(one, other)) {
      return false;
    }
    const left = this.#class(one);
    const right = this.#class(other);
    const asked = left.fields | right.fields;
    const holders = outside.and(this.#sets.freeHoldersBeside(asked));
    for (let field = 0, rest = asked; rest !== 0 && !holders.isEmpty; field++, rest >>>= 1) {
      const index = this.#fields[field];
      if ((rest & 1) === 1 && index) {
        const ofField = this.#ofField.become(index.free);
        const own = askedOf(left.asks, field);
        if (own !== undefined) {
          index.addHolders(ofField, own);
        }
        const its = askedOf(right.asks, field);
        if (its !== undefined && its !== own) {
          index.addHolders(ofField, its);
        }
        holders.keep(ofField);
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

  /** Those of them of which it is known exactly what they name: the same set where that are all. */
  knownOf(classes: Bits): Bits {
    return this.#areAllKnown ? classes : classes.and(this.#known);
  }

  /** Whether it is known exactly what each of them names. */
  areKnown(classes: Bits): boolean {
    return this.#areAllKnown || classes.isWithin(this.#known);
  }

  /** Classes that may share something with it, itself too. */
  near(scopeClass: number): Bits {
    const own = this.#related(scopeClass);
    return (own.near ??= this.#findNear(own));
  }

  /** Classes that surely name all that it may name, as far as it shows field by field. */
  wider(scopeClass: number): Bits {
    const own = this.#related(scopeClass);
    return (own.wider ??= this.#findWider(own));
  }

  isEverything(scopeClass: number): boolean {
    return scopeClass === this.#everything;
  }

  /** By class, what `markOf` says, or 0 where nobody asked. As long as no class comes. */
  coveringMarks(): Uint8Array {
    if (this.#marks.length !== this.size) {
      this.#marks = new Uint8Array(this.size);
    }
    return this.#marks;
  }

  /**
   * Whether of several collections of a rule one may lie within another because of this class: `maybe` where it is a class of
   * several scopes, names everything, or lies within another one that does not.
   */
  markOf(scopeClass: number): number {
    const isEverything = scopeClass === this.#everything;
    const usual = (this.isKnown(scopeClass) ? 1 : 0) + (this.#everything === undefined ? 0 : 1);
    const isMaybe = isEverything || this.#several.has(scopeClass) || this.wider(scopeClass).size > usual;
    const mark = isMaybe ? maybe : never;
    this.coveringMarks()[scopeClass] = mark;
    return mark;
  }

  /** Classes that have its plain point (see `plainPoint.ts`), itself too. Only where nothing asks for numbers. */
  holders(scopeClass: number): Bits {
    const own = this.#related(scopeClass);
    return (own.holders ??= this.#findHolders(own));
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
        holding.keep(index.holding(point[field] ?? '', this.size));
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
    let text = '';
    let isOpen = false;
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

  #add(added: ScopeClass): number {
    const { isKnown, isTooMuch, isEmpty, asks } = added;
    const number = this.#classes.push(added) - 1;
    this.#sets.clear();
    this.hasTooMuch ||= isTooMuch;
    if (!isEmpty) {
      this.#filled.add(number);
      if (isKnown) {
        this.#known.add(number);
      } else {
        this.#areAllKnown = false;
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
    const own = this.#classes[scopeClass] as ScopeClass;
    const count = this.#classes.length;
    if (own.asOf !== count) {
      own.near = undefined;
      own.wider = undefined;
      own.holders = undefined;
      own.asOf = count;
    }
    return own;
  }

  #findNear({ asks, isEmpty }: ScopeClass): Bits {
    if (isEmpty) {
      return noClasses;
    }
    let near: Bits | undefined;
    for (let at = 0; at < asks.length; at++) {
      const { field, number } = asks[at] as Question;
      // Of several values each can be for another.
      const index = canBeSeveral(field) ? undefined : this.#fields[field];
      if (index) {
        const ofField = near ? this.#ofField : new Bits();
        index.near(number, ofField);
        near?.keep(ofField);
        near ??= ofField;
      }
    }
    return near ?? this.#filled.copy();
  }

  #findWider({ asks, fields, isEmpty }: ScopeClass): Bits {
    if (isEmpty) {
      return noClasses;
    }
    const among = this.#sets.knownWithin(fields);
    let wider: Bits | undefined;
    for (let at = 0; at < asks.length; at++) {
      const { field, number } = asks[at] as Question;
      // Those that ask nothing of the field, and some that do.
      const ofField = wider ? this.#ofField : new Bits();
      ofField.become(this.#sets.knownWithin(fields & ~(1 << field)));
      this.#fields[field]?.addWider(ofField, number, among);
      wider?.keep(ofField);
      wider ??= ofField;
    }
    return wider ?? among.copy();
  }

  #findHolders({ asks, fields, isEmpty }: ScopeClass): Bits {
    if (isEmpty) {
      return noClasses;
    }
    const among = this.#sets.freeHoldersBeside(fields);
    let holders: Bits | undefined;
    for (let at = 0; at < asks.length; at++) {
      const { field, number } = asks[at] as Question;
      const ofField = holders ? this.#ofField : new Bits();
      ofField.become(this.#sets.freeHoldersBeside(fields, field));
      this.#fields[field]?.addHolders(ofField, number, among);
      holders?.keep(ofField);
      holders ??= ofField;
    }
    return holders ?? among.copy();
  }

  /** Whether the plain point of two classes is in both. */
  #haveCommonPlain(one: number, other: number): boolean {
    const left = this.#class(one);
    const right = this.#class(other);
    for (let field = 0, rest = left.fields & right.fields; rest !== 0; field++, rest >>>= 1) {
      if ((rest & 1) === 1 && !haveCommonPlain(left.reach[field], right.reach[field], field)) {
        return false;
      }
    }
    return true;
  }
}

const noClasses: Bits = new Bits();

/** Without the patterns that are taken away as a whole. Of several values one may be named and another taken away. */
function named(values: Values | Ranges, field: number, work: Work): Values | Ranges {
  return isRanges(values) || canBeSeveral(field) ? values : withoutTaken(values, work);
}
