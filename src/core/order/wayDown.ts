import { ClassStandings, type Kept } from './classStandings.ts';
import { coveredScopes, namedOnce } from './coveredScopes.ts';
import type { OrderFinding } from './orderFinding.ts';
import type { Questions } from './questions.ts';
import { ruleRow } from './ruleRows.ts';
import type { RuleTable } from './ruleTable.ts';
import type { OrderedRule } from './orderedRule.ts';
import type { Point } from './scope.ts';
import type { ScopeClasses } from './scopeClasses.ts';
import { gaveUpToo, verdicts, Verdicts } from './verdicts.ts';

/** Steps of searches after which others get their turn: a few milliseconds. */
export const muchWork = 5000;

/** Rules that are looked at before it is asked which is the next to look at. */
const fewRules = 16;

/** A rule that may decide for something, with the classes of which something is left for it. */
export interface Living {
  readonly place: number;
  readonly classes: readonly number[];
}

/** The rules from the first to the last: what is left for each. */
export class WayDown {
  readonly gaveUp = new Set<number>();
  readonly living: Living[];
  readonly standings: ClassStandings;
  readonly #classes: ScopeClasses;
  readonly #questions: Questions;
  readonly #table: RuleTable;
  readonly #verdicts: Verdicts;
  /** Whether what was found of rules the last time stands in the table, and whether that was all. */
  readonly #isKept: boolean;
  readonly #isAllKept: boolean;
  #nextCopied = 0;

  /** `last`: what was found the last time with what is kept. */
  constructor(kept: Kept, table: RuleTable, last?: WayDown) {
    this.#classes = kept.classes;
    this.#questions = kept.questions;
    this.#table = table;
    this.#isKept = last !== undefined;
    this.#isAllKept = last?.gaveUp.size === 0 && !kept.classes.hasTooMuch;
    this.standings = new ClassStandings(kept, table, last?.standings);
    this.#verdicts = new Verdicts(kept, table, this.standings);
    const [first] = table.copied;
    this.living = [];
    if (
      last &&
      first?.place === 0 &&
      first.shift === 0 &&
      this.#isAllKept &&
      this.standings.takeOver(first.end)
    ) {
      this.living = last.living.filter(({ place }) => place < first.end);
    }
  }

  /** What came before is not needed any more. */
  finish(): void {
    this.standings.finish();
    this.#verdicts.finish();
  }

  /** Takes rules up to `end`, or fewer when that is much work; answers with the place of the next, which may be beyond. */
  take(start: number, end: number): number {
    const enough = this.#work + muchWork;
    const isJudgedAlone = this.#classes.hasTooMuch;
    let place = start;
    while (place < end && this.#work <= enough) {
      const next = this.#isAllKept ? this.#next(place) : place;
      if (next > place) {
        place = next;
        continue;
      }
      const stop = this.#isAllKept ? Math.min(place + fewRules, end) : end;
      if (!isJudgedAlone) {
        place = this.#verdicts.judgeAll(place, stop, this.#isKept, this.gaveUp, enough);
      }
      if (place < stop && this.#work <= enough) {
        this.#takeOne(place);
        place++;
      }
    }
    return place;
  }

