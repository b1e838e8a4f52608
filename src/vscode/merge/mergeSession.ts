import { sameValue } from '../../core/json/sameValue.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { arrayAt, isJsonObject, type JsonObject, type JsonValue } from '../../core/json/json.ts';
import type {
  MergeChoice,
  MergeChoices,
  MergeConflict,
  Three,
} from '../../core/policy/merge/mergeConflict.ts';
import { preparedMerge } from '../../core/policy/merge/mergePolicies.ts';
import { wholeOf } from '../../core/policy/merge/mergeValues.ts';
import { withoutRules, type MergeResult, type PreparedMerge } from '../../core/policy/merge/preparedMerge.ts';
import { ruleName } from '../../core/policy/ruleMatch.ts';
import type { MergeSeen } from '../../core/sync/merge.ts';

/** The three states of one policy that are merged, as they were when the merge began. */
export interface MergeInput {
  readonly consoleId: string;
  readonly kind: PolicyKind;
  /** Undefined when nothing is known of it: then every difference is a conflict. */
  readonly base: JsonObject | undefined;
  readonly mine: JsonObject;
  readonly live: JsonObject;
  /** The merged versions; a merge of older versions is not applied. */
  readonly seen: MergeSeen;
}

/** The edit of a rule that has changed since; `value` is absent when the rule was removed. */
export interface GivenUp {
  readonly conflict: MergeConflict;
  readonly value: JsonValue | undefined;
}

/** A merge that is being decided: the three states and what was chosen so far. */
export class MergeSession {
  readonly input: MergeInput;
  readonly #choices = new Map<string, MergeChoice>();
  #merging: PreparedMerge | undefined;
  #result: MergeResult | undefined;
  /** The conflicts of the result by their ids: there may be thousands, and each is looked up. */
  #conflicts: ReadonlyMap<string, MergeConflict> | undefined;

  /** `made`: the merge in which nothing is chosen yet, where that was made already. */
  constructor(input: MergeInput, made?: MergeResult & { readonly merging: PreparedMerge }) {
    this.input = input;
    this.#merging = made?.merging;
    this.#result = made;
  }

  /** Unique among merges: there is one per policy. */
  get id(): string {
    return `${this.input.consoleId}/${this.input.kind.name}`;
  }

  get choices(): MergeChoices {
    return this.#choices;
  }

  get result(): MergeResult {
    this.#result ??= this.#merge(this.#choices);
    return this.#result;
  }

