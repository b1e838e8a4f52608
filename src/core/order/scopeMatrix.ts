import { Bits } from './bits.ts';
import { reachOf, type NamedScope } from './orderedRule.ts';
import { FieldLists, type FieldList } from './fieldLists.ts';
import { canBeSeveral, fields, isEmptyBox, isInField, isRanges, type Box, type Point } from './scope.ts';
import type { Ranges } from './ranges.ts';
import type { Values } from './values.ts';
import { freeValue } from './pattern.ts';
import { Work } from './patternSet.ts';

/** Looks at patterns to relate all lists: about a second. Lists beyond that may contain anything. */
const MAX_LOOKS = 20_000_000;
/** From so many patterns on, a list is looked up instead of tried pattern by pattern. */
const manyPatterns = 50;

interface ScopeClass {
  readonly reach: Box;
  /** Its list for each field. Undefined: every value is in it. */
  readonly lists: readonly (FieldList | undefined)[];
  /** Its contents as a text that does not depend on the order in which classes were added. */
  readonly text: string;
  /** How many patterns and ranges it has. */
  readonly size: number;
  /** Classes that may share something with it, and known classes that surely have all of it; itself too. */
  readonly near: Bits;
  readonly wider: Bits;
}

/**
 * Collections as classes without duplicates, and how each two classes relate. Collections with the same contents are one class,
 * whatever their names are. Collections with unknown contents are one class if they have the same name.
 */
export class ScopeMatrix {
  readonly #classes: ScopeClass[] = [];
  readonly #byScope = new Map<NamedScope, number>();
  readonly #byKey = new Map<string, number>();
  readonly #fields: (FieldLists | undefined)[] = [];
  /** Classes in which something can be. */
  readonly #filled = new Bits();
  /** Classes whose contents are exactly known. */
  readonly known = new Bits();
  /** Long lists for the search of points, which counts by itself. */
  readonly #sets = new Work();
  /** Counts looks at patterns, for all classes together. */
  readonly looks: Work;
  /** Classes whose contents are not looked at in full. */
  readonly tooMuch = new Bits();

  constructor(looks = new Work(MAX_LOOKS)) {
    this.looks = looks;
  }

  get size(): number {
    return this.#classes.length;
  }

  classOf(scope: NamedScope): number {
    let known = this.#byScope.get(scope);
    if (known === undefined) {
      known = this.#classFor(scope);
      this.#byScope.set(scope, known);
    }
    return known;
  }

  /** All that it may contain. */
  reach(scopeClass: number): Box {
    return this.#class(scopeClass).reach;
  }

  /** The plainest resource in it: what a search finds first. Undefined when nothing can be in it. */
  plainest(scopeClass: number): Point | undefined {
    const { lists } = this.#class(scopeClass);
    const point: string[] = [];
    for (let field = 0; field < Math.max(fields.length, lists.length); field++) {
      const list = lists[field];
      const value = list ? list.value : canBeSeveral(field) ? '' : freeValue;
      if (value === undefined) {
        return undefined;
      }
      point.push(value);
    }
    return point;
  }

  /** Classes that may share something with it, itself too. */
  near(scopeClass: number): Bits {
    return this.#class(scopeClass).near;
  }

  /** Known classes that surely contain all of it, as far as each field alone shows. */
  wider(scopeClass: number): Bits {
    return this.#class(scopeClass).wider;
  }

  knownOf(classes: Bits): Bits {
    return classes.isWithin(this.known) ? classes : classes.and(this.known);
  }

  /** The classes among `classes` that may contain a point of a search. */
  holding(classes: Bits, point: Point): readonly number[] {
    const left = classes.copy();
    const asked: number[] = [];
    for (let field = 0; field < this.#fields.length; field++) {
      const related = this.#fields[field];
      if (related && isPlain(point[field])) {
        left.keep(related.plain);
      } else if (related) {
        asked.push(field);
      }
    }
    return left.members().filter((classId) => this.#holds(this.#class(classId), asked, point));
  }

  #holds({ lists }: ScopeClass, asked: readonly number[], point: Point): boolean {
    for (let at = 0; at < asked.length; at++) {
      const field = asked[at] as number;
      const list = lists[field];
      if (list && !this.#isIn(list.values, field, point[field] ?? '')) {
        return false;
      }
    }
    return true;
  }

