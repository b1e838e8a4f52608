import * as vscode from 'vscode';
import { checkConsoleFile } from '../../core/assist/consoleFile/checkConsoleFile.ts';
import { readTestFile } from '../../core/assist/testFile/readTestFile.ts';
import { PolicyDocument } from '../../core/document/policyDocument.ts';
import { testSpellingOf } from '../../core/policyTest/testFileName.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { isTestFile } from '../workspace/policyTestFiles.ts';
import { CodePages } from './codePages.ts';
import { CollectionLinks, collectionsScheme } from './collectionLinks.ts';
import { ConsoleFileHelp } from './consoleFileHelp.ts';
import { OpenFileDiagnostics } from './openFileDiagnostics.ts';
import { OrderDiagnostics } from './orderDiagnostics.ts';
import { PolicyCompletion } from './policyCompletion.ts';
import { PolicyDiagnostics } from './policyDiagnostics.ts';
import { PolicyFolding, PolicySelections, PolicySymbols } from './policyStructure.ts';
import { PolicyFormatting, PolicyTyping } from './policyFormatting.ts';
import { PolicyHover } from './policyHover.ts';
import { PolicyInlayHints } from './policyInlayHints.ts';
import { QuickFixes } from './quickFixes.ts';
import { RuleLenses } from './ruleLenses.ts';
import { RuleRename } from './ruleRename.ts';
import {
  consoleFileSelector,
  isConsoleFile,
  isPolicy,
  policySelector,
  testFileSelector,
} from './selector.ts';
import { TestFileHelp } from './testFileHelp.ts';
import type { LanguageServices } from './languageServices.ts';

/** Registers the language features of policy files, `ordinance.yaml` and test files. */
export function registerLanguage(services: LanguageServices): Disposable {
  const store = new DisposableStore();
  const pages = new CodePages(services.extensionUri);
  const policies = store.add(new PolicyDiagnostics({ ...services, pages }));
  const consoleFiles = store.add(
    new OpenFileDiagnostics(
      { ...services, pages },
      {
        collection: 'ordinance.consoles',
        concerns: isConsoleFile,
        check: (document, severities) => checkConsoleFile(document.getText(), { severities }),
      },
    ),
  );
  // Only what keeps tests from being run. What becomes of those that are run is said elsewhere.
  const testFiles = store.add(
    new OpenFileDiagnostics(
      { ...services, pages },
      {
        collection: 'ordinance.testFiles',
        concerns: ({ uri }) => isTestFile(uri) && ['file', 'untitled', 'vscode-remote'].includes(uri.scheme),
        check: (document, severities) =>
          readTestFile(document.getText(), testSpellingOf(document.uri.path) ?? 'yaml', {
            severities,
            path: document.uri.path,
          }).diagnostics,
      },
    ),
  );
  const order = store.add(new OrderDiagnostics({ ...services, pages }));
  void pages.load(services.log).then(() => {
    policies.recheck();
    order.recheck();
    consoleFiles.recheck();
    testFiles.recheck();
  });
  const fixes = new QuickFixes(
    {
      concerns: isPolicy,
      fixes: (document, finding, signal) => order.fixes(document, finding, signal),
      current: (document) => services.documents.current(document),
    },
    {
      concerns: isConsoleFile,
      current: (document) => PolicyDocument.read(document.getText(), 'yaml'),
    },
    {
      concerns: ({ uri }) => isTestFile(uri),
      current: (document) =>
        PolicyDocument.read(document.getText(), testSpellingOf(document.uri.path) ?? 'yaml'),
    },
  );
  const lenses = store.add(new RuleLenses(services));
  const { languages } = vscode;
  store.add(languages.registerCodeLensProvider(policySelector, lenses));
  store.add(languages.registerHoverProvider(policySelector, new PolicyHover(services)));
  const hints = store.add(new PolicyInlayHints(services));
  store.add(languages.registerInlayHintsProvider(policySelector, hints));
  store.add(
    languages.registerCompletionItemProvider(policySelector, new PolicyCompletion(services), '"', ' '),
  );
  const consoleFileHelp = new ConsoleFileHelp(services.settings);
  store.add(languages.registerCompletionItemProvider(consoleFileSelector, consoleFileHelp));
  store.add(languages.registerHoverProvider(consoleFileSelector, consoleFileHelp));
  const testFileHelp = new TestFileHelp(services);
  store.add(languages.registerCompletionItemProvider(testFileSelector, testFileHelp, '"', ' '));
  store.add(languages.registerHoverProvider(testFileSelector, testFileHelp));
  for (const selector of [policySelector, consoleFileSelector, testFileSelector]) {
    store.add(
      languages.registerCodeActionsProvider(selector, fixes, { providedCodeActionKinds: QuickFixes.kinds }),
    );
  }
  const formatting = new PolicyFormatting(services.documents, services.settings);
  store.addAll(
    languages.registerDocumentFormattingEditProvider(policySelector, formatting),
    languages.registerDocumentRangeFormattingEditProvider(policySelector, formatting),
    languages.registerOnTypeFormattingEditProvider(
      { language: 'ordinance-yaml' },
      new PolicyTyping(),
      PolicyTyping.trigger,
    ),
    languages.registerFoldingRangeProvider(policySelector, new PolicyFolding(services.documents)),
    languages.registerSelectionRangeProvider(policySelector, new PolicySelections(services.documents)),
    languages.registerRenameProvider(policySelector, new RuleRename(services)),
  );
  const links = store.add(new CollectionLinks(services));
  store.add(languages.registerDefinitionProvider(policySelector, links));
  for (const selector of [policySelector, { scheme: collectionsScheme }]) {
    store.add(languages.registerReferenceProvider(selector, links));
  }
  store.add(
    languages.registerDocumentSymbolProvider(policySelector, new PolicySymbols(services.documents), {
      label: vscode.l10n.t('Policy'),
    }),
  );
  return store;
}
