import * as vscode from 'vscode';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { readPolicySteps } from '../../core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../core/document/reading/rereadPolicy.ts';
import { inSlices, pause } from '../../core/util/inSlices.ts';
import { PolicyReadings } from '../../core/document/policyReadings.ts';
import { textChange, LineIndex } from '../../core/document/text.ts';
import { policyKind, type PolicyKind } from '../../core/policy/families.ts';
import { policyNameOfPath, spellingOf, type Spelling } from '../../core/policy/policyFile.ts';
import { DisposableOwner, Emitter } from '../../core/util/disposable.ts';
import { CanceledError, isCanceled } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { openDocument, workingText } from './textFiles.ts';
import {
  ruleIds,
  ruleGone,
  ruleRefs,
  rulesNow,
  type RuleRef,
  changedMeanwhile,
} from '../../core/document/ruleRef.ts';
import { rulePlaceAt, rulesTouching } from '../../core/document/rulesAtOffset.ts';
import { sureRules } from '../../core/document/sureRules.ts';
import { ruleAction, type RuleAction } from '../../core/order/effect/effectWords.ts';
import type { RuleMark } from '../../core/policy/ruleMark.ts';
import type { OrderOfList } from '../../core/assist/order/documentOrder.ts';
import type { OrderFinding } from '../../core/order/orderAnalysis.ts';
import type { RuleChanges } from '../../core/sync/ruleChanges.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { RuleSlice } from '../../core/document/ruleView.ts';

export const policyLanguages = ['ordinance-json', 'ordinance-yaml'] as const;

/**
 * The scheme of documents in which a person edits a part of a policy. They have the checks and completion of
 * policy files.
 */
export const resolutionScheme = 'ordinance-resolution';

/** True when a document has only one rule of a policy, and not its place in the policy. */
export function isPart({ scheme }: { readonly scheme: string }): boolean {
  return scheme === resolutionScheme;
}

interface Tracked {
  policy: PolicyDocument | undefined;
  /** The first read, including edits that arrived during it. */
  readonly reading: Promise<PolicyDocument>;
  readonly controller: AbortController;
}

/**
 * The parsed form of every policy file. Open files follow typing; other files have the form of their last
 * read. All features share it.
 */
export class PolicyDocuments extends DisposableOwner {
  readonly #log: Logger;
  readonly #tracked = new Map<string, Tracked>();
  readonly #readings = new PolicyReadings();
  readonly #changed = this.disposables.add(new Emitter<vscode.TextDocument>());
  /** Fires when the parsed form of an open document followed a change, and after its first read. */
  readonly onDidChange = this.#changed.event;

  constructor(log: Logger) {
    super();
    this.#log = log;
    this.disposables.add(vscode.workspace.onDidChangeTextDocument((event) => this.#follow(event)));
    this.disposables.add(vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)));
  }

  /** The parsed form of the current text, if it is available. */
  current({ uri }: Pick<vscode.TextDocument, 'uri'>): PolicyDocument | undefined {
    return this.#tracked.get(uri.toString())?.policy;
  }

  /**
   * The parsed form. The first call reads the document in slices, so that the host stays responsive. Throws
   * CanceledError when the document closes.
   */
  open(document: vscode.TextDocument): Promise<PolicyDocument> {
    const key = document.uri.toString();
    const tracked = this.#tracked.get(key) ?? this.#track(key, document);
    return tracked.policy ? Promise.resolve(tracked.policy) : tracked.reading;
  }

  /** The open document, else the file; undefined without a file. */
  async read(uri: vscode.Uri): Promise<PolicyDocument | undefined> {
    const document = openDocument(uri);
    if (document && spellingOf(uri.path)) {
      return this.open(document);
    }
    return this.#fileOf(uri, await workingText(uri));
  }

  /** The current policy file, see `workingText`. */
  async working(uri: vscode.Uri): Promise<PolicyDocument | undefined> {
    const open = openDocument(uri);
    await (open && spellingOf(uri.path) && this.open(open));
    const text = await workingText(uri);
    const shown = openDocument(uri);
    const current = shown && this.current(shown);
    // The file may differ from its document, and the document may have changed in between.
    const isShown = current?.text === text && current?.spelling === spellingOf(uri.path);
    return isShown ? current : this.#fileOf(uri, text);
  }

  override dispose(): void {
    for (const { controller } of this.#tracked.values()) {
      controller.abort();
    }
    this.#tracked.clear();
    super.dispose();
  }

  async #fileOf(uri: vscode.Uri, text: string | undefined): Promise<PolicyDocument | undefined> {
    const key = uri.toString();
    if (text === undefined) {
      this.#readings.forget(key);
      return undefined;
    }
    return this.#readings.read(key, text, spellingOf(uri.path) ?? 'yaml', kindOf(uri));
  }

  #track(key: string, document: vscode.TextDocument): Tracked {
    const controller = new AbortController();
    const steps = readPolicySteps(document.getText(), spellingOfDocument(document), kindOf(document.uri));
    const reading = inSlices(steps, controller.signal, pause).then((policy) => {
      if (controller.signal.aborted) {
        throw new CanceledError();
      }
      // Edits may have arrived during the read.
      const text = document.getText();
      tracked.policy = policy.text === text ? policy : rereadPolicy(policy, [textChange(policy.text, text)]);
      this.#changed.fire(document);
      return tracked.policy;
    });
    reading.catch((error: unknown) => {
      if (this.#tracked.get(key) === tracked) {
        this.#tracked.delete(key);
      }
      if (!isCanceled(error)) {
        this.#log.error(error instanceof Error ? error : String(error));
      }
    });
    const tracked: Tracked = { policy: undefined, reading, controller };
    this.#tracked.set(key, tracked);
    return tracked;
  }

  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const tracked = this.#tracked.get(document.uri.toString());
    if (!tracked?.policy || contentChanges.length === 0) {
      return;
    }
    const edits = contentChanges.map(({ rangeOffset, rangeLength, text }) => ({
      start: rangeOffset,
      end: rangeOffset + rangeLength,
      text,
    }));
    tracked.policy = rereadPolicy(tracked.policy, edits);
    this.#changed.fire(document);
  }

  #forget(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    this.#tracked.get(key)?.controller.abort();
    this.#tracked.delete(key);
  }
}

function spellingOfDocument(document: vscode.TextDocument): Spelling {
  return document.languageId === 'ordinance-json' ? 'json' : (spellingOf(document.uri.path) ?? 'yaml');
}

function kindOf(uri: vscode.Uri): PolicyKind | undefined {
  const name = policyNameOfPath(uri.path);
  return name && policyKind(name);
}

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

/** The last findings about the place of a rule. */
export interface RuleOrder {
  readonly list: OrderOfList;
  readonly findings: readonly OrderFinding[];
  /** True when the analysis reached its limit and is incomplete. */
  readonly isNotAnalyzed: boolean;
}

/** The facts about rules that `PolicyModels` has. */
interface KnownFacts {
  whenRead(uri: vscode.Uri): Promise<void>;
  ruleChangesAt(uri: vscode.Uri): RuleChanges;
  readonly orders: {
    look(uri: vscode.Uri): Promise<void>;
    found(uri: vscode.Uri, array: string): ReadonlyMap<string, RuleOrder>;
  };
}

/** The rules of policy files, open or not, for lists and trees, and the places of rules in the text. */
export class PolicyRules {
  readonly #documents: PolicyDocuments;
  readonly #models: KnownFacts;
  readonly #actions = new WeakMap<RuleSlice, RuleAction>();

  constructor(documents: PolicyDocuments, models: KnownFacts) {
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