  /** Returns the merged policy with the values of one side in every conflict about a field. Orders and kept rules follow the choices. */
  withSide(side: 'mine' | 'live'): JsonObject {
    if (side === 'mine' && this.#choices.size === 0) {
      return this.result.merged;
    }
    const choices = new Map(this.#choices);
    const settle = ({ conflicts }: Pick<MergeResult, 'conflicts'>, by: typeof side): void => {
      for (const conflict of conflicts.filter(({ kind }) => kind === 'field')) {
        choices.delete(wholeOf(conflict));
        choices.set(conflict.id, by);
      }
    };
    settle(this.result, side);
    const made = this.#merge(choices);
    const more = made.open.filter(({ kind }) => kind === 'field');
    if (more.length === 0) {
      return made.merged;
    }
    // With other names chosen another rule has the name that it is given by one side alone.
    settle({ conflicts: more }, side === 'mine' ? 'live' : 'mine');
    return this.#merge(choices).merged;
  }

  /** Returns the merge without the edits of whole rules. */
  withoutEdits(): MergeResult {
    return this.#merge(new Map([...this.#choices].filter(([, choice]) => typeof choice === 'string')));
  }

  conflict(id: string): MergeConflict | undefined {
    this.#conflicts ??= new Map(this.result.conflicts.map((conflict) => [conflict.id, conflict]));
    return this.#conflicts.get(id);
  }

  choiceOf(id: string): MergeChoice | undefined {
    const conflict = this.#choices.has(id) ? undefined : this.conflict(id);
    return this.#choices.get(conflict ? wholeOf(conflict) : id);
  }

  /** Without a choice the conflict is open again. What was edited as a whole is given up for a choice inside of it. */
  choose(id: string, choice: MergeChoice | undefined): void {
    this.chooseAll([id], choice);
  }

  /** Chooses for several conflicts. It finds all of them first, because each choice makes a new merge. */
  chooseAll(ids: readonly string[], choice: MergeChoice | undefined): void {
    for (const conflict of ids.map((id) => this.conflict(id))) {
      if (conflict) {
        this.#choices.delete(wholeOf(conflict));
      }
    }
    ids.forEach((id) => this.#set(id, choice));
  }

  /**
   * Takes over what was chosen in an earlier merge of the same policy, wherever the same three values are in conflict still. A rule
   * that was edited as a whole is taken over where all of it is as it was. Answers which were not, and how many conflicts that were
   * decided are open again.
   */
  takeChoices(from: MergeSession): { readonly givenUp: readonly GivenUp[]; readonly reopened: number } {
    const { conflicts } = this.result;
    let reopened = 0;
    for (const conflict of conflicts) {
      const { id } = conflict;
      const choice = from.choices.get(id);
      const before = from.conflict(id);
      const isOfPart = typeof choice === 'string' || wholeOf(conflict) !== id;
      if (choice !== undefined && isOfPart) {
        if (before && sameThree(conflict, before)) {
          this.#set(id, choice);
        } else {
          reopened++;
        }
      }
    }
    const givenUp: GivenUp[] = [];
    const now = Map.groupBy(conflicts, wholeOf);
    const unchosen = [this.#merge(new Map()).merged, from.#merge(new Map()).merged];
    for (const [whole, before] of Map.groupBy(from.result.conflicts, wholeOf)) {
      const [conflict] = before;
      const edited = from.choices.get(whole);
      if (conflict && typeof edited === 'object') {
        const still = now.get(whole) ?? [];
        const isStill =
          still.length === before.length &&
          before.every((one, at) => one.id === still[at]?.id && sameThree(one, still[at]));
        const [rules, rulesBefore] = unchosen.map((merged) => outsideOf(merged, conflict, this.input.kind));
        if (isStill && sameValue(rules, rulesBefore)) {
          this.#set(whole, edited);
        } else {
          givenUp.push({ conflict, value: edited.value });
        }
      }
    }
    return { givenUp, reopened };
  }

  /**
   * The rule that a conflict is in, or the document's own members, as the merge has it so far. For a rule that one side
   * deleted: as the other side has it, unless it was edited already.
   */
  partOf(conflict: MergeConflict): JsonObject | undefined {
    const { kind, array } = conflict;
    const { merged } = this.result;
    if (array === undefined) {
      return withoutRules(this.input.kind, merged);
    }
    const edited = this.#choices.get(wholeOf(conflict));
    let rule = kind === 'deleted' ? (conflict.mine ?? conflict.live) : undefined;
    if (typeof edited === 'object') {
      rule = edited.value;
    } else if (kind === 'field') {
      rule = arrayAt(merged, array)[this.result.placeOf(array, wholeOf(conflict))];
    }
    return isJsonObject(rule) ? rule : undefined;
  }

  /**
   * The rule that a member in conflict belongs to, as the merge would have it with the member of one side; undefined where
   * the conflict is no member of a rule.
   */
  ruleWith(conflict: MergeConflict, side: 'base' | 'mine' | 'live'): JsonObject | undefined {
    const { kind, array, id } = conflict;
    if (kind !== 'field' || array === undefined) {
      return undefined;
    }
    const choices = new Map<string, MergeChoice>([...this.#choices, [id, { value: conflict[side] }]]);
    choices.delete(wholeOf(conflict));
    const { merged, placeOf } = this.#merge(choices);
    const rule = arrayAt(merged, array)[placeOf(array, wholeOf(conflict))];
    return isJsonObject(rule) ? rule : undefined;
  }

  /** Settles everything in the rule, or in the document's own members, that the conflict is in. */
  edit(conflict: MergeConflict, value: JsonValue | undefined): void {
    const whole = wholeOf(conflict);
    for (const { id } of this.result.conflicts.filter((one) => wholeOf(one) === whole)) {
      this.#choices.delete(id);
    }
    this.#set(whole, { value });
  }

  #merge(choices: MergeChoices): MergeResult {
    const { kind, base, mine, live } = this.input;
    this.#merging ??= preparedMerge(kind, base, mine, live);
    return this.#merging.settle(choices);
  }

  #set(id: string, choice: MergeChoice | undefined): void {
    if (choice === undefined) {
      this.#choices.delete(id);
    } else {
      this.#choices.set(id, choice);
    }
    this.#result = undefined;
    this.#conflicts = undefined;
  }
}

function sameThree(a: Three, b: Three): boolean {
  return sameValue(a.base, b.base) && sameValue(a.mine, b.mine) && sameValue(a.live, b.live);
}

/** All rules that go by the name of the one that a conflict is in, or what the document says beside its rules. */
function outsideOf(merged: JsonObject, { array, rule }: MergeConflict, kind: PolicyKind): JsonValue {
  return array === undefined
    ? withoutRules(kind, merged)
    : arrayAt(merged, array).filter((one) => ruleName(one) === rule);
}
