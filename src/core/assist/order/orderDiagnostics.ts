import type { Diagnostic } from '../../document/diagnostic.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { RuleView } from '../../document/ruleView.ts';
import { orderFindings, type RuleFinding } from '../../order/orderFindings.ts';
import { namesOf, orderWords } from '../../order/orderWords.ts';
import { findingsOf, OrderReader } from '../../order/policyOrder.ts';
import type { KnownCollections } from '../../policy/collections.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { defaultSeverity } from '../findings/catalogue.ts';
import type { DiagnosticData } from '../findings/finding.ts';
import { placeInRule } from '../findings/place.ts';

/** `Diagnostic.data` of what is found because of order. */
export interface OrderData extends DiagnosticData {
  readonly array: string;
  readonly index: number;
  readonly order: RuleFinding;
}

/** How many rules that are the cause of one finding are linked. */
const mostRelated = 5;

/**
 * What is certain about the rules of a document because of their place, in the order of the text. Nothing as long as the
 * text has no single meaning. `collections`: those that are known; of others their names count.
 */
export function orderDiagnostics(
  doc: PolicyDocument,
  kind: PolicyKind,
  collections: KnownCollections,
): readonly (Diagnostic & { readonly data: OrderData })[] {
  const value = doc.problems.some(({ fatal }) => fatal) ? undefined : doc.value();
  if (!value) {
    return [];
  }
  const views = new Map(doc.arrays().map(({ key, rules }) => [key, rules]));
  return new OrderReader(kind, collections).read(value).flatMap((list) => {
    const rules = views.get(list.array) ?? [];
    return orderFindings(list, findingsOf(list)).flatMap((finding) => {
      const view = rules[finding.rule.index];
      return view ? [diagnosticOf(finding, view, rules)] : [];
    });
  });
}

function diagnosticOf(
  finding: RuleFinding,
  view: RuleView,
  rules: readonly RuleView[],
): Diagnostic & { readonly data: OrderData } {
  const { code, collection } = finding;
  const path = collection === undefined ? ['name'] : ['collections', collection.index, 'name'];
  const related = finding.by.slice(0, mostRelated).flatMap((place) => {
    const other = rules[place.index];
    return other ? [{ message: namesOf([place]), range: placeInRule(other, ['name'], 'value') }] : [];
  });
  return {
    code,
    severity: defaultSeverity(code),
    message: orderWords(finding),
    range: placeInRule(view, path, 'value'),
    ...(related.length > 0 && { related }),
    ...(code === 'redundant-rule' && { tags: ['unnecessary'] as const }),
    data: { array: view.array, index: view.index, order: finding },
  };
}
