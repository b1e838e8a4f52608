import * as vscode from 'vscode';
import { DocumentOrder, type OrderOfList } from '../../core/assist/order/documentOrder.ts';
import { kindOf as kindOfDocument } from '../../core/assist/findings/checkPolicy.ts';
import type { PolicyDocument, RuleSlice } from '../../core/document/policyDocument.ts';
import { orderFinding, type RuleFinding } from '../../core/order/orderFindings.ts';
import { SharedScopes } from '../../core/order/sharedScopes.ts';
import type { OrderedRule } from '../../core/order/orderedRule.ts';
import type { OrderFinding } from '../../core/order/orderFinding.ts';
import type { JsonValue } from '../../core/json/json.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { CanceledError, isCanceled, isExpected, messageOf, throwIfCanceled } from '../../core/util/errors.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { KnownScopes } from './knownScopes.ts';
import { policyLanguages, type PolicyDocuments } from './policyDocuments.ts';
import { openDocument } from './textFiles.ts';

export interface PolicyOrdersDeps {
  readonly documents: PolicyDocuments;
  readonly scopes: Pick<KnownScopes, 'of' | 'onDidChange'>;
  readonly log: Logger;
}

export interface OrderChange {
  readonly uri: vscode.Uri;
  /** Whether other rules than before decide for nothing, or for other parts of what they name. */
  readonly marks: boolean;
}

/** How long keys rest before order is looked at: what is typed is checked first. */
const restMs = 120;
/** The same where the text has no single meaning, and nothing is said of it: what breaks it is mostly a word that is being typed. */
const brokenMs = 2000;

interface Watched {
  readonly uri: vscode.Uri;
  order: DocumentOrder | undefined;
  kind: PolicyKind | undefined;
  collections: KnownCollections | undefined;
  /** What was read last, and what was found in it. */
  doc: PolicyDocument | undefined;
  lists: readonly OrderOfList[] | undefined;
  isCurrent: boolean;
  marks: Map<RuleSlice, string>;
  timer: NodeJS.Timeout | undefined;
  controller: AbortController | undefined;
}

/** What a rule has that was found because of its place. */
interface Marked {
  readonly list: OrderOfList;
  readonly place: number;
  readonly findings: readonly OrderFinding[];
}

/**
 * What the order of rules decides in policy files, worked out in short steps while nobody types, and kept up to date. Findings,
 * lenses and the tree share it.
 */
export class PolicyOrders implements Disposable {
  readonly #deps: PolicyOrdersDeps;
  readonly #disposables = new DisposableStore();
  readonly #watched = new Map<string, Watched>();
  /** What is known of collections once is known to all policies of their console. */
  readonly #shared = new WeakMap<KnownCollections, SharedScopes>();
  readonly #ofRules = new WeakMap<RuleSlice, Marked>();
  readonly #notAnalyzed = new WeakSet<RuleSlice>();
  readonly #changed = this.#disposables.add(new Emitter<OrderChange>());
  /** Fires when something was worked out. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: PolicyOrdersDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.documents.onDidChange((document) => this.#edited(document)));
    this.#disposables.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)));
    this.#disposables.add(
      deps.scopes.onDidChange(() => this.#watched.forEach((watched) => this.#soon(watched, 0))),
    );
    for (const document of vscode.workspace.textDocuments) {
      if (deps.documents.current(document)) {
        this.#edited(document);
      }
    }
  }

  /** What is known of a document as it is now, or of a file that was looked at; undefined while that is worked out. */
  current(document: Pick<vscode.TextDocument, 'uri'>): readonly OrderOfList[] | undefined {
    const watched = this.#watched.get(document.uri.toString());
    return watched?.isCurrent ? watched.lists : undefined;
  }

