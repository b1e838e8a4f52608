import { Bits } from './bits.ts';
import { reachOf, type NamedScope } from './orderedRule.ts';
import {
  areFieldsSurelyApart,
  canBeSeveral,
  isEmptyBox,
  isFieldSurelyWithin,
  isInField,
  isRanges,
  type Box,
  type FieldValues,
  type Point,
} from './scope.ts';
import type { Ranges } from './ranges.ts';
import { withoutTaken, type Values } from './values.ts';
import type { Pattern } from './pattern.ts';
import { Work } from './work.ts';

/** Looks at patterns to relate all lists: about a second. Lists beyond that may contain anything. */
export const defaultLooks = 20_000_000;
/** Looks at patterns to relate one list with the others. A list that needs more may contain anything. */
const maxLooksOfList = 500_000;
/** From so many patterns on, a list is looked up instead of tried pattern by pattern. */
const manyPatterns = 50;

/** One list of patterns or ranges that classes have in a field, and the lists of the field that relate to it. */
interface FieldList {
  readonly number: number;
  readonly values: Values | Ranges;
  readonly text: string;
  /** Lists that may share a value with it, itself too, and lists of which it surely has all values. */
  readonly meets: FieldList[];
  readonly narrower: FieldList[];
  /** Classes with this list, classes with a list that meets it, and classes with a wider list. */
  readonly classes: number[];
  readonly near: Bits;
  readonly wider: Bits;
  /** The common beginning of its values, where all of them are prefixes or whole texts. */
  readonly start: string;
}

/** The lists of one field. */
interface Field {
  readonly lists: FieldList[];
  /** Lists by their texts. Undefined: relating the list takes too long. */
  readonly byText: Map<string, FieldList | undefined>;
  /** Classes without a list. */
  readonly free: Bits;
}

interface ScopeClass {
  readonly reach: Box;
  readonly isKnown: boolean;
  readonly isTooMuch: boolean;
  readonly isEmpty: boolean;
  /** Its list for each field. Undefined: every value is in it. */
  readonly lists: readonly (FieldList | undefined)[];
  /** The fields that have a list. */
  readonly fields: readonly number[];
  /** How many patterns and ranges it has. */
  readonly size: number;
  /** Classes that may share something with it, and classes that surely have all of it, of as many classes as there were then. */
  near: Bits;
  wider: Bits;
  asOf: number;
}

/**
 * Collections without duplicates, and how each two of them relate. Collections with the same contents are one class, whatever
 * their names are. A collection with unknown contents is one class with those of the same name.
 */
export class ScopeMatrix {
  readonly #classes: ScopeClass[] = [];
  readonly #byScope = new WeakMap<NamedScope, number>();
  readonly #byKey = new Map<string, number>();
  readonly #fields: (Field | undefined)[] = [];
  /** Classes in which something can be. */
  readonly #filled = new Bits();
  /** Classes whose contents are exactly known. */
  readonly known = new Bits();
  /** Long lists for the search of points, which counts by itself. */
  readonly #sets = new Work();
  /** Counts looks at patterns, for all classes together. */
  readonly looks: Work;
  /** Whether the contents of some class are not looked at in full. */
  hasTooMuch = false;

  constructor(looks = new Work(defaultLooks)) {
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

  isTooMuch(scopeClass: number): boolean {
    return this.#class(scopeClass).isTooMuch;
  }

  /** Classes that may share something with it, itself too. */
  near(scopeClass: number): Bits {
    return this.#related(scopeClass).near;
  }

  /** Known classes that surely contain all of it, as far as each field alone shows. */
  wider(scopeClass: number): Bits {
    return this.#related(scopeClass).wider;
  }

  /** The classes among `classes` that may contain a point of a search. */
  holding(classes: readonly number[], point: Point): readonly number[] {
    const holding: number[] = [];
    for (let at = 0; at < classes.length; at++) {
      const one = classes[at] as number;
      if (this.#holds(this.#class(one), point)) {
        holding.push(one);
      }
    }
    return holding;
  }

  #holds({ fields, lists }: ScopeClass, point: Point): boolean {
    for (let at = 0; at < fields.length; at++) {
      const field = fields[at] as number;
      const list = lists[field] as FieldList;
      if (!this.#isIn(list.values, field, point[field] ?? '')) {
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

  /** Its contents as a text, which does not depend on the order in which classes came. */
  text(scopeClass: number): string {
    const { fields, lists } = this.#class(scopeClass);
    return fields.map((field) => `${field}\n${lists[field]?.text}`).join('\n\n\n');
  }

  #class(scopeClass: number): ScopeClass {
    return this.#classes[scopeClass] as ScopeClass;
  }

  #classFor(scope: NamedScope): number {
    const reach: FieldValues[] = [];
    const lists: (FieldList | undefined)[] = [];
    const fields: number[] = [];
    let [text, size] = ['', 0];
    let isOpen = false;
    for (const [field, values] of reachOf(scope).entries()) {
      const list = values && this.#listOf(values, field);
      isOpen ||= values !== undefined && list === undefined;
      reach.push(list?.values);
      lists.push(list);
      if (list) {
        fields.push(field);
        text += `${field}:${list.number} `;
        size += patternsIn(list.values);
      }
    }
    const isKnown = scope.box !== undefined && !isOpen;
    const isTooMuch = isOpen || scope.isBeyondLimit === true;
    const key = isKnown ? text : `${text}\n${scope.name}`;
    const same = this.#byKey.get(key);
    if (same !== undefined) {
      return same;
    }
    const isEmpty = isEmptyBox(reach);
    const unrelated = { near: new Bits(), wider: new Bits(), asOf: -1 };
    this.#byKey.set(key, this.size);
    this.hasTooMuch ||= isTooMuch;
    return this.#add({ reach, isKnown, isTooMuch, isEmpty, lists, fields, size, ...unrelated });
  }

  #add(added: ScopeClass): number {
    const number = this.#classes.push(added) - 1;
    if (!added.isEmpty) {
      this.#filled.add(number);
      if (added.isKnown) {
        this.known.add(number);
      }
      for (let field = 0; field < this.#fields.length; field++) {
        const list = added.lists[field];
        if (list) {
          list.classes.push(number);
          list.meets.forEach(({ near }) => near.add(number));
          list.narrower.forEach(({ wider }) => wider.add(number));
        } else {
          this.#fields[field]?.free.add(number);
        }
      }
    }
    return number;
  }

