import { finished } from '../util/finished.ts';
import { Bits } from './bits.ts';
import { compileRule, type CompiledRule } from './compiledRule.ts';
import { searchBudget } from './findPoint.ts';
import type { OrderedRule } from './orderedRule.ts';
import type { Analysis, AnalysisOptions, OrderFinding } from './orderFinding.ts';
import { Questions } from './questions.ts';
import type { ScopeClasses } from './scopeClasses.ts';
import { ScopePool } from './scopePool.ts';
import { WayDown } from './wayDown.ts';
import { WayUp } from './wayUp.ts';

/** Steps that all hard questions of one policy may take together. */
const usualHardBudget = 1_000_000;
/** Rules between two chances to give way. */
const slice = 64;
/** Effects that may be out of use before all are forgotten. */
const spareEffects = 1000;

export interface IncrementalOptions extends AnalysisOptions {
  /** Shared by policies with the same collections, so that what is known of a collection is known once. */
  readonly pool?: ScopePool;
}

/**
 * The analysis of one policy, kept up to date. Every update says exactly what a fresh analysis would; what costs time, the
 * questions whether something is left of collections beside others, is asked again only where the collections concerned are
 * others than before. So a change of what a rule does asks nothing, and a move asks about what lies between its places.
 */
export class IncrementalOrder {
  readonly #options: AnalysisOptions;
  readonly #pool: ScopePool;
  #classes: ScopeClasses;
  #questions: Questions;
  #effects = new Map<string, number>();
  #compiled = new WeakMap<OrderedRule, CompiledRule>();

  constructor(options: IncrementalOptions = {}) {
    this.#options = options;
    this.#pool = options.pool ?? new ScopePool();
    this.#classes = this.#pool.classes;
    this.#questions = this.#begin();
  }

  /** Searches that the last update made. */
  get searched(): number {
    return this.#questions.searched;
  }

  dispose(): void {
    this.#pool.forget(this);
  }

  update(rules: readonly OrderedRule[]): Analysis {
    return finished(this.updateSteps(rules));
  }

  /**
   * As `update`, in short steps; abandoned between two of them, the next update is right all the same. A rule that is the same
   * object as before is not read again.
   */
  *updateSteps(rules: readonly OrderedRule[]): Generator<void, Analysis, void> {
    if (this.#classes !== this.#pool.classes || this.#effects.size > 2 * rules.length + spareEffects) {
      this.#questions = this.#begin();
    }
    const compiled: CompiledRule[] = [];
    const used = new Bits();
    for (const rule of rules) {
      const own = this.#compile(rule);
      compiled.push(own);
      own.parts.forEach(({ scopeClass }) => used.add(scopeClass));
      if (compiled.length % slice === 0) {
        yield;
      }
    }
    const [classes, questions] = [this.#classes, this.#questions];
    questions.begin();
    const down = new WayDown(classes, questions);
    for (const [place, rule] of compiled.entries()) {
      down.take(place, rule);
      if (place % slice === 0) {
        yield;
      }
    }
    const { effectOfNone } = this.#options;
    const none = effectOfNone === undefined ? -1 : this.#numberOf(effectOfNone);
    const up = new WayUp(classes, questions, compiled, down, none);
    for (let place = compiled.length - 1; place >= 0; place--) {
      up.take(place, compiled[place] as CompiledRule);
      if (place % slice === 0) {
        yield;
      }
    }
    questions.end();
    this.#pool.uses(this, used.size);
    return {
      findings: merged(down.findings, up.findings.toReversed()),
      notAnalysed: [...down.gaveUp].sort((a, b) => a - b),
    };
  }

  #begin(): Questions {
    const { budget = searchBudget, hardBudget = usualHardBudget } = this.#options;
    this.#classes = this.#pool.classes;
    this.#effects = new Map();
    this.#compiled = new WeakMap();
    return new Questions(this.#classes, budget, hardBudget);
  }

  #compile(rule: OrderedRule): CompiledRule {
    let compiled = this.#compiled.get(rule);
    if (!compiled) {
      compiled = compileRule(rule, this.#classes, this.#numberOf(rule.effect));
      this.#compiled.set(rule, compiled);
    }
    return compiled;
  }

  #numberOf(effect: string): number {
    let number = this.#effects.get(effect);
    if (number === undefined) {
      number = this.#effects.size;
      this.#effects.set(effect, number);
    }
    return number;
  }
}

/** Both are in the order of their rules. */
function merged(left: readonly OrderFinding[], right: readonly OrderFinding[]): readonly OrderFinding[] {
  const all: OrderFinding[] = [];
  let next = 0;
  for (const finding of left) {
    for (let other = right[next]; other && other.rule < finding.rule; other = right[++next]) {
      all.push(other);
    }
    all.push(finding);
  }
  return all.concat(right.slice(next));
}