  /** The same, waiting until it is known. Throws CanceledError. */
  async whenCurrent(document: vscode.TextDocument, signal: AbortSignal): Promise<readonly OrderOfList[]> {
    const own = new DisposableStore();
    try {
      return await new Promise((resolve, reject) => {
        const look = (): void => {
          const lists = this.current(document);
          if (signal.aborted || document.isClosed) {
            reject(new CanceledError());
          } else if (lists) {
            resolve(lists);
          }
        };
        const stop = (): void => reject(new CanceledError());
        signal.addEventListener('abort', stop, { once: true });
        own.add({ dispose: () => signal.removeEventListener('abort', stop) });
        own.add(this.onDidChange(look));
        own.add(vscode.workspace.onDidCloseTextDocument(look));
        this.look(document.uri);
        const watched = this.#watch(document.uri);
        if (watched.timer !== undefined) {
          this.#soon(watched, 0);
        }
        look();
      });
    } finally {
      own.dispose();
    }
  }

  /** A rule that was in a list of a document, as what is known of its order would have it; undefined while nothing is. */
  ruleOf(
    document: Pick<vscode.TextDocument, 'uri'>,
    array: string,
    value: JsonValue,
  ): OrderedRule | undefined {
    const { doc, order, isCurrent } = this.#watched.get(document.uri.toString()) ?? {};
    return isCurrent && doc ? order?.ruleOf(doc, array, value) : undefined;
  }

  /** Whether a rule decides for nothing and something else is done instead, as far as is known by now. */
  isDead(slice: RuleSlice): boolean {
    return (this.#ofRules.get(slice)?.findings ?? []).some(({ kind }) => kind === 'dead');
  }

  /** Whether not all is said of a rule that could be, as it would take too long. */
  isNotAnalyzed(slice: RuleSlice): boolean {
    return this.#notAnalyzed.has(slice);
  }

  /** What was found of a rule last, wherever it stands by now. */
  ofRule(slice: RuleSlice): readonly RuleFinding[] {
    const marked = this.#ofRules.get(slice);
    return marked ? marked.findings.map((finding) => orderFinding(marked.list, finding)) : [];
  }

  /** Has a file looked at that need not be open; `onDidChange` tells. */
  look(uri: vscode.Uri): void {
    const key = uri.toString();
    if (!this.#watched.has(key)) {
      this.#soon(this.#watch(uri), 0);
    } else if (!openDocument(uri)) {
      const watched = this.#watch(uri);
      const isOther = async (): Promise<void> => {
        const doc = await this.#deps.documents.read(uri);
        if (doc !== watched.doc && this.#watched.get(key) === watched) {
          this.#soon(watched, 0);
        }
      };
      void isOther().catch((error: unknown) => this.#failed(error));
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
    let watched = this.#watched.get(key);
    if (!watched) {
      watched = {
        uri,
        order: undefined,
        kind: undefined,
        collections: undefined,
        doc: undefined,
        lists: undefined,
        isCurrent: false,
        marks: new Map(),
        timer: undefined,
        controller: undefined,
      };
      this.#watched.set(key, watched);
    }
    return watched;
  }

  #edited(document: vscode.TextDocument): void {
    if ((policyLanguages as readonly string[]).includes(document.languageId)) {
      const watched = this.#watch(document.uri);
      const doc = this.#deps.documents.current(document);
      if (doc) {
        this.#keepMarks(watched, doc);
      }
      this.#soon(watched, doc?.problems.some(({ fatal }) => fatal) ? brokenMs : restMs);
    }
  }

  /** Until order is worked out anew a rule that is edited has what was found of it, as the editor keeps the marks at its words. */
  #keepMarks(watched: Watched, doc: PolicyDocument): void {
    const now = new Set(doc.arrays().flatMap(({ rules }) => rules.map(({ slice }) => slice)));
    for (const [slice, codes] of watched.marks) {
      const marked = now.has(slice) ? undefined : this.#ofRules.get(slice);
      const edited = marked && doc.array(marked.list.array)?.rules[marked.place]?.slice;
      if (edited && edited.facts.name === slice.facts.name && !watched.marks.has(edited)) {
        this.#ofRules.set(edited, marked);
        watched.marks.delete(slice);
        watched.marks.set(edited, codes);
      }
    }
  }

  #soon(watched: Watched, wait: number): void {
    watched.isCurrent = false;
    watched.controller?.abort();
    clearTimeout(watched.timer);
    watched.timer = setTimeout(() => {
      watched.timer = undefined;
      const controller = (watched.controller = new AbortController());
      void this.#workOut(watched, controller.signal).catch((error: unknown) => this.#failed(error));
    }, wait);
  }

