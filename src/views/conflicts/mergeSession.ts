import type { PolicyKind } from '../../model/families.ts';
import type { JsonObject } from '../../model/json.ts';
import type { MergeChoice, MergeChoices, MergeConflict } from '../../model/merge/mergeConflict.ts';
import { mergePolicies, type MergeResult } from '../../model/merge/mergePolicies.ts';
import { mergeWithoutBase } from '../../model/merge/mergeWithoutBase.ts';
import type { MergeSeen } from '../../sync/merge.ts';

/** The three states of one policy that are merged, as they were when the merge began. */
export interface MergeInput {
  readonly consoleId: string;
  readonly kind: PolicyKind;
  /** Undefined when nothing is known of it: then every difference is a conflict. */
  readonly base: JsonObject | undefined;
  readonly mine: JsonObject;
  readonly live: JsonObject;
  /** What was merged: a merge of anything older is not applied. */
  readonly seen: MergeSeen;
}

/** A merge that is being decided: the three states and what was chosen so far. */
export class MergeSession {
  readonly input: MergeInput;
  readonly #choices = new Map<string, MergeChoice>();
  #result: MergeResult | undefined;

  constructor(input: MergeInput) {
    this.input = input;
  }

  /** Unique among merges: there is one per policy. */
  get id(): string {
    return `${this.input.consoleId}/${this.input.kind.name}`;
  }

  get choices(): MergeChoices {
    return this.#choices;
  }

  get result(): MergeResult {
    const { kind, base, mine, live } = this.input;
    this.#result ??= base
      ? mergePolicies(kind, base, mine, live, this.#choices)
      : mergeWithoutBase(kind, mine, live, this.#choices);
    return this.#result;
  }

  conflict(id: string): MergeConflict | undefined {
    return this.result.conflicts.find((conflict) => conflict.id === id);
  }

  choiceOf(id: string): MergeChoice | undefined {
    return this.#choices.get(id);
  }

  /** Without a choice the conflict is open again. */
  choose(id: string, choice: MergeChoice | undefined): void {
    if (choice === undefined) {
      this.#choices.delete(id);
    } else {
      this.#choices.set(id, choice);
    }
    this.#result = undefined;
  }
}
