import type { JsonValue } from '../../json/json.ts';
import { defined } from '../../util/defined.ts';

/** The place of a value, which identifies the conflicts inside it. */
export interface MergePlace {
  /** The key of the rule array; absent for a policy-level field. */
  readonly array?: string;
  /** The name of the rule; absent for policy-level fields and for the order of a whole array. */
  readonly rule?: string;
  /** The number of the rule among rules of the same name, from 2 on; absent for the first. */
  readonly nth?: number;
  /** The path to the field inside the rule or document; empty for a whole rule and for an order. */
  readonly path: string;
}

/** A value is absent where its side has none. For an order, the values are the rule names in their order. */
export interface Three {
  readonly base: JsonValue | undefined;
  readonly mine: JsonValue | undefined;
  readonly live: JsonValue | undefined;
}

/** A place where mine and live both changed the base, so a person has to choose. */
export interface MergeConflict extends MergePlace, Three {
  /** The id is the key of a choice and stays the same while base, mine and live stay the same. */
  readonly id: string;
  /**
   * `field`: both sides changed one field. `deleted`: one side deleted a rule, the other changed it. `order`:
   * no order of the rules satisfies both sides.
   */
  readonly kind: 'field' | 'deleted' | 'order';
}

/**
 * The resolution of a conflict. An absent edited value removes the field or rule. An edited value for a whole
 * rule, or for all policy-level fields, resolves every conflict in it; see `wholeOf`. `base` reverts both
 * changes; an order and a merge without a base have no `base`.
 */
export type MergeChoice = 'mine' | 'live' | 'base' | { readonly value: JsonValue | undefined };

export type MergeChoices = ReadonlyMap<string, MergeChoice>;

/** Collects conflicts and applies the choices to them. */
export class ConflictList {
  readonly open: MergeConflict[] = [];
  readonly all: MergeConflict[] = [];
  readonly #choices: MergeChoices;

  constructor(choices: MergeChoices) {
    this.#choices = choices;
  }

  /** Returns the chosen value; an unresolved conflict keeps `mine`. */
  settle(kind: MergeConflict['kind'], place: MergePlace, three: Three): JsonValue | undefined {
    const conflict = { id: idOf(place), kind, ...place, ...three };
    const choice = this.choose(conflict) ?? 'mine';
    return typeof choice === 'string' ? conflict[choice] : choice.value;
  }

  /** Returns the choice for a conflict, which is a side for an order; undefined for an unresolved conflict. */
  choose(conflict: MergeConflict): MergeChoice | undefined {
    this.all.push(conflict);
    const choice = this.#choices.get(conflict.id);
    if (choice !== undefined && (conflict.kind !== 'order' || choice === 'mine' || choice === 'live')) {
      return choice;
    }
    this.open.push(conflict);
    return undefined;
  }

  /** Returns the edited value for a whole rule or for all policy-level fields. */
  edited(whole: MergePlace): Exclude<MergeChoice, string> | undefined {
    const choice = this.#choices.size === 0 ? undefined : this.#choices.get(idOf(whole));
    return typeof choice === 'object' ? choice : undefined;
  }
}

export function idOf({ array = '', rule = '', nth, path }: MergePlace): string {
  return JSON.stringify([array, rule, path, ...(nth === undefined ? [] : [nth])]);
}

/** Returns the key of a choice for the whole rule of a place, or for all policy-level fields. */
export function wholeOf({ array, rule, nth }: MergePlace): string {
  return idOf(defined({ path: '', array, rule, nth }));
}