  /** Whoever opens the file is told why it cannot be read. */
  #failed(error: unknown): void {
    if (isExpected(error)) {
      this.#deps.log.debug(`the order of rules is not known: ${messageOf(error)}`);
    } else if (!isCanceled(error)) {
      this.#deps.log.error(error instanceof Error ? error : String(error));
    }
  }

  async #workOut(watched: Watched, signal: AbortSignal): Promise<void> {
    const open = openDocument(watched.uri);
    const doc =
      (open && this.#deps.documents.current(open)) ?? (await this.#deps.documents.read(watched.uri));
    throwIfCanceled(signal);
    const kind = doc && kindOfDocument(doc);
    const collections = this.#deps.scopes.of(watched.uri);
    if (!kind || watched.kind !== kind || watched.collections !== collections) {
      watched.order?.dispose();
      watched.order = kind && new DocumentOrder(kind, collections, this.#sharedOf(collections));
      watched.kind = kind;
      watched.collections = collections;
    }
    const lists = doc && watched.order ? await inSlices(watched.order.update(doc), signal) : [];
    watched.doc = doc;
    watched.lists = lists;
    watched.isCurrent = true;
    const marks = doc ? this.#mark(doc, lists) : new Map<RuleSlice, string>();
    const isOther =
      marks.size !== watched.marks.size ||
      [...marks].some(([slice, codes]) => watched.marks.get(slice) !== codes);
    watched.marks = marks;
    this.#changed.fire({ uri: watched.uri, marks: isOther });
  }

  #sharedOf(collections: KnownCollections): SharedScopes {
    let shared = this.#shared.get(collections);
    if (!shared) {
      shared = new SharedScopes(collections);
      this.#shared.set(collections, shared);
    }
    return shared;
  }

  /** Notes what was found of each rule. */
  #mark(doc: PolicyDocument, lists: readonly OrderOfList[]): Map<RuleSlice, string> {
    const marks = new Map<RuleSlice, string>();
    const byKey = new Map(lists.map((list) => [list.array, list]));
    for (const { key, rules } of doc.arrays()) {
      const list = byKey.get(key);
      const found = new Map<number, OrderFinding[]>();
      for (const finding of list?.findings ?? []) {
        found.set(finding.rule, [...(found.get(finding.rule) ?? []), finding]);
      }
      const hard = new Set(list?.notAnalyzed);
      for (const { index, slice } of rules) {
        const findings = found.get(index);
        if (list && findings) {
          this.#ofRules.set(slice, { list, place: index, findings });
        } else {
          this.#ofRules.delete(slice);
        }
        if (hard.has(index)) {
          this.#notAnalyzed.add(slice);
        } else {
          this.#notAnalyzed.delete(slice);
        }
        if (findings ?? hard.has(index)) {
          const codes: string[] = (findings ?? []).map(({ kind }) => kind);
          marks.set(slice, [...codes, ...(hard.has(index) ? ['not analyzed'] : [])].join(' '));
        }
      }
    }
    return marks;
  }

  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    const watched = this.#watched.get(key);
    if (watched) {
      clearTimeout(watched.timer);
      watched.controller?.abort();
      watched.order?.dispose();
      this.#watched.delete(key);
    }
  }
}
