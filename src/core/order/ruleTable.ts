import { isAmong } from './bits.ts';
import { coveredScopes, namedOnce, fewScopes } from './coveredScopes.ts';
import type { NamedScope, OrderedRule } from './orderedRule.ts';
import { ruleRow, RuleRows } from './ruleRows.ts';
import { maybe, type ScopeClasses } from './scopeClasses.ts';

/** Rules in a row that are those that stood in a row in the table before. */
interface Copied {
  readonly place: number;
  readonly end: number;
  /** How much further down they stand. */
  readonly shift: number;
}

/**
 * Rules side by side in a few long lists, so that a look at each of many is a look at numbers in a row. What is known of a rule by
 * itself stands in a row that all tables with this rule share; what was found out of it beside the others is taken over from the
 * table before.
 */
export class RuleTable {
  readonly rules: readonly OrderedRule[];
  /** By place, where the row of the rule begins in `words`: see `ruleRow`. */
  readonly rows: Int32Array;
  /** By place, what was found of a rule for which nothing is left: see `Verdicts`. */
  readonly verdicts: Uint8Array;
  readonly #rows: RuleRows;
  #last: RuleTable | undefined;
  readonly #numberOf: (effect: string) => number;
  /** Places of rules that the table before did not have, and the others. */
  readonly fresh: number[] = [];
  readonly copied: Copied[] = [];
  #filled = 0;
  /** The place of what comes next in the table before. */
  #next = 0;

  /** `last`: the table before, whose rows are used again. */
  constructor(rules: readonly OrderedRule[], numberOf: (effect: string) => number, last?: RuleTable) {
    this.#numberOf = numberOf;
    // A copy: the list may be changed in place.
    this.rules = rules.slice();
    this.rows = new Int32Array(rules.length);
    this.verdicts = new Uint8Array(rules.length);
    this.#last = last;
    this.#rows = last ? last.#rows : new RuleRows(rules.length);
  }

  get length(): number {
    return this.rules.length;
  }

  /** The rows of all rules. */
  get words(): Int32Array {
    return this.#rows.words;
  }

  /** Classes of a rule, each once; a disabled rule has none. */
  classesAt(place: number): readonly number[] {
    const { words } = this;
    const start = this.rows[place] as number;
    return [...words.subarray(start + ruleRow.classes, words[start + ruleRow.end])];
  }

  /**
   * Takes the next rules: from the table before where they stand there in the same order, else read anew, and so many of
   * these at most, or fewer when that is enough work. Answers whether there are more.
   */
  fill(most: number, classes: ScopeClasses, isEnough: () => boolean = () => false): boolean {
    const { rules } = this;
    const last = this.#last;
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
    if (this.#filled < rules.length) {
      return true;
    }
    this.#last = undefined;
    if (this.fresh.length === rules.length) {
      this.#rows.settle();
    }
    return false;
  }

  /** Whether the next table should rather begin anew. */
  get isWorn(): boolean {
    return this.#rows.isWorn;
  }

