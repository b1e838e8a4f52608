import type * as vscode from 'vscode';
import { documentField } from '../../core/assist/schema/field.ts';
import {
  kindOfTests,
  testPlace,
  testProposals,
  type TestWords,
} from '../../core/assist/testFile/testProposals.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { testSpellingOf } from '../../core/policyTest/testFileName.ts';
import type { LanguageServices } from './languageServices.ts';
import { completionItems, keyHover } from './schemaHelp.ts';

/** Completion and hover in files of tests: from the schema, the rules of the policy, and what is known of its console. */
export class TestFileHelp implements vscode.CompletionItemProvider, vscode.HoverProvider {
  readonly #deps: LanguageServices;

  constructor(deps: LanguageServices) {
    this.#deps = deps;
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.CompletionItem[]> {
    const text = document.getText();
    const spelling = testSpellingOf(document.uri.path) ?? 'yaml';
    const place = this.#deps.settings.flag('ordinance.editor.completion', document.uri)
      ? testPlace(text, document.offsetAt(position), spelling)
      : undefined;
    if (!place) {
      return [];
    }
    const kind = kindOfTests(text);
    const words = await this.#wordsFor(document.uri, kind);
    return completionItems(document, place, testProposals(place, kind, spelling, words), spelling === 'yaml');
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const spelling = testSpellingOf(document.uri.path) ?? 'yaml';
    return this.#deps.settings.flag('ordinance.editor.hover', document.uri)
      ? keyHover(document, position, documentField('policy-test'), (at) =>
          testPlace(document.getText(), at, spelling),
        )
      : undefined;
  }

  async #wordsFor(uri: vscode.Uri, kind: PolicyKind | undefined): Promise<TestWords> {
    const { policyTests, lookups, scopes, files, documents } = this.#deps;
    const console = policyTests.consoleOf(uri);
    if (!console) {
      return { rules: [], collections: [] };
    }
    const known = lookups.ofConsole(console);
    const policy = kind && (await files.find(console, kind.name));
    const arrays = (policy && (await documents.read(policy)))?.arrays() ?? [];
    const collections = (await scopes.ofConsole(console)).keys();
    return {
      rules: arrays.flatMap(({ rules }) => rules.map(({ facts }) => facts.name ?? '')),
      collections: [...(known?.collections ?? []), ...collections],
      checks: known?.checks,
    };
  }
}
