import { sameValue, arrayAt, isJsonObject, type JsonObject, type JsonValue } from '../../core/json/json.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import {
  wholeOf,
  type MergeChoice,
  type MergeChoices,
  type MergeConflict,
} from '../../core/policy/merge/mergeConflict.ts';
import { mergePolicies, withoutRules, type MergeResult } from '../../core/policy/merge/mergePolicies.ts';
import { ruleName } from '../../core/policy/ruleMatch.ts';
import type { PolicyMerge } from '../../core/sync/merge.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import { Emitter } from '../../core/util/disposable.ts';
import type { FeatureServices } from '../featureServices.ts';

/** The three states of one policy, as they were when the merge began. */
interface MergeInput extends Pick<PolicyMerge, 'base' | 'mine' | 'live' | 'seen'> {
  readonly consoleId: string;
  /** The name of the console. */
  readonly console: string;
  readonly kind: PolicyKind;
}

/** The edit of a rule that has changed since; `value` is absent when the edit removed the rule. */
export interface LostEdit {
  readonly conflict: MergeConflict;
  readonly value: JsonValue | undefined;
}

/** A merge with the choices that a person made so far. */
export class MergeSession {
  readonly input: MergeInput;
  /** The merge without any choice. */
  readonly unchosen: MergeResult;
  /** Called after every other choice. */
  onDidChoose: () => void = () => undefined;
  readonly #choices = new Map<string, MergeChoice>();
  #result: MergeResult;

  constructor(input: MergeInput) {
    this.input = input;
    this.unchosen = this.#result = this.settle(this.#choices);
  }

  /** Unique among merges: there is one per policy. */
  get id(): string {
    return `${this.input.consoleId}/${this.input.kind.name}`;
  }

  get target(): PolicyTarget {
    return { kind: 'policy', consoleId: this.input.consoleId, policy: this.input.kind.name };
  }

  get choices(): MergeChoices {
    return this.#choices;
  }

  get result(): MergeResult {
    return this.#result;
  }

  /** Applies choices to the merge. */
  settle(choices: MergeChoices): MergeResult {
    const { kind, base, mine, live } = this.input;
    return mergePolicies(kind, base, mine, live, choices);
  }

  choiceOf(conflict: MergeConflict): MergeChoice | undefined {
    return this.#choices.get(conflict.id) ?? this.#choices.get(wholeOf(conflict));
  }

