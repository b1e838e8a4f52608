import * as vscode from 'vscode';
import { PolicyDocument } from '../../core/document/policyDocument.ts';
import type { TextEdit } from '../../core/document/text.ts';
import { policyKind, type PolicyKind } from '../../core/policy/families.ts';
import { policyNameOfPath, spellingOf, type Spelling } from '../../core/policy/policyFile.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { CancelledError, isCancelled } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { pause } from '../../core/util/pause.ts';
import { openDocument, readTextFile } from './textFiles.ts';

export const policyLanguages = ['ordinance-json', 'ordinance-yaml'] as const;

/** Files that are not open and were read last are kept parsed. */
const keptFiles = 32;

interface Tracked {
  policy: PolicyDocument | undefined;
  reading: Promise<PolicyDocument>;
  readonly controller: AbortController;
  /** Edits that arrived while the first read ran, in order. */
  readonly waiting: TextEdit[][];
}

/**
 * The one parsed form of every open policy file, kept in step with typing; diagnostics, lenses, tree and moves share it.
 * Files that are not open are parsed on demand.
 */
export class PolicyDocuments implements Disposable {
  readonly #log: Logger;
  readonly #disposables = new DisposableStore();
  readonly #tracked = new Map<string, Tracked>();
  readonly #files = new Map<string, PolicyDocument>();
  readonly #changed = this.#disposables.add(new Emitter<vscode.TextDocument>());
  /** Fires after the parsed form of an open document followed a change, and after its first read. */
  readonly onDidChange = this.#changed.event;

  constructor(log: Logger) {
    this.#log = log;
    this.#disposables.add(vscode.workspace.onDidChangeTextDocument((event) => this.#follow(event)));
    this.#disposables.add(vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)));
  }

  /** The parsed form, when it is at hand. It changes in place as the document changes: never keep it over an await. */
  current(document: vscode.TextDocument): PolicyDocument | undefined {
    return this.#tracked.get(document.uri.toString())?.policy;
  }

  /** The parsed form, read first if need be, in slices that leave the host responsive. Cancelled when the document closes. */
  open(document: vscode.TextDocument): Promise<PolicyDocument> {
    const key = document.uri.toString();
    const tracked = this.#tracked.get(key) ?? this.#track(key, document);
    return tracked.reading;
  }

  /** The open document first, else the file; undefined when there is none. */
  async read(uri: vscode.Uri): Promise<PolicyDocument | undefined> {
    const document = openDocument(uri);
    if (document && spellingOf(uri.path)) {
      return this.open(document);
    }
    const key = uri.toString();
    const text = (await readTextFile(uri))?.text;
    if (text === undefined) {
      this.#files.delete(key);
      return undefined;
    }
    const known = this.#files.get(key);
    this.#files.delete(key);
    const policy =
      known?.text === text
        ? known
        : await PolicyDocument.readInSlices(text, spellingOf(uri.path) ?? 'yaml', kindOf(uri), pause);
    this.#files.set(key, policy);
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= keptFiles) {
        break;
      }
      this.#files.delete(oldest);
    }
    return policy;
  }

  dispose(): void {
    for (const { controller } of this.#tracked.values()) {
      controller.abort();
    }
    this.#tracked.clear();
    this.#files.clear();
    this.#disposables.dispose();
  }

  #track(key: string, document: vscode.TextDocument): Tracked {
    const controller = new AbortController();
    const waiting: TextEdit[][] = [];
    const reading = PolicyDocument.readInSlices(
      document.getText(),
      spellingOfDocument(document),
      kindOf(document.uri),
      pause,
      controller.signal,
    ).then((policy) => {
      if (controller.signal.aborted) {
        throw new CancelledError();
      }
      for (const edits of waiting.splice(0)) {
        policy.apply(edits);
      }
      tracked.policy = policy;
      this.#changed.fire(document);
      return policy;
    });
    reading.catch((error: unknown) => {
      if (this.#tracked.get(key) === tracked) {
        this.#tracked.delete(key);
      }
      if (!isCancelled(error)) {
        this.#log.error(error instanceof Error ? error : String(error));
      }
    });
    const tracked: Tracked = { policy: undefined, reading, controller, waiting };
    this.#tracked.set(key, tracked);
    this.#files.delete(key);
    return tracked;
  }

  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const tracked = this.#tracked.get(document.uri.toString());
    if (!tracked || contentChanges.length === 0) {
      return;
    }
    const edits = contentChanges.map(({ rangeOffset, rangeLength, text }) => ({
      start: rangeOffset,
      end: rangeOffset + rangeLength,
      text,
    }));
    if (tracked.policy) {
      tracked.policy.apply(edits);
      this.#changed.fire(document);
    } else {
      tracked.waiting.push(edits);
    }
  }

  #forget(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    this.#tracked.get(key)?.controller.abort();
    this.#tracked.delete(key);
  }
}

export function spellingOfDocument(document: vscode.TextDocument): Spelling {
  return document.languageId === 'ordinance-json' ? 'json' : (spellingOf(document.uri.path) ?? 'yaml');
}

export function kindOf(uri: vscode.Uri): PolicyKind | undefined {
  const name = policyNameOfPath(uri.path);
  return name && policyKind(name);
}
