import type { PolicyDocument } from '../policyDocument.ts';
import type { RuleArrayView } from '../ruleView.ts';
import { shiftNode, type NodePath } from '../syntaxNode.ts';
import type { TextRange } from '../text.ts';
import { ListLayout, type Spot } from './listLayout.ts';
import { byteOrderMark, columnAt, find, indentAt, isFlow } from './source.ts';

/** The spot is the document. */
export function rootSpot(document: PolicyDocument, closed = false): Spot {
  const { root: node } = document;
  const intro = document.slice(0, 1) === byteOrderMark ? 1 : 0;
  const place = { document, closed, intro, indent: '', afterKey: false, isRoot: true } as const;
  if (!node) {
    // The new text goes below the comments of a document without data.
    const start = isWithoutData(document) ? document.length : 0;
    const all = { start, end: document.length };
    return { ...place, node: { kind: 'null', range: all }, inFlow: document.spelling === 'json' };
  }
  return { ...place, node, inFlow: isFlow(document, node.range) };
}

/** The result is true for blank lines, comments and the beginning of a YAML document. */
function isWithoutData({ text, spelling }: PolicyDocument): boolean {
  const blank = spelling === 'json' ? jsonBlank : yamlBlank;
  return blank.test(text);
}

const jsonBlank = /^\uFEFF?(?:[ \t]*(?:\/\/[^\r\n]*)?(?:\r\n|\r|\n|$))*$/;
const yamlBlank = /^\uFEFF?(?:(?:[ \t]*(?:#[^\r\n]*)?|%[^\r\n]*|---[ \t]*)(?:\r\n|\r|\n|$))*$/;

export function listSpot(
  document: PolicyDocument,
  { key, range, rules }: RuleArrayView,
  closed = false,
): Spot {
  const member = document.members().findLast((field) => field.key === key);
  const intro = introOf(document, member?.keyRange ?? { start: range.start, end: range.start });
  const root = document.range;
  return {
    document,
    closed,
    node: { kind: 'array', range, items: [] },
    intro,
    indent: indentAt(document, intro),
    afterKey: true,
    inFlow: root !== undefined && isFlow(document, root),
    rules,
  };
}

export function ruleSpot(document: PolicyDocument, view: RuleArrayView, index: number, closed = false): Spot {
  const spot = childSpot(listSpot(document, view, closed), index);
  if (!spot) {
    throw new RangeError(`no rule ${index} in ${view.key}`);
  }
  return spot;
}

/** The spot of a written field or item; undefined where there is none. */
export function childSpot(spot: Spot, step: string | number): Spot | undefined {
  const { document, closed, node, rules } = spot;
  const list = spot.isRoot && typeof step === 'string' ? document.array(step) : undefined;
  if (list) {
    return listSpot(document, list, closed);
  }
  const inFlow = isFlow(document, node.range);
  if (node.kind === 'object') {
    const member = node.members.findLast(({ key, merged }) => key === step && !merged);
    return (
      member && {
        document,
        closed,
        node: member.value,
        intro: introOf(document, member.keyRange),
        indent: columnAt(document, member.keyRange.start),
        afterKey: true,
        inFlow,
      }
    );
  }
  if (node.kind !== 'array' || typeof step !== 'number') {
    return undefined;
  }
  const rule = rules?.[step];
  const item = rule ? shiftNode(rule.node(), rule.range.start) : node.items[step];
  if (!item) {
    return undefined;
  }
  const { start } = new ListLayout(spot).entry(step);
  const intro = inFlow ? item.range.start : start + 1;
  return { document, closed, node: item, intro, indent: columnAt(document, start), afterKey: false, inFlow };
}

/** The spot at `path`; undefined behind an alias, because its edit would change the anchor. */
export function spotAt(from: Spot, path: NodePath): Spot | undefined {
  const spot = path.reduce<Spot | undefined>(
    (outer, step) => (outer && !outer.node.alias ? childSpot(outer, step) : undefined),
    from,
  );
  return spot?.node.alias ? undefined : spot;
}

/** The offset behind the colon of a key. */
function introOf(document: PolicyDocument, key: TextRange): number {
  const colon = find(document, ':', key.end);
  return colon < 0 ? key.end : colon + 1;
}