  /** Without a choice the conflicts are unresolved again. A choice inside an edited rule replaces the edit. */
  choose(conflicts: readonly MergeConflict[], choice: MergeChoice | undefined): void {
    conflicts.forEach((conflict) => this.#choices.delete(wholeOf(conflict)));
    for (const { id } of conflicts) {
      if (choice === undefined) {
        this.#choices.delete(id);
      } else {
        this.#choices.set(id, choice);
      }
    }
    this.#choose();
  }

  /** Resolves every conflict in the rule of the conflict, or in all policy-level fields. */
  edit(conflict: MergeConflict, value: JsonValue | undefined): void {
    this.conflictsBeside(conflict).forEach(({ id }) => this.#choices.delete(id));
    this.#choices.set(wholeOf(conflict), { value });
    this.#choose();
  }

  /** The first unresolved conflict after a conflict, from the beginning again at the end. */
  nextOpen(after?: MergeConflict): MergeConflict | undefined {
    const { conflicts, open } = this.result;
    const at = conflicts.findIndex(({ id }) => id === after?.id);
    const unresolved = new Set(open);
    return [...conflicts.slice(at + 1), ...conflicts.slice(0, at + 1)].find((candidate) =>
      unresolved.has(candidate),
    );
  }

  /** The conflicts in the same rule, with the conflict itself. */
  conflictsBeside(conflict: MergeConflict): readonly MergeConflict[] {
    const whole = wholeOf(conflict);
    return this.result.conflicts.filter((other) => wholeOf(other) === whole);
  }

  /**
   * Takes the choices of an earlier merge of the policy where the same values are in conflict, and its edits where the whole rule
   * is the same. Returns the lost edits, and the number of conflicts that are unresolved again.
   */
  takeChoices(from: MergeSession): { readonly lost: readonly LostEdit[]; readonly reopened: number } {
    const lost: LostEdit[] = [];
    let reopened = 0;
    for (const [id, choice] of from.choices) {
      const [before, now] = [from, this].map(({ result }) =>
        result.conflicts.filter(
          (candidate) => (typeof choice === 'string' ? candidate.id : wholeOf(candidate)) === id,
        ),
      );
      const [conflict] = before ?? [];
      if (!conflict || !before || !now) {
        continue;
      }
      const isSame =
        before.length === now.length &&
        before.every((earlier, at) => sameConflict(earlier, now[at])) &&
        (typeof choice === 'string' || sameValue(this.#rulesNamed(conflict), from.#rulesNamed(conflict)));
      if (isSame) {
        this.#choices.set(id, choice);
      } else if (typeof choice === 'object') {
        lost.push({ conflict, value: choice.value });
      } else if (now.length > 0) {
        reopened++;
      }
    }
    this.#choose();
    return { lost, reopened };
  }

  /** All rules with the name of the rule of a conflict, or all policy-level fields, without any choice. */
  #rulesNamed({ array, rule }: MergeConflict): JsonValue {
    const { merged } = this.unchosen;
    return array === undefined
      ? withoutRules(this.input.kind, merged)
      : arrayAt(merged, array).filter((candidate) => ruleName(candidate) === rule);
  }

  /** The rule of a conflict as `result` has it, or all policy-level fields. A deleted rule has the value of the side that kept it. */
  partIn({ merged, placeOf }: MergeResult, conflict: MergeConflict): JsonObject | undefined {
    const { kind, array, mine, live } = conflict;
    if (array === undefined) {
      return withoutRules(this.input.kind, merged);
    }
    const rule = arrayAt(merged, array)[placeOf(array, wholeOf(conflict))];
    const part = rule === undefined && kind === 'deleted' ? (mine ?? live) : rule;
    return isJsonObject(part) ? part : undefined;
  }

  #choose(): void {
    this.#result = this.settle(this.#choices);
    this.onDidChoose();
  }

  /**
   * The rule of a field in conflict, or all policy-level fields, with the value of one side in that field; the value of any other
   * conflict. Undefined where the side has none.
   */
  partWith(conflict: MergeConflict, side: 'base' | 'mine' | 'live'): JsonValue | undefined {
    if (side === 'base' && this.input.base === undefined) {
      return undefined;
    }
    if (conflict.kind !== 'field') {
      return conflict[side];
    }
    const choices = new Map<string, MergeChoice>([
      ...this.#choices,
      [conflict.id, { value: conflict[side] }],
    ]);
    choices.delete(wholeOf(conflict));
    return this.partIn(this.settle(choices), conflict);
  }
}

function sameConflict(a: MergeConflict, b: MergeConflict | undefined): boolean {
  return (
    a.id === b?.id && sameValue(a.base, b.base) && sameValue(a.mine, b.mine) && sameValue(a.live, b.live)
  );
}

/** The merges that wait for a person, one per policy. They live as long as the window. */
export class Merges {
  readonly #contextKeys: ContextKeys;
  readonly #sessions = new Map<string, MergeSession>();
  readonly #changed = new Emitter<MergeSession>();
  /** Fires a merge that began or ended, or whose choices changed. */
  readonly onDidChange = this.#changed.event;

  constructor(contextKeys: ContextKeys) {
    this.#contextKeys = contextKeys;
  }

  get all(): readonly MergeSession[] {
    return [...this.#sessions.values()];
  }

  /** False after the end of a merge, and after another merge of its policy began. A row or a lens may outlive its merge. */
  has(session: MergeSession): boolean {
    return this.#sessions.get(session.id) === session;
  }

  of({ consoleId, policy }: PolicyTarget): MergeSession | undefined {
    return this.#sessions.get(`${consoleId}/${policy}`);
  }

  /** The new merge replaces an older one of the same policy. */
  begin(session: MergeSession): void {
    const before = this.of(session.target);
    this.#sessions.set(session.id, session);
    session.onDidChoose = () => this.#announce(session);
    [...(before ? [before] : []), session].forEach((changed) => this.#announce(changed));
  }

  end(session: MergeSession): void {
    if (this.has(session)) {
      this.#sessions.delete(session.id);
      this.#announce(session);
    }
  }

  #announce(session: MergeSession): void {
    this.#contextKeys.set('ordinance.isMerging', this.#sessions.size > 0);
    this.#changed.fire(session);
  }
}

export interface MergeServices extends FeatureServices {
  readonly merges: Merges;
}
