import { Bits } from './bits.ts';
import { freeValue, type Pattern } from './pattern.ts';
import type { Ranges } from './ranges.ts';
import { areFieldsSurelyApart, canBeSeveral, isFieldSurelyWithin, isInField, isRanges } from './scope.ts';
import { withoutTaken, type Values } from './values.ts';
import type { Work } from './work.ts';

/** Looks at patterns to relate one list with the others. A list that needs more may contain anything. */
const maxLooksOfList = 500_000;

/** One list of patterns or ranges that classes have in a field, and the lists of the field that relate to it. */
export interface FieldList {
  readonly number: number;
  readonly values: Values | Ranges;
  readonly text: string;
  /** The common beginning of its values, where all of them are prefixes or whole texts. */
  readonly start: string;
  /** Numbers of lists that may share a value with it, and of lists of which it surely has all values, itself too. */
  readonly meets: Bits;
  readonly narrower: Bits;
  /** Classes with this list. */
  readonly classes: number[];
  /** Classes with a list that may share a value with it, and with a list that surely has all of its values. */
  readonly near: Bits;
  readonly wider: Bits;
}

/** The lists that classes have in one field, without duplicates, and how each two of them relate. */
export class FieldLists {
  readonly #field: number;
  readonly #lists: FieldList[] = [];
  /** Sorted by their starts, so that lists that begin otherwise are not looked at. */
  readonly #sorted: FieldList[] = [];
  /** Lengths of their starts. */
  readonly #lengths = new Set<number>();
  /** Lists by their texts. Undefined: relating the list takes too long. */
  readonly #byText = new Map<string, FieldList | undefined>();
  /** Classes without a list. */
  readonly free: Bits;
  /** Classes that have a value of which nothing is asked: without a list, or with one that only excludes values. */
  readonly plain: Bits;

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
    for (const number of list.meets.members()) {
      (this.#lists[number] as FieldList).near.add(classId);
    }
    for (const number of list.narrower.members()) {
      (this.#lists[number] as FieldList).wider.add(classId);
    }
  }

  #add(values: Values | Ranges, text: string, looks: Work): FieldList | undefined {
    const limit = Math.min(looks.limit, looks.done + maxLooksOfList);
    const number = this.#lists.length;
    const start = startOf(values, this.#field);
    const list: FieldList = {
      number,
      values,
      text,
      start,
      meets: new Bits(),
      narrower: new Bits(),
      classes: [],
      near: new Bits(),
      wider: new Bits(),
    };
    const related: { readonly other: FieldList; readonly isWithin: boolean; readonly isAround: boolean }[] =
      [];
    for (const other of this.#listsAlike(start)) {
      looks.done += isRanges(values) ? values.ranges.length : 1;
      if (!areFieldsSurelyApart(this.#field, values, other.values, looks)) {
        const isWithin = isFieldSurelyWithin(values, other.values, looks);
        related.push({ other, isWithin, isAround: isFieldSurelyWithin(other.values, values, looks) });
      }
      if (looks.done > limit) {
        return undefined;
      }
    }
    list.meets.add(number);
    list.narrower.add(number);
    for (const { other, isWithin, isAround } of related) {
      list.meets.add(other.number);
      other.meets.add(number);
      other.classes.forEach((classId) => list.near.add(classId));
      if (isWithin) {
        other.narrower.add(number);
        other.classes.forEach((classId) => list.wider.add(classId));
      }
      if (isAround) {
        list.narrower.add(other.number);
      }
    }
    this.#lists.push(list);
    this.#sorted.splice(this.#placeOf(start), 0, list);
    this.#lengths.add(start.length);
    return list;
  }

  /** Lists whose values may begin as those of a list with this start: one start begins with the other. */
  #listsAlike(start: string): readonly FieldList[] {
    const sorted = this.#sorted;
    const alike: FieldList[] = [];
    for (const length of [...this.#lengths].filter((size) => size < start.length)) {
      const shorter = start.slice(0, length);
      for (let at = this.#placeOf(shorter); sorted[at]?.start === shorter; at++) {
        alike.push(sorted[at] as FieldList);
      }
    }
    for (let at = this.#placeOf(start); sorted[at]?.start.startsWith(start) === true; at++) {
      alike.push(sorted[at] as FieldList);
    }
    return alike;
  }

  /** The first place of a list that does not come before a start. */
  #placeOf(start: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] as FieldList).start < start) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
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

function textOf(values: Values | Ranges): string {
  return isRanges(values)
    ? values.ranges.map(([low, high]) => `${low}-${high}`).join(',')
    : `${values.some.map(patternText).join('\n')}\n\n${values.none.map(patternText).join('\n')}`;
}

function patternText(pattern: Pattern): string {
  return pattern.kind === 'any' ? '*' : `${pattern.kind.charAt(0)}${pattern.text}`;
}
