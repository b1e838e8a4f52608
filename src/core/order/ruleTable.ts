import { coveredScopes, namedOnce, fewScopes } from './coveredScopes.ts';
import type { NamedScope, OrderedRule } from './orderedRule.ts';
import type { ScopeClasses } from './scopeClasses.ts';

const unknown = -1;

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
  /** Places of rules that the table before did not have. */
  readonly fresh: number[] = [];
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
    this.#effects = new Int32Array(rules.length);
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
    let [low, high] = [0, this.length - 1];
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
    let known = classes.size;
    for (let place = this.#filled; place < rules.length; place = this.#filled) {
      const rule = rules[place] as OrderedRule;
      if (last?.rules[this.#next] === rule) {
        this.#copy(place, last, this.#next);
      } else if (last?.rules[this.#next + 1] === rule) {
        this.#copy(place, last, this.#next + 1);
      } else {
        this.#append(place, rule, classes);
        // One that was changed stands for one before; one that was put in for none.
        this.#next += last?.rules[this.#next] === rules[place + 1] ? 0 : 1;
        if (this.fresh.length === end || (classes.size !== known && isEnough())) {
          break;
        }
        known = classes.size;
      }
    }
    return this.#filled < rules.length;
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

  /** Whether a rule has collections that others of its own cover. */
  hasCovered(place: number): boolean {
    return this.#covers[place] === 1;
  }

  /** Finds that out for so many of the new rules, once all rules are taken. */
  lookInside(from: number, to: number, classes: ScopeClasses): void {
    const { rules, starts, fresh } = this;
    for (let at = from; at < to && at < fresh.length; at++) {
      const place = fresh[at] as number;
      const { length } = (rules[place] as OrderedRule).scopes;
      const [start, end] = [starts[place] as number, starts[place + 1] as number];
      // Of one that is disabled, names something twice or names many it is not told by what stands here.
      const isHidden = length > 1 && (end - start < length || length > fewScopes);
      const covers = isHidden
        ? coveredScopes(rules[place] as OrderedRule, classes).length > 0
        : length > 1 && this.#haveCovered(start, end, classes);
      this.#covers[place] = covers ? 1 : 0;
    }
  }

  #haveCovered(start: number, end: number, classes: ScopeClasses): boolean {
    const own = this.#classes;
    for (let one = start; one < end; one++) {
      const inner = own[one] as number;
      const wider = classes.hasWider(inner) ? classes.wider(inner) : undefined;
      for (let other = start; other < end; other++) {
        if (other !== one && (own[other] === inner || wider?.has(own[other] as number) === true)) {
          return true;
        }
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
    const own = this.#room(place, end - start);
    this.#classes.set(last.classes.subarray(start, end), own);
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
  }

  #append(place: number, rule: OrderedRule, classes: ScopeClasses): void {
    const { scopes, enabled } = rule;
    const start = this.#room(place, scopes.length);
    const once = namedOnce(rule);
    let [to, nextOnce] = [start, 0];
    for (let at = 0; at < scopes.length; at++) {
      // All have classes from now on, also those that take no part.
      const scopeClass = classes.classOf(scopes[at] as NamedScope);
      if (once === undefined || once[nextOnce] === at) {
        nextOnce++;
        if (enabled) {
          this.#classes[to++] = scopeClass;
        }
      }
    }
    this.starts[place + 1] = to;
    this.#effects[place] = unknown;
    this.fresh.push(place);
    this.#filled = place + 1;
  }

  /** Where the classes of a rule begin. */
  #room(place: number, count: number): number {
    const start = this.starts[place] as number;
    if (start + count > this.#classes.length) {
      const wider = new Int32Array(2 * (start + count));
      wider.set(this.#classes);
      this.#classes = wider;
    }
    return start;
  }
}
