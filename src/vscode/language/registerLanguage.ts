import * as vscode from 'vscode';
import { proposals } from '../../core/assist/completion/proposals.ts';
import { cursorPlace } from '../../core/assist/completion/cursorPlace.ts';
import { checkConsoleFile } from '../../core/assist/consoleFile/checkConsoleFile.ts';
import { schemaField } from '../../core/assist/schema/field.ts';
import { readTestFile } from '../../core/assist/testFile/readTestFile.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { readPolicyText } from '../../core/document/reading/readPolicy.ts';
import { testSpellingOf } from '../../core/policy/policyFile.ts';
import {
  CodePages,
  FileDiagnostics,
  consoleFileSelector,
  policySelector,
  testFileSelector,
} from './fileDiagnostics.ts';
import { CollectionLinks, collectionsScheme } from './collectionLinks.ts';
import { showPolicyProblems } from './policyDiagnostics.ts';
import { proposePolicyText, hoverInPolicy, policyInlayHints } from './policyHelp.ts';
import { documentSymbols, selectionRanges } from './policyStructure.ts';
import { formatDocument, moveTypedDash, ruleRename } from './policyEdits.ts';
import { quickFixKinds, quickFixes } from './quickFixes.ts';
import { RuleLenses } from './ruleLenses.ts';
import { completionItems, fieldHover, type ProposalList } from './schemaHelp.ts';
import { findTestFixes, hoverInTests, proposeTestText } from './testFileHelp.ts';
import type { FeatureServices } from '../featureServices.ts';

/** The help while a person types in files of one kind. */
interface TypingHelp {
  readonly selector: vscode.DocumentSelector;
  /** Characters after which the editor asks for completion. */
  readonly triggers: readonly string[];
  propose(
    document: vscode.TextDocument,
    offset: number,
  ): ProposalList | undefined | Promise<ProposalList | undefined>;
  hover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined;
  /** The document as it is now, for quick fixes. */
  readonly parse: (document: vscode.TextDocument) => PolicyDocument | undefined;
}

/** Registers the language features of policy files, `ordinance.yaml` and test files. */
export function registerLanguage(services: FeatureServices): void {
  const { disposables, documents, settings } = services;
  const { languages } = vscode;
  showProblems(services);
  for (const help of typingHelps(services)) {
    disposables.addAll(
      languages.registerCompletionItemProvider(
        help.selector,
        {
          async provideCompletionItems(document, position) {
            const list = settings.flag('ordinance.editor.completion', document.uri)
              ? await help.propose(document, document.offsetAt(position))
              : undefined;
            return list ? completionItems(document, list) : [];
          },
        },
        ...help.triggers,
      ),
      languages.registerHoverProvider(help.selector, {
        provideHover: (document, position) =>
          settings.flag('ordinance.editor.hover', document.uri) ? help.hover(document, position) : undefined,
      }),
      languages.registerCodeActionsProvider(help.selector, quickFixes(help.parse), {
        providedCodeActionKinds: quickFixKinds,
      }),
    );
  }
  const links = disposables.add(new CollectionLinks(services));
  for (const selector of [policySelector, { scheme: collectionsScheme }]) {
    disposables.add(languages.registerReferenceProvider(selector, links));
  }
  disposables.addAll(
    languages.registerCodeLensProvider(policySelector, disposables.add(new RuleLenses(services))),
    languages.registerInlayHintsProvider(policySelector, policyInlayHints(services)),
    languages.registerDefinitionProvider(policySelector, links),
    languages.registerRenameProvider(policySelector, ruleRename(services)),
    languages.registerDocumentFormattingEditProvider(policySelector, {
      provideDocumentFormattingEdits: (document, options, token) =>
        formatDocument(services, document, options, token),
    }),
    languages.registerDocumentRangeFormattingEditProvider(policySelector, {
      provideDocumentRangeFormattingEdits: (document, range, options, token) =>
        formatDocument(services, document, options, token, {
          start: document.offsetAt(range.start),
          end: document.offsetAt(range.end),
        }),
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
}

function showProblems(services: FeatureServices): void {
  const { disposables, settings, extensionUri } = services;
  const pages = new CodePages(extensionUri);
  showPolicyProblems(services, pages);
  disposables.addAll(
    new FileDiagnostics(settings, pages, {
      collection: 'ordinance.consoles',
      selector: consoleFileSelector,
      followsTyping: true,
      check: (document, severities) => checkConsoleFile(document.getText(), severities),
    }),
    // These problems keep tests from running. `PolicyTesting` shows the results of tests that run.
    new FileDiagnostics(settings, pages, {
      collection: 'ordinance.testFiles',
      selector: testFileSelector,
      followsTyping: true,
      check: (document, severities) =>
        readTestFile(document.getText(), testSpellingOf(document.uri.path) ?? 'yaml', {
          severities,
          path: document.uri.path,
        }).diagnostics,
      fixes: (document, finding, signal) => findTestFixes(services, document, finding, signal),
    }),
  );
}

function typingHelps(services: FeatureServices): readonly TypingHelp[] {
  return [
    {
      selector: policySelector,
      triggers: ['"', ' '],
      propose: (document, offset) => proposePolicyText(services, document, offset),
      hover: (document, position) => hoverInPolicy(services, document, position),
      parse: (document) => services.documents.current(document),
    },
    {
      selector: consoleFileSelector,
      triggers: [],
      propose(document, offset) {
        const place = cursorPlace(document.getText(), offset, 'yaml');
        const field = schemaField('console');
        return place && { place, proposals: proposals(place, field, 'yaml'), spelling: 'yaml' };
      },
      hover: (document, position) => fieldHover(document, position, schemaField('console'), 'yaml'),
      parse: (document) => readPolicyText(document.getText(), 'yaml'),
    },
    {
      selector: testFileSelector,
      triggers: ['"', ' '],
      propose: (document, offset) => proposeTestText(services, document, offset),
      hover: hoverInTests,
      parse: (document) => readPolicyText(document.getText(), testSpellingOf(document.uri.path) ?? 'yaml'),
    },
  ];
}
