import * as vscode from 'vscode';
import { PolicyChecker } from '../../core/assist/findings/checkPolicy.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { asError, isCanceled } from '../../core/util/errors.ts';
import type { LanguageDiagnosticsServices } from './languageServices.ts';
import { RestingTimer } from './restingTimer.ts';
import { isSelected, policySelector } from './selector.ts';

/** The editor shows a thousand of one file, and would say in place of the last how many it leaves out. */
const MAX_SHOWN = 999;

/** It underlines the first five hundred it is given. */
const MAX_UNDERLINED = 500;

/** Underlines what is wrong with open policies, as they are typed. */
export class PolicyDiagnostics extends DisposableOwner {
  readonly #deps: LanguageDiagnosticsServices;
  readonly #shown = this.disposables.add(vscode.languages.createDiagnosticCollection('ordinance'));
  readonly #checkers = new Map<string, PolicyChecker>();
  readonly #timers = this.disposables.add(new RestingTimer());
  readonly #preparing = new Map<string, AbortController>();

  constructor(deps: LanguageDiagnosticsServices) {
    super();
    this.#deps = deps;
    const { documents, settings, lookups } = deps;
    this.disposables.addAll(
      { dispose: () => this.#preparing.forEach((controller) => controller.abort()) },
      documents.onDidChange((document) => this.#later(document)),
      vscode.workspace.onDidOpenTextDocument((document) => void this.#open(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#forget(document)),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor: { document } }) => {
        if ((this.#shown.get(document.uri)?.length ?? 0) > MAX_UNDERLINED) {
          this.#later(document);
        }
      }),
      settings.onDidChange((id) => {
        if (id === 'ordinance.diagnostics.severity' || id === 'ordinance.diagnostics.endingExceptionDays') {
          this.#checkAnew();
        }
      }),
      // Findings stay visible until the rules are checked again with the new facts.
      lookups.onDidChange(() => vscode.workspace.textDocuments.forEach((document) => this.#later(document))),
    );
    vscode.workspace.textDocuments.forEach((document) => void this.#open(document));
  }

  #checkAnew(): void {
    this.#checkers.clear();
    vscode.workspace.textDocuments.forEach((document) => void this.#open(document));
  }

  /** A look at many rules gives way to others; a keystroke looks at one rule. */
  async #open(document: vscode.TextDocument): Promise<void> {
    if (!isSelected(policySelector, document)) {
      return;
    }
    const key = document.uri.toString();
    this.#preparing.get(key)?.abort();
    const controller = new AbortController();
    this.#preparing.set(key, controller);
    try {
      const policy = await this.#deps.documents.open(document);
      await this.#checker(document.uri).prepare(policy, controller.signal);
      if (!controller.signal.aborted) {
        this.#check(document);
      }
    } catch (error) {
      if (!isCanceled(error)) {
        this.#deps.log.error(asError(error));
      }
    } finally {
      if (this.#preparing.get(key) === controller) {
        this.#preparing.delete(key);
      }
    }
  }

  #later(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    // While the first look runs it is what ends in a check.
    if (isSelected(policySelector, document) && !this.#preparing.has(key)) {
      this.#timers.run(key, () => {
        const policy = this.#deps.documents.current(document);
        if (policy && this.#checker(document.uri).wantsPreparing(policy)) {
          void this.#open(document);
        } else {
          this.#check(document);
        }
      });
    }
  }

  #check(document: vscode.TextDocument): void {
    const policy = this.#deps.documents.current(document);
    if (!policy || document.isClosed) {
      return;
    }
    const near = offsetInSight(document);
    const found = this.#checker(document.uri).check(policy, near);
    const behind = Math.max(
      0,
      found.findIndex(({ range }) => range.end >= near),
    );
    const nearFirst = [...found.slice(behind), ...found.slice(0, behind)];
    this.#shown.set(document.uri, this.#deps.pages.diagnostics(document, nearFirst));
  }

  #forget(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    this.#preparing.get(key)?.abort();
    this.#timers.cancel(key);
    this.#shown.delete(document.uri);
  }

  /** Settings and consoles differ per folder, so each file's folder has a checker of its own. */
  #checker(uri: vscode.Uri): PolicyChecker {
    const key = vscode.Uri.joinPath(uri, '../..').toString();
    let checker = this.#checkers.get(key);
    if (!checker) {
      const { settings, lookups } = this.#deps;
      checker = new PolicyChecker({
        severities: settings.severities(uri),
        limit: MAX_SHOWN,
        endingWithinDays: settings.number('ordinance.diagnostics.endingExceptionDays', uri),
        known: () => lookups.of(uri),
      });
      this.#checkers.set(key, checker);
    }
    return checker;
  }
}

/** Where what is seen of a document begins. */
function offsetInSight(document: vscode.TextDocument): number {
  const editor = vscode.window.visibleTextEditors.find((each) => each.document === document);
  const [first] = editor?.visibleRanges ?? [];
  return first ? document.offsetAt(first.start) : 0;
}
