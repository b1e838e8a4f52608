import type { PolicyDocument } from './policyDocument.ts';
import { insertRule, moveRules, removeRules, setMember } from './ruleEdits.ts';
import { duplicateRules, ruleCopies, switchRules } from './ruleListEdits.ts';
import type { TextEdit } from './text.ts';
import { updatePolicyText } from './updatedText.ts';
import { arrayAt, stringAt, type JsonObject, type JsonValue, sameValue } from '../json/json.ts';
import { moveIndices, targetOf, type MoveTarget } from '../policy/reorder.ts';
import type { RuleArrayView } from './ruleView.ts';
import { changedMeanwhile } from './ruleRef.ts';

/** A change of the rules of one list. */
export interface RuleListChange {
  readonly act: RuleAct['act'];
  /** The name of the first changed rule before the change, or of a new rule. */
  readonly name: string;
  /** `from`: the old places, ascending; `to`: the new places of the rules, or of their copies. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** `order[place]` is the old place of the rule at `place`; undefined for a new rule. */
  readonly order: readonly (number | undefined)[];
  /** The earlier values of removed or changed rules, by their old places. */
  readonly was: ReadonlyMap<number, JsonValue>;
  /** True when the person saw a preview of the changed decisions. */
  readonly hasPreview: boolean;
}

/** An edit of a list of rules. It has no text edits when there is nothing to do. */
interface RuleAct {
  readonly act: 'move' | 'add' | 'delete' | 'duplicate' | 'enable' | 'disable' | 'rename' | 'change';
  /** The edited rules, ascending. */
  readonly from: readonly number[];
  readonly edits: readonly TextEdit[];
  /** See `RuleListChange`. Absent when every rule keeps its place. */
  readonly order?: RuleListChange['order'];
  /** The name of a new rule. */
  readonly name?: string;
  /** True when the edit removes or changes the rules. */
  readonly isOfContent?: true;
  /** See `RuleListChange`. */
  readonly hasPreview?: boolean;
}

/** Makes an edit of the rules at `indices`. The rules exist; the indices are unique and ascending. */
export type MakeAct = (policy: PolicyDocument, view: RuleArrayView, indices: readonly number[]) => RuleAct;

/** The change of the list that an act makes. */
export function changeOf(
  { rules }: RuleArrayView,
  { act, from, order = [...rules.keys()], name, isOfContent, hasPreview = false }: RuleAct,
): RuleListChange {
  const isCopied = order.includes(undefined);
  return {
    act,
    name: name ?? rules[from[0] ?? 0]?.facts.name ?? '',
    from,
    to: [...order.keys()].filter((place) => {
      const old = order[place];
      return old === undefined || (!isCopied && from.includes(old));
    }),
    order,
    was: new Map(isOfContent ? from.map((index) => [index, rules[index]?.value() ?? null]) : []),
    hasPreview,
  };
}

/** The order of the undo of a change: the place of each rule after the change. */
function placesBack({ order }: RuleListChange): readonly number[] {
  const back: number[] = [];
  for (const [place, old] of order.entries()) {
    if (old !== undefined) {
      back[old] = place;
    }
  }
  return back;
}

/** The order of the undo of several changes of one list. */
export function placesBeforeAll(changes: readonly RuleListChange[]): readonly (number | undefined)[] {
  return changes
    .toReversed()
    .map((change): readonly (number | undefined)[] => placesBack(change))
    .reduce((after, back) => back.map((place) => (place === undefined ? undefined : after[place])));
}

/** Moves rules to a target. A number is the new place of the first of them. */
export function movingTo(target: MoveTarget): MakeAct {
  return (policy, view, indices) => ({
    ...moveTo(targetOf(target, view.rules.length, indices))(policy, view, indices),
    hasPreview: true,
  });
}

/** Moves rules into the gap `gap`, counted before the move. */
export function moveTo(gap: number): MakeAct {
  return (policy, view, from) => {
    const { length } = view.rules;
    const gapInList = Math.min(gap, length);
    return {
      act: 'move',
      from,
      order: moveIndices(length, from, gapInList),
      edits: moveRules(policy, view.key, from, gapInList),
    };
  };
}

/** Adds a rule above the first chosen rule; without one, above the rule at `index`, or at the end. */
export function addAt(index: number, rule: JsonObject): MakeAct {
  return (policy, view, [chosen]) => {
    const place = Math.min(chosen ?? index, view.rules.length);
    const order: (number | undefined)[] = [...view.rules.keys()];
    return {
      act: 'add',
      name: stringAt(rule, 'name') ?? '',
      from: [],
      order: order.toSpliced(place, 0, undefined),
      edits: insertRule(policy, view.key, place, rule),
    };
  };
}

/** Deletes rules with the comments that belong to them. */
export const deletion: MakeAct = (policy, view, from) => ({
  act: 'delete',
  from,
  order: [...view.rules.keys()].filter((index) => !from.includes(index)),
  isOfContent: true,
  edits: removeRules(policy, view.key, from),
});

/** Adds a copy below each rule. */
export const duplication: MakeAct = (policy, view, from) => ({
  act: 'duplicate',
  from,
  order: [...view.rules.keys()].flatMap((index) => (from.includes(index) ? [index, undefined] : [index])),
  edits: duplicateRules(policy, view.key, ruleCopies(policy, view.key, from)),
});

/** Enables or disables rules. Rules that already are in this state do not change. */
export function switching(isOn: boolean): MakeAct {
  return (policy, view, indices) => {
    const from = indices.filter((index) => view.rules[index]?.facts.disabled === isOn);
    return {
      act: isOn ? 'enable' : 'disable',
      from,
      isOfContent: true,
      edits: switchRules(policy, view.key, from, isOn),
    };
  };
}

/** Disables the rules if one of them is enabled, else enables them. */
export const toggling: MakeAct = (policy, view, indices) => {
  const isOn = indices.every((index) => view.rules[index]?.facts.disabled === true);
  return switching(isOn)(policy, view, indices);
};

/** Renames one rule. */
export function renaming(newName: string): MakeAct {
  return (policy, view, [index = 0]) => ({
    act: 'rename',
    from: [index],
    hasPreview: true,
    edits:
      view.rules[index]?.facts.name === newName
        ? []
        : setMember(policy, { array: view.key, index }, ['name'], newName),
  });
}

/**
 * Changes the value of one rule; unchanged parts keep their bytes. Throws ExpectedError when the rule no
 * longer has the value `from`.
 */
export function changing(from: JsonObject, to: JsonObject): MakeAct {
  return (policy, view, [index = 0]) => {
    if (!sameValue(view.rules[index]?.value(), from)) {
      throw changedMeanwhile();
    }
    const value = policy.value() ?? new Map<string, JsonValue>();
    const rules = arrayAt(value, view.key).toSpliced(index, 1, to);
    return {
      act: 'change',
      from: [index],
      isOfContent: true,
      hasPreview: true,
      edits: updatePolicyText(policy, new Map(value).set(view.key, rules)),
    };
  };
}
