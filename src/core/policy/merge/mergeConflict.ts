import type { JsonValue } from '../../json/json.ts';

/** Where a value lies: what conflicts inside it are called. */
export interface MergePlace {
  /** Key of the ordered array; absent for a member of the document itself. */
  readonly array?: string;
  /** Name of the rule; absent for the document and for the order of a whole array. */
  readonly rule?: string;
  /** Which of several rules of that name, from 2 on; the first has none. */
  readonly nth?: number;
  /** Leads to the member inside the rule or document; empty for a whole rule and for an order. */
  readonly path: string;
}

/** Absent where a side has none. For an order: the names of the rules in their order. */
export interface Three {
  readonly base: JsonValue | undefined;
  readonly mine: JsonValue | undefined;
  readonly live: JsonValue | undefined;
}

/** A place where mine and live both changed base, and only a person can say which holds. */
export interface MergeConflict extends MergePlace, Three {
  /** The same place has the same id as long as base, mine and live are the same: the key of a choice. */
  readonly id: string;
  /**
   * `field`: one member changed on both sides. `deleted`: one side deleted a rule, the other changed it. `order`: the places of
   * rules cannot be reconciled.
   */
  readonly kind: 'field' | 'deleted' | 'order';
}

/**
 * How a conflict was settled. An edited value may be absent, which removes the member or rule. An edited value for a whole
 * rule, or for the document's own members, settles every conflict in it; see `wholeOf`. `base` takes back what both did; an order,
 * and a merge without a base, has none.
 */
export type MergeChoice = 'mine' | 'live' | 'base' | { readonly value: JsonValue | undefined };

export type MergeChoices = ReadonlyMap<string, MergeChoice>;

/** Collects conflicts, and answers with the choice where one was made. */
export class ConflictList {
  readonly open: MergeConflict[] = [];
  readonly all: MergeConflict[] = [];
  readonly #choices: MergeChoices;

  constructor(choices: MergeChoices) {
    this.#choices = choices;
  }

  /** The value that was chosen; `mine` stands in while nothing was. */
  settle(conflict: MergeConflict): JsonValue | undefined {
    this.all.push(conflict);
    const choice = this.#choices.get(conflict.id);
    if (choice === undefined) {
      this.open.push(conflict);
      return conflict.mine;
    }
    return typeof choice === 'string' ? conflict[choice] : choice.value;
  }

  /** The value that somebody gave for a whole rule or document. */
  edited(whole: MergePlace): Exclude<MergeChoice, string> | undefined {
    const choice = this.#choices.size === 0 ? undefined : this.#choices.get(idOf(whole));
    return typeof choice === 'object' ? choice : undefined;
  }

  /** For conflicts that can only be settled for one side. */
  side(conflict: MergeConflict): 'mine' | 'live' {
    this.all.push(conflict);
    const choice = this.#choices.get(conflict.id);
    if (choice === 'mine' || choice === 'live') {
      return choice;
    }
    this.open.push(conflict);
    return 'mine';
  }
}

export function idOf({ array = '', rule = '', nth, path }: MergePlace): string {
  return JSON.stringify([array, rule, path, ...(nth === undefined ? [] : [nth])]);
}
