import * as vscode from 'vscode';
import type { Disposable } from '../../core/util/disposable.ts';
import { StandingCommands } from './commandRegistry.ts';
import { inertLine, inertText } from '../../core/util/inertText.ts';

export interface StatusBarText {
  /** The product icon at the start. */
  readonly icon: string;
  readonly text: string;
  readonly tooltip: string;
  readonly accessibilityLabel: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
  /** The entry has the colors of a warning. */
  readonly isWarning?: boolean;
}

/** An entry of the status bar. It shows one named icon; text never becomes an icon. */
export class StatusBarEntry implements Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #commands = new StandingCommands();

  constructor(id: string, name: string, priority: number) {
    this.#item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
    this.#item.name = name;
  }

  show(entry: StatusBarText): void {
    const tooltip = inertText(entry.tooltip);
    this.#item.text = `$(${entry.icon}) ${inertLine(entry.text)}`;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: inertLine(entry.accessibilityLabel) };
    this.#item.backgroundColor = entry.isWarning
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    // The arguments belong to the shown text. A click uses them, even if the entry has changed since.
    this.#item.command = this.#commands.of(JSON.stringify(entry.arguments), {
      command: entry.command,
      title: tooltip,
      arguments: [...entry.arguments],
    });
    this.#item.show();
  }

  hide(): void {
    this.#item.hide();
  }

  dispose(): void {
    this.#item.dispose();
    this.#commands.dispose();
  }
}
