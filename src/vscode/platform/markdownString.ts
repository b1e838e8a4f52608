import * as vscode from 'vscode';
import { asMarkdown, Markdown } from '../../core/util/markdown.ts';
import type { CommandId } from './commandIds.ts';

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
