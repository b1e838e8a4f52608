import type { RuleTable } from './ruleTable.ts';

/** Stands for the place of the last rule that was gone by, when it was all of them. */
export const allBelow = 2 ** 31 - 1;

/** Whether without a rule everything would be decided the same, as the rules below it told down to `reach`. */
export interface Looked {
  readonly place: number;
  readonly reach: number;
  /** Of the rule, of which something is left for it. */
  readonly classes: readonly number[];
  /** The rules that decide the same without it; undefined when something may be decided otherwise. */
  readonly by: readonly number[] | undefined;
}

/** What was found of rules from the last one on, to be used again the next time where all rules it goes by stand as they stood. */
export class LookedBelow {
  readonly #looked: Looked[] = [];
  readonly #table: RuleTable;
  /** What was found the last time; where in that, and in what the table took over, the next rule is looked for. */
  #last: LookedBelow | undefined;
  #next = 0;
  #block: number;

  constructor(table: RuleTable, last: LookedBelow | undefined) {
    this.#table = table;
    this.#last = last;
    this.#block = table.copied.length - 1;
  }

  add(looked: Looked): void {
    this.#looked.push(looked);
  }

  /** What came before is not needed any more. */
  finish(): void {
    this.#last = undefined;
  }

  /** Of a rule above all those that were asked for before. `isChanged`: by class, whether it may stand otherwise beside the rules above. */
  of(place: number, classes: readonly number[], isChanged: Uint8Array): Looked | undefined {
    const last = this.#last;
    const { copied, length } = this.#table;
    while ((copied[this.#block]?.place ?? 0) > place) {
      this.#block--;
    }
    const block = copied[this.#block];
    if (!last || !block || place >= block.end) {
      return undefined;
    }
    const { end, shift } = block;
    const then = place - shift;
    while ((last.#looked[this.#next]?.place ?? 0) > then) {
      this.#next++;
    }
    const looked = last.#looked[this.#next];
    if (looked?.place !== then || !areSame(looked.classes, classes, isChanged)) {
      return undefined;
    }
    const { reach, by } = looked;
    const isAll = reach === allBelow;
    if (isAll ? end !== length || end - shift !== last.#table.length : reach + shift >= end) {
      return undefined;
    }
    return { place, classes, reach: isAll ? reach : reach + shift, by: by?.map((one) => one + shift) };
  }
}

function areSame(before: readonly number[], now: readonly number[], isChanged: Uint8Array): boolean {
  for (let at = 0; at < now.length; at++) {
    if (before[at] !== now[at] || isChanged[now[at] as number] === 1) {
      return false;
    }
  }
  return before.length === now.length;
}
