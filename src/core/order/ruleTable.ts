import { isAmong } from './bits.ts';
import { coveredScopes, namedOnce, fewScopes } from './coveredScopes.ts';
import type { NamedScope, OrderedRule } from './orderedRule.ts';
import { maybe, type ScopeClasses } from './scopeClasses.ts';

const unknown = -1;

/** Rules in a row that are those that stood in a row in the table before. */
interface Copied {
  readonly place: number;
  readonly end: number;
  /** How much further down they stand. */
  readonly shift: number;
}

/**
 * Rules side by side in a few long lists, so that a look at each of many is a look at numbers in a row. What was found out of
 * a rule stands beside it, and is taken over from the table before where the rule is the same.
 */
export class RuleTable {
  readonly rules: readonly OrderedRule[];
  /** For each place where its classes begin, and at the end where the last ones end. Disabled rules have none. */
  readonly starts: Int32Array;
  /** By place, what was found of a rule for which nothing is left, and the class that proves it: see `Verdicts`. */
  readonly verdicts: Uint8Array;
  readonly proofs: Int32Array;
  #classes: Int32Array;
  readonly #effects: Int32Array;
  /** Whether a rule has collections that others of its own cover. */
  readonly #covers: Int8Array;
  readonly #numberOf: (effect: string) => number;
  /** Places of rules that the table before did not have, and the others. */
  readonly fresh: number[] = [];
  readonly copied: Copied[] = [];
  #filled = 0;
  /** The place of what comes next in the table before. */
  #next = 0;

  constructor(rules: readonly OrderedRule[], numberOf: (effect: string) => number) {
    this.#numberOf = numberOf;
    // A copy: the list may be changed in place.
    this.rules = rules.slice();
    this.starts = new Int32Array(rules.length + 1);
    this.verdicts = new Uint8Array(rules.length);
    this.proofs = new Int32Array(rules.length);
    this.#classes = new Int32Array(rules.length * 3);
    this.#effects = new Int32Array(rules.length).fill(unknown);
    this.#covers = new Int8Array(rules.length);
  }

  get length(): number {
    return this.rules.length;
  }

  get classes(): Int32Array {
    return this.#classes;
  }

  /** The place of the rule whose class stands there. */
  placeOf(at: number): number {
    const { starts } = this;
    let low = 0;
    let high = this.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= at) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /**
   * Takes the next rules: from the table before where they stand there in the same order, else read anew, and so many of
   * these at most, or fewer when that is enough work. Answers whether there are more.
   */
  fill(
    most: number,
    last: RuleTable | undefined,
    classes: ScopeClasses,
    isEnough: () => boolean = () => false,
  ): boolean {
    const { rules } = this;
    const end = this.fresh.length + most;
    while (this.#filled < rules.length && this.fresh.length < end) {
      const place = this.#filled;
      const from = last ? this.#placeIn(last, rules[place]) : -1;
      if (last && from >= 0) {
        this.#copy(place, last, from);
        continue;
      }
      const hasEnough = this.#append(last ? place + 1 : place + most, classes, isEnough);
      if (last && last.rules[this.#next] !== rules[place + 1]) {
        // One that was changed stands for one before; one that was put in for none.
        this.#next++;
      }
      if (hasEnough) {
        break;
      }
    }
    return this.#filled < rules.length;
  }

  /** Where a rule stands in the table before, when that is where the next one is looked for; else -1. */
  #placeIn(last: RuleTable, rule: OrderedRule | undefined): number {
    const next = this.#next;
    return last.rules[next] === rule ? next : last.rules[next + 1] === rule ? next + 1 : -1;
  }

  /** Equal numbers for equal effects. It is worked out when it is first asked for: it may be costly. */
  effectAt(place: number): number {
    const known = this.#effects[place] as number;
    if (known !== unknown) {
      return known;
    }
    const effect = this.#numberOf((this.rules[place] as OrderedRule).effect);
    this.#effects[place] = effect;
    return effect;
  }

  /** Undefined as long as nobody asked. */
  knownEffectAt(place: number): number | undefined {
    const known = this.#effects[place];
    return known === unknown ? undefined : known;
  }

  /** That of the same rule in the table before, if anybody asked: a rule that moved is read anew, and what is kept may go by it. */
  takeEffect(place: number, last: RuleTable, before: number): void {
    if (this.#effects[place] === unknown) {
      this.#effects[place] = last.#effects[before] as number;
    }
  }

  /** Whether a rule has collections that others of its own cover. */
  hasCovered(place: number): boolean {
    return this.#covers[place] === 1;
  }

