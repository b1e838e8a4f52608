import * as vscode from 'vscode';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { readPolicySteps } from '../../core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../core/document/reading/rereadPolicy.ts';
import { inSlices, pause } from '../../core/util/inSlices.ts';
import { PolicyReadings } from '../../core/document/policyReadings.ts';
import { textChange } from '../../core/document/text.ts';
import { policyKind, type PolicyKind } from '../../core/policy/families.ts';
import { policyNameOfPath, spellingOf, type Spelling } from '../../core/policy/policyFile.ts';
import { DisposableOwner, Emitter } from '../../core/util/disposable.ts';
import { CanceledError, isCanceled } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { openDocument, workingText } from './textFiles.ts';

export const policyLanguages = ['ordinance-json', 'ordinance-yaml'] as const;

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

export function kindOf(uri: vscode.Uri): PolicyKind | undefined {
  const name = policyNameOfPath(uri.path);
  return name && policyKind(name);
}
