import * as vscode from 'vscode';
import { fieldHelp } from '../../core/assist/completion/fieldHelp.ts';
import { proposals } from '../../core/assist/completion/proposals.ts';
import { yamlPlace } from '../../core/assist/completion/yamlPlace.ts';
import { documentField } from '../../core/assist/schema/field.ts';
import { markdownString } from '../platform/markdownString.ts';
import type { Settings } from '../platform/settings.ts';
import { completionItem } from './completionItem.ts';
import { toRange } from './ranges.ts';

/** Completion and hover in `ordinance.yaml`, from its schema. */
export class ConsoleFileHelp implements vscode.CompletionItemProvider, vscode.HoverProvider {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  provideCompletionItems(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
    const place = this.#settings.flag('ordinance.editor.completion', document.uri)
      ? yamlPlace(document.getText(), document.offsetAt(position))
      : undefined;
    if (!place) {
      return [];
    }
    const range = toRange(document, place);
    const [quote] = /^["']/.exec(document.getText(range)) ?? [];
    return proposals(place, documentField('console'), 'yaml').map((proposal) =>
      completionItem(proposal, range, quote, true),
    );
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const word = document.getWordRangeAtPosition(position, /(?<![\w.-])[A-Za-z_][\w.-]*(?=\s*:)/);
    const place =
      word && this.#settings.flag('ordinance.editor.hover', document.uri)
        ? yamlPlace(document.getText(), document.offsetAt(word.end))
        : undefined;
    if (!word || place?.want !== 'key') {
      return undefined;
    }
    const key = document.getText(word);
    const field = documentField('console').at([...place.path, key]);
    return field && new vscode.Hover(markdownString(fieldHelp(key, field)), word);
  }
}
