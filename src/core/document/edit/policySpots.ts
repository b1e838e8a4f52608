import type { PolicyDocument } from '../policyDocument.ts';
import type { Spot } from './memberEdits.ts';
import { isFlow, ListLayout, type Collection } from './listLayout.ts';
import { byteOrderMark, columnAt, find, indentAt } from './source.ts';
import type { RuleArrayView } from '../ruleView.ts';

/** The spot is the document. A list of rules is a spot of its own, without a node for each rule. */
export function rootSpot(document: PolicyDocument): Spot {
  const range = document.range;
  const intro = document.slice(0, 1) === byteOrderMark ? 1 : 0;
  const place = { base: 0, intro, indent: '', afterKey: false, root: true } as const;
  if (!range) {
    // The new text goes below the comments of a document without data.
    const start = isWithoutData(document) ? document.length : 0;
    const all = { start, end: document.length };
    return { ...place, node: { kind: 'null', range: all }, inFlow: document.spelling === 'json' };
  }
  const members = document.members().map((member) => ({
    key: member.key,
    keyRange: member.keyRange,
    value: member.array ? ({ kind: 'null', range: member.range } as const) : member.node(),
    ...(member.merged && { merged: member.merged }),
  }));
  const node = { kind: 'object', range, members, merges: document.merges() } as const;
  const child = (step: string | number): Spot | undefined => {
    const view = document.array(String(step));
    return view && arraySpot(document, view);
  };
  return { ...place, node, inFlow: isFlow(document, { range }), child };
}

/** The result is true for blank lines, comments and the beginning of a YAML document. */
function isWithoutData({ text, spelling }: PolicyDocument): boolean {
  const blank = spelling === 'json' ? jsonBlank : yamlBlank;
  return blank.test(text);
}

const jsonBlank = /^\uFEFF?(?:[ \t]*(?:\/\/[^\r\n]*)?(?:\r\n|\r|\n|$))*$/;
const yamlBlank = /^\uFEFF?(?:(?:[ \t]*(?:#[^\r\n]*)?|%[^\r\n]*|---[ \t]*)(?:\r\n|\r|\n|$))*$/;

/** A list of rules as a spot, without a node for each of them. */
export function arraySpot(document: PolicyDocument, view: RuleArrayView): Spot {
  const collection = ruleCollection(document, view);
  const root = document.range;
  return {
    node: { kind: 'array', range: view.range, items: [] },
    base: 0,
    intro: collection.intro,
    indent: indentAt(document, collection.intro),
    afterKey: true,
    inFlow: root !== undefined && isFlow(document, { range: root }),
    collection,
    child: (index) => (view.rules[Number(index)] ? ruleSpot(document, view, Number(index)) : undefined),
  };
}

export function ruleCollection(document: PolicyDocument, view: RuleArrayView): Collection {
  const member = document.members().findLast(({ key }) => key === view.key);
  const keyEnd = member?.keyRange.end ?? view.range.start;
  const colon = find(document, ':', keyEnd);
  return {
    kind: 'array',
    range: view.range,
    intro: colon < 0 ? keyEnd : colon + 1,
    length: view.rules.length,
    written: (index) => view.rules[index]?.range ?? view.range,
  };
}

export function ruleSpot(document: PolicyDocument, view: RuleArrayView, index: number): Spot {
  const rule = view.rules[index];
  if (!rule) {
    throw new RangeError(`no rule ${index} in ${view.key}`);
  }
  const { start } = new ListLayout(document, ruleCollection(document, view)).entry(index);
  const inFlow = isFlow(document, view);
  return {
    node: rule.node(),
    base: rule.range.start,
    intro: inFlow ? rule.range.start : start + 1,
    indent: columnAt(document, start),
    afterKey: false,
    inFlow,
  };
}
