import * as vscode from 'vscode';
import { asMarkdown, Markdown } from '../../core/util/markdown.ts';
import type { CommandId } from './commandIds.ts';

/** A link that runs one of our commands, where the text it stands in allows that command. */
export function commandLink(label: string, command: CommandId, ...args: readonly unknown[]): Markdown {
  // A bracket would end the link.
  const query = encodeURIComponent(JSON.stringify(args)).replaceAll(
    /[()'!*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return asMarkdown`[${label}](${new Markdown(`command:${command}?${query}`)})`;
}

/** A product icon, in a text that has some. */
export function icon(id: 'warning'): Markdown {
  return new Markdown(`$(${id})`);
}

/** For hovers and tooltips: what is not named here is off, and HTML is never read. */
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
