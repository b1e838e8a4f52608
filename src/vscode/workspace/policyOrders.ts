import * as vscode from 'vscode';
import { DocumentOrder, type OrderOfList } from '../../core/assist/order/documentOrder.ts';
import {
  decisionChangesOfEdit as changesOfEdit,
  decisionChangesOfMove as changesOfMove,
  type PolicyDecisionChanges,
} from '../../core/order/policyDecisionChanges.ts';
import { moveIndices, targetOf, type MoveTarget } from '../../core/policy/reorder.ts';
import { kindOfDocument, type PolicyDocument } from '../../core/document/policyDocument.ts';
import { ruleIds } from '../../core/document/ruleRef.ts';
import type { OrderFinding } from '../../core/order/orderAnalysis.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { CanceledError, isCanceled, isExpected, messageOf } from '../../core/util/errors.ts';
import { inSlices, pause } from '../../core/util/inSlices.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleLookups } from './consoleLookups.ts';
import type { PolicyDocuments, RuleOrder } from './policyDocuments.ts';
import type { RuleEdit } from './ruleEditor.ts';
import type { ChosenRules } from './target.ts';
import { openDocument } from './textFiles.ts';

interface PolicyOrdersDeps {
  readonly documents: Pick<PolicyDocuments, 'current' | 'read'>;
  readonly lookups: Pick<ConsoleLookups, 'collectionsAt' | 'onDidChange'>;
  readonly log: Logger;
}

/** One analysis of a file, with its inputs. */
interface Analysis {
  readonly doc: PolicyDocument | undefined;
  readonly collections: KnownCollections;
  readonly lists: readonly OrderOfList[];
  /** Findings by list, then by the id of the rule. */
  readonly found: ReadonlyMap<string, ReadonlyMap<string, RuleOrder>>;
}

interface FileOrder {
  readonly uri: vscode.Uri;
  order?: DocumentOrder | undefined;
  last?: Analysis;
  /** The running analysis; it resolves to false when it fails. */
  run?: Promise<boolean> | undefined;
}

/** Analyzes the order of the rules of policy files, in short steps. `PolicyModels` starts it. */
export class PolicyOrders extends DisposableOwner {
  readonly #deps: PolicyOrdersDeps;
  readonly #onAnalyzed: (uri: vscode.Uri, hasOtherFindings: boolean) => void;
  readonly #files = new Map<string, FileOrder>();

