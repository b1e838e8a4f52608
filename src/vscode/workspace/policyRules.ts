import type * as vscode from 'vscode';
import { LineIndex } from '../../core/document/text.ts';
import { ruleIds, ruleGone, ruleRefs, rulesNow, type RuleRef } from '../../core/document/ruleRef.ts';
import { rulePlaceAt, rulesTouching } from '../../core/document/rulesAtOffset.ts';
import { sureRules } from '../../core/document/sureRules.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { ruleAction, type RuleAction } from '../../core/order/effect/effectOf.ts';
import { kindOf, type PolicyDocuments } from './policyDocuments.ts';
import { changedMeanwhile } from './textEdits.ts';
import type { RuleMark } from '../../core/policy/ruleMark.ts';
import type { PolicyModels } from './policyModels.ts';
import type { PolicyOrders, RuleOrder } from './policyOrders.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import type { RuleSlice } from '../../core/document/ruleView.ts';

/** The facts of a rule in lists and trees. */
export interface RuleSummary extends RulePlace {
  readonly name: string | undefined;
  readonly disabled: boolean;
  readonly collections: readonly string[];
  /** The number of compliance checks. */
  readonly checks: number;
  /** The offset of the rule. */
  readonly start: number;
  /** The zero-based first line of the rule. */
  readonly line: number;
  /** False when the text of the rule is broken. Views then show none of its facts. */
  readonly isSure: boolean;
  /** The reference for commands on the rule. */
  readonly ref: RuleRef;
  /** Reads the whole rule at the first call, so call it for visible rules only. */
  action(): RuleAction;
  /** Findings about the place of the rule. Undefined while they are unknown, and for a rule without any. */
  order(): RuleOrder | undefined;
  /** The difference from base and live policy. Undefined while it is unknown, and for an unchanged rule. */
  mark(): RuleMark | undefined;
}

export interface RuleList {
  readonly uri: vscode.Uri;
  readonly arrays: readonly { readonly key: string; readonly rules: readonly RuleSummary[] }[];
}

type KnownModels = Pick<PolicyModels, 'whenRead' | 'ruleChangesAt'> & {
  readonly orders: Pick<PolicyOrders, 'look' | 'found'>;
};

/** The rules of policy files, open or not, for lists and trees, and the places of rules in the text. */
export class PolicyRules {
  readonly #documents: PolicyDocuments;
  readonly #models: KnownModels;
  readonly #actions = new WeakMap<RuleSlice, RuleAction>();

  constructor(documents: PolicyDocuments, models: KnownModels) {
    this.#documents = documents;
    this.#models = models;
  }

  /** Undefined without a file. `look`: waits for the state and the order findings. */
  async list(
    uri: vscode.Uri,
    { look }: { readonly look: boolean } = { look: true },
  ): Promise<RuleList | undefined> {
    if (look && (await this.#documents.read(uri))) {
      // VS Code loses rows that are announced as changed while it draws them, so the first rows are complete.
      await Promise.all([this.#models.orders.look(uri), this.#models.whenRead(uri)]);
    }
    const policy = await this.#documents.read(uri);
    return policy && this.of(uri, policy);
  }

  /** The rules of a parsed file. Reads nothing. */
  of(uri: vscode.Uri, policy: PolicyDocument): RuleList {
    const { marks } = this.#models.ruleChangesAt(uri);
    const kind = kindOf(uri);
    const isSureOf = sureRules(policy);
    let lines: LineIndex | undefined;
    return {
      uri,
      arrays: policy.arrays().map((array) => {
        const { key, rules } = array;
        let refs: readonly RuleRef[] | undefined;
        let ids: readonly string[] | undefined;
        const idOf = (index: number): string => (ids ??= ruleIds(rules))[index] ?? '';
        return {
          key,
          rules: rules.map((view): RuleSummary => {
            const { index, slice, range } = view;
            const { name, disabled, collections, checks } = slice.facts;
            const place = { array: key, index };
            const isSure = isSureOf(view);
            return {
              ...place,
              name,
              disabled,
              collections,
              checks,
              isSure,
              start: range.start,
              get line() {
                return (lines ??= new LineIndex(policy.text)).position(range.start).line;
              },
              get ref() {
                // A broken text may have only half of the name.
                return (isSure && (refs ??= ruleRefs(policy, array))[index]) || place;
              },
              action: () => (isSure ? this.#action(kind, slice) : 'unknown'),
              order: () => this.#models.orders.found(uri, key).get(idOf(index)),
              mark: () => marks.get(key)?.get(idOf(index)),
            };
          }),
        };
      }),
    };
  }

  /** The rules of one list of a policy; empty without such a file. */
  async inArray(uri: vscode.Uri, array: string): Promise<readonly RuleSummary[]> {
    return (await this.list(uri))?.arrays.find(({ key }) => key === array)?.rules ?? [];
  }

  /** The current rules, ascending. Throws ExpectedError when a rule is gone or ambiguous. */
  async now(uri: vscode.Uri, array: string, rules: readonly RuleRef[]): Promise<readonly RuleRef[]> {
    const policy = await this.#documents.read(uri);
    const view = policy?.array(array);
    if (!policy || !view) {
      throw ruleGone(rules[0]?.name);
    }
    return rulesNow(policy, view, rules);
  }

  /** The rules that the selections of an editor touch. Only the list of the first selection counts. */
  async selected(editor: vscode.TextEditor): Promise<readonly RuleRef[]> {
    // The first read of the file takes time, so the selections are copied before it.
    const { document, selections } = editor;
    const { version } = document;
    const policy = await this.#documents.open(document);
    if (document.version !== version) {
      throw changedMeanwhile();
    }
    for (const view of policy.arrays()) {
      const touched = new Set(
        selections.flatMap(({ start, end }) =>
          rulesTouching(policy, view, document.offsetAt(start), document.offsetAt(end)).map(
            ({ index }) => index,
          ),
        ),
      );
      if (touched.size > 0) {
        return ruleRefs(policy, view).filter(({ index }) => touched.has(index));
      }
    }
    return [];
  }

  /** The rule at the cursor, after the document was read. */
  async atCursor(editor: vscode.TextEditor): Promise<RulePlace | undefined> {
    const policy = await this.#documents.open(editor.document);
    // The cursor may have moved during the read.
    return rulePlaceAt(policy, editor.document.offsetAt(editor.selection.active));
  }

  #action(kind: PolicyKind | undefined, slice: RuleSlice): RuleAction {
    let action = this.#actions.get(slice);
    if (action === undefined) {
      action = kind ? ruleAction(kind, slice.value()) : 'unknown';
      this.#actions.set(slice, action);
    }
    return action;
  }
}