  #related(scopeClass: number): ScopeClass {
    const own = this.#class(scopeClass);
    if (own.asOf !== this.size) {
      own.asOf = this.size;
      if (!own.isEmpty) {
        own.near = this.#filled.copy();
        own.wider = this.known.copy();
        for (let field = 0; field < this.#fields.length; field++) {
          const asked = this.#fields[field];
          const list = own.lists[field];
          if (asked && list) {
            own.near.keepEither(list.near, asked.free);
            own.wider.keepEither(list.wider, asked.free);
          } else if (asked) {
            own.wider.keep(asked.free);
          }
        }
      }
    }
    return own;
  }

  /** Undefined where it takes too much to relate the list to the others. */
  #listOf(given: Values | Ranges, field: number): FieldList | undefined {
    const { looks } = this;
    if (looks.isBeyondLimit) {
      return undefined;
    }
    // A resource may have an included label beside an excluded one.
    const values = isRanges(given) || canBeSeveral(field) ? given : withoutTaken(given, looks);
    const text = textOf(values);
    const { byText, lists } = (this.#fields[field] ??= {
      lists: [],
      byText: new Map(),
      free: this.#filled.copy(),
    });
    if (!byText.has(text)) {
      byText.set(text, this.#newList(values, text, field, lists));
    }
    return byText.get(text);
  }

  #newList(values: Values | Ranges, text: string, field: number, others: FieldList[]): FieldList | undefined {
    const { looks } = this;
    const limit = Math.min(looks.limit, looks.done + maxLooksOfList);
    const start = startOf(values, field);
    const classes = { classes: [], near: new Bits(), wider: new Bits() };
    const list: FieldList = {
      number: others.length,
      values,
      text,
      start,
      meets: [],
      narrower: [],
      ...classes,
    };
    const wider: FieldList[] = [list];
    for (const other of others) {
      const isShorter = start.length < other.start.length;
      if (isShorter ? !other.start.startsWith(start) : !start.startsWith(other.start)) {
        continue;
      }
      looks.done += isRanges(values) ? values.ranges.length : 1;
      if (!areFieldsSurelyApart(field, values, other.values, looks)) {
        list.meets.push(other);
        if (isFieldSurelyWithin(values, other.values, looks)) {
          wider.push(other);
        }
        if (isFieldSurelyWithin(other.values, values, looks)) {
          list.narrower.push(other);
        }
      }
      if (looks.done > limit) {
        return undefined;
      }
    }
    for (const other of list.meets) {
      other.meets.push(list);
      other.classes.forEach((one) => list.near.add(one));
    }
    for (const other of wider) {
      other.narrower.push(list);
      other.classes.forEach((one) => list.wider.add(one));
    }
    list.meets.push(list);
    others.push(list);
    return list;
  }
}

/** Empty where values may begin with anything. Values that begin otherwise are apart. */
function startOf(values: Values | Ranges, field: number): string {
  if (isRanges(values) || canBeSeveral(field)) {
    return '';
  }
  let start: string | undefined;
  for (const pattern of values.some) {
    if (pattern.kind !== 'prefix' && pattern.kind !== 'exact') {
      return '';
    }
    start ??= pattern.text;
    while (!pattern.text.startsWith(start)) {
      start = start.slice(0, -1);
    }
  }
  return start ?? '';
}

export function patternsIn(values: Values | Ranges): number {
  return isRanges(values) ? values.ranges.length : values.some.length + values.none.length;
}

function textOf(values: Values | Ranges): string {
  return isRanges(values)
    ? values.ranges.map(([low, high]) => `${low}-${high}`).join(',')
    : `${values.some.map(patternText).join('\n')}\n\n${values.none.map(patternText).join('\n')}`;
}

function patternText(pattern: Pattern): string {
  return pattern.kind === 'any' ? '*' : `${pattern.kind.charAt(0)}${pattern.text}`;
}
