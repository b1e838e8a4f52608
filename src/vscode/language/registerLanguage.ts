import * as vscode from 'vscode';
import { proposals } from '../../core/assist/completion/proposals.ts';
import { cursorPlace } from '../../core/assist/completion/cursorPlace.ts';
import { checkConsoleFile } from '../../core/assist/consoleFile/checkConsoleFile.ts';
import { documentField } from '../../core/assist/schema/field.ts';
import { readTestFile } from '../../core/assist/testFile/readTestFile.ts';
import { PolicyDocument } from '../../core/document/policyDocument.ts';
import { testSpellingOf } from '../../core/policyTest/testFileName.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { CodePages } from './codePages.ts';
import { CollectionLinks, collectionsScheme } from './collectionLinks.ts';
import { FileDiagnostics } from './fileDiagnostics.ts';
import { findOrderFixes, findOrderProblems } from './orderFindings.ts';
import { toTextRange } from './ranges.ts';
import { proposePolicyText } from './policyCompletion.ts';
import { PolicyDiagnostics } from './policyDiagnostics.ts';
import { documentSymbols, selectionRanges } from './policyStructure.ts';
import { formatDocument, moveTypedDash } from './policyFormatting.ts';
import { hoverInPolicy } from './policyHover.ts';
import { policyInlayHints } from './policyInlayHints.ts';
import { quickFixKinds, quickFixes } from './quickFixes.ts';
import { RuleLenses } from './ruleLenses.ts';
import { ruleRename } from './ruleRename.ts';
import { completionProvider, hoverProvider, keyHover } from './schemaHelp.ts';
import { consoleFileSelector, policySelector, testFileSelector } from './selector.ts';
import { findTestFixes, hoverInTests, proposeTestText } from './testFileHelp.ts';
import type { LanguageServices } from './languageServices.ts';

/** Registers the language features of policy files, `ordinance.yaml` and test files. */
export function registerLanguage(services: LanguageServices): Disposable {
  const store = new DisposableStore();
  const { documents, settings } = services;
  const { languages } = vscode;
  const deps = { ...services, pages: new CodePages(services.extensionUri) };
  store.add(new PolicyDiagnostics(deps));
  const lenses = store.add(new RuleLenses(services));
  const links = store.add(new CollectionLinks(services));
  // Order comes after what is found in the rules themselves, and not while a person types: the editor keeps the marks at their words until order was analyzed anew.
  const order = new FileDiagnostics(deps, {
    collection: 'ordinance-order',
    selector: policySelector,
    check: (document, severities) => findOrderProblems(services, document, severities),
    fixes: (document, finding, signal) => findOrderFixes(services, document, finding, signal),
  });
  store.addAll(
    order,
    services.models.onDidChange(({ uri }) => {
      const isOfUri = (document: vscode.TextDocument): boolean => document.uri.toString() === uri?.toString();
      vscode.workspace.textDocuments.filter(isOfUri).forEach((document) => order.check(document));
    }),
    new FileDiagnostics(deps, {
      collection: 'ordinance.consoles',
      selector: consoleFileSelector,
      check: (document, severities) => checkConsoleFile(document.getText(), { severities }),
    }).followTyping(),
    // Only what keeps tests from being run. What becomes of those that are run is said elsewhere.
    new FileDiagnostics(deps, {
      collection: 'ordinance.testFiles',
      selector: testFileSelector,
      check: (document, severities) =>
        readTestFile(document.getText(), testSpellingOf(document.uri.path) ?? 'yaml', {
          severities,
          path: document.uri.path,
        }).diagnostics,
      fixes: (document, finding, signal) => findTestFixes(services, document, finding, signal),
    }).followTyping(),
  );
  for (const { selector, triggers, proposed, hover, fixes } of [
    {
      selector: policySelector,
      triggers: ['"', ' '],
      proposed: completionProvider(settings, (document, offset) =>
        proposePolicyText(services, document, offset),
      ),
      hover: hoverProvider(settings, (document, position) => hoverInPolicy(services, document, position)),
      fixes: quickFixes((document) => documents.current(document)),
    },
    {
      selector: consoleFileSelector,
      triggers: [],
      proposed: completionProvider(settings, (document, offset) => {
        const place = cursorPlace(document.getText(), offset, 'yaml');
        const field = documentField('console');
        return place && { place, proposals: proposals(place, field, 'yaml'), spelling: 'yaml' };
      }),
      hover: hoverProvider(settings, (document, position) =>
        keyHover(document, position, documentField('console'), 'yaml'),
      ),
      fixes: quickFixes((document) => PolicyDocument.read(document.getText(), 'yaml')),
    },
    {
      selector: testFileSelector,
      triggers: ['"', ' '],
      proposed: completionProvider(settings, (document, offset) =>
        proposeTestText(services, document, offset),
      ),
      hover: hoverProvider(settings, hoverInTests),
      fixes: quickFixes((document) =>
        PolicyDocument.read(document.getText(), testSpellingOf(document.uri.path) ?? 'yaml'),
      ),
    },
  ]) {
    store.addAll(
      languages.registerCompletionItemProvider(selector, proposed, ...triggers),
      languages.registerHoverProvider(selector, hover),
      languages.registerCodeActionsProvider(selector, fixes, { providedCodeActionKinds: quickFixKinds }),
    );
  }
  for (const selector of [policySelector, { scheme: collectionsScheme }]) {
    store.add(languages.registerReferenceProvider(selector, links));
  }
  store.addAll(
    languages.registerCodeLensProvider(policySelector, lenses),
    languages.registerInlayHintsProvider(policySelector, policyInlayHints(services)),
    languages.registerDefinitionProvider(policySelector, links),
    languages.registerRenameProvider(policySelector, ruleRename(services)),
    languages.registerDocumentFormattingEditProvider(policySelector, {
      provideDocumentFormattingEdits: (document, options, token) =>
        formatDocument(services, document, options, token),
    }),
    languages.registerDocumentRangeFormattingEditProvider(policySelector, {
      provideDocumentRangeFormattingEdits: (document, range, options, token) =>
        formatDocument(services, document, options, token, toTextRange(document, range)),
    }),
    languages.registerOnTypeFormattingEditProvider(
      { language: 'ordinance-yaml' },
      { provideOnTypeFormattingEdits: moveTypedDash },
      ' ',
    ),
    languages.registerSelectionRangeProvider(policySelector, {
      provideSelectionRanges: (document, positions) => selectionRanges(documents, document, positions),
    }),
    languages.registerDocumentSymbolProvider(
      policySelector,
      { provideDocumentSymbols: (document, token) => documentSymbols(documents, document, token) },
      { label: vscode.l10n.t('Policy') },
    ),
  );
  return store;
}
