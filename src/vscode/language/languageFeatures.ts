import * as vscode from 'vscode';
import type { Settings } from '../platform/settings.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import type { ConsoleLookups } from '../workspace/consoleLookups.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import { CodePages } from './codePages.ts';
import { CollectionLinks, collectionsScheme } from './collectionLinks.ts';
import { ConsoleFileDiagnostics } from './consoleFileDiagnostics.ts';
import { ConsoleFileHelp } from './consoleFileHelp.ts';
import { PolicyCompletion } from './policyCompletion.ts';
import { PolicyDiagnostics } from './policyDiagnostics.ts';
import { PolicyFolding } from './policyFolding.ts';
import { PolicyFormatting } from './policyFormatting.ts';
import { PolicyHover } from './policyHover.ts';
import { PolicySelections } from './policySelections.ts';
import { PolicySymbols } from './policySymbols.ts';
import { QuickFixes } from './quickFixes.ts';
import { RuleLenses } from './ruleLenses.ts';
import { RuleRename } from './ruleRename.ts';
import { consoleFileSelector, policySelector } from './selector.ts';

export interface LanguageFeaturesDeps {
  readonly documents: PolicyDocuments;
  readonly consoles: ConsoleRegistry;
  readonly settings: Settings;
  readonly log: Logger;
  readonly extensionUri: vscode.Uri;
  readonly files: PolicyFiles;
  readonly lookups: ConsoleLookups;
}

/** Registers what the editor offers in policy files, in both spellings. */
export class LanguageFeatures implements Disposable {
  readonly #disposables = new DisposableStore();

  constructor(deps: LanguageFeaturesDeps) {
    const pages = new CodePages(deps.extensionUri);
    const policies = this.#disposables.add(new PolicyDiagnostics({ ...deps, pages }));
    const consoleFiles = this.#disposables.add(new ConsoleFileDiagnostics({ ...deps, pages }));
    void pages.load(deps.log).then(() => {
      policies.recheck();
      consoleFiles.recheck();
    });
    const fixes = new QuickFixes(
      {
        found: (document) => policies.found(document),
        current: (document) => deps.documents.current(document),
      },
      consoleFiles,
    );
    const lenses = this.#disposables.add(new RuleLenses(deps));
    const { languages } = vscode;
    this.#disposables.add(languages.registerCodeLensProvider(policySelector, lenses));
    this.#disposables.add(languages.registerHoverProvider(policySelector, new PolicyHover(deps)));
    this.#disposables.add(
      languages.registerCompletionItemProvider(policySelector, new PolicyCompletion(deps), '"', ' '),
    );
    const consoleFileHelp = new ConsoleFileHelp(deps.settings);
    this.#disposables.add(languages.registerCompletionItemProvider(consoleFileSelector, consoleFileHelp));
    this.#disposables.add(languages.registerHoverProvider(consoleFileSelector, consoleFileHelp));
    for (const selector of [policySelector, consoleFileSelector]) {
      this.#disposables.add(
        languages.registerCodeActionsProvider(selector, fixes, { providedCodeActionKinds: QuickFixes.kinds }),
      );
    }
    const formatting = new PolicyFormatting(deps.documents, deps.settings);
    this.#disposables.add(languages.registerDocumentFormattingEditProvider(policySelector, formatting));
    this.#disposables.add(languages.registerDocumentRangeFormattingEditProvider(policySelector, formatting));
    this.#disposables.add(
      languages.registerFoldingRangeProvider(policySelector, new PolicyFolding(deps.documents)),
    );
    this.#disposables.add(
      languages.registerSelectionRangeProvider(policySelector, new PolicySelections(deps.documents)),
    );
    this.#disposables.add(languages.registerRenameProvider(policySelector, new RuleRename(deps.documents)));
    const links = this.#disposables.add(new CollectionLinks(deps));
    this.#disposables.add(languages.registerDefinitionProvider(policySelector, links));
    for (const selector of [policySelector, { scheme: collectionsScheme }]) {
      this.#disposables.add(languages.registerReferenceProvider(selector, links));
    }
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
