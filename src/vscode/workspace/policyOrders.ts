import * as vscode from 'vscode';
import { DocumentOrder, type OrderOfList } from '../../core/assist/order/documentOrder.ts';
import { kindOf as kindOfDocument } from '../../core/assist/findings/checkPolicy.ts';
import {
  decisionChangesOfEdit as changesOfEdit,
  decisionChangesOfMove as changesOfMove,
  type PolicyDecisionChanges,
} from '../../core/order/policyDecisionChanges.ts';
import { moveIndices, targetOf, type MoveTarget } from '../../core/policy/reorder.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { ruleIds } from '../../core/document/ruleIds.ts';
import { ruleFindingOf, type OrderMark, type RuleFinding } from '../../core/order/ruleFindings.ts';
import { SharedScopes } from '../../core/order/sharedScopes.ts';
import type { OrderedRule } from '../../core/order/orderedRule.ts';
import type { OrderFinding } from '../../core/order/orderAnalysis.ts';
import type { JsonValue } from '../../core/json/json.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { CanceledError, isCanceled, isExpected, messageOf, throwIfCanceled } from '../../core/util/errors.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import type { Logger } from '../../core/util/logger.ts';
import { pause } from '../../core/util/pause.ts';
import type { KnownScopes } from './knownScopes.ts';
import { policyLanguages, type PolicyDocuments } from './policyDocuments.ts';
import type { RuleEdit, RulesToEdit } from './ruleEditor.ts';
import { openDocument } from './textFiles.ts';

export type OrderScopes = Pick<KnownScopes, 'of' | 'onDidChange'>;

export interface PolicyOrdersDeps {
  readonly documents: Pick<PolicyDocuments, 'current' | 'read'>;
  readonly scopes: OrderScopes;
  readonly log: Logger;
}

/** The last findings about the place of a rule. */
export interface RuleOrder {
  readonly list: OrderOfList;
  readonly findings: readonly OrderFinding[];
  /** Whether the analysis took too long to be complete. */
  readonly isNotAnalyzed: boolean;
}

interface Watched {
  readonly uri: vscode.Uri;
  order?: DocumentOrder | undefined;
  /** The document that was analyzed last, and its order. */
  analyzed?: { readonly doc: PolicyDocument | undefined; readonly lists: readonly OrderOfList[] };
  isCurrent: boolean;
  /** Findings by list, then by the id of the rule. */
  found: ReadonlyMap<string, ReadonlyMap<string, RuleOrder>>;
  /** The analysis that is under way; false when it failed. */
  run?: { readonly controller: AbortController; readonly done: Promise<boolean> } | undefined;
}

/** Analyzes the order of the rules of policy files, in short steps. `PolicyModels` says when. */
export class PolicyOrders implements Disposable {
  readonly #deps: PolicyOrdersDeps;
  readonly #announce: (uri: vscode.Uri, hasOtherFindings: boolean) => void;
  readonly #disposables = new DisposableStore();
  readonly #watched = new Map<string, Watched>();
  /** Scopes that all policies of a console share. */
  readonly #shared = new WeakMap<KnownCollections, SharedScopes>();

  /** `announce` is called when a file was analyzed. */
  constructor(deps: PolicyOrdersDeps, announce: (uri: vscode.Uri, hasOtherFindings: boolean) => void) {
    this.#deps = deps;
    this.#announce = announce;
    this.#disposables.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)));
    this.#disposables.add(
      deps.scopes.onDidChange(() => this.#watched.forEach((watched) => this.#begin(watched))),
    );
  }

  /** The order of a document as it is now, or of a file that was analyzed; undefined until it is analyzed. */
  current(document: Pick<vscode.TextDocument, 'uri'>): readonly OrderOfList[] | undefined {
    const watched = this.#watched.get(document.uri.toString());
    return watched?.isCurrent ? watched.analyzed?.lists : undefined;
  }

