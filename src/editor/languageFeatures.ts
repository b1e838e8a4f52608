import * as vscode from 'vscode';
import type { Settings } from '../platform/settings.ts';
import { DisposableStore, type Disposable } from '../util/disposable.ts';
import type { Logger } from '../util/logger.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { CodePages } from './codePages.ts';
import { PolicyDiagnostics } from './policyDiagnostics.ts';
import { PolicySymbols } from './policySymbols.ts';
import { RuleLenses } from './ruleLenses.ts';
import { policySelector } from './selector.ts';

export interface LanguageFeaturesDeps {
  readonly documents: PolicyDocuments;
  readonly consoles: ConsoleRegistry;
  readonly settings: Settings;
  readonly log: Logger;
  readonly extensionUri: vscode.Uri;
  readonly collections?: (uri: vscode.Uri) => ReadonlySet<string> | undefined;
}

/** Registers what the editor offers in policy files, in both spellings. */
export class LanguageFeatures implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly diagnostics: PolicyDiagnostics;

  constructor(deps: LanguageFeaturesDeps) {
    const pages = new CodePages(deps.extensionUri);
    this.diagnostics = this.#disposables.add(new PolicyDiagnostics({ ...deps, pages }));
    void pages.load(deps.log).then(() => this.diagnostics.recheck());
    const lenses = this.#disposables.add(new RuleLenses(deps));
    const { languages } = vscode;
    this.#disposables.add(languages.registerCodeLensProvider(policySelector, lenses));
    this.#disposables.add(
      languages.registerDocumentSymbolProvider(policySelector, new PolicySymbols(deps.documents), {
        label: vscode.l10n.t('Policy'),
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
