import * as vscode from 'vscode';
import { valueHints } from '../../core/assist/completion/valueHints.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { inlayHint } from '../platform/languageTexts.ts';
import type { LanguageServices } from './languageServices.ts';

/** Shows the titles of checks, the severities of thresholds and the time until exceptions end behind their values. */
export class PolicyInlayHints extends DisposableOwner implements vscode.InlayHintsProvider {
  readonly #deps: LanguageServices;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeInlayHints = this.#changed.event;

  constructor(deps: LanguageServices) {
    super();
    this.#deps = deps;
    this.disposables.add(deps.lookups.onDidChange(() => this.#changed.fire()));
    this.disposables.add(
      deps.settings.onDidChange((id) => {
        if (id === 'ordinance.editor.inlayHints') {
          this.#changed.fire();
        }
      }),
    );
  }

  provideInlayHints(document: vscode.TextDocument, range: vscode.Range): vscode.InlayHint[] {
    const { documents, settings, lookups } = this.#deps;
    const policy = settings.flag('ordinance.editor.inlayHints', document.uri)
      ? documents.current(document)
      : undefined;
    const shown = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
    const words = lookups.of(document.uri) ?? {};
    const rules = (policy?.arrays() ?? [])
      .flatMap((array) => array.rules)
      .filter((rule) => rule.range.start < shown.end && rule.range.end > shown.start);
    return rules
      .flatMap((rule) => valueHints(rule, shown, words, Date.now()))
      .map(({ offset, text }) => inlayHint(document.positionAt(offset), text));
  }
}
