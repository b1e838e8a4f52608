import { sentence } from '../../util/sentence.ts';
import type { Diagnostic, Severity } from '../../document/diagnostic.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { OrderFinding } from '../../order/orderAnalysis.ts';
import {
  RuleActionCache,
  namesOf,
  ruleFindingOf,
  orderWords,
  namedRuleAt,
  type RuleFinding,
} from '../../order/ruleFindings.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { defaultSeverity } from '../findings/catalog.ts';
import type { DiagnosticData } from '../findings/finding.ts';
import { severityLevels, sortByRange } from '../findings/severities.ts';
import { placeInDocument, placeInRule } from '../findings/findingRange.ts';
import type { OrderOfList } from './documentOrder.ts';
import { plainFixes } from './orderFixes.ts';
import type { RuleView } from '../../document/ruleView.ts';

/** `Diagnostic.data` belongs to findings of the order. */
export interface OrderData extends DiagnosticData {
  readonly array: string;
  readonly index: number;
  readonly order: RuleFinding;
}

export type OrderDiagnostic = Diagnostic & { readonly data: OrderData };

/** A finding links at most this number of rules that cause it. */
const maxRelated = 5;

interface ShownOrder {
  readonly severityOf?: (code: string) => Severity | 'off';
  /** The worst are shown. */
  readonly limit?: number;
}

export interface DiagnosedOrder {
  readonly diagnostics: readonly OrderDiagnostic[];
  /** The count is the number of omitted rules. */
  readonly more: number;
}

/** The findings of lists of a document that has not changed since. */
export function orderDiagnostics(
  doc: PolicyDocument,
  lists: readonly OrderOfList[],
  { severityOf, limit = Infinity }: ShownOrder = {},
): DiagnosedOrder {
  const rated = ratedFindings(doc, lists, severityOf);
  const shown = severityLevels
    .flatMap((level) => rated.filter(({ severity }) => severity === level))
    .slice(0, limit);
  return {
    diagnostics: sortByRange(shown.map(({ diagnostic }) => diagnostic())),
    more: rated.length - shown.length,
  };
}

/** A finding of the order whose sentence is not made yet, because it needs the contents of rules. */
export interface RatedFinding {
  readonly finding: OrderFinding;
  readonly severity: Severity;
  readonly view: RuleView;
  /** The name of the collection that the finding is about. */
  readonly collection: string | undefined;
  readonly diagnostic: () => OrderDiagnostic;
}

/** Returns the findings of lists in the order of the rules, without those whose severity is `off`. */
export function ratedFindings(
  doc: PolicyDocument,
  lists: readonly OrderOfList[],
  severityOf: (code: string) => Severity | 'off' = defaultSeverity,
): RatedFinding[] {
  const views = new Map(doc.arrays().map(({ key, rules }) => [key, rules]));
  return lists.flatMap((list) => {
    const actions = new RuleActionCache(list);
    const rules = views.get(list.array) ?? [];
    return list.findings.flatMap((finding): RatedFinding[] => {
      const severity = severityIn(list, finding, severityOf);
      const view = rules[finding.rule];
      if (severity === 'off' || !view) {
        return [];
      }
      const scopes = list.rules[finding.rule]?.scopes;
      const collection = 'scope' in finding ? scopes?.[finding.scope]?.name : undefined;
      const diagnostic = (): OrderDiagnostic =>
        diagnosticOf(ruleFindingOf(list, finding, actions), severity, list.kind, view, rules);
      return [{ finding, severity, view, collection, diagnostic }];
    });
  });
}

/** A duplicate collection is more than a hint, because another collection was most often meant. */
function severityIn(
  { rules }: OrderOfList,
  finding: OrderFinding,
  severityOf: (code: string) => Severity | 'off',
): Severity | 'off' {
  const code = finding.kind;
  const severity = severityOf(code);
  if (finding.kind !== 'covered-collection' || severity !== defaultSeverity(code)) {
    return severity;
  }
  const scopes = rules[finding.rule]?.scopes ?? [];
  const isTwice = finding.by.some((by) => scopes[by]?.name === scopes[finding.scope]?.name);
  return isTwice ? 'warning' : severity;
}

function diagnosticOf(
  finding: RuleFinding,
  severity: Severity,
  kind: PolicyKind,
  view: RuleView,
  rules: readonly RuleView[],
): OrderDiagnostic {
  const { code, collection } = finding;
  const path = collection === undefined ? ['name'] : ['collections', collection.index, 'name'];
  const related = finding.by.slice(0, maxRelated).flatMap((place) => {
    const other = rules[place.index];
    return other ? [{ message: namesOf([place]), range: placeInRule(other, ['name'], 'value') }] : [];
  });
  return {
    code,
    severity,
    message: sentence(orderWords(finding)),
    range: placeInRule(view, path, 'value'),
    ...(related.length > 0 && { related }),
    ...(code === 'redundant-rule' && { tags: ['unnecessary'] as const }),
    data: { array: view.array, index: view.index, order: finding, fixes: plainFixes(kind, finding) },
  };
}

const notAnalyzedCode = 'order-not-analyzed';

/**
 * Each list with an incomplete analysis gets one finding at the policy, because a full analysis would take too long.
 */
export function notAnalyzedIn(
  doc: PolicyDocument,
  lists: readonly OrderOfList[],
  severityOf: (code: string) => Severity | 'off' = defaultSeverity,
): readonly Diagnostic[] {
  const severity = severityOf(notAnalyzedCode);
  return severity === 'off'
    ? []
    : lists
        .filter(({ notAnalyzed }) => notAnalyzed.length > 0)
        .map((list) => ({
          code: notAnalyzedCode,
          severity,
          message: `Rule order not analyzed for ${namesOf(list.notAnalyzed.map((place) => namedRuleAt(list, place)))}: the collections have too many patterns or overlap too much.`,
          range: placeInDocument(doc, [], 'key'),
        }));
}