  /** Where a rule stands in the table before, when that is where the next one is looked for; else -1. */
  #placeIn(last: RuleTable, rule: OrderedRule | undefined): number {
    const next = this.#next;
    return last.rules[next] === rule ? next : last.rules[next + 1] === rule ? next + 1 : -1;
  }

  /** Equal numbers for equal effects. It is worked out when it is first asked for: it may be costly. */
  effectAt(place: number): number {
    const at = (this.rows[place] as number) + ruleRow.effect;
    const known = this.words[at] as number;
    return known === -1
      ? (this.words[at] = this.#numberOf((this.rules[place] as OrderedRule).effect))
      : known;
  }

  /** Undefined as long as nobody asked. */
  knownEffectAt(place: number): number | undefined {
    const known = this.words[(this.rows[place] as number) + ruleRow.effect];
    return known === -1 ? undefined : known;
  }

  /** That of the same rule in the table before, if anybody asked: a rule that moved is read anew, and what is kept may go by it. */
  takeEffect(place: number, last: RuleTable, before: number): void {
    const at = (this.rows[place] as number) + ruleRow.effect;
    if (this.words[at] === -1) {
      this.words[at] = last.words[(last.rows[before] as number) + ruleRow.effect] as number;
    }
  }

  /** Whether a rule has collections that others of its own cover. */
  hasCovered(place: number): boolean {
    return this.words[(this.rows[place] as number) + ruleRow.isCovered] === 1;
  }

  /** Finds that out for so many of the new rules, once all rules are taken. */
  lookInside(from: number, to: number, classes: ScopeClasses): void {
    const { rules, rows, words, fresh } = this;
    const marks = classes.coveringMarks();
    const end = Math.min(to, fresh.length);
    for (let at = from; at < end; at++) {
      const place = fresh[at] as number;
      const row = rows[place] as number;
      const start = row + ruleRow.classes;
      const stop = words[row + ruleRow.end] as number;
      const { scopes, enabled } = rules[place] as OrderedRule;
      let isCovered = enabled && stop - start < scopes.length;
      if (!enabled || scopes.length > fewScopes) {
        // Told by what is written: not all of it stands here.
        isCovered ||= scopes.length > 1 && coveredScopes(scopes, classes).length > 0;
      } else if (!isCovered && stop - start > 1) {
        for (let one = start; one < stop && !isCovered; one++) {
          const scopeClass = words[one] as number;
          isCovered =
            (marks[scopeClass] || classes.markOf(scopeClass)) === maybe &&
            this.#isOneWithin(one, start, stop, classes);
        }
      }
      words[row + ruleRow.isCovered] = isCovered ? 1 : 0;
    }
  }

  /** Whether a class lies within another of the same rule; of the one that names everything, whether another lies within it. */
  #isOneWithin(one: number, start: number, end: number, classes: ScopeClasses): boolean {
    const own = this.words;
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
    const count = sameInARow(this.rules, place, last.rules, from);
    this.rows.set(last.rows.subarray(from, from + count), place);
    this.verdicts.set(last.verdicts.subarray(from, from + count), place);
    this.#filled = place + count;
    this.#next = from + count;
    this.copied.push({ place, end: place + count, shift: place - from });
  }

  /** Reads rules anew, up to `end`; answers whether it ended before, as that was enough work. */
  #append(end: number, classes: ScopeClasses, isEnough: () => boolean): boolean {
    const { rules, rows, fresh } = this;
    const most = Math.min(end, rules.length);
    let known = classes.size;
    for (let place = this.#filled; place < most; place++) {
      const { scopes, enabled } = rules[place] as OrderedRule;
      const { length } = scopes;
      const row = this.#rows.begin(length);
      const { words } = this.#rows;
      const start = row + ruleRow.classes;
      let to = start;
      let isOnce = length <= fewScopes;
      for (let at = 0; at < length; at++) {
        // All have classes from now on, also those that take no part.
        const one = classes.classOf(scopes[at] as NamedScope);
        for (let before = start; isOnce && before < to; before++) {
          isOnce = words[before] !== one;
        }
        words[to++] = one;
      }
      if (!isOnce) {
        to = nameOnce(words, start, scopes);
      }
      this.#rows.end(row, enabled ? to : start);
      rows[place] = row;
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
}

/** How many rules from a place on are those that stand from another place on elsewhere. */
function sameInARow(
  rules: readonly OrderedRule[],
  place: number,
  others: readonly OrderedRule[],
  from: number,
): number {
  const most = Math.min(rules.length - place, others.length - from);
  let count = 0;
  while (count < most && rules[place + count] === others[from + count]) {
    count++;
  }
  return count;
}

/** Leaves of the classes from there on those of names that none before them has. Answers with their end. */
function nameOnce(words: Int32Array, start: number, scopes: readonly NamedScope[]): number {
  const once = namedOnce({ scopes });
  if (once) {
    for (let at = 0; at < once.length; at++) {
      words[start + at] = words[start + (once[at] as number)] as number;
    }
  }
  return start + (once ?? scopes).length;
}
