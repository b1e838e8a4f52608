import { Beginnings } from './beginnings.ts';
import { JoinedTexts } from './joinedTexts.ts';
import { isWithin, type Pattern } from './pattern.ts';
import { backwards } from './patternSet.ts';
import { PlacedTexts } from './placedTexts.ts';
import type { Relatives } from './relatives.ts';
import { isValueIn } from './search.ts';
import { areSurelyApart, isSurelyWithin, isTaken, type Values } from './values.ts';
import type { Work } from './work.ts';

/** Looks at patterns that one list may take; one that takes more may have anything. */
const mostForOne = 500_000;
/** Of so few patterns a look at each is the quickest. */
const few = 8;

/** Flags of the kinds of patterns, and for each those that always share a value with it. */
const kindOf = { any: 1, prefix: 2, suffix: 4, contains: 8, exact: 16 };
const meetsOf = {
  any: kindOf.any + kindOf.prefix + kindOf.suffix + kindOf.contains + kindOf.exact,
  prefix: kindOf.any + kindOf.suffix + kindOf.contains,
  suffix: kindOf.any + kindOf.prefix + kindOf.contains,
  contains: kindOf.any + kindOf.prefix + kindOf.suffix + kindOf.contains,
  exact: kindOf.any,
};

/** What was entered for a list. */
interface Entry {
  readonly values: Values;
  readonly kinds: number;
  /** The search that came across it last, for any of its patterns, and as one whose first pattern may lie within another. */
  seen: number;
  seenBelow: number;
}