  /** The order of a document, once it is analyzed. Throws CanceledError, also where it cannot be analyzed. */
  async whenCurrent(document: vscode.TextDocument, signal: AbortSignal): Promise<readonly OrderOfList[]> {
    for (;;) {
      if (signal.aborted || document.isClosed) {
        throw new CanceledError();
      }
      const lists = this.current(document);
      if (lists) {
        return lists;
      }
      const watched = this.#watch(document.uri);
      if (!(await (watched.run ?? this.#begin(watched)).done)) {
        throw new CanceledError();
      }
    }
  }

  /** A rule that was in a list of a document, as what is known of its order would have it; undefined while nothing is. */
  ruleOf(
    document: Pick<vscode.TextDocument, 'uri'>,
    array: string,
    value: JsonValue,
  ): OrderedRule | undefined {
    const { analyzed, order, isCurrent } = this.#watched.get(document.uri.toString()) ?? {};
    return isCurrent && analyzed?.doc ? order?.ruleOf(analyzed.doc, array, value) : undefined;
  }

  /**
   * Changed decisions of a move that is not made yet, for the document as it is when the answer is given: an edit in between starts the
   * work again. Undefined for a file that cannot be analyzed. Throws CanceledError.
   */
  async decisionChangesOfMove(
    { uri, array, rules }: RulesToEdit,
    target: MoveTarget,
    signal: AbortSignal,
  ): Promise<PolicyDecisionChanges | undefined> {
    const document = await vscode.workspace.openTextDocument(uri);
    const list = listOf(await this.whenCurrent(document, signal), array);
    const length = list?.rules.length ?? 0;
    const known = rules.map(({ index }) => index).filter((index) => index < length);
    return list && changesOfMove(list, moveIndices(length, known, targetOf(target, length, known)));
  }

  /** Changed decisions of an edit that was made, likewise. */
  async decisionChangesOfEdit(
    document: vscode.TextDocument,
    { array, order, was }: Pick<RuleEdit, 'array' | 'order' | 'was'>,
    signal: AbortSignal,
  ): Promise<PolicyDecisionChanges | undefined> {
    const list = listOf(await this.whenCurrent(document, signal), array);
    if (order.length !== list?.rules.length) {
      return undefined;
    }
    const rules = [...was].map(([old, value]) => {
      const rule = this.ruleOf(document, array, value);
      return rule && ([old, { value, rule }] as const);
    });
    const known = rules.filter((each) => each !== undefined);
    return known.length === was.size ? changesOfEdit(list, { order, was: new Map(known) }) : undefined;
  }

  /** The last findings about the rules of a list, by their ids. */
  found(uri: vscode.Uri, array: string): ReadonlyMap<string, RuleOrder> {
    return this.#watched.get(uri.toString())?.found.get(array) ?? new Map<string, RuleOrder>();
  }

  /** Analyzes a file that need not be open, unless its order is known. Resolves once a first analysis is over. */
  async look(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    const isFirst = !this.#watched.has(key);
    const watched = this.#watch(uri);
    if (isFirst) {
      this.#begin(watched);
    } else if (!openDocument(uri)) {
      void this.#lookAgain(watched).catch((error: unknown) => this.#isInterrupted(error));
    }
    while (!watched.analyzed && watched.run) {
      await watched.run.done;
    }
  }

  /** Analyzes a file again that says something else than before. */
  async #lookAgain(watched: Watched): Promise<void> {
    const doc = await this.#deps.documents.read(watched.uri);
    if (doc !== watched.analyzed?.doc && this.#watched.get(watched.uri.toString()) === watched) {
      this.#begin(watched);
    }
  }

  /** The order of an open file is unknown from now on: the file was read or edited. */
  outdate(uri: vscode.Uri): void {
    const document = openDocument(uri);
    if (document && (policyLanguages as readonly string[]).includes(document.languageId)) {
      this.#stop(this.#watch(uri));
    }
  }

  /** Analyzes a file that was outdated. The findings stay while its text is broken, mostly by a word that is being typed. */
  analyze(uri: vscode.Uri): void {
    const watched = this.#watched.get(uri.toString());
    const document = openDocument(uri);
    const policy = document && this.#deps.documents.current(document);
    if (watched && !watched.isCurrent && !policy?.problems.some(({ fatal }) => fatal)) {
      this.#begin(watched);
    }
  }

  dispose(): void {
    for (const { uri } of this.#watched.values()) {
      this.#forget(uri);
    }
    this.#disposables.dispose();
  }

  #watch(uri: vscode.Uri): Watched {
    const key = uri.toString();
    const watched = this.#watched.get(key) ?? { uri, isCurrent: false, found: new Map() };
    this.#watched.set(key, watched);
    return watched;
  }

