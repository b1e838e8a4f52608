import { fromPlain, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/json.ts';
import { selection } from '../policy/reorder.ts';
import { freeName } from '../util/freeName.ts';
import { passOnUnexpected } from '../util/errors.ts';
import type { IntendedRule } from './edit/verifiedEdit.ts';
import { valueWith, valueWithout } from './edit/intendedValue.ts';
import { arrangeEntries } from './edit/arrangeEntries.ts';
import { mergeValue } from './edit/mergeValue.ts';
import { ListLayout } from './edit/listLayout.ts';
import { listSpot, ruleSpot } from './edit/spots.ts';
import type { PolicyDocument } from './policyDocument.ts';
import { arrangeRules, changeRules, viewOf } from './ruleEdits.ts';
import { memberOf, shiftRange } from './syntaxNode.ts';
import { applyEdits, joinEdits, type TextEdit, type TextRange } from './text.ts';
import type { RuleArrayView } from './ruleView.ts';

const flag = 'disabled';
/** This sample of rules shows how the file marks an enabled rule. */
const MAX_SAMPLED_RULES = 50;

/**
 * The edit switches rules on or off; rules with the right state stay unchanged. An enabled rule follows the file's
 * style: an explicit false, or no field.
 */
export function switchRules(
  document: PolicyDocument,
  array: string,
  indices: readonly number[],
  isOn: boolean,
): TextEdit[] {
  const view = viewOf(document, array);
  const chosen = selection(view.rules.length, indices).filter(
    (index) => view.rules[index]?.facts.disabled === isOn,
  );
  if (chosen.length === 0) {
    return [];
  }
  if (isOn && !saysFalse(view)) {
    try {
      return changeRules(document, view, chosen, (rule) => valueWithout(rule, [flag]));
    } catch (error) {
      passOnUnexpected(error);
    }
  }
  return changeRules(document, view, chosen, (rule) => valueWith(rule, [flag], !isOn));
}

/**
 * Each copy goes directly below its rule, so the rule above shadows it at first. The copy keeps the written text and
 * its comments, except for the given fields. It is not a rename, so it has no `previousName`.
 */
export function duplicateRules(
  document: PolicyDocument,
  array: string,
  copies: ReadonlyMap<number, JsonObject>,
): TextEdit[] {
  const view = viewOf(document, array);
  const chosen = selection(view.rules.length, [...copies.keys()]);
  if (chosen.length === 0) {
    return [];
  }
  const list = view.rules.flatMap((rule, index): IntendedRule[] => {
    const members = copies.get(index);
    const value = members ? rule.value() : undefined;
    const copy = new Map([...(isJsonObject(value) ? value : []), ...(members ?? [])]);
    copy.delete('previousName');
    return members ? [index, copy] : [index];
  });
  const gains = chosen.flatMap((index) => view.rules[index]?.range ?? []);
  // A duplicate anchor changes the meaning of later aliases, so a rule with an anchor is rewritten.
  const hasAnchor = gains.some((range) => mayHaveAnchor(document, range));
  const asWritten = (): TextEdit[] => {
    const layout = new ListLayout(listSpot(document, view));
    const entries = list.map((rule, place) => {
      const index = Number(list[place - 1]);
      return typeof rule === 'number'
        ? { old: rule }
        : { text: () => writtenCopy(document, view, layout, index, rule) };
    });
    return arrangeEntries(layout, entries);
  };
  return arrangeRules(document, view, list, { gains, ...(!hasAnchor && { first: asWritten }) });
}

/** The result is true when enabled rules of the sample have an explicit `disabled: false`. */
function saysFalse(view: RuleArrayView): boolean {
  return view.rules.slice(0, MAX_SAMPLED_RULES).some((rule) => {
    const value = memberOf(rule.node(), flag)?.value;
    return value?.kind === 'boolean' && !value.value;
  });
}

/** The text of a rule once more, with the fields of its copy. An edit beside the rule is left out. */
function writtenCopy(
  document: PolicyDocument,
  view: RuleArrayView,
  layout: ListLayout,
  index: number,
  copy: JsonValue,
): string {
  const { start, end } = layout.entry(index);
  const before = view.rules[index]?.value() ?? null;
  const edits = joinEdits(mergeValue(ruleSpot(document, view, index), before, copy));
  const own = edits.filter((edit) => edit.start >= start && edit.end <= end);
  return applyEdits(
    document.slice(start, end),
    own.map((edit) => shiftRange(edit, -start)),
  );
}

function mayHaveAnchor(document: PolicyDocument, { start, end }: TextRange): boolean {
  return document.spelling === 'yaml' && /(?:^|[\s[{,])&\S/.test(document.slice(start, end));
}

/** Copies differ from their rules in the name, and in the number where rules have numbers. */
export function ruleCopies(
  policy: PolicyDocument,
  array: string,
  indices: readonly number[],
): ReadonlyMap<number, JsonObject> {
  const rules = policy.array(array)?.rules ?? [];
  const taken = new Set(rules.flatMap(({ facts }) => facts.name ?? []));
  const isNumbered = policy.kind?.isNetwork;
  let last = isNumbered ? lastNumber(policy, array) : 0;
  return new Map(
    indices.map((index) => {
      const name = nameOfCopy(rules[index]?.facts.name ?? `Rule ${index + 1}`, taken);
      taken.add(name);
      return [index, fromPlain({ name, ...(isNumbered && { id: ++last }) }) as JsonObject];
    }),
  );
}

/** The highest number of a rule. */
export function lastNumber(policy: PolicyDocument, array: string): number {
  const rules = policy.array(array)?.rules ?? [];
  return rules.reduce((last, rule) => Math.max(last, numberAt(rule.value(), 'id')), 0);
}

/** A number above the safe range is ignored, because the next number would equal it. */
export function numberAt(value: JsonValue, key: string): number {
  const id = isJsonObject(value) ? value.get(key) : undefined;
  return id instanceof JsonNumber && Number.isInteger(id.value) && id.value < MAX_NUMBER ? id.value : 0;
}

const MAX_NUMBER = 2 ** 52;

/** Returns a name for a copy that no other rule of the list has: `name (copy)`, `name (copy 2)`. */
export function nameOfCopy(name: string, taken: ReadonlySet<string>): string {
  const own = name.replace(/ \(copy(?: \d+)?\)$/, '');
  return freeName(taken, (count) => (count === 1 ? `${own} (copy)` : `${own} (copy ${count})`));
}
