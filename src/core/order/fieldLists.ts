import { firstIndex } from '../util/firstIndex.ts';
import { Bits } from './bits.ts';
import { findValue, freeValue, type Pattern } from './pattern.ts';
import type { Ranges } from './ranges.ts';
import { areFieldsSurelyApart, canBeSeveral, isFieldSurelyWithin, isInField, isRanges } from './scope.ts';
import { withoutTaken, type Values } from './values.ts';
import type { Work } from './patternSet.ts';

/** Looks at patterns to relate one list with the others. A list that needs more may contain anything. */
const maxLooksOfList = 500_000;

/** One list of patterns or ranges that classes have in a field, and the lists of the field that relate to it. */
export interface FieldList {
  readonly number: number;
  readonly values: Values | Ranges;
  readonly text: string;
  /** Its plainest value, see `findValue`; undefined when there is none. */
  readonly value: string | undefined;
  /** The common beginning of its values, where all of them are prefixes or whole texts. */
  readonly start: string;
  /** Whether the beginning, or the end, of some values is open. */
  readonly isOpenAtStart: boolean;
  readonly isOpenAtEnd: boolean;
  readonly excludesNothing: boolean;
  /**
   * Numbers of lists that may share a value with it, surely have all of its values, and of which it surely has all values. Lists that
   * exclude nothing, where one is open at the start and the other at the end, share a value and are left out.
   */
  readonly meets: Bits;
  readonly wider: Bits;
  readonly narrower: Bits;
  /** Classes with this list. */
  readonly classes: number[];
}

/** The lists that classes have in one field, without duplicates, and how each two of them relate. */
export class FieldLists {
  readonly #field: number;
  readonly #lists: FieldList[] = [];
  /** Lists without a start, and those with one, sorted by it, so that lists that begin otherwise are not looked at. */
  readonly #withoutStart: FieldList[] = [];
  readonly #sorted: FieldList[] = [];
  readonly #byStart = new Map<string, FieldList[]>();
  /** Lengths of their starts. */
  readonly #lengths = new Set<number>();
  /** Lists by their texts. Undefined: relating the list takes too long. */
  readonly #byText = new Map<string, FieldList | undefined>();
  /** Classes without a list. */
  readonly free: Bits;
  /** Classes that have a value of which nothing is asked: without a list, or with one that only excludes values. */
  readonly plain: Bits;
  /** Classes with a list that excludes nothing and is open at the start, or at the end. */
  readonly #openAtStart = new Bits();
  readonly #openAtEnd = new Bits();

  /** `classes`: those that are there before the first list. */
  constructor(field: number, classes: Bits) {
    this.#field = field;
    this.free = classes.copy();
    this.plain = classes.copy();
  }

  /** Whether they are ranges of numbers. */
  get areNumbers(): boolean {
    const [first] = this.#lists;
    return first !== undefined && isRanges(first.values);
  }

