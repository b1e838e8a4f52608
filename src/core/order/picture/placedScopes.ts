import type { NamedScope, OrderedRule } from '../orderedRule.ts';

/** A scope as rules of one lane name it: only the first of them can get anything of it. */
export interface PlacedScope {
  readonly scope: NamedScope;
  readonly lane: string | undefined;
  /** Of the first enabled rule that names it. */
  readonly place: number;
}

/** The scopes of an order of rules, each once, in the order in which enabled rules name them first. */
export class PlacedScopes {
  readonly entries: readonly PlacedScope[];
  readonly rules: readonly OrderedRule[];
  /** Whether rules look at different things, so that it is not known which of two gets its turn. */
  readonly hasLanes: boolean;
  readonly #starts: Int32Array;
  readonly #named: readonly number[];

  constructor(rules: readonly OrderedRule[]) {
    const entries: PlacedScope[] = [];
    const named: number[] = [];
    const byLane = new Map<string | undefined, Map<string, number>>();
    this.rules = rules;
    this.#starts = new Int32Array(rules.length + 1);
    for (const [place, { enabled, scopes, lane }] of rules.entries()) {
      if (enabled) {
        const byName = byLane.get(lane) ?? new Map<string, number>();
        byLane.set(lane, byName);
        for (const scope of scopes) {
          let entry = byName.get(scope.name);
          if (entry === undefined) {
            entry = entries.length;
            entries.push({ scope, lane, place });
            byName.set(scope.name, entry);
          }
          named.push(entry);
        }
      }
      this.#starts[place + 1] = named.length;
    }
    this.entries = entries;
    this.#named = named;
    this.hasLanes = byLane.size > 1;
  }

  /** The lane of all rules, when there is one. */
  get onlyLane(): string | undefined {
    return this.hasLanes ? undefined : this.entries[0]?.lane;
  }

  /** Whether a rule names one of some scopes, given by their places in `entries`. */
  namesOneOf(place: number, entries: ReadonlySet<number>): boolean {
    for (let at = this.#starts[place] ?? 0; at < (this.#starts[place + 1] ?? 0); at++) {
      if (entries.has(this.#named[at] as number)) {
        return true;
      }
    }
    return false;
  }
}
