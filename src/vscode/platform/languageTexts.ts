import * as vscode from 'vscode';
import { sentence } from '../../core/util/sentence.ts';
import { inertLine, inertText } from '../../core/util/inertText.ts';
import { asMarkdown, Markdown } from '../../core/util/markdown.ts';
import type { CommandId } from './commandIds.ts';

/** Texts of language features, and hovers and tooltips of views. They quote documents and consoles, so they stay plain text. */

const severities = {
  error: 'Error',
  warning: 'Warning',
  information: 'Information',
  hint: 'Hint',
} as const satisfies Readonly<Record<string, keyof typeof vscode.DiagnosticSeverity>>;

export function diagnostic(
  range: vscode.Range,
  message: string,
  severity: keyof typeof severities,
  code: string,
): vscode.Diagnostic {
  const made = new vscode.Diagnostic(
    range,
    shownMessage(message),
    vscode.DiagnosticSeverity[severities[severity]],
  );
  made.source = 'ordinance';
  made.code = code;
  return made;
}

/** Findings begin with a capital letter, whatever their source. */
function shownMessage(message: string): string {
  return sentence(inertText(message));
}

export function relatedInformation(
  location: vscode.Location,
  message: string,
): vscode.DiagnosticRelatedInformation {
  return new vscode.DiagnosticRelatedInformation(location, inertText(message));
}

/** VS Code refuses symbols without a name. */
export function documentSymbol(
  name: string,
  detail: string,
  kind: vscode.SymbolKind,
  range: vscode.Range,
  selection: vscode.Range,
): vscode.DocumentSymbol {
  return new vscode.DocumentSymbol(inertLine(name) || '""', inertLine(detail), kind, range, selection);
}

/** `icon`: the name of an icon before the title. */
export function codeLens(range: vscode.Range, command?: vscode.Command, icon?: string): vscode.CodeLens {
  const shown = command && inertCommand(command);
  return new vscode.CodeLens(
    range,
    shown && icon !== undefined ? { ...shown, title: `$(${icon}) ${shown.title}` } : shown,
  );
}

/** A command as a lens shows it. */
export function inertCommand({ title, tooltip, ...more }: vscode.Command): vscode.Command {
  return {
    ...more,
    title: inertLine(title),
    ...(tooltip === undefined ? {} : { tooltip: inertLine(tooltip) }),
  };
}

/** A hint behind a value. */
export function inlayHint(position: vscode.Position, text: string): vscode.InlayHint {
  const hint = new vscode.InlayHint(position, inertLine(text));
  hint.paddingLeft = true;
  return hint;
}

export function quickFix(title: string): vscode.CodeAction {
  return new vscode.CodeAction(inertLine(title), vscode.CodeActionKind.QuickFix);
}

/** A row of the completion list. VS Code still compares the typed text with the original text. */
export function completionRow(
  { label, detail }: { readonly label: string; readonly detail?: string },
  kind: vscode.CompletionItemKind,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem(inertLine(label), kind);
  item.filterText = label;
  if (detail !== undefined) {
    item.detail = inertLine(detail);
  }
  return item;
}

/** A link that runs a command of Ordinance, if the text that contains it allows this command. */
export function commandLink(label: string, command: CommandId, ...args: readonly unknown[]): Markdown {
  // A bracket would end the link.
  const query = encodeURIComponent(JSON.stringify(args)).replaceAll(
    /[()'!*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return asMarkdown`[${label}](${new Markdown(`command:${command}?${query}`)})`;
}

/** A product icon, for texts that allow icons. */
export function icon(id: 'warning'): Markdown {
  return new Markdown(`$(${id})`);
}

/** For hovers and tooltips. Everything that is not named here is off, and HTML is never interpreted. */
export function markdownString(
  text: Markdown,
  active: { readonly commands?: readonly CommandId[]; readonly icons?: boolean } = {},
): vscode.MarkdownString {
  const shown = new vscode.MarkdownString(text.text, active.icons ?? false);
  if (active.commands) {
    shown.isTrusted = { enabledCommands: active.commands };
  }
  return shown;
}
