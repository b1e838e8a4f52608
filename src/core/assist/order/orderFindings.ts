import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { OrderFinding } from '../../order/orderAnalysis.ts';
import {
  ruleActionsOf,
  namesOf,
  ruleFindingOf,
  orderWords,
  namedRuleAt,
  type RuleFinding,
} from '../../order/ruleFindings.ts';
import type { PolicyKind } from '../../policy/families.ts';
import type { FindingCode } from '../findings/catalog.ts';
import type { DiagnosticData, Finding } from '../findings/finding.ts';
import { placedFinding, placeInDocument } from '../findings/placedFinding.ts';
import type { PlacedFinding, UnplacedFinding } from '../findings/shownDiagnostics.ts';
import type { OrderOfList } from './documentOrder.ts';
import { plainFixes } from './orderFixes.ts';
import type { RuleView } from '../../document/ruleView.ts';

/** `Diagnostic.data` of a finding about the place of a rule. */
export interface OrderData extends DiagnosticData {
  readonly array: string;
  readonly index: number;
  readonly order: RuleFinding;
}

/** The words of a finding need the contents of its rules, so they are made late. */
interface UnplacedOrderFinding extends UnplacedFinding {
  readonly code: FindingCode;
  /** Undefined for a finding about the whole list. */
  readonly rule?: RuleView;
  /** The name of the collection that the finding is about. */
  readonly collection?: string | undefined;
}

/** A finding links at most this number of rules that cause it. */
const maxRelated = 5;

/** The findings of `lists`, for a document that has not changed since. */
export function* orderFindings(
  doc: PolicyDocument,
  lists: readonly OrderOfList[],
): Generator<UnplacedOrderFinding, void, void> {
  for (const list of lists) {
    if (list.notAnalyzed.length > 0) {
      const names = namesOf(list.notAnalyzed.map((place) => namedRuleAt(list, place)));
      const message = `Rule order not analyzed for ${names}: the collections have too many patterns or overlap too much.`;
      yield {
        code: 'order-not-analyzed',
        place: () => ({ message, range: placeInDocument(doc, [], 'key') }),
      };
    }
    const actions = ruleActionsOf(list);
    const rules = doc.array(list.array)?.rules ?? [];
    for (const finding of list.findings) {
      const rule = rules[finding.rule];
      if (rule) {
        const scopes = list.rules[finding.rule]?.scopes;
        const collection = finding.scope === undefined ? undefined : scopes?.[finding.scope]?.name;
        const code = codeOf(list, finding);
        const place = (): PlacedFinding => {
          const ruleFinding = ruleFindingOf(list, finding, actions);
          const own = placedFinding(doc, { code, ...words(ruleFinding, list.kind, rules) }, rule);
          return { ...own, data: { ...own.data, order: ruleFinding } };
        };
        yield { code, rule, collection, place };
      }
    }
  }
}

/** A collection that a rule lists twice has its own code, because the author most often meant another one. */
function codeOf({ rules }: OrderOfList, finding: OrderFinding): FindingCode {
  const { scopes } = rules[finding.rule] ?? { scopes: [] };
  return finding.kind === 'covered-collection' &&
    finding.by.some((by) => scopes[by]?.name === scopes[finding.scope ?? -1]?.name)
    ? 'duplicate-collection'
    : finding.kind;
}

function words(finding: RuleFinding, kind: PolicyKind, rules: readonly RuleView[]): Omit<Finding, 'code'> {
  const { code, collection, by } = finding;
  const related = by.slice(0, maxRelated).flatMap((cause) => {
    const rule = rules[cause.index];
    return rule ? [{ message: namesOf([cause]), rule, path: ['name'] }] : [];
  });
  return {
    message: orderWords(finding),
    path: collection === undefined ? ['name'] : ['collections', collection.index, 'name'],
    fixes: plainFixes(kind, finding),
    ...(related.length > 0 && { related }),
    ...(code === 'redundant-rule' && { tags: ['unnecessary'] }),
  };
}