  /** Finds that out for so many of the new rules, once all rules are taken. */
  lookInside(from: number, to: number, classes: ScopeClasses): void {
    const { rules, starts, fresh } = this;
    const own = this.#classes;
    const covers = this.#covers;
    const marks = classes.coveringMarks();
    const end = Math.min(to, fresh.length);
    for (let at = from; at < end; at++) {
      const place = fresh[at] as number;
      const start = starts[place] as number;
      const stop = starts[place + 1] as number;
      const { scopes, enabled } = rules[place] as OrderedRule;
      let isCovered = enabled && stop - start < scopes.length;
      if (!enabled || scopes.length > fewScopes) {
        // Told by what is written: not all of it stands here.
        isCovered ||= scopes.length > 1 && coveredScopes(scopes, classes).length > 0;
      } else if (!isCovered && stop - start > 1) {
        for (let one = start; one < stop && !isCovered; one++) {
          const scopeClass = own[one] as number;
          isCovered =
            (marks[scopeClass] || classes.markOf(scopeClass)) === maybe &&
            this.#isOneWithin(one, start, stop, classes);
        }
      }
      covers[place] = isCovered ? 1 : 0;
    }
  }

  /** Whether a class lies within another of the same rule; of the one that names everything, whether another lies within it. */
  #isOneWithin(one: number, start: number, end: number, classes: ScopeClasses): boolean {
    const own = this.#classes;
    const inner = own[one] as number;
    const { words } = classes.wider(inner);
    const isEverything = classes.isEverything(inner);
    for (let other = start; other < end; other++) {
      const outer = own[other] as number;
      if (
        other !== one &&
        (outer === inner || isAmong(words, outer) || (isEverything && classes.wider(outer).has(inner)))
      ) {
        return true;
      }
    }
    return false;
  }

  /** As many as are the same from there on. */
  #copy(place: number, last: RuleTable, from: number): void {
    const { rules, starts } = this;
    const [lastRules, lastStarts] = [last.rules, last.starts];
    const most = Math.min(rules.length - place, lastRules.length - from);
    let count = 1;
    while (count < most && rules[place + count] === lastRules[from + count]) {
      count++;
    }
    const [start, end] = [lastStarts[from] as number, lastStarts[from + count] as number];
    const own = starts[place] as number;
    const classes = own + end - start > this.#classes.length ? this.#widen(own + end - start) : this.#classes;
    classes.set(last.classes.subarray(start, end), own);
    const shift = own - start;
    starts.set(lastStarts.subarray(from + 1, from + count + 1), place + 1);
    if (shift !== 0) {
      for (let at = place + 1; at <= place + count; at++) {
        starts[at] = (starts[at] as number) + shift;
      }
    }
    this.#effects.set(last.#effects.subarray(from, from + count), place);
    this.#covers.set(last.#covers.subarray(from, from + count), place);
    this.verdicts.set(last.verdicts.subarray(from, from + count), place);
    this.proofs.set(last.proofs.subarray(from, from + count), place);
    this.#filled = place + count;
    this.#next = from + count;
    this.copied.push({ place, end: place + count, shift: place - from });
  }

  /** Reads rules anew, up to `end`; answers whether it ended before, as that was enough work. */
  #append(end: number, classes: ScopeClasses, isEnough: () => boolean): boolean {
    const { rules, starts, fresh } = this;
    const most = Math.min(end, rules.length);
    let known = classes.size;
    let own = this.#classes;
    let start = starts[this.#filled] as number;
    for (let place = this.#filled; place < most; place++) {
      const { scopes, enabled } = rules[place] as OrderedRule;
      const { length } = scopes;
      if (start + length > own.length) {
        own = this.#widen(start + length);
      }
      let to = start;
      let isOnce = length <= fewScopes;
      for (let at = 0; at < length; at++) {
        // All have classes from now on, also those that take no part.
        const one = classes.classOf(scopes[at] as NamedScope);
        for (let before = start; isOnce && before < to; before++) {
          isOnce = own[before] !== one;
        }
        own[to++] = one;
      }
      if (!isOnce) {
        to = this.#nameOnce(start, scopes);
      }
      start = enabled ? to : start;
      starts[place + 1] = start;
      fresh.push(place);
      this.#filled = place + 1;
      if (classes.size !== known) {
        known = classes.size;
        if (isEnough()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Leaves of the classes from there on those of names that none before them has. Answers with their end. */
  #nameOnce(start: number, scopes: readonly NamedScope[]): number {
    const own = this.#classes;
    const once = namedOnce({ scopes });
    if (once) {
      for (let at = 0; at < once.length; at++) {
        own[start + at] = own[start + (once[at] as number)] as number;
      }
    }
    return start + (once ?? scopes).length;
  }

  /** Makes room for so many classes. */
  #widen(count: number): Int32Array {
    const wider = new Int32Array(2 * count);
    wider.set(this.#classes);
    this.#classes = wider;
    return wider;
  }
}
