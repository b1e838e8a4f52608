import * as vscode from 'vscode';
import type { JournalStep, PushRecord } from '../../sync/store/journalEvent.ts';
import { countWords } from '../countWords.ts';
import { verdictWords } from './describePush.ts';

/** Steps that a tooltip has space for. */
const shownSteps = 8;

/** Everything the row has no space for. Names come from the console: they are never read as Markdown. */
export function pushTooltip(record: PushRecord): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendMarkdown('**').appendText(record.policy).appendMarkdown('**\n\n');
  const facts = [
    verdictWords(record.verdict, vscode.l10n),
    countWords(record.counts, vscode.l10n),
    new Date(record.at).toLocaleString(),
    ...(record.author === undefined ? [] : [record.author]),
  ];
  text.appendText(facts.join(' · '));
  if (record.reason !== undefined) {
    text.appendMarkdown('\n\n').appendText(record.reason);
  }
  for (const step of record.steps.slice(0, shownSteps)) {
    text.appendMarkdown('\n* ').appendText(stepWords(step));
  }
  if (record.steps.length > shownSteps) {
    text.appendMarkdown('\n\n').appendText(vscode.l10n.t('and {0} more', record.steps.length - shownSteps));
  }
  return text;
}

function stepWords(step: JournalStep): string {
  const rule = typeof step['rule'] === 'string' ? step['rule'] : '';
  const words: Readonly<Record<string, string>> = {
    add: vscode.l10n.t('"{0}" added', rule),
    remove: vscode.l10n.t('"{0}" removed', rule),
    change: vscode.l10n.t('"{0}" changed', rule),
    move: vscode.l10n.t('"{0}" moved', rule),
    rename: vscode.l10n.t('"{0}" renamed', rule),
    document: vscode.l10n.t('members of the document changed'),
  };
  return words[String(step['kind'])] ?? String(step['kind']);
}
