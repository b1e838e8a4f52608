import { ruleCopies } from '../../core/assist/completion/newRules.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { insertRule, moveRules, removeRules, renameRule } from '../../core/document/ruleEdits.ts';
import { duplicateRules, switchRules } from '../../core/document/ruleListEdits.ts';
import type { TextEdit } from '../../core/document/text.ts';
import { updatePolicyText } from '../../core/document/mergeText.ts';
import { arrayAt, stringAt, type JsonObject, type JsonValue } from '../../core/json/json.ts';
import { sameValue } from '../../core/json/sameValue.ts';
import { moveIndices, targetOf, type MoveTarget } from '../../core/policy/reorder.ts';
import type { RuleArrayView } from '../../core/document/ruleView.ts';
import { changedMeanwhile } from './textEdits.ts';

/** A change of the rules of one list. */
export interface RuleListChange {
  readonly act: RuleAct['act'];
  /** The name of the first changed rule before the change, or of a new rule. */
  readonly name: string;
  /** Where they stood, ascending, and where they, or their copies, stand now. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** `order[place]` is where what stands there stood; undefined: it is new. */
  readonly order: readonly (number | undefined)[];
  /** Rules that are gone, or say something else now, as they were: by where they stood. */
  readonly was: ReadonlyMap<number, JsonValue>;
  /** Nobody could see beforehand what it does. */
  readonly isBlind: boolean;
}

/** An edit of a list of rules. Without edits there is nothing to do. */
interface RuleAct {
  readonly act: 'move' | 'add' | 'delete' | 'duplicate' | 'enable' | 'disable' | 'rename' | 'change';
  /** The rules that it is about, ascending. */
  readonly from: readonly number[];
  readonly edits: readonly TextEdit[];
  /** See `RuleListChange`; absent: every rule stays at its place. */
  readonly order?: RuleListChange['order'];
  /** The name of a new rule. */
  readonly name?: string;
  /** The rules are gone then, or say something else. */
  readonly isOfContent?: true;
  /** A person could see beforehand what it does. */
  readonly isForeseen?: boolean;
}

/** Makes an edit of the rules at `indices`, which are there, each once and ascending. */
export type MakeAct = (policy: PolicyDocument, view: RuleArrayView, indices: readonly number[]) => RuleAct;

/** The change that an act makes in its list. */
export function changeOf(
  { rules }: RuleArrayView,
  { act, from, order = [...rules.keys()], name, isOfContent, isForeseen = false }: RuleAct,
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
    isBlind: !isForeseen,
  };
}

/** To where `target` says. A number is the place that the first of them ends at. */
export function movingTo(target: MoveTarget): MakeAct {
  return (policy, view, indices) => ({
    ...moveTo(targetOf(target, view.rules.length, indices))(policy, view, indices),
    isForeseen: true,
  });
}

/** Into the gap `gap`, counted before the move. */
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

/** Adds a rule above the first that was chosen, where one was, else above the one at `index`, or at the end. */
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

/** Puts a copy of each rule below it. */
export const duplication: MakeAct = (policy, view, from) => ({
  act: 'duplicate',
  from,
  order: [...view.rules.keys()].flatMap((index) => (from.includes(index) ? [index, undefined] : [index])),
  edits: duplicateRules(policy, view.key, ruleCopies(policy, view.key, from)),
});

/** Switches rules on or off, but for those that are so already. */
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

/** Off as long as one of them is on, else on. */
export const toggling: MakeAct = (policy, view, indices) => {
  const isOn = indices.every((index) => view.rules[index]?.facts.disabled === true);
  return switching(isOn)(policy, view, indices);
};

/** Gives one rule another name. */
export function renaming(newName: string): MakeAct {
  return (policy, view, [index = 0]) => ({
    act: 'rename',
    from: [index],
    isForeseen: true,
    edits:
      view.rules[index]?.facts.name === newName
        ? []
        : renameRule(policy, { array: view.key, index }, newName),
  });
}

/** Gives one rule another value; unchanged parts keep their bytes. Throws ExpectedError where it no longer has the value `from`. */
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
      isForeseen: true,
      edits: updatePolicyText(policy, new Map(value).set(view.key, rules)),
    };
  };
}