  /** Undefined where it takes too much to relate the list to the others. */
  listOf(contents: Values | Ranges, looks: Work): FieldList | undefined {
    if (looks.isBeyondLimit) {
      return undefined;
    }
    // A resource may have an included label beside an excluded one.
    const values = isRanges(contents) || canBeSeveral(this.#field) ? contents : withoutTaken(contents, looks);
    const text = textOf(values);
    if (!this.#byText.has(text)) {
      this.#byText.set(text, this.#add(values, text, looks));
    }
    return this.#byText.get(text);
  }

  /** Adds a class with one of the lists, or without a list. */
  addClass(classId: number, list: FieldList | undefined): void {
    if (!list || isInField(list.values, freeValue)) {
      this.plain.add(classId);
    }
    if (!list) {
      this.free.add(classId);
      return;
    }
    list.classes.push(classId);
    if (list.excludesNothing && list.isOpenAtStart) {
      this.#openAtStart.add(classId);
    }
    if (list.excludesNothing && list.isOpenAtEnd) {
      this.#openAtEnd.add(classId);
    }
  }

  /** Classes that may share a value with a list: with a list that meets it, or without one. */
  near({ meets, excludesNothing, isOpenAtStart, isOpenAtEnd }: FieldList): Bits {
    const classes = this.#withClasses(this.free.copy(), meets);
    if (excludesNothing && isOpenAtStart) {
      classes.addAll(this.#openAtEnd);
    }
    if (excludesNothing && isOpenAtEnd) {
      classes.addAll(this.#openAtStart);
    }
    return classes;
  }

  /** Classes that surely have all values of a list. */
  wider({ wider }: FieldList): Bits {
    return this.#withClasses(this.free.copy(), wider);
  }

  /** Classes of which a list surely has all values. */
  narrower({ narrower }: FieldList): Bits {
    return this.#withClasses(new Bits(), narrower);
  }

  #withClasses(classes: Bits, numbers: Bits): Bits {
    numbers.each((number) => {
      const own = this.#list(number).classes;
      for (let at = 0; at < own.length; at++) {
        classes.add(own[at] as number);
      }
    });
    return classes;
  }

  #list(number: number): FieldList {
    return this.#lists[number] as FieldList;
  }

  #add(values: Values | Ranges, text: string, looks: Work): FieldList | undefined {
    const limit = Math.min(looks.limit, looks.done + maxLooksOfList);
    const number = this.#lists.length;
    const start = startOf(values, this.#field);
    const some = isRanges(values) ? [] : values.some;
    const list: FieldList = {
      number,
      values,
      text,
      value: plainestIn(values, this.#field),
      start,
      isOpenAtStart: some.some(({ kind }) => kind !== 'prefix' && kind !== 'exact'),
      isOpenAtEnd: some.some(({ kind }) => kind !== 'suffix' && kind !== 'exact'),
      excludesNothing: !isRanges(values) && values.none.length === 0,
      meets: Bits.of([number]),
      wider: Bits.of([number]),
      narrower: Bits.of([number]),
      classes: [],
    };
    for (const alike of start === '' ? [this.#lists] : [this.#withoutStart, this.#listsAlike(start)]) {
      for (let at = 0; at < alike.length; at++) {
        this.#relate(list, alike[at] as FieldList, looks);
        if (looks.done > limit) {
          return undefined;
        }
      }
    }
    this.#lists.push(list);
    list.meets.each((other) => this.#list(other).meets.add(number));
    list.wider.each((other) => this.#list(other).narrower.add(number));
    list.narrower.each((other) => this.#list(other).wider.add(number));
    if (start === '') {
      this.#withoutStart.push(list);
    } else {
      this.#sorted.splice(this.#firstIndexFrom(start), 0, list);
      this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), list]);
      this.#lengths.add(start.length);
    }
    return list;
  }

  #relate(list: FieldList, other: FieldList, looks: Work): void {
    const { values, start } = list;
    looks.done += isRanges(values) ? values.ranges.length : 1;
    const meets = surelyMeet(list, other);
    if (!meets && areFieldsSurelyApart(this.#field, values, other.values, looks)) {
      return;
    }
    if (!meets) {
      list.meets.add(other.number);
    }
    // All values begin with the start of a wider list.
    if (
      other.start.length <= start.length &&
      isAsOpen(list, other) &&
      isFieldSurelyWithin(values, other.values, looks)
    ) {
      list.wider.add(other.number);
    }
    if (
      other.start.length >= start.length &&
      isAsOpen(other, list) &&
      isFieldSurelyWithin(other.values, values, looks)
    ) {
      list.narrower.add(other.number);
    }
  }

  /** Lists with a start whose values may begin as those of a list with this start: one start begins with the other. */
  #listsAlike(start: string): readonly FieldList[] {
    const sorted = this.#sorted;
    const alike: FieldList[] = [];
    for (const length of this.#lengths) {
      if (length < start.length) {
        alike.push(...(this.#byStart.get(start.slice(0, length)) ?? []));
      }
    }
    for (let at = this.#firstIndexFrom(start); sorted[at]?.start.startsWith(start) === true; at++) {
      alike.push(sorted[at] as FieldList);
    }
    return alike;
  }

  /** The first place of a list that does not come before a start. */
  #firstIndexFrom(start: string): number {
    return firstIndex(this.#sorted.length, (at) => (this.#sorted[at] as FieldList).start >= start);
  }
}

/** Whether a value that begins as in one list and ends as in the other is in both. */
function surelyMeet(list: FieldList, other: FieldList): boolean {
  return (
    list.excludesNothing &&
    other.excludesNothing &&
    ((list.isOpenAtStart && other.isOpenAtEnd) || (list.isOpenAtEnd && other.isOpenAtStart))
  );
}

/** Whether values are open only where values of the other list are; else they are not within it. */
function isAsOpen(inner: FieldList, outer: FieldList): boolean {
  return (!inner.isOpenAtStart || outer.isOpenAtStart) && (!inner.isOpenAtEnd || outer.isOpenAtEnd);
}

function plainestIn(values: Values | Ranges, field: number): string | undefined {
  if (isRanges(values)) {
    const [first] = values.ranges;
    return first && String(first[0]);
  }
  const none = canBeSeveral(field) ? [] : values.none;
  for (const pattern of values.some) {
    const value = findValue([pattern], none);
    if (value !== undefined) {
      return value;
    }
  }
  return undefined;
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

function textOf(values: Values | Ranges): string {
  return isRanges(values)
    ? values.ranges.map(([low, high]) => `${low}-${high}`).join(',')
    : `${values.some.map(patternText).join('\n')}\n\n${values.none.map(patternText).join('\n')}`;
}

function patternText(pattern: Pattern): string {
  return pattern.kind === 'any' ? '*' : `${pattern.kind.charAt(0)}${pattern.text}`;
}