  #stop(watched: Watched): void {
    watched.isCurrent = false;
    watched.run?.controller.abort();
    watched.run = undefined;
  }

  #begin(watched: Watched): NonNullable<Watched['run']> {
    this.#stop(watched);
    const controller = new AbortController();
    const done = this.#analyze(watched, controller.signal).then(
      () => true,
      (error: unknown) => this.#isInterrupted(error),
    );
    const run = { controller, done };
    watched.run = run;
    void done.then(() => {
      watched.run = watched.run === run ? undefined : watched.run;
    });
    return run;
  }

  /** False when an analysis failed. Whoever opens the file is told why it cannot be read. */
  #isInterrupted(error: unknown): boolean {
    if (isExpected(error)) {
      this.#deps.log.debug(`the order of rules is not known: ${messageOf(error)}`);
    } else if (!isCanceled(error)) {
      this.#deps.log.error(error instanceof Error ? error : String(error));
    }
    return isCanceled(error);
  }

  async #analyze(watched: Watched, signal: AbortSignal): Promise<void> {
    await pause();
    throwIfCanceled(signal);
    const open = openDocument(watched.uri);
    const doc =
      (open && this.#deps.documents.current(open)) ?? (await this.#deps.documents.read(watched.uri));
    throwIfCanceled(signal);
    const kind = doc && kindOfDocument(doc);
    const collections = this.#deps.scopes.of(watched.uri);
    if (watched.order?.kind !== kind || watched.order?.collections !== collections) {
      watched.order = kind && new DocumentOrder(kind, collections, this.#sharedOf(collections));
    }
    const lists = doc && watched.order ? await inSlices(watched.order.update(doc), signal) : [];
    watched.analyzed = { doc, lists };
    watched.isCurrent = true;
    const before = codesOf(watched.found);
    watched.found = doc ? foundIn(doc, lists) : new Map();
    this.#announce(watched.uri, before !== codesOf(watched.found));
  }

  #sharedOf(collections: KnownCollections): SharedScopes {
    let shared = this.#shared.get(collections);
    if (!shared) {
      shared = new SharedScopes(collections);
      this.#shared.set(collections, shared);
    }
    return shared;
  }

  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    const watched = this.#watched.get(key);
    if (watched) {
      this.#stop(watched);
      this.#watched.delete(key);
    }
  }
}

function listOf(lists: readonly OrderOfList[], array: string): OrderOfList | undefined {
  return lists.find((each) => each.array === array);
}

/** The findings without the rules that cause them, for what shows many rules. */
export function marksOf(found: RuleOrder | undefined): readonly OrderMark[] {
  return (found?.findings ?? []).map((finding) => ({
    code: finding.kind,
    ...('scope' in finding ? { collection: { index: finding.scope } } : {}),
  }));
}

/** The findings with the rules that cause them, and an example. */
export function findingsOf(found: RuleOrder | undefined): readonly RuleFinding[] {
  return found?.findings.map((finding) => ruleFindingOf(found.list, finding)) ?? [];
}

function foundIn(doc: PolicyDocument, lists: readonly OrderOfList[]): Watched['found'] {
  const views = new Map(doc.arrays().map(({ key, rules }) => [key, rules]));
  return new Map(
    lists.map((list) => {
      const ids = ruleIds(views.get(list.array) ?? []);
      const findings = new Map<number, OrderFinding[]>();
      for (const finding of list.findings) {
        findings.set(finding.rule, [...(findings.get(finding.rule) ?? []), finding]);
      }
      const notAnalyzed = new Set(list.notAnalyzed);
      const found = [...new Set([...findings.keys(), ...notAnalyzed])].map(
        (rule) =>
          [
            ids[rule] ?? '',
            { list, findings: findings.get(rule) ?? [], isNotAnalyzed: notAnalyzed.has(rule) },
          ] as const,
      );
      return [list.array, new Map(found)];
    }),
  );
}

function codesOf(found: Watched['found']): string {
  return [...found]
    .flatMap(([array, ofList]) =>
      [...ofList].map(
        ([id, { findings, isNotAnalyzed }]) =>
          `${array}/${id} ${findings.map(({ kind }) => kind).join(' ')} ${isNotAnalyzed}`,
      ),
    )
    .toSorted()
    .join('\n');
}
