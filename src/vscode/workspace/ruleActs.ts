import { ruleCopies } from '../../core/assist/completion/ruleCopies.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { insertRule, moveRules, removeRules, renameRule } from '../../core/document/ruleEdits.ts';
import { duplicateRules, switchRules } from '../../core/document/ruleListEdits.ts';
import type { TextEdit } from '../../core/document/text.ts';
import { updatePolicyText } from '../../core/document/mergeText.ts';
import { arrayAt, type JsonObject, type JsonValue } from '../../core/json/json.ts';
import { sameValue } from '../../core/json/sameValue.ts';
import { moveIndices, targetOf, type MoveTarget } from '../../core/policy/reorder.ts';
import type { RuleArrayView } from '../../core/document/ruleView.ts';
import { changedMeanwhile } from './textEdits.ts';

/** A change of the rules of one list. */
export interface RuleListChange {
  readonly act: 'move' | 'add' | 'delete' | 'duplicate' | 'enable' | 'disable' | 'rename' | 'change';
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

/** An edit of a list of rules, and what it is. Without edits there is nothing to do. */
export interface RuleAct extends RuleListChange {
  readonly edits: readonly TextEdit[];
}

/** Makes an edit of the rules at `indices`, which are there, each once and ascending. */
export type MakeAct = (policy: PolicyDocument, view: RuleArrayView, indices: readonly number[]) => RuleAct;

/** To where `target` says. A number is the place that the first of them ends at. */
export function movingTo(target: MoveTarget): MakeAct {
  return (policy, view, indices) =>
    moveTo(targetOf(target, view.rules.length, indices), false)(policy, view, indices);
}

/** Into the gap `gap`, counted before the move. `isDrop`: by a pointer, which foresees nothing. */
export function moveTo(gap: number, isDrop: boolean): MakeAct {
  return (policy, view, from) => {
    const { length } = view.rules;
    const gapInList = Math.min(gap, length);
    const above = from.filter((index) => index < gapInList).length;
    return {
      act: 'move',
      name: nameOf(view, from),
      from,
      to: from.map((_, offset) => gapInList - above + offset),
      order: moveIndices(length, from, gapInList),
      was: new Map(),
      isBlind: isDrop,
      edits: moveRules(policy, view.key, from, gapInList),
    };
  };
}

/** Adds a rule above the first that was chosen, where one was, else above the one at `index`, or at the end. */
export function addAt(index: number, rule: JsonObject): MakeAct {
  return (policy, view, [chosen]) => {
    const place = Math.min(chosen ?? index, view.rules.length);
    const name = rule.get('name');
    const order: (number | undefined)[] = [...view.rules.keys()];
    return {
      act: 'add',
      name: typeof name === 'string' ? name : '',
      from: [],
      to: [place],
      order: order.toSpliced(place, 0, undefined),
      was: new Map(),
      isBlind: true,
      edits: insertRule(policy, view.key, place, rule),
    };
  };
}

/** Deletes rules with the comments that belong to them. */
export const deletion: MakeAct = (policy, view, from) => {
  const gone = new Set(from);
  return {
    act: 'delete',
    name: nameOf(view, from),
    from,
    to: [],
    order: [...view.rules.keys()].filter((index) => !gone.has(index)),
    was: valuesOf(view, from),
    isBlind: true,
    edits: removeRules(policy, view.key, from),
  };
};

/** Puts a copy of each rule below it. */
export const duplication: MakeAct = (policy, view, from) => {
  const copied = new Set(from);
  return {
    act: 'duplicate',
    name: nameOf(view, from),
    from,
    to: from.map((index, above) => index + above + 1),
    order: [...view.rules.keys()].flatMap((index) => (copied.has(index) ? [index, undefined] : [index])),
    was: new Map(),
    isBlind: true,
    edits: duplicateRules(policy, view.key, ruleCopies(policy, view.key, from)),
  };
};

/** Switches rules on or off, but for those that are so already. */
export function switching(isOn: boolean): MakeAct {
  return (policy, view, indices) => {
    const changed = indices.filter((index) => view.rules[index]?.facts.disabled === isOn);
    return {
      act: isOn ? 'enable' : 'disable',
      name: nameOf(view, changed),
      from: changed,
      to: changed,
      order: [...view.rules.keys()],
      was: valuesOf(view, changed),
      isBlind: true,
      edits: switchRules(policy, view.key, changed, isOn),
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
  return (policy, view, indices) => {
    const index = indices[0] ?? 0;
    const isSame = view.rules[index]?.facts.name === newName;
    return {
      act: 'rename',
      name: nameOf(view, indices),
      from: [index],
      to: [index],
      order: [...view.rules.keys()],
      was: new Map(),
      isBlind: false,
      edits: isSame ? [] : renameRule(policy, { array: view.key, index }, newName),
    };
  };
}

/** Gives one rule another value; unchanged parts keep their bytes. Throws ExpectedError where it no longer has the value `from`. */
export function changing(from: JsonObject, to: JsonObject): MakeAct {
  return (policy, view, indices) => {
    const [index = 0] = indices;
    if (!sameValue(view.rules[index]?.value(), from)) {
      throw changedMeanwhile();
    }
    const value = policy.value() ?? new Map<string, JsonValue>();
    const rules = arrayAt(value, view.key).toSpliced(index, 1, to);
    return {
      act: 'change',
      name: nameOf(view, indices),
      from: [index],
      to: [index],
      order: [...view.rules.keys()],
      was: valuesOf(view, [index]),
      isBlind: false,
      edits: updatePolicyText(policy, new Map(value).set(view.key, rules)),
    };
  };
}

function nameOf(view: RuleArrayView, [first = 0]: readonly number[]): string {
  return view.rules[first]?.facts.name ?? '';
}

function valuesOf(view: RuleArrayView, indices: readonly number[]): ReadonlyMap<number, JsonValue> {
  return new Map(indices.map((index) => [index, view.rules[index]?.value() ?? null]));
}