  #takeOne(place: number): void {
    const { rows, words, verdicts: found } = this.#table;
    const { first, isLeft, isChanged } = this.standings;
    const row = rows[place] as number;
    const from = row + ruleRow.classes;
    const stop = words[row + ruleRow.end] as number;
    let left = 0;
    let changed = 0;
    for (let at = from; at < stop; at++) {
      const scopeClass = words[at] as number;
      if (first[scopeClass] === -1) {
        this.#meet(scopeClass, place);
      }
      if (first[scopeClass] === place) {
        left += isLeft[scopeClass] as number;
      }
      changed |= isChanged[scopeClass] as number;
    }
    if (left > 0) {
      found[place] = verdicts.none;
      this.#keep(place, from, stop, left === stop - from);
    } else if (stop > from) {
      if (changed === 1 || !this.#isKept || found[place] === verdicts.none) {
        this.#verdicts.judge(place, from, stop);
      }
      if (((found[place] as number) & gaveUpToo) !== 0) {
        this.gaveUp.add(place);
      }
    }
    if (
      this.#classes.hasTooMuch &&
      this.#table.classesAt(place).some((one) => this.#classes.isTooMuch(one))
    ) {
      this.gaveUp.add(place);
    }
  }

  /** The next rule from a place on of which something may be found that was not found the last time, or that meets a class. */
  #next(place: number): number {
    const { copied } = this.#table;
    while ((copied[this.#nextCopied]?.end ?? place + 1) <= place) {
      this.#nextCopied++;
    }
    const same = copied[this.#nextCopied];
    if (!same || place < same.place) {
      return place;
    }
    const { end, shift } = same;
    return Math.min(end, (this.standings.nextMet(place - shift) ?? place - shift) + shift);
  }

  /** Rules that take all classes of a rule together, in rising order. */
  takersAt(place: number): readonly number[] {
    const own = this.#table.classesAt(place);
    const [one = 0] = own;
    return own.length === 1
      ? this.standings.takersOf(one)
      : rising(own.flatMap((each) => this.standings.takersOf(each)));
  }

  /** By rule. `found`: what else was found of living rules, by rule, too. */
  findings(found: readonly OrderFinding[]): readonly OrderFinding[] {
    const findings: OrderFinding[] = [];
    const table = this.#table;
    const { length, verdicts: verdictOf } = table;
    const { living } = this;
    let nextLiving = 0;
    let placeOfLiving = living[0]?.place;
    let nextFound = 0;
    for (let rule = 0; rule < length; rule++) {
      if (table.hasCovered(rule)) {
        for (const { scope, by } of coveredScopes(this.#rule(rule).scopes, this.#classes)) {
          findings.push({ kind: 'covered-collection', rule, scope, by: [by] });
        }
      }
      if (rule === placeOfLiving) {
        this.#partlyDead(living[nextLiving] as Living, findings);
        nextLiving++;
        placeOfLiving = living[nextLiving]?.place;
        for (; found[nextFound]?.rule === rule; nextFound++) {
          findings.push(found[nextFound] as OrderFinding);
        }
        continue;
      }
      const verdict = (verdictOf[rule] as number) & ~gaveUpToo;
      if (verdict === verdicts.deadProven) {
        findings.push(new DeadRule(rule, this));
      } else if (verdict !== verdicts.none) {
        const kind = verdict === verdicts.dead ? 'dead' : 'redundant';
        findings.push({ kind, rule, by: this.takersAt(rule) });
      }
    }
    return findings;
  }

  /** Something for which it is proven that another effect is decided than that of a rule that is dead. */
  witnessAt(rule: number): Point | undefined {
    const proof = this.#verdicts.proofAt(rule);
    return proof && this.#questions.exampleOf(proof);
  }

  get #work(): number {
    return this.#verdicts.work;
  }

  #rule(place: number): OrderedRule {
    return this.#table.rules[place] as OrderedRule;
  }

  #meet(scopeClass: number, place: number): void {
    this.standings.meet(scopeClass, place);
    if (this.standings.state(scopeClass).left?.kind === 'gave-up') {
      this.gaveUp.add(place);
    }
  }

  #keep(place: number, from: number, stop: number, isWhole: boolean): void {
    const { words } = this.#table;
    const { first, isLeft } = this.standings;
    const left: number[] = [];
    for (let at = from; at < stop; at++) {
      const scopeClass = words[at] as number;
      if (isWhole || (isLeft[scopeClass] === 1 && first[scopeClass] === place)) {
        left.push(scopeClass);
        // Two names of a rule may be one class.
        if (!this.standings.left.bits.has(scopeClass)) {
          this.standings.keep(scopeClass);
        }
      }
    }
    this.living.push({ place, classes: left });
  }

  #partlyDead({ place: rule, classes: left }: Living, findings: OrderFinding[]): void {
    const own = this.#table.classesAt(rule);
    if (left.length === own.length) {
      return;
    }
    const once = namedOnce(this.#rule(rule));
    const isLeft = new Set(left);
    for (const [at, scopeClass] of own.entries()) {
      if (!isLeft.has(scopeClass)) {
        const scope = once?.[at] ?? at;
        findings.push({ kind: 'partly-dead', rule, scope, by: this.standings.takersOf(scopeClass) });
      }
    }
  }
}

/** What is not always needed is worked out when it is asked for. */
class DeadRule {
  readonly kind = 'dead';
  readonly rule: number;
  readonly #down: WayDown;

  constructor(rule: number, down: WayDown) {
    this.rule = rule;
    this.#down = down;
  }

  get by(): readonly number[] {
    return this.#down.takersAt(this.rule);
  }

  get witness(): Point | undefined {
    return this.#down.witnessAt(this.rule);
  }
}

function rising(places: readonly number[]): readonly number[] {
  return [...new Set(places)].sort((a, b) => a - b);
}
