import type * as vscode from 'vscode';
import { proposals } from '../../core/assist/completion/proposals.ts';
import { yamlPlace } from '../../core/assist/completion/yamlPlace.ts';
import { documentField } from '../../core/assist/schema/field.ts';
import type { Settings } from '../platform/settings.ts';
import { completionItems, keyHover } from './schemaHelp.ts';

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
    const all = place ? proposals(place, documentField('console'), 'yaml') : [];
    return place ? completionItems(document, place, all, true) : [];
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    return this.#settings.flag('ordinance.editor.hover', document.uri)
      ? keyHover(document, position, documentField('console'), (at) => yamlPlace(document.getText(), at))
      : undefined;
  }
}
