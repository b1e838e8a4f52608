import * as vscode from 'vscode';
import { fieldHelp } from '../../core/assist/completion/fieldHelp.ts';
import { documentField } from '../../core/assist/schema/field.ts';
import {
  kindOfTests,
  testPlace,
  testProposals,
  type TestWords,
} from '../../core/assist/testFile/testProposals.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { testSpellingOf } from '../../core/policyTest/testFileName.ts';
import { markdownString } from '../platform/markdownString.ts';
import type { Settings } from '../platform/settings.ts';
import type { ConsoleLookups } from '../workspace/consoleLookups.ts';
import type { KnownScopes } from '../workspace/knownScopes.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyTestFiles } from '../workspace/policyTestFiles.ts';
import { completionItem } from './completionItem.ts';
import { toRange } from './ranges.ts';

export interface TestFileHelpDeps {
  readonly settings: Settings;
  readonly policyTests: Pick<PolicyTestFiles, 'consoleOf'>;
  readonly lookups: Pick<ConsoleLookups, 'ofConsole'>;
  readonly scopes: Pick<KnownScopes, 'ofConsole'>;
  readonly files: Pick<PolicyFiles, 'find'>;
  readonly documents: Pick<PolicyDocuments, 'read'>;
}

/** Completion and hover in files of tests: from the schema, the rules of the policy, and what is known of its console. */
export class TestFileHelp implements vscode.CompletionItemProvider, vscode.HoverProvider {
  readonly #deps: TestFileHelpDeps;

  constructor(deps: TestFileHelpDeps) {
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
    const range = toRange(document, place);
    const [quote] = /^["']/.exec(document.getText(range)) ?? [];
    const items = testProposals(place, kind, spelling, words).map((proposal) =>
      completionItem(proposal, range, quote, spelling === 'yaml'),
    );
    if (place.commaAt !== undefined && place.commaAt < place.start) {
      const comma = vscode.TextEdit.insert(document.positionAt(place.commaAt), ',');
      items.forEach((item) => (item.additionalTextEdits = [comma]));
    }
    return items;
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const word = document.getWordRangeAtPosition(position, /(?<![\w.-])[A-Za-z_][\w.-]*(?="?\s*:)/);
    const place =
      word && this.#deps.settings.flag('ordinance.editor.hover', document.uri)
        ? testPlace(
            document.getText(),
            document.offsetAt(word.end),
            testSpellingOf(document.uri.path) ?? 'yaml',
          )
        : undefined;
    if (!word || place?.want !== 'key') {
      return undefined;
    }
    const key = document.getText(word);
    const field = documentField('policy-test').at([...place.path, key]);
    return field && new vscode.Hover(markdownString(fieldHelp(key, field)), word);
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
