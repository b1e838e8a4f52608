import type { CompiledRule } from './compiledRule.ts';
import type { OrderedRule } from './orderedRule.ts';
import type { ScopeClasses } from './scopeClasses.ts';

const unknown = -1;

/** Rules side by side in a few long lists, so that a look at each of many is a look at numbers in a row. */
export class RuleTable {
  readonly rules: readonly OrderedRule[];
  readonly compiled: CompiledRule[] = [];
  /** For each place where its classes begin, and at the end where the last ones end. Disabled rules have none. */
  readonly starts: Int32Array;
  #classes: Int32Array;
  readonly #effects: Int32Array;
  /** Whether a rule has collections that others of its own cover. */
  readonly #covers: Int8Array;
  readonly #numberOf: (effect: string) => number;
  #next = 0;

  constructor(rules: readonly OrderedRule[], numberOf: (effect: string) => number) {
    this.#numberOf = numberOf;
    // A copy: the list may be changed in place.
    this.rules = rules.slice();
    this.starts = new Int32Array(rules.length + 1);
    this.#classes = new Int32Array(rules.length * 4);
    this.#effects = new Int32Array(rules.length).fill(unknown);
    this.#covers = new Int8Array(rules.length).fill(unknown);
  }

  get length(): number {
    return this.rules.length;
  }

  get classes(): Int32Array {
    return this.#classes;
  }

  /**
   * Takes the next rules, up to a place, or fewer when that is enough work: from the table before where they stand there in
   * the same order, else read anew. Answers with the place of the next.
   */
  fill(
    end: number,
    last: RuleTable | undefined,
    compile: (rule: OrderedRule) => CompiledRule,
    isEnough: () => boolean = () => false,
  ): number {
    for (let place = this.compiled.length; place < end; place++) {
      const rule = this.rules[place] as OrderedRule;
      if (last?.rules[this.#next] === rule) {
        this.#copy(place, last, this.#next++);
      } else if (last?.rules[this.#next + 1] === rule) {
        this.#copy(place, last, this.#next + 1);
        this.#next += 2;
      } else {
        this.#append(place, compile(rule));
        // One that was changed stands for one before; one that was put in for none.
        this.#next += last?.rules[this.#next] === this.rules[place + 1] ? 0 : 1;
        if (isEnough()) {
          break;
        }
      }
    }
    return this.compiled.length;
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

  hasCovered(place: number, classes: ScopeClasses): boolean {
    let covers = this.#covers[place] as number;
    if (covers === unknown) {
      covers = (this.compiled[place] as CompiledRule).covered(classes).length > 0 ? 1 : 0;
      this.#covers[place] = covers;
    }
    return covers === 1;
  }

  #copy(place: number, last: RuleTable, from: number): void {
    this.compiled.push(last.compiled[from] as CompiledRule);
    this.#effects[place] = last.#effects[from] as number;
    this.#covers[place] = last.#covers[from] as number;
    const own = this.#room(place, (last.starts[from + 1] as number) - (last.starts[from] as number));
    let at = last.starts[from] as number;
    for (let to = own; to < (this.starts[place + 1] as number); to++) {
      this.#classes[to] = last.#classes[at++] as number;
    }
  }

  #append(place: number, compiled: CompiledRule): void {
    this.compiled.push(compiled);
    const { classes } = compiled;
    const count = compiled.rule.enabled ? classes.length : 0;
    const own = this.#room(place, count);
    for (let at = 0; at < count; at++) {
      this.#classes[own + at] = classes[at] as number;
    }
  }

  /** Where the classes of a rule begin. */
  #room(place: number, count: number): number {
    const start = this.starts[place] as number;
    this.starts[place + 1] = start + count;
    if (start + count > this.#classes.length) {
      const wider = new Int32Array(2 * (start + count));
      wider.set(this.#classes);
      this.#classes = wider;
    }
    return start;
  }
}
