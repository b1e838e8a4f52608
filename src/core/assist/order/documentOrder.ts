import type { PolicyDocument } from '../../document/policyDocument.ts';
import { IncrementalOrder } from '../../order/incrementalOrder.ts';
import type { OrderedRule } from '../../order/orderedRule.ts';
import type { OrderFinding } from '../../order/orderAnalysis.ts';
import { shownFindings, type ListedRules, namedRuleAt, type NamedRule } from '../../order/ruleFindings.ts';
import { OrderReader } from '../../order/orderReader.ts';
import type { JsonValue } from '../../json/json.ts';
import type { KnownCollections } from '../../policy/collections.ts';
import type { PolicyKind } from '../../policy/families.ts';
import type { RuleSlice, RuleView } from '../../document/ruleView.ts';
import type { RulePlace } from '../../document/ruleEdits.ts';

/** The proven facts about the rules of one list because of their places. They belong to the text at that time. */
export interface OrderOfList extends ListedRules {
  readonly array: string;
  /** The policy disables the whole list, as if each of its rules were disabled. */
  readonly isOff: boolean;
  /** The findings are sorted by the place of the rule. */
  readonly findings: readonly OrderFinding[];
  /** These places are of rules whose analysis is incomplete. */
  readonly notAnalyzed: readonly number[];
}

/** Rules that are read between two chances to give way. */
const readAtOnce = 8;

/** The analysis of the order of one document, kept up to date while it is edited. */
export class DocumentOrder {
  readonly kind: PolicyKind;
  readonly collections: KnownCollections;
  readonly #reader: OrderReader;
  readonly #read = new WeakMap<RuleSlice, OrderedRule>();
  readonly #kept = new Map<string, IncrementalOrder>();

  constructor(kind: PolicyKind, collections: KnownCollections) {
    this.kind = kind;
    this.collections = collections;
    this.#reader = new OrderReader(kind, collections);
  }

  /**
   * The update runs in short steps; the next update is correct even after an interruption. A text without a single
   * meaning gets no findings.
   */
  *update(doc: PolicyDocument): Generator<void, readonly OrderOfList[], void> {
    if (doc.hasFatalProblem) {
      return [];
    }
    const { kind } = this;
    // The entities of network rules are beside the rules.
    const value = kind.isNetwork ? doc.value() : undefined;
    const ofNetwork = value ? this.#reader.read(value) : [];
    const lists: OrderOfList[] = [];
    for (const { key: array, rules: views } of doc.arrays()) {
      const slices = views.map(({ slice }) => slice);
      const { rules, isOff } = kind.isNetwork
        ? (ofNetwork.find((list) => list.array === array) ?? { rules: [], isOff: false })
        : { rules: yield* this.#rules(slices), isOff: false };
      const kept = this.#kept.get(array) ?? new IncrementalOrder();
      this.#kept.set(array, kept);
      const { findings, notAnalyzed } = yield* kept.updateSteps(rules);
      const written = { at: (index: number) => slices[index]?.value() };
      const list = { kind, array, isOff, rules, written };
      lists.push({ ...list, findings: shownFindings(list, findings), notAnalyzed });
    }
    return lists;
  }

  /** Takes a rule with its value while the document is read, when the value costs the least. */
  see(slice: RuleSlice, value: JsonValue): void {
    if (!this.kind.isNetwork) {
      this.#read.set(slice, this.#reader.readWhole(value));
    }
  }

  /** A rule as it would be in a list of the document: one that was there, for example. */
  ruleOf(doc: PolicyDocument, array: string, value: JsonValue): OrderedRule {
    const key = this.kind.arrays.find((list) => list.key === array)?.key;
    const whole = this.kind.isNetwork ? doc.value() : undefined;
    return key && whole ? this.#reader.readRule(whole, key, value) : this.#reader.readWhole(value);
  }

  *#rules(slices: readonly RuleSlice[]): Generator<void, readonly OrderedRule[], void> {
    const rules: OrderedRule[] = [];
    for (const slice of slices) {
      rules.push(this.#rule(slice));
      if (rules.length % readAtOnce === 0) {
        yield;
      }
    }
    return rules;
  }

  /** The rule is kept without its data, to save memory. */
  #rule(slice: RuleSlice): OrderedRule {
    const rule = this.#read.get(slice) ?? this.#reader.readWhole(slice.value());
    this.#read.set(slice, rule);
    return rule;
  }
}

/** A rule is judged together with its neighbors, because the first match applies. */
export interface RuleStanding {
  readonly rule: RuleView;
  readonly count: number;
  /** These findings are certain effects of the rule's place. */
  readonly findings: readonly OrderFinding[];
  /** The rules above that match everything the rule covers; empty for a rule that applies. */
  readonly coveredBy: readonly NamedRule[];
  /** The count covers rules below that never apply because of this rule alone. */
  readonly shadowedCount: number;
  /** The reason why a finding may be missing. It is also absent while the order is being analyzed. */
  readonly gap?: 'not analyzed' | 'unknown' | undefined;
}

/** The result uses the analyzed `lists` of the current document. It is undefined when the rule does not exist. */
export function ruleStanding(
  policy: PolicyDocument,
  { array, index }: RulePlace,
  lists: readonly OrderOfList[] | undefined,
): RuleStanding | undefined {
  const rules = policy.array(array)?.rules ?? [];
  const rule = rules[index];
  const list = lists?.find((candidate) => candidate.array === array);
  if (!rule || !list) {
    return rule && { rule, count: rules.length, findings: [], coveredBy: [], shadowedCount: 0 };
  }
  const findings = list.findings.filter((finding) => finding.rule === index);
  return {
    rule,
    count: rules.length,
    findings,
    coveredBy: findings
      .filter(neverApplies)
      .flatMap(({ by }) => by.map((place: number) => namedRuleAt(list, place))),
    shadowedCount: list.findings.filter(
      (finding) => neverApplies(finding) && finding.by.length === 1 && finding.by[0] === index,
    ).length,
    gap: findings.some(neverApplies) ? undefined : gapAt(list, index),
  };
}

/** The rule of the finding applies to nothing. */
export function neverApplies({ kind }: OrderFinding): boolean {
  return kind === 'shadowed-rule' || kind === 'redundant-rule';
}

function gapAt({ rules, notAnalyzed }: OrderOfList, index: number): RuleStanding['gap'] {
  const { enabled = false, scopes = [] } = rules[index] ?? {};
  if (enabled && notAnalyzed.includes(index)) {
    return 'not analyzed';
  }
  return enabled && scopes.some(({ box }) => !box) ? 'unknown' : undefined;
}