/** Lists of patterns of one field. Which of them can share a value is found by how they begin and end, not pair by pair. */
export class ValueIndex {
  readonly #work: Work;
  readonly #count = (looks: number): void => {
    this.#work.done += looks;
  };
  readonly #lists: Entry[] = [];
  /** Those with a pattern that matches everything, and that take something away. */
  readonly #any: number[] = [];
  readonly #negated: number[] = [];
  /** Of those whose first pattern has `*` at one end or both, the text of that. */
  readonly #open = new JoinedTexts();
  readonly #parts = new PlacedTexts(this.#count);
  /** Prefixes and exact texts as they are, suffixes and exact texts backwards. */
  readonly #starts = new Beginnings<number>(this.#count);
  readonly #exactStarts = new PlacedTexts(this.#count);
  readonly #ends = new Beginnings<number>(this.#count);
  readonly #exactEnds = new PlacedTexts(this.#count);

  #none = 0;

  #searches = 0;
  #beside: number[] = [];
  #above: number[] = [];
  #below: number[] = [];
  readonly #takeBeside = (list: number): void => {
    const entry = this.#lists[list] as Entry;
    if (entry.seen !== this.#searches) {
      entry.seen = this.#searches;
      this.#beside.push(list);
    }
  };
  readonly #takeAbove = (list: number): void => {
    this.#takeBeside(list);
    this.#above.push(list);
  };
  readonly #takeWithin = (list: number): void => {
    this.#above.push(list);
  };
  readonly #takeBelow = (list: number): void => {
    this.#takeBeside(list);
    this.#takeInside(list);
  };
  readonly #takeInside = (list: number): void => {
    const entry = this.#lists[list] as Entry;
    if (entry.seenBelow !== this.#searches) {
      entry.seenBelow = this.#searches;
      this.#below.push(list);
    }
  };

  constructor(work: Work) {
    this.#work = work;
  }

  /** Looks at patterns that it takes to find what has a value. */
  get tried(): number {
    return this.#parts.tried + this.#none;
  }

  keyOf({ some, none }: Values): string {
    return none.length === 0 ? written(some) : `${written(some)}\n\n${written(none)}`;
  }

  /** Whether it has the value that is put together of nothing. */
  holdsFree({ some, none }: Values): boolean {
    return some.some(isAnything) && !none.some(isAnything);
  }

  holding(value: string): readonly number[] {
    const done = this.#work.done;
    this.#begin();
    const texts = value.split('\n');
    for (let at = 0; at < texts.length; at++) {
      const text = texts[at] as string;
      this.#starts.upwards(text, this.#takeBeside);
      this.#ends.upwards(backwards(text), this.#takeBeside);
      this.#parts.within(text, this.#takeBeside);
      this.#exactStarts.at(text).forEach(this.#takeBeside);
    }
    this.#any.forEach(this.#takeBeside);
    // What is looked up for a search counts as steps of that.
    this.#work.done = done;
    return this.#beside.filter((number) => {
      const { values } = this.#lists[number] as Entry;
      // What the index finds for a value has a pattern that matches it.
      return values.none.length === 0 || isValueIn(values, value);
    });
  }

  /** Answers also whether what it is related to is not known, as that would take too much. */
  add(values: Values): { readonly relatives: Relatives; readonly isTooMuch: boolean } {
    const work = this.#work;
    const enough = Math.min(work.limit, work.done + mostForOne);
    const { some, none } = values;
    const number = this.#lists.length;
    this.#begin();
    let kinds = 0;
    let meets = 0;
    for (let at = 0; at < some.length && work.done <= enough; at++) {
      const pattern = some[at] as Pattern;
      kinds |= kindOf[pattern.kind];
      meets |= meetsOf[pattern.kind];
      this.#meet(pattern, at === 0);
    }
    const relatives = this.#relate(values, kinds, meets, enough);
    this.#lists.push({ values, kinds, seen: 0, seenBelow: 0 });
    // It does not count what has it nor what is near: whoever asks takes it for anything.
    const isTooMuch = work.done > enough;
    if (!isTooMuch) {
      this.#none += none.length;
      if (none.length > 0) {
        this.#negated.push(number);
      }
      for (let at = 0; at < some.length; at++) {
        this.#enter(some[at] as Pattern, number);
      }
      const [first] = some;
      if (first && first.kind !== 'any' && first.kind !== 'exact') {
        this.#open.add(first.text, number);
      }
    }
    return { relatives, isTooMuch };
  }

  #begin(): void {
    this.#searches++;
    this.#beside = [];
    this.#above = [];
    this.#below = [];
  }

  /** Finds the lists of which a pattern may share a value with this one because of its text. */
  #meet(pattern: Pattern, isFirst: boolean): void {
    const above = isFirst ? this.#takeAbove : this.#takeBeside;
    switch (pattern.kind) {
      case 'any':
        this.#lists.forEach((_, list) => this.#takeInside(list));
        break;
      case 'prefix':
        this.#starts.around(pattern.text, above, this.#takeBelow);
        this.#exactStarts.downwards(pattern.text, this.#takeBelow);
        break;
      case 'suffix': {
        const text = backwards(pattern.text);
        this.#ends.around(text, above, this.#takeBelow);
        this.#exactEnds.downwards(text, this.#takeBelow);
        break;
      }
      case 'contains':
        this.#count(this.#open.size);
        this.#open.having(pattern.text, this.#takeInside);
        this.#exactStarts.having(pattern.text, this.#takeBelow);
        break;
      case 'exact':
      default:
        this.#starts.upwards(pattern.text, above);
        this.#ends.upwards(backwards(pattern.text), above);
        this.#parts.within(pattern.text, above);
        this.#exactStarts.at(pattern.text).forEach(above);
        this.#exactStarts.at(pattern.text).forEach(this.#takeBelow);
    }
    if (isFirst) {
      this.#any.forEach(this.#takeWithin);
      if (pattern.kind !== 'any' && pattern.kind !== 'exact') {
        this.#parts.within(pattern.text, this.#takeWithin);
      }
    }
  }

  #relate(values: Values, kinds: number, meets: number, enough: number): Relatives {
    const work = this.#work;
    work.done += this.#lists.length >> 3;
    const isPlain = isOnePattern(values);
    const apart = this.#apart(values, meets, enough);
    const isApart = (other: number): boolean => apart.length > 0 && apart.includes(other);
    const [first] = values.some;
    const wider: number[] = [];
    const narrower: number[] = [];
    const holders: number[] = [];
    const held: number[] = [];
    let before = -1;
    for (const other of this.#above.length > 1 ? this.#above.sort(byNumber) : this.#above) {
      const wide = (this.#lists[other] as Entry).values;
      if (other === before || !first) {
        continue;
      }
      before = other;
      work.done += wide.none.length;
      if (!isTaken(first, wide)) {
        holders.push(other);
      }
      if (((isPlain && isOnePattern(wide)) || isSurelyWithin(values, wide, work)) && !isApart(other)) {
        wider.push(other);
      }
    }
    for (const other of this.#below) {
      const narrow = (this.#lists[other] as Entry).values;
      const isOne = isPlain && isOnePattern(narrow);
      const [own] = narrow.some;
      work.done++;
      if (!own || !isInside(own, values.some, work)) {
        continue;
      }
      work.done += values.none.length;
      if (!isTaken(own, values)) {
        held.push(other);
      }
      if ((isOne || isSurelyWithin(narrow, values, work)) && !isApart(other)) {
        narrower.push(other);
      }
    }
    return { kinds, meets, beside: this.#beside, apart, wider, narrower, holders, held };
  }

  /** Of those that seem to share a value with these patterns, those that do not because of what is taken away. */
  #apart(values: Values, meets: number, enough: number): number[] {
    const { some, none } = values;
    const apart: number[] = [];
    const isPlain = isOnePattern(values);
    const work = this.#work;
    const count = none.length > 0 ? this.#lists.length : this.#negated.length;
    for (let at = 0; at < count && work.done <= enough; at++) {
      const other = none.length > 0 ? at : (this.#negated[at] as number);
      const entry = this.#lists[other] as Entry;
      const isMet = (entry.kinds & meets) !== 0;
      if (!isMet && entry.seen !== this.#searches) {
        continue;
      }
      work.done += 1 + entry.values.none.length;
      // Of one pattern that always shares values with another it is enough to know whether it is taken away.
      const isSurelyApart =
        isPlain && isMet
          ? isTaken(some[0] as Pattern, entry.values)
          : areSurelyApart(values, entry.values, work);
      if (isSurelyApart) {
        apart.push(other);
      }
    }
    return apart;
  }

  #enter(pattern: Pattern, list: number): void {
    switch (pattern.kind) {
      case 'any':
        enterOnce(this.#any, list);
        break;
      case 'prefix':
        this.#starts.add(pattern.text, list);
        break;
      case 'suffix':
        this.#ends.add(backwards(pattern.text), list);
        break;
      case 'contains':
        this.#parts.add(pattern.text, list);
        break;
      case 'exact':
      default:
        this.#exactStarts.add(pattern.text, list);
        this.#exactEnds.add(backwards(pattern.text), list);
    }
  }
}

/** Whether it lies within one of these. */
function isInside(pattern: Pattern, patterns: readonly Pattern[], work: Work): boolean {
  if (patterns.length > few) {
    return work.setOf(patterns).covers(pattern);
  }
  for (let at = 0; at < patterns.length; at++) {
    if (isWithin(pattern, patterns[at] as Pattern)) {
      return true;
    }
  }
  return false;
}

function isAnything({ kind }: Pattern): boolean {
  return kind === 'any';
}

function isOnePattern({ some, none }: Values): boolean {
  return some.length === 1 && none.length === 0;
}

function byNumber(left: number, right: number): number {
  return left - right;
}

function written(patterns: readonly Pattern[]): string {
  const [first] = patterns;
  if (patterns.length === 1 && first) {
    return writtenOne(first);
  }
  return patterns.map(writtenOne).join('\n');
}

function writtenOne(pattern: Pattern): string {
  return pattern.kind === 'any' ? '*' : `${pattern.kind.charAt(0)}${pattern.text}`;
}

/** Lists come one after the other. */
function enterOnce(lists: number[], list: number): void {
  if (lists.at(-1) !== list) {
    lists.push(list);
  }
}