  #isIn(values: Values | Ranges, field: number, value: string): boolean {
    if (isRanges(values) || canBeSeveral(field) || patternsIn(values) < manyPatterns) {
      return isInField(values, value);
    }
    const exact = { kind: 'exact', text: value } as const;
    return this.#sets.setOf(values.some).covers(exact) && !this.#sets.setOf(values.none).covers(exact);
  }

  /** How many patterns and ranges it has. */
  patterns(scopeClass: number): number {
    return this.#class(scopeClass).size;
  }

  /** Fields of which one of some classes asks for a number. */
  numbersIn(classes: Bits): ReadonlySet<number> {
    const numbers = [...this.#fields.keys()].filter((field) => {
      const asked = this.#fields[field];
      return asked?.areNumbers && !classes.isWithin(asked.free);
    });
    return new Set(numbers);
  }

  /** See `ScopeClass`. */
  text(scopeClass: number): string {
    return this.#class(scopeClass).text;
  }

  #class(scopeClass: number): ScopeClass {
    return this.#classes[scopeClass] as ScopeClass;
  }

  #classFor(scope: NamedScope): number {
    const lists: (FieldList | undefined)[] = [];
    const texts: string[] = [];
    let size = 0;
    let isOpen = false;
    for (const [field, values] of reachOf(scope).entries()) {
      const list =
        values && (this.#fields[field] ??= new FieldLists(field, this.#filled)).listOf(values, this.looks);
      isOpen ||= values !== undefined && list === undefined;
      lists.push(list);
      if (list) {
        texts.push(`${field}\n${list.text}`);
        size += patternsIn(list.values);
      }
    }
    const isKnown = scope.box !== undefined && !isOpen;
    const text = texts.join('\n\n\n');
    const key = isKnown ? text : JSON.stringify([text, scope.name]);
    const same = this.#byKey.get(key);
    if (same !== undefined) {
      return same;
    }
    const number = this.#classes.length;
    const reach = lists.map((list) => list?.values);
    this.#byKey.set(key, number);
    this.#classes.push({ reach, lists, text, size, near: new Bits(), wider: new Bits() });
    if (isOpen || scope.isBeyondLimit === true) {
      this.tooMuch.add(number);
    }
    if (!isEmptyBox(reach)) {
      this.#filled.add(number);
      this.#fields.forEach((field, at) => field?.addClass(number, lists[at]));
      if (isKnown) {
        this.known.add(number);
      }
      this.#relate(number);
    }
    return number;
  }

  /** Relates a class with those before it. */
  #relate(number: number): void {
    const { lists, near, wider } = this.#class(number);
    near.addAll(this.#filled);
    wider.addAll(this.known);
    const narrower = this.#filled.copy();
    for (let field = 0; field < this.#fields.length; field++) {
      const asked = this.#fields[field];
      const list = lists[field];
      if (asked && list) {
        near.keep(asked.near(list));
        wider.keep(asked.wider(list));
        narrower.keep(asked.narrower(list));
      } else if (asked) {
        wider.keep(asked.free);
      }
    }
    near.each((other) => this.#class(other).near.add(number));
    if (this.known.has(number)) {
      narrower.each((other) => this.#class(other).wider.add(number));
    }
  }
}

/** Whether a search asks nothing of a value. No pattern but `*` matches such a value. */
function isPlain(value: string | undefined): boolean {
  return value === undefined || value === freeValue || value === '';
}

function patternsIn(values: Values | Ranges): number {
  return isRanges(values) ? values.ranges.length : values.some.length + values.none.length;
}
