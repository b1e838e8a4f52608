import { isJsonObject, type JsonObject } from '../json/json.ts';
import { passOnUnexpected } from '../util/errors.ts';
import type { IntendedRule } from './edit/editFaults.ts';
import { arrangeEntries, type NewEntry } from './edit/arrangeEntries.ts';
import { entryText, oldEntries } from './edit/memberEdits.ts';
import { mergeValue } from './edit/mergeValue.ts';
import { ListLayout } from './edit/listLayout.ts';
import { ruleCollection, ruleSpot } from './edit/policySpots.ts';
import { sourcesOf, type Source } from './edit/source.ts';
import { verifiedEdit } from './edit/verifiedEdit.ts';
import type { PolicyDocument } from './policyDocument.ts';
import { changeRules, inside, removing, setting, viewOf } from './ruleEdits.ts';
import { memberOf } from './syntaxNode.ts';
import { applyEdits, joinEdits, type TextEdit, type TextRange } from './text.ts';
import type { RuleArrayView, RuleView } from './ruleView.ts';

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
  const chosen = inside(view, indices).filter((index) => view.rules[index]?.facts.disabled === isOn);
  if (chosen.length === 0) {
    return [];
  }
  if (isOn && !saysFalse(view)) {
    try {
      return changeRules(document, view, chosen, removing(document, [flag]));
    } catch (error) {
      passOnUnexpected(error);
    }
  }
  return changeRules(document, view, chosen, setting(document, [flag], !isOn));
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
  const chosen = inside(view, [...copies.keys()]);
  if (chosen.length === 0) {
    return [];
  }
  const values = new Map(
    chosen.map((index) => [index, copyOf(view.rules[index], copies.get(index) ?? new Map())]),
  );
  const list: IntendedRule[] = [...view.rules.keys()].flatMap((index) => {
    const copy = values.get(index);
    return copy ? [index, copy] : [index];
  });
  const gains = chosen.flatMap((index) => view.rules[index]?.range ?? []);
  const collection = ruleCollection(document, view);
  const layout = new ListLayout(document, collection);
  const withCopies = (textOf: (index: number) => NewEntry['text']): TextEdit[] => {
    const all = oldEntries(collection);
    return arrangeEntries(
      layout,
      all.flatMap((entry, index) => (values.has(index) ? [entry, { text: textOf(index) }] : [entry])),
    );
  };
  const asWritten = (): TextEdit[] =>
    withCopies((index) => {
      const before = view.rules[index]!.value();
      const edits = mergeValue(document, ruleSpot(document, view, index), before, values.get(index)!);
      const text = writtenCopy(document, layout.entry(index), edits);
      return () => text;
    });
  const anew = (source: Source): TextEdit[] =>
    withCopies((index) => entryText(source, collection, undefined, values.get(index) ?? null));
  // A duplicate anchor changes the meaning of later aliases, so a rule with an anchor is rewritten.
  const hasAnchor = gains.some((range) => mayHaveAnchor(document, range));
  return verifiedEdit(document, { lists: new Map([[array, list]]), gains }, [
    ...(hasAnchor ? [] : [asWritten]),
    ...sourcesOf(document).map((source) => () => anew(source)),
  ]);
}

/** The result is true when enabled rules of the sample have an explicit `disabled: false`. */
function saysFalse(view: RuleArrayView): boolean {
  return view.rules.slice(0, MAX_SAMPLED_RULES).some((rule) => {
    const value = memberOf(rule.node(), flag)?.value;
    return value?.kind === 'boolean' && !value.value;
  });
}

function copyOf(rule: RuleView | undefined, members: JsonObject): JsonObject {
  const value = rule?.value();
  const copy = new Map([...(isJsonObject(value) ? value : []), ...members]);
  copy.delete('previousName');
  return copy;
}

/** The text of an entry once more, with the fields of its copy. An edit beside the entry is left out. */
function writtenCopy(
  document: PolicyDocument,
  { start, end }: TextRange,
  edits: readonly TextEdit[],
): string {
  const own = joinEdits(edits).map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  return applyEdits(
    document.slice(start, end),
    own.filter((edit) => edit.start >= 0 && edit.end <= end - start),
  );
}

function mayHaveAnchor(document: PolicyDocument, { start, end }: TextRange): boolean {
  return document.spelling === 'yaml' && /(?:^|[\s[{,])&\S/.test(document.slice(start, end));
}
