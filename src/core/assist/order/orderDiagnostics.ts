import { sentence } from '../../util/sentence.ts';
import type { Diagnostic, Severity } from '../../document/diagnostic.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { RuleSlice, RuleView } from '../../document/ruleView.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import type { TextRange } from '../../document/text.ts';
import type { OrderFinding } from '../../order/orderFinding.ts';
import { Doings, orderCodes, orderFinding, type RuleFinding } from '../../order/orderFindings.ts';
import { namesOf, orderWords } from '../../order/orderWords.ts';
import type { KnownCollections } from '../../policy/collections.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { defaultSeverity } from '../findings/catalog.ts';
import type { DiagnosticData } from '../findings/finding.ts';
import { placeInRule } from '../findings/place.ts';
import { DocumentOrder, ReadOnce, type OrderOfList } from './documentOrder.ts';
import { notAnalyzedIn } from './notAnalyzed.ts';
import { plainFixes } from './orderFixes.ts';

/** `Diagnostic.data` of what is found because of order. */
export interface OrderData extends DiagnosticData {
  readonly array: string;
  readonly index: number;
  readonly order: RuleFinding;
}

export type OrderDiagnostic = Diagnostic & { readonly data: OrderData };

/** How many rules that are the cause of one finding are linked. */
const mostRelated = 5;

/**
 * What is certain about the rules of a document because of their place, and what was not analyzed, in short steps. Nothing as
 * long as the text has no single meaning; the document must not change meanwhile. `collections`: those that are known; of others
 * their names count. `order` has seen the rules as they were read.
 */
export function* orderSteps(
  doc: PolicyDocument,
  kind: PolicyKind,
  collections: KnownCollections,
  order = new DocumentOrder(kind, collections, undefined, new ReadOnce()),
): Generator<void, readonly Diagnostic[], void> {
  const lists = yield* order.update(doc);
  return [...notAnalyzedIn(doc, lists), ...(yield* diagnosticSteps(doc, lists)).diagnostics];
}

export interface ShownOrder {
  readonly severityOf?: (code: string) => Severity | 'off';
  /** The worst are shown. */
  readonly limit?: number;
}

export interface DiagnosedOrder {
  readonly diagnostics: readonly OrderDiagnostic[];
  /** How many were left out. */
  readonly more: number;
}

/** The findings of lists of a document that has not changed since, in short steps. */
export function* diagnosticSteps(
  doc: PolicyDocument,
  lists: readonly OrderOfList[],
  { severityOf = defaultSeverity, limit = Infinity }: ShownOrder = {},
): Generator<void, DiagnosedOrder, void> {
  const views = new Map(doc.arrays().map(({ key, rules }) => [key, rules]));
  const places = new Places();
  const all = lists.flatMap((list) =>
    list.findings.map((finding) => ({ list, finding, severity: severityIn(list, finding, severityOf) })),
  );
  const wanted = all.filter((each): each is Rated => each.severity !== 'off');
  const shown = levels
    .flatMap((level) => wanted.filter(({ severity }) => severity === level))
    .slice(0, limit);
  const diagnostics: OrderDiagnostic[] = [];
  const doings = new Map(lists.map((list) => [list, new Doings(list)]));
  for (const { list, finding, severity } of shown) {
    const rules = views.get(list.array) ?? [];
    const view = rules[finding.rule];
    if (view) {
      diagnostics.push(
        diagnosticOf(orderFinding(list, finding, doings.get(list)), severity, {
          kind: list.kind,
          view,
          rules,
          places,
        }),
      );
    }
    yield;
  }
  diagnostics.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  return { diagnostics, more: wanted.length - shown.length };
}

/** Most often another collection was meant than the one that is named twice: that is more than a hint. */
function severityIn(
  { rules }: OrderOfList,
  finding: OrderFinding,
  severityOf: (code: string) => Severity | 'off',
): Severity | 'off' {
  const code = orderCodes[finding.kind];
  const severity = severityOf(code);
  if (finding.kind !== 'covered-collection' || severity !== defaultSeverity(code)) {
    return severity;
  }
  const scopes = rules[finding.rule]?.scopes ?? [];
  const isTwice = finding.by.some((by) => scopes[by]?.name === scopes[finding.scope]?.name);
  return isTwice ? 'warning' : severity;
}

const levels: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

interface Rated {
  readonly list: OrderOfList;
  readonly finding: OrderFinding;
  readonly severity: Severity;
}

function diagnosticOf(
  finding: RuleFinding,
  severity: Severity,
  {
    kind,
    view,
    rules,
    places,
  }: { kind: PolicyKind; view: RuleView; rules: readonly RuleView[]; places: Places },
): OrderDiagnostic {
  const { code, collection } = finding;
  const path = collection === undefined ? ['name'] : ['collections', collection.index, 'name'];
  const related = finding.by.slice(0, mostRelated).flatMap((place) => {
    const other = rules[place.index];
    return other ? [{ message: namesOf([place]), range: places.of(other, ['name']) }] : [];
  });
  return {
    code,
    severity,
    message: sentence(orderWords(finding)),
    range: places.of(view, path),
    ...(related.length > 0 && { related }),
    ...(code === 'redundant-rule' && { tags: ['unnecessary'] as const }),
    data: { array: view.array, index: view.index, order: finding, fixes: plainFixes(kind, finding) },
  };
}

/** Where members of rules are written; of a rule that causes many findings it is looked up once. */
class Places {
  readonly #known = new Map<RuleSlice, Map<string, TextRange>>();

  of(rule: RuleView, path: NodePath): TextRange {
    const { start } = rule.range;
    const known = this.#known.get(rule.slice) ?? new Map<string, TextRange>();
    this.#known.set(rule.slice, known);
    const key = path.join('\n');
    let range = known.get(key);
    if (!range) {
      const place = placeInRule(rule, path, 'value');
      range = { start: place.start - start, end: place.end - start };
      known.set(key, range);
    }
    return { start: range.start + start, end: range.end + start };
  }
}