  /** @param onAnalyzed follows each analysis; without other findings, every rule has those of the analysis before. */
  constructor(deps: PolicyOrdersDeps, onAnalyzed: (uri: vscode.Uri, hasOtherFindings: boolean) => void) {
    super();
    this.#deps = deps;
    this.#onAnalyzed = onAnalyzed;
    this.disposables.addAll(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)),
      deps.lookups.onDidChange(() => this.#files.forEach((file) => void this.#begin(file))),
    );
  }

  /** The order of the current document, or of an analyzed file; undefined until it is analyzed. */
  current({ uri }: Pick<vscode.TextDocument, 'uri'>): readonly OrderOfList[] | undefined {
    const last = this.#files.get(uri.toString())?.last;
    return last && this.#isCurrent(uri, last) ? last.lists : undefined;
  }

  /**
   * The order of the current document, after its analysis. Throws CanceledError, also when the analysis
   * fails.
   */
  async whenCurrent(document: vscode.TextDocument, signal?: AbortSignal): Promise<readonly OrderOfList[]> {
    for (;;) {
      if (signal?.aborted === true || document.isClosed) {
        throw new CanceledError();
      }
      const lists = this.current(document);
      if (lists) {
        return lists;
      }
      const file = this.#fileOf(document.uri);
      if (!(await (file.run ?? this.#begin(file)))) {
        throw new CanceledError();
      }
    }
  }

  /**
   * The changed decisions of a planned move. An edit of the document restarts the work, so the answer fits
   * the current document. Undefined for a file that cannot be analyzed. Throws CanceledError.
   */
  async decisionChangesOfMove(
    { uri, array, rules }: ChosenRules,
    target: MoveTarget,
    signal: AbortSignal,
  ): Promise<PolicyDecisionChanges | undefined> {
    const document = await vscode.workspace.openTextDocument(uri);
    const list = listOf(await this.whenCurrent(document, signal), array);
    const length = list?.rules.length ?? 0;
    const known = rules.map(({ index }) => index).filter((index) => index < length);
    return list && changesOfMove(list, moveIndices(length, known, targetOf(target, length, known)));
  }

  /** The changed decisions of an edit after it was made, under the same conditions. */
  async decisionChangesOfEdit(
    document: vscode.TextDocument,
    { array, order, was }: Pick<RuleEdit, 'array' | 'order' | 'was'>,
    signal: AbortSignal,
  ): Promise<PolicyDecisionChanges | undefined> {
    const list = listOf(await this.whenCurrent(document, signal), array);
    const { order: known, last } = this.#fileOf(document.uri);
    const doc = last?.doc;
    if (!known || !doc || order.length !== list?.rules.length) {
      return undefined;
    }
    const rules = Array.from(
      was,
      ([old, value]) => [old, { value, rule: known.ruleOf(doc, array, value) }] as const,
    );
    return changesOfEdit(list, { order, was: new Map(rules) });
  }

  /** The last findings about the rules of a list, by rule id. */
  found(uri: vscode.Uri, array: string): ReadonlyMap<string, RuleOrder> {
    return this.#files.get(uri.toString())?.last?.found.get(array) ?? new Map<string, RuleOrder>();
  }

  /** Analyzes a file, open or not, unless its order is known. Resolves after the first analysis. */
  async look(uri: vscode.Uri): Promise<void> {
    const file = this.#fileOf(uri);
    if (!file.run && !(file.last && openDocument(uri))) {
      void this.#begin(file);
    }
    while (!file.last && file.run) {
      await file.run;
    }
  }

  /**
   * Analyzes an open file after an edit. Findings stay while the text is broken, which is mostly a word in
   * progress.
   */
  analyze(uri: vscode.Uri): void {
    const doc = this.#deps.documents.current({ uri });
    if (doc && !doc.hasFatalProblem) {
      void this.#begin(this.#fileOf(uri));
    }
  }

  override dispose(): void {
    for (const { uri } of this.#files.values()) {
      this.#forget(uri);
    }
    super.dispose();
  }

  #fileOf(uri: vscode.Uri): FileOrder {
    const key = uri.toString();
    const file = this.#files.get(key) ?? { uri };
    this.#files.set(key, file);
    return file;
  }

  /** True when the file and the collections are still the inputs of the analysis. */
  #isCurrent(uri: vscode.Uri, { doc, collections }: Pick<Analysis, 'doc' | 'collections'>): boolean {
    return (
      (this.#deps.documents.current({ uri }) ?? doc) === doc &&
      this.#deps.lookups.collectionsAt(uri) === collections
    );
  }

  /** Starts an analysis and ends the running one. */
  #begin(file: FileOrder): Promise<boolean> {
    const run: Promise<boolean> = this.#analyze(file, () => file.run === run)
      .then(() => true)
      .catch((error: unknown) => this.#isInterrupted(error))
      .finally(() => {
        file.run = file.run === run ? undefined : file.run;
      });
    file.run = run;
    return run;
  }

  /** Returns false when an analysis failed. Opening the file shows the reason. */
  #isInterrupted(error: unknown): boolean {
    if (isExpected(error)) {
      this.#deps.log.debug(`the order of rules is not known: ${messageOf(error)}`);
    } else if (!isCanceled(error)) {
      this.#deps.log.error(error instanceof Error ? error : String(error));
    }
    return isCanceled(error);
  }

  /** Does nothing when the last analysis had the same text and the same collections. */
  async #analyze(file: FileOrder, isWanted: () => boolean): Promise<void> {
    const { uri, last } = file;
    await pause();
    const doc = this.#deps.documents.current({ uri }) ?? (await this.#deps.documents.read(uri));
    const collections = this.#deps.lookups.collectionsAt(uri);
    const ensureWanted = (): void => {
      if (!isWanted() || !this.#isCurrent(uri, { doc, collections })) {
        throw new CanceledError();
      }
    };
    ensureWanted();
    if (last?.doc === doc && last?.collections === collections) {
      return;
    }
    const kind = doc && kindOfDocument(doc);
    if (file.order?.kind !== kind || file.order?.collections !== collections) {
      file.order = kind && new DocumentOrder(kind, collections);
    }
    const giveWay = async (): Promise<void> => {
      await pause();
      ensureWanted();
    };
    const lists = doc && file.order ? await inSlices(file.order.update(doc), undefined, giveWay) : [];
    file.last = { doc, collections, lists, found: doc ? foundIn(doc, lists) : new Map() };
    this.#onAnalyzed(uri, codesOf(last?.found) !== codesOf(file.last.found));
  }

  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    const file = this.#files.get(key);
    if (file) {
      file.run = undefined;
      this.#files.delete(key);
    }
  }
}

function listOf(lists: readonly OrderOfList[], array: string): OrderOfList | undefined {
  return lists.find((list) => list.array === array);
}

function foundIn(doc: PolicyDocument, lists: readonly OrderOfList[]): Analysis['found'] {
  const views = new Map(doc.arrays().map(({ key, rules }) => [key, rules]));
  return new Map(
    lists.map((list) => {
      const ids = ruleIds(views.get(list.array) ?? []);
      const findings = new Map<number, OrderFinding[]>();
      for (const finding of list.findings) {
        findings.set(finding.rule, [...(findings.get(finding.rule) ?? []), finding]);
      }
      const notAnalyzed = new Set(list.notAnalyzed);
      const orders = [...new Set([...findings.keys(), ...notAnalyzed])].map(
        (rule) =>
          [
            ids[rule] ?? '',
            { list, findings: findings.get(rule) ?? [], isNotAnalyzed: notAnalyzed.has(rule) },
          ] as const,
      );
      return [list.array, new Map(orders)];
    }),
  );
}

function codesOf(orders: Analysis['found'] = new Map()): string {
  return [...orders]
    .flatMap(([array, ofList]) =>
      [...ofList].map(
        ([id, { findings, isNotAnalyzed }]) =>
          `${array}/${id} ${findings.map(({ kind }) => kind).join(' ')} ${isNotAnalyzed}`,
      ),
    )
    .toSorted()
    .join('\n');
}
